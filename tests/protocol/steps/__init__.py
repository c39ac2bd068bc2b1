"""Tests of single steps."""
