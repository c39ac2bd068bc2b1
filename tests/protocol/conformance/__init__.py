"""Tests of the vectors and of the command that checks them."""
