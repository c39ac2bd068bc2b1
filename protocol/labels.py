"""Every domain label of the library: no two purposes share one, and none is written anywhere else.

Labels of hash-to-group are bytes (RFC 9380 calls them domain separation tags); the others are text. A label is part of
the protocol: changing one makes another protocol.
"""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = "CARDTABLE-V1"
"""Name and version of the protocol; the first thing that every transcript absorbs."""

# Hash-to-group: what is hashed is in the message.
GENERATORS: Final = b"CARDTABLE-V1-generators-with-ristretto255_XMD:SHA-512_R255MAP_RO_"
CARDS: Final = b"CARDTABLE-V1-cards-with-ristretto255_XMD:SHA-512_R255MAP_RO_"
VALUES: Final = b"CARDTABLE-V1-values-with-ristretto255_XMD:SHA-512_R255MAP_RO_"

# Branches of the root; each is followed by the label of a use, below.
ROOT_SCALAR: Final = "root/scalar"
ROOT_PERMUTATION: Final = "root/permutation"
ROOT_SALT: Final = "root/salt"
ROOT_SEED: Final = "root/seed"
ROOT_NONCE: Final = "root/nonce"
ROOT_NEXT: Final = "root/next round"

# What is taken from a branch.
USE_SIGNING: Final = "signing"
USE_LINK: Final = "link"
USE_PURSE: Final = "purse"
USE_NONCE: Final = "own nonce"
USE_TABLE_KEY: Final = "table key"
USE_HAND_KEY: Final = "hand key"
USE_PURSE_KEY: Final = "purse key"
USE_KEY_SALT: Final = "key salt"
USE_PERMUTATION: Final = "permutation"
USE_REENCRYPTION: Final = "re-encryption"
USE_LOCK: Final = "lock salt"
USE_LAYER: Final = "layer"
USE_SHARE_KEY: Final = "share key"
USE_POLYNOMIAL: Final = "polynomial"

# Hash commitments.
COMMITMENT: Final = "commitment"
KEY_COMMITMENT: Final = "key commitment"
LOCK: Final = "lock"

# Digests of the log.
TABLE_ID: Final = "table id"
SESSION_ID: Final = "session id"
SEATING: Final = "seating"
COIN: Final = "coin"
NONCE: Final = "nonce"
ENTRY: Final = "entry"
HEAD: Final = "head"
HEAD_CAUGHT: Final = "head caught"
HEAD_WITHOUT: Final = "head without"
STATE: Final = "state section"

# Hash to a scalar.
SHARE_PAD: Final = "share pad"

# Transcript: the state that nonces hang on.
TRANSCRIPT_CONTEXT: Final = "context"
TRANSCRIPT_STATE: Final = "state"

# Linear relations.
LINEAR: Final = "linear/structure"
LINEAR_BASES: Final = "linear/bases"
LINEAR_IMAGES: Final = "linear/images"
LINEAR_COMMITMENTS: Final = "linear/commitments"
LINEAR_CHALLENGE: Final = "linear/challenge"

# Batched equality of discrete logarithms.
DLEQ: Final = "dleq/base and key"
DLEQ_INPUTS: Final = "dleq/inputs"
DLEQ_OUTPUTS: Final = "dleq/outputs"
DLEQ_WEIGHTS: Final = "dleq/weights"

# Disjunctions.
EITHER_OR: Final = "either-or/branches"
EITHER_OR_COMMITMENTS: Final = "either-or/commitments"
EITHER_OR_CHALLENGE: Final = "either-or/challenge"

# Shuffle argument.
SHUFFLE: Final = "shuffle/key"
SHUFFLE_GENERATORS: Final = "shuffle/generators"
SHUFFLE_INPUTS: Final = "shuffle/inputs"
SHUFFLE_OUTPUTS: Final = "shuffle/outputs"
SHUFFLE_PERMUTATION: Final = "shuffle/permutation commitments"
SHUFFLE_WEIGHTS: Final = "shuffle/weights"
SHUFFLE_CHAIN: Final = "shuffle/chain"
SHUFFLE_COMMITMENTS: Final = "shuffle/commitments"
SHUFFLE_CHAIN_COMMITMENTS: Final = "shuffle/chain commitments"
SHUFFLE_CHALLENGE: Final = "shuffle/challenge"
