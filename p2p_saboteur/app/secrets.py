"""A seat's secrets on disk: one root a game, from which everything else comes.

What outlives a round (signing, transport and purse keys) is derived from the lobby's root once and lies in a file of
its own; the root itself moves on with the rounds and its old forms are deleted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.net.curve import CurveKeys, keys_of
from p2p_saboteur.store.durable import write_new
from p2p_saboteur.store.errors import Damaged, told
from p2p_saboteur.store.secret import create_root, load_root
from protocol.root import Root, Roots
from protocol.session import SeatSecrets
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from pathlib import Path

SEAT_FILE: Final = "seat"
SEED: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """All secrets of a seat.

    Attributes:
        seat: what the session signs and decrypts with.
        link: the transport's key pair.
    """

    seat: SeatSecrets = field(repr=False)
    link: CurveKeys = field(repr=False)


def new_secrets(folder: Path) -> Secrets:
    """Draw the secrets of a new game and save them; raise StoreError if the disk refuses."""
    root = Root(create_root(folder))
    lasting = b"".join(root.seed(purpose, b"") for purpose in ("signing", "link", "purse"))
    path = folder / SEAT_FILE
    with told(path):
        write_new(path, lasting)
    return _secrets(Roots(root), lasting)


def load_secrets(folder: Path) -> Secrets:
    """Return the saved secrets of a game; raise StoreError if they are not there or damaged."""
    number, root = load_root(folder)
    path = folder / SEAT_FILE
    with told(path):
        lasting = path.read_bytes()
    if len(lasting) != 3 * SEED:
        raise Damaged(f"{path} is damaged. Nobody cheated; this game cannot go on from here.")
    return _secrets(Roots(Root(root), number), lasting)


def _secrets(roots: Roots, lasting: bytes) -> Secrets:
    signing, link, purse = (lasting[at : at + SEED] for at in range(0, 3 * SEED, SEED))
    seat = SeatSecrets(signing=SigningKey.from_seed(signing), roots=roots, purse=Root(purse))
    return Secrets(seat=seat, link=keys_of(link))
