"""A seat's secrets on disk: one root a game, from which everything else comes.

What outlives a round (signing, transport and purse keys) is derived from the lobby's root once and lies in a file of
its own; the root itself moves on with the rounds and its old forms are deleted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.net.curve import CurveKeys, keys_of
from p2p_saboteur.store.durable import durable_folder, write_new
from p2p_saboteur.store.errors import Damaged, told
from p2p_saboteur.store.secret import create_root, has_root, load_root
from p2p_saboteur.text import _
from protocol import labels
from protocol.root import Root, Roots
from protocol.seat_secrets import SeatSecrets
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from pathlib import Path

SEAT_FILE: Final = "seat"
SEED: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """All secrets of a seat.

    Attributes:
        seat: what the session signs and decrypts with; None once the game is over and its root erased.
        signing: signs entries and talk.
        link: the transport's key pair.
    """

    seat: SeatSecrets | None = field(repr=False)
    signing: SigningKey = field(repr=False)
    link: CurveKeys = field(repr=False)


def new_secrets(folder: Path) -> Secrets:
    """Draw the secrets of a new game and save them; raise StoreError if the disk refuses."""
    root = Root(create_root(folder))
    lasting = b"".join(root.seed(purpose, b"") for purpose in (labels.USE_SIGNING, labels.USE_LINK, labels.USE_PURSE))
    path = folder / SEAT_FILE
    with told(path):
        write_new(path, lasting)
    return _secrets(Roots(root), lasting)


def load_secrets(folder: Path) -> Secrets:
    """Return the saved secrets of a game; raise StoreError if they are not there or damaged."""
    path = folder / SEAT_FILE
    roots = None if is_over(folder) else _roots(folder)
    with told(path):
        lasting = path.read_bytes()
    if len(lasting) != 3 * SEED:
        sentence = _("{path} is damaged. Nobody cheated; this game cannot go on from here.")
        raise Damaged(sentence.format(path=path))
    return _secrets(roots, lasting)


def _roots(folder: Path) -> Roots:
    number, root = load_root(folder)
    return Roots(Root(root), number)


def is_over(folder: Path) -> bool:
    """Return whether the game has ended and its root was erased, while others may still need its end from us."""
    return (folder / SEAT_FILE).is_file() and not has_root(folder)


def forget_seat(folder: Path) -> None:
    """Erase the last of the secrets: nobody needs anything of us any more."""
    path = folder / SEAT_FILE
    with told(path):
        path.unlink(missing_ok=True)
        durable_folder(folder)


def _secrets(roots: Roots | None, lasting: bytes) -> Secrets:
    seeds = [lasting[at : at + SEED] for at in range(0, 3 * SEED, SEED)]
    signing, link, purse = SigningKey.from_seed(seeds[0]), keys_of(seeds[1]), Root(seeds[2])
    seat = SeatSecrets(signing=signing, roots=roots, purse=purse) if roots else None
    return Secrets(seat=seat, signing=signing, link=link)
