"""Test vectors for every algorithm of PROTOCOL.md: checking files of them, and making the ones of this package."""
