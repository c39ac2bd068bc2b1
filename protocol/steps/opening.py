"""The first two steps: all sign the header, then open their nonces, from which session and seating follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from protocol import codec, labels
from protocol.errors import Invalid, Reason
from protocol.framing import digest
from protocol.header import nonce_commitment
from protocol.steps.base import Me, Site, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Seat
    from protocol.root import Root
    from protocol.table import Table


def own_nonce(root: Root) -> bytes:
    """Return the nonce that this root commits to, 32 bytes."""
    return root.seed(labels.USE_NONCE, b"")


@dataclass(frozen=True, slots=True)
class Sit(Step[None]):
    """Every chair signs the header, whose hash is the session of these entries."""

    kind: ClassVar[str] = "sit"
    witnessed: ClassVar[bool] = False
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return nothing: the slot says it all."""
        return None

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> None:
        """Refuse any content."""
        codec.nothing(content)

    def finish(
        self,
        table: Table,
        site: Site,
        contributions: Mapping[Seat, None],
    ) -> tuple[Table, tuple[Fact, ...]]:
        """Change nothing."""
        return table, ()


@dataclass(frozen=True, slots=True)
class Nonce(Step[bytes]):
    """Every chair opens its nonce; session id, seating and the public coin follow."""

    kind: ClassVar[str] = "nonce"
    witnessed: ClassVar[bool] = False
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the own nonce."""
        return own_nonce(me.root)

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> bytes:
        """Compare the nonce with the commitment in the header."""
        nonce = codec.blob(content, 32)
        chair = table.header.chairs[seat]
        if nonce_commitment(chair.key, nonce) != chair.commitment:
            raise Invalid(Reason.COMMITMENT, "nonce")
        return nonce

    def finish(
        self,
        table: Table,
        site: Site,
        contributions: Mapping[Seat, bytes],
    ) -> tuple[Table, tuple[Fact, ...]]:
        """Seat everybody and start the game."""
        session = table.header.session_id([contributions[chair] for chair in self.seats])
        seating = table.header.seating(session)
        coin = digest(labels.COIN, session)
        state = table.game.start(seats=len(seating), opener=seating.index(0), coin=coin)
        return replace(table, session=session, seating=seating).with_state(state), ()
