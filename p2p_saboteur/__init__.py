"""The card game Saboteur between equals."""
