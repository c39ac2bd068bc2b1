"""Tests of the zero-knowledge proofs."""
