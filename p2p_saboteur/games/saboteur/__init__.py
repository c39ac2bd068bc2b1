"""The rules of Saboteur."""
