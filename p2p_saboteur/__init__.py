"""The card game Saboteur between equals."""

__version__ = "0.1.0"
