"""The public state of a game: all that everyone at the table knows, and nothing else.

What one player alone knows (role, hand, what it peeked at, its nuggets) is never part of it. A state is a plain value;
what the game waits for follows from it (`rules.SaboteurGame.request`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from p2p_saboteur.games.saboteur.cards import DRAW, NUGGETS, Role
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD, Board, Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.games.saboteur.options import Options
    from protocol.game import Seat

T = TypeVar("T")

MIN_SEATS: Final = 3
MAX_SEATS: Final = 10


@unique
class Phase(Enum):
    """What the game waits for."""

    SHUFFLE = "shuffle"
    """R1 to R4: the decks are being shuffled."""
    DEAL = "deal"
    """R1, R3: roles and hands are being dealt."""
    TURN = "turn"
    """R5: a player chooses a move."""
    REVEAL = "reveal"
    """R16: goals that were reached are being turned up."""
    PEEK = "peek"
    """R15: a player looks at a goal."""
    DRAW = "draw"
    """R6: the player who has moved draws a card."""
    SHOW = "show"
    """R20: the players turn up their roles."""
    TURN_UP = "turn up"
    """R20: the goals still face down and the left-over role are being turned up."""
    PACKET = "packet"
    """R21: the nugget cards to be shared are being dealt to the first digger, or turned up with open gold."""
    PICK = "pick"
    """R21: a digger picks one of them in secret."""
    TAKE = "take"
    """R21, D42: a digger takes one of the open ones."""
    PAY_DRAW = "pay draw"
    """R22: a saboteur draws a nugget card."""
    PAY = "pay"
    """R22: the saboteur answers it."""
    SETTLE = "settle"
    """R22, D37: the saboteur settles, since the plain procedure would not end."""
    TOTAL = "total"
    """R25: the players prove their totals."""
    CLOSE = "close"
    """R25: all sign the result."""
    OVER = "over"
    """Nothing follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The nugget cards, as far as everyone knows.

    Attributes:
        deck: values of the nugget cards by number, as they were shuffled last.
        pile: R23: positions of the pile's cards in the shuffled deck, from the top; None: a new pile is made (L6).
        faces: D42: with open gold, the value of the card in each position of the deck; 0 while it is not known.
        counts: R23: number of nugget cards of each seat.
        known: public part of the value that each seat owns: open nuggets and credits.
        counts_before: `counts` when the round began, which a void round goes back to (L6).
        known_before: `known` when the round began.
        packet: R21: positions of the nugget cards that are being shared, by number of cards left if they are secret.
        picker: R21: who picks or takes; R22: who is being paid.
        giver: R21: who handed the packet to the picker; None if the table did.
        again: L3: the packet's last receiver was lost; the giver hands it over again.
        queue: R22: the saboteurs who are paid after the picker, in that order.
        due: R22: the value at which a saboteur stops.
        drawn: R22: positions of the cards that the one being paid has drawn and not put back.
        backs: R22: how many cards in a row he has put back.
    """

    deck: tuple[int, ...] = NUGGETS
    pile: tuple[int, ...] | None = None
    faces: tuple[int, ...] = ()
    counts: tuple[int, ...]
    known: tuple[int, ...]
    counts_before: tuple[int, ...]
    known_before: tuple[int, ...]
    packet: tuple[int, ...] = ()
    picker: Seat | None = None
    giver: Seat | None = None
    again: bool = False
    queue: tuple[Seat, ...] = ()
    due: int = 0
    drawn: tuple[int, ...] = ()
    backs: int = 0


class State(NamedTuple):
    """The public state; a named tuple, because replacing fields is most of what a move costs.

    Attributes:
        options: the rule options.
        seats: number of seats when the game began, 3 to 10.
        starter: who begins this round.
        turn: whose turn it is; who has moved last while something follows from the move.
        tools: R12: mask of the broken tools before each seat.
        hands: number of cards in each hand.
        roles: R20: the roles that have been turned up.
        gold: the nuggets.
        lost: L1: seats that are lost for good, ascending.
        phase: what the game waits for.
        round: 1 to 3.
        dealt: who was dealt into this round, in the order of dealing; empty before the deal.
        board: the maze.
        laid: where a path card was laid last in this round.
        looked: R15: index of the goal that is being looked at.
        pile: R6: number of cards in the draw pile; the next card has position 67 - pile.
        shown: cards of this round's deck that were shown when they were played or discarded, a bit for each number.
        discards: D41: numbers of the cards that were discarded openly.
        hidden_discards: number of the cards that were discarded unseen.
        passed: D27: who has passed since a card was last played or discarded, in that order.
        last_mover: R24: who last played or discarded a card in this round.
        winner: R18, R19: the side that has won this round; None while it runs.
        left_over: R20: the left-over role card if it has been turned up.
        totals: R25: each seat's gold at the end of the game; None for a lost seat. Empty before.
    """

    options: Options
    seats: int
    starter: Seat
    turn: Seat
    tools: tuple[int, ...]
    hands: tuple[int, ...]
    roles: tuple[Role | None, ...]
    gold: Gold
    lost: tuple[Seat, ...] = ()
    phase: Phase = Phase.SHUFFLE
    round: int = 1
    dealt: tuple[Seat, ...] = ()
    board: Board = EMPTY_BOARD
    laid: Cell | None = None
    looked: int | None = None
    pile: int = len(DRAW)
    shown: int = 0
    discards: tuple[int, ...] = ()
    hidden_discards: int = 0
    passed: tuple[Seat, ...] = ()
    last_mover: Seat | None = None
    winner: Role | None = None
    left_over: Role | None = None
    totals: tuple[int | None, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        """L1: the seats that are not lost, ascending."""
        return self.clockwise(0)

    @property
    def lost_this_round(self) -> tuple[Seat, ...]:
        """The seats that were dealt into this round and are lost."""
        return tuple(seat for seat in self.dealt if seat in self.lost)

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """R7, L1: return the seats that are not lost, clockwise from this one (itself first if it is not lost)."""
        order = (*range(seat, self.seats), *range(seat))
        return tuple(other for other in order if other not in self.lost) if self.lost else order

    def counter_clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """R21, L1: return the seats that are not lost, counter-clockwise from this one (itself first)."""
        order = (*range(seat, -1, -1), *range(self.seats - 1, seat, -1))
        return tuple(other for other in order if other not in self.lost)


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a tuple in which one item is replaced."""
    return (*items[:index], item, *items[index + 1 :])


def with_gold(state: State, **changes: object) -> State:
    """Return the state with some of the gold's fields changed."""
    return state._replace(gold=replace(state.gold, **changes))  # type: ignore[arg-type]  # named at each call


def with_faces(state: State, positions: Sequence[int], numbers: Sequence[int]) -> State:
    """D42: note the values of nuggets that were turned up; a number names a card of the deck as it was shuffled."""
    faces = state.gold.faces
    for position, number in zip(positions, numbers, strict=True):
        if number not in range(len(state.gold.deck)):
            raise ValueError("no such nugget card")
        faces = with_item(faces, position, state.gold.deck[number])
    if any(faces.count(value) > state.gold.deck.count(value) for value in (1, 2, 3)):
        raise ValueError("there are not so many nugget cards of that value")
    return with_gold(state, faces=faces)


def picker_of(state: State) -> Seat:
    """R21, R22: return who picks, takes or is being paid; raise ValueError if nobody is."""
    if state.gold.picker is None:
        raise ValueError("nobody is getting gold now")
    return state.gold.picker


def opening(*, options: Options, seats: int, starter: Seat) -> State:
    """Return the state before the first shuffle."""
    none = (0,) * seats
    return State(
        options=options,
        seats=seats,
        starter=starter,
        turn=starter,
        tools=none,
        hands=none,
        roles=(None,) * seats,
        gold=Gold(counts=none, known=none, counts_before=none, known_before=none),
    )
