"""Tests of what screens are drawn from."""
