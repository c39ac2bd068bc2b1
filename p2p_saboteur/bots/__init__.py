"""Policies that play a seat."""
