"""What holds for the repository as a whole."""
