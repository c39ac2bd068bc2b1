"""The line mode: a table in plain lines of text, for any terminal, a screen reader or a pipe."""
