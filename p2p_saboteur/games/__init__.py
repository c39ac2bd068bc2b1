"""The games that the table can play."""
