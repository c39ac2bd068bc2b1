"""Which moves the rules allow, and why not the others.

Everything here works on public facts; what a player knows of its own hand is an argument. What lies hidden (face-down
goals, other hands) has no influence.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import (
    DRAW,
    EAST,
    KIND_OF,
    KINDS,
    NORTH,
    PATHS,
    SOUTH,
    TOOLS,
    WEST,
    BreakCard,
    Card,
    Face,
    MapCard,
    PathCard,
    RepairCard,
    RockfallCard,
    Tool,
)
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, START, Board, Cell
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall, Take
from p2p_saboteur.games.saboteur.state import Phase, State
from protocol.game import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from p2p_saboteur.games.saboteur.options import Options
    from protocol.game import Seat


class AmbiguousMove(IllegalMove):
    """R13: a double repair that would fit two broken tools does not name one."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed.

    Attributes:
        rule: number of the rule in RULES.md.
        why: the reason in a few fixed words, as conformance files use them.
        sentence: the reason for people.
    """

    rule: str
    why: str
    sentence: str

    def error(self) -> IllegalMove:
        """Return the exception that says this."""
        return (AmbiguousMove if self is AMBIGUOUS else IllegalMove)(self.rule, self.sentence)


NOT_NOW: Final = Refusal("R5", "not now", "No move is expected at this moment.")
NOT_YOUR_TURN: Final = Refusal("R7", "not your turn", "It is another player's turn.")
NOT_HELD: Final = Refusal("R5", "not held", "The hand holds no such card.")
BROKEN_TOOL: Final = Refusal("R12", "broken tool", "Who has a broken tool cannot lay path cards.")
OCCUPIED: Final = Refusal("R9", "occupied", "A card lies there already.")
OUT_OF_BOUNDS: Final = Refusal("D8", "out of bounds", "The maze ends there: x goes from 0 to 8, y from -2 to 2.")
MISMATCH: Final = {
    NORTH: Refusal("R9", "mismatch N", "The card does not match its neighbour to the north."),
    EAST: Refusal("R9", "mismatch E", "The card does not match its neighbour to the east."),
    SOUTH: Refusal("R9", "mismatch S", "The card does not match its neighbour to the south."),
    WEST: Refusal("R9", "mismatch W", "The card does not match its neighbour to the west."),
}
NOT_CONNECTED: Final = Refusal(
    "R10", "not connected", "The card must continue a path that leads to the start without a gap or dead end."
)
NO_NEIGHBOUR: Final = Refusal("D1", "not connected", "The card must lie beside a card that is face up.")
NO_SUCH_SEAT: Final = Refusal("R12", "no such seat", "There is no such seat.")
LOST_SEAT: Final = Refusal("L1", "lost seat", "That player has left the game.")
BROKEN_ALREADY: Final = Refusal("R12", "broken already", "That tool of this player is broken already.")
OWN_TOOL: Final = Refusal("D20", "own tool", "At this table nobody may break a tool of his own.")
NOTHING_TO_MEND: Final = Refusal("R13", "nothing to mend", "This player has no broken tool that the card mends.")
AMBIGUOUS: Final = Refusal("R13", "ambiguous", "The card would mend either of two broken tools; name one of them.")
NOT_REMOVABLE: Final = Refusal("R14", "not a removable card", "A rockfall removes a laid path card, nothing else.")
FACE_UP_GOAL: Final = Refusal("R15", "face up", "That goal lies face up already.")
NO_PASS: Final = Refusal("D27", "no pass", "One may pass only once the pile is empty, and only if the table agreed so.")
NOT_IN_PACKET: Final = Refusal("R21", "not in packet", "There is no such nugget to take.")


def is_legal(state: State, seat: Seat, move: Move, hand: Sequence[int] | None = None) -> Refusal | None:
    """R5: return why a seat may not make a move now; None if it may.

    Args:
        state: the public state.
        seat: who would move.
        move: the move.
        hand: numbers of the cards in the seat's hand; None if they are not known, which leaves them unchecked.
    """
    if state.phase not in (Phase.TURN, Phase.TAKE) or isinstance(move, Take) is (state.phase is Phase.TURN):
        return NOT_NOW
    if seat != (state.turn if state.phase is Phase.TURN else state.gold.picker):
        return NOT_YOUR_TURN
    if hand is not None and not isinstance(move, Pass | Take) and move.held not in [DRAW[card] for card in hand]:
        return NOT_HELD
    return _refusal(state, seat, move)


def _refusal(state: State, seat: Seat, move: Move) -> Refusal | None:  # noqa: PLR0911 - one return a kind of move
    match move:
        case Lay():
            broken = BROKEN_TOOL if state.tools[seat] else None
            return broken or placement_refusal(state.board, move.card.face, move.cell, state.options)
        case Break():
            return _break_refusal(state, seat, move)
        case Repair():
            return _repair_refusal(state, move)
        case Rockfall():
            return None if is_removable(state.board, move.cell) else NOT_REMOVABLE
        case Map():
            return None if state.board.is_hidden_goal(move.cell) else FACE_UP_GOAL
        case Take():
            return None if move.value in packet_values(state) else NOT_IN_PACKET
        case Pass():
            return None if may_pass(state) else NO_PASS
    return None  # any card can be discarded


def placement_refusal(board: Board, face: Face, cell: Cell, options: Options) -> Refusal | None:
    """R9, R10, R11, D1, D8: return why a card may not be laid like this here; None if it may."""
    if not board.is_free(cell):
        return OCCUPIED
    if not _in_bounds(cell, options):
        return OUT_OF_BOUNDS
    known, required = board.sides(cell)
    for side, refusal in MISMATCH.items():
        if known & side and face & side != required & side:
            return refusal
    if options.placement == "adjacent":
        return None if known else NO_NEIGHBOUR
    return None if board.support(cell) & face else NOT_CONNECTED


def _in_bounds(cell: Cell, options: Options) -> bool:
    """D8: return whether the maze may reach this cell."""
    return options.bounds == "none" or (0 <= cell.x <= 8 and -2 <= cell.y <= 2)


def is_removable(board: Board, cell: Cell) -> bool:
    """R14: return whether a rockfall may remove what lies here: a laid card, not the start, not a goal."""
    return cell in board.faces and cell != START and cell not in GOAL_CELLS


def may_pass(state: State) -> bool:
    """D27: return whether whose turn it is may pass."""
    return state.options.early_end == "all_pass" and state.pile == 0


def packet_values(state: State) -> tuple[int, ...]:
    """R21, D42: return the values of the open nuggets that are still to be shared."""
    return tuple(state.gold.faces[position] for position in state.gold.packet)


def _target_refusal(state: State, seat: Seat) -> Refusal | None:
    """L1: a lost seat cannot be a target."""
    if seat >= state.seats:
        return NO_SUCH_SEAT
    return LOST_SEAT if seat in state.lost else None


def _break_refusal(state: State, seat: Seat, move: Break) -> Refusal | None:
    """R12, D20: at most one broken tool of each kind before one player."""
    if refusal := _target_refusal(state, move.seat):
        return refusal
    if move.seat == seat and not state.options.self_break:
        return OWN_TOOL
    return BROKEN_ALREADY if state.tools[move.seat] & move.tool.bit else None


def _repair_refusal(state: State, move: Repair) -> Refusal | None:
    """R13: the card mends a tool that is broken."""
    if refusal := _target_refusal(state, move.seat):
        return refusal
    fitting = mendable(state, move.card, move.seat)
    if move.tool is None:
        return AMBIGUOUS if len(fitting) > 1 else None if fitting else NOTHING_TO_MEND
    return None if move.tool in fitting else NOTHING_TO_MEND


def mendable(state: State, card: RepairCard, seat: Seat) -> tuple[Tool, ...]:
    """R13: return the broken tools of a seat that a repair card mends."""
    return tuple(tool for tool in card.tools if state.tools[seat] & tool.bit)


def legal_moves(state: State, seat: Seat, hand: Sequence[int]) -> tuple[Move, ...]:
    """R5: return every move that a seat may make now, equal cards once, in a fixed order.

    Args:
        state: the public state.
        seat: who would move; unless it is its turn there is no legal move.
        hand: numbers of the cards in its hand.
    """
    if state.phase is Phase.TAKE and seat == state.gold.picker:
        return tuple(Take(value) for value in sorted(set(packet_values(state))))
    if state.phase is not Phase.TURN or seat != state.turn:
        return ()
    cards = [KINDS[kind] for kind in sorted({KIND_OF[card] for card in hand})]
    paths = [] if state.tools[seat] else [card for card in cards if isinstance(card, PathCard)]
    moves: list[Move] = [*_placements(state, paths)]
    for card in cards:
        moves.extend(_actions(state, seat, card))
    moves.extend(_discard(card) for card in cards)
    if may_pass(state):
        moves.append(Pass())
    return tuple(moves)


def open_cells(board: Board, options: Options) -> list[tuple[Cell, tuple[int, int]]]:
    """R10, R11, D1, D8: return the free cells that a path card might be laid in, each with its `sides`, sorted."""
    cells: Mapping[Cell, tuple[int, int]] = board.frontier
    if options.placement == "adjacent":
        cells = {cell: board.sides(cell) for cell in board.free_beside()}
    if options.bounds == "none":
        return sorted(cells.items())
    return sorted((cell, sides) for cell, sides in cells.items() if _in_bounds(cell, options))


def _placements(state: State, cards: list[PathCard]) -> list[Lay]:
    """R8 to R11: return where and which way up these cards can be laid.

    A card that matches all face-up neighbours of a frontier cell has an opening where a reached card opens onto it.
    """
    faces = [face for card in cards for face in _ORIENTATIONS[card.face]]
    cells = open_cells(state.board, state.options) if faces else []
    return [_lay(face, cell) for cell, (known, required) in cells for face in faces if face & known == required]


_ORIENTATIONS: Final = {face: tuple(dict.fromkeys((face, card.turned_face))) for face, card in PATHS.items()}


@lru_cache(maxsize=20_000)
def _lay(face: Face, cell: Cell) -> Lay:
    return Lay(PATHS[face], cell)


# Moves are values, and making one costs more than finding it again.
_break = lru_cache(maxsize=1_000)(Break)
_rockfall = lru_cache(maxsize=20_000)(Rockfall)
_discard = lru_cache(maxsize=len(KINDS))(Discard)


def _actions(state: State, seat: Seat, card: Card) -> Iterable[Move]:
    """R12 to R15: return the ways in which an action card can be played."""
    match card:
        case BreakCard(tool=tool):
            bit, own = tool.bit, state.options.self_break
            targets = [target for target in state.present if not state.tools[target] & bit]
            return [_break(tool, target) for target in targets if own or target != seat]
        case RepairCard():
            broken = [target for target, mask in enumerate(state.tools) if mask]
            return [Repair(card, target, tool) for target in broken for tool in mendable(state, card, target)]
        case RockfallCard():
            return [_rockfall(cell) for cell in sorted(state.board.faces) if is_removable(state.board, cell)]
        case MapCard():
            return [Map(cell) for cell in GOAL_CELLS if state.board.is_hidden_goal(cell)]
    return ()  # where path cards fit is found for all of them together


def repaired(state: State, move: Repair) -> Tool:
    """R13: return the tool that a legal repair mends."""
    return move.tool or mendable(state, move.card, move.seat)[0]


def broken_tools(state: State, seat: Seat) -> tuple[Tool, ...]:
    """R12: return the broken tools that lie before a seat."""
    return tuple(tool for tool in TOOLS if state.tools[seat] & tool.bit)
