"""The game-agnostic protocol library."""
