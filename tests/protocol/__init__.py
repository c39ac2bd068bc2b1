"""Tests of the game-agnostic library."""
