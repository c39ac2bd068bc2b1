"""Carrying opaque frames between peers; a peer is its 32-byte CURVE public key and nothing else."""
