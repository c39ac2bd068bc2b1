"""Steps in which all seats only agree: after a turn that asked for nothing else, and on the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol import codec
from protocol.errors import Invalid, Reason
from protocol.game import Closed
from protocol.steps.base import Me, Site, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Seat
    from protocol.table import Table


@dataclass(frozen=True, slots=True)
class Agree(Step[None]):
    """Every seat signs the public state and nothing else."""

    kind: ClassVar[str] = "agree"
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return nothing: the state's hash goes with every entry."""
        return None

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> None:
        """Refuse any content."""
        codec.nothing(content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, None]) -> tuple[Table, tuple[Fact, ...]]:
        """Change nothing."""
        return table, ()


@dataclass(frozen=True, slots=True)
class SignResult(Step[None]):
    """Every seat signs the result; the log ends."""

    kind: ClassVar[str] = "close"
    seats: tuple[Seat, ...]
    result: bytes

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the result."""
        return self.result

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> None:
        """Compare the result with the one that the log gives."""
        if codec.blob_upto(content, len(self.result) + 1024) != self.result:
            raise Invalid(Reason.RESULT, "result")

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, None]) -> tuple[Table, tuple[Fact, ...]]:
        """Tell the game that all have signed."""
        return table.tell(Closed())
