"""All that a seat keeps to itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.errors import LocalError
from protocol.steps.base import Me

if TYPE_CHECKING:
    from protocol.game import Seat
    from protocol.header import Header
    from protocol.root import Root, Roots
    from protocol.signing import SigningKey
    from protocol.steps.base import AnyChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSecrets:
    """All secrets of a seat; with the log they are all that is needed to go on.

    Attributes:
        signing: of the key in the header.
        roots: of the present round and, while a set-up is made, of the last one.
        purse: of the purse key.
    """

    signing: SigningKey = field(repr=False)
    roots: Roots = field(repr=False)
    purse: Root = field(repr=False)

    def me(self, seat: Seat, number: int, choice: AnyChoice | None = None) -> Me:
        """Return what the seat knows in a step of the set-up with this number; raise LocalError if that is erased."""
        root = self.roots.of(number)
        return Me(seat=seat, signing=self.signing, roots=self.roots, root=root, purse=self.purse, choice=choice)


def chair_of(header: Header, secrets: SeatSecrets | None) -> Seat | None:
    """Return the chair of a header that these secrets fit, None for no secrets; raise LocalError if none does."""
    if secrets is None:
        return None
    for chair, place in enumerate(header.chairs):
        if place.key == secrets.signing.public:
            return chair
    raise LocalError("these secrets fit no chair of the table")
