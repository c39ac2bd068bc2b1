"""What a player can choose to do, and the bytes that say so.

The bytes do not name the card: it is shown by number along with them, or not at all (a discard). So a move is read
from its bytes together with the card that was shown.

===========  =============================================================
move         bytes
===========  =============================================================
`Lay`        ``L``, openings as they lie (1 to 15), x, y (signed)
`Break`      ``B``, seat
`Repair`     ``R``, seat, the tool that is mended: 0 cart, 1 lamp, 2 pick, 255 not named
`Rockfall`   ``F``, x, y (signed)
`Map`        ``M``, index of the goal: 0, 1, 2 from north to south
`Discard`    ``D``
`Pass`       ``P``
`Take`       ``T``, value
===========  =============================================================
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.games.saboteur.cards import (
    PASSABLE,
    PATHS,
    TOOLS,
    BreakCard,
    Card,
    MapCard,
    PathCard,
    RepairCard,
    RockfallCard,
    Tool,
)
from p2p_saboteur.games.saboteur.grid import COORDINATE_LIMIT, GOAL_CELLS, Cell
from protocol.game import CardUse, IllegalMove

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.options import Options
    from protocol.game import Seat

_SEATS: Final = range(10)
_NOT_NAMED: Final = 255


def _check_cell(cell: Cell) -> None:
    if max(abs(cell.x), abs(cell.y)) > COORDINATE_LIMIT:
        raise ValueError(f"coordinates lie between -{COORDINATE_LIMIT} and {COORDINATE_LIMIT}")


def _check_seat(seat: Seat) -> None:
    if seat not in _SEATS:
        raise ValueError("seats are numbered 0 to 9")


@dataclass(frozen=True, slots=True)
class Lay:
    """R8: lay a path card, upright or turned by 180 degrees.

    Attributes:
        card: the card as it will lie.
        cell: where.
    """

    card: PathCard
    cell: Cell

    def __post_init__(self) -> None:
        _check_cell(self.cell)

    @property
    def held(self) -> PathCard:
        """The card as it is held, printed way up."""
        return self.card.printed

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return struct.pack(">cBbb", b"L", self.card.openings, self.cell.x, self.cell.y)


@dataclass(frozen=True, slots=True)
class Break:
    """R12: lay a broken tool before a player."""

    tool: Tool
    seat: Seat

    def __post_init__(self) -> None:
        _check_seat(self.seat)

    @property
    def held(self) -> BreakCard:
        """The card that it takes."""
        return BreakCard(self.tool)

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return struct.pack(">cB", b"B", self.seat)


@dataclass(frozen=True, slots=True)
class Repair:
    """R13: mend a broken tool of a player.

    Attributes:
        card: the repair card.
        seat: before whom the broken tool lies.
        tool: the tool that is mended; None leaves it open, which a double repair may where only one fits.
    """

    card: RepairCard
    seat: Seat
    tool: Tool | None

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        if self.tool is None and len(self.card.tools) == 1:
            raise ValueError("a single repair mends its own tool")
        if self.tool is not None and self.tool not in self.card.tools:
            raise ValueError("the card does not mend that tool")

    @property
    def held(self) -> RepairCard:
        """The card that it takes."""
        return self.card

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return struct.pack(">cBB", b"R", self.seat, _NOT_NAMED if self.tool is None else TOOLS.index(self.tool))


@dataclass(frozen=True, slots=True)
class Rockfall:
    """R14: remove a laid path card."""

    cell: Cell

    def __post_init__(self) -> None:
        _check_cell(self.cell)

    @property
    def held(self) -> RockfallCard:
        """The card that it takes."""
        return RockfallCard()

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return struct.pack(">cbb", b"F", self.cell.x, self.cell.y)


@dataclass(frozen=True, slots=True)
class Map:
    """R15: look at a face-down goal, alone."""

    cell: Cell

    def __post_init__(self) -> None:
        if self.cell not in GOAL_CELLS:
            raise ValueError("the goals lie at 8,2 and 8,0 and 8,-2")

    @property
    def held(self) -> MapCard:
        """The card that it takes."""
        return MapCard()

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return struct.pack(">cB", b"M", GOAL_CELLS.index(self.cell))


@dataclass(frozen=True, slots=True)
class Discard:
    """R5: lay a card aside, face down.

    Attributes:
        card: the card, printed way up; None to those who do not see it.
    """

    card: Card | None

    def __post_init__(self) -> None:
        if isinstance(self.card, PathCard) and self.card != self.card.printed:
            raise ValueError("a card that is not laid is named the way up that it is printed")

    @property
    def held(self) -> Card | None:
        """The card that it takes."""
        return self.card

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return b"D"


@dataclass(frozen=True, slots=True)
class Pass:
    """D27: do nothing."""

    @property
    def held(self) -> None:
        """No card."""
        return

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return b"P"


@dataclass(frozen=True, slots=True)
class Take:
    """R21: take a nugget card of this value from an open packet (D42)."""

    value: int

    def __post_init__(self) -> None:
        if self.value not in (1, 2, 3):
            raise ValueError("nuggets are worth 1, 2 or 3")

    @property
    def held(self) -> None:
        """No card of the hand."""
        return

    def wire(self) -> bytes:
        """Return the move's bytes."""
        return struct.pack(">cB", b"T", self.value)


Move: TypeAlias = Lay | Break | Repair | Rockfall | Map | Discard | Pass | Take

_SIZES: Final = {b"L": 4, b"B": 2, b"R": 3, b"F": 3, b"M": 2, b"D": 1, b"P": 1, b"T": 2}


def card_use(wire: bytes, options: Options) -> CardUse:
    """Return what becomes of the card of a move with these bytes; raise IllegalMove if they are no move's."""
    if len(wire) != _SIZES.get(wire[:1]):
        raise IllegalMove("R5", "These bytes are no move.")
    if wire[:1] in (b"P", b"T"):
        return CardUse.NONE
    return CardUse.HIDE if wire == b"D" and options.discards == "hidden" else CardUse.SHOW


def from_wire(wire: bytes, card: Card | None) -> Move:
    """Read a move from its bytes and the card that was shown for it.

    Raises:
        IllegalMove: the bytes are no move's, or the card is not one that this move takes.
    """
    if len(wire) != _SIZES.get(wire[:1]):
        raise IllegalMove("R5", "These bytes are no move.")
    try:
        return _read(wire, card)
    except ValueError as error:
        raise IllegalMove("R5", f"This is no move: {error}.") from error


def _read(wire: bytes, card: Card | None) -> Move:  # noqa: C901, PLR0911 - one case a kind of move
    match wire[:1], card:
        case b"D", _:
            return Discard(card)
        case b"P", None:
            return Pass()
        case b"T", None:
            return Take(wire[1])
        case b"L", PathCard():
            _, openings, x, y = struct.unpack(">cBbb", wire)
            if openings not in (card.face & 15, card.turned_face & 15):
                raise IllegalMove("R8", "A card is laid as printed or turned by 180 degrees, never sideways.")
            return Lay(PATHS[openings | card.face & PASSABLE], Cell(x, y))
        case b"B", BreakCard():
            return Break(card.tool, wire[1])
        case b"R", RepairCard():
            return _read_repair(wire[1], wire[2], card)
        case b"F", RockfallCard():
            return Rockfall(Cell(*struct.unpack(">bb", wire[1:])))
        case b"M", MapCard():
            if wire[1] >= len(GOAL_CELLS):
                raise ValueError("there are three goals")
            return Map(GOAL_CELLS[wire[1]])
    raise IllegalMove("R5", "The card does not allow this move.")


def _read_repair(seat: Seat, named: int, card: RepairCard) -> Repair:
    if named == _NOT_NAMED:
        return Repair(card, seat, card.tools[0] if len(card.tools) == 1 else None)
    if named >= len(TOOLS):
        raise ValueError("there are three tools")
    return Repair(card, seat, TOOLS[named])
