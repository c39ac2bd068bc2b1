"""The program as people run it: real processes."""
