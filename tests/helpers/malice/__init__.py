"""A malicious player at a real table: the real client but for one thing, among honest ones, over real links."""
