"""What a malicious seat does, and what must come of it."""
