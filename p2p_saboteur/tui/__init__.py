"""The full-screen client: every screen is a pure function of what the table shows and a small state of its own."""
