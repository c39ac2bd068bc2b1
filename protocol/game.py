"""What a card game asks of the protocol (requests) and what it is told (facts).

A game is a public state machine. At every moment it has exactly one pending `Request`; whoever runs it (the
cryptographic session, an audit, a local table in one process) carries that out and feeds back the `Fact` that belongs
to it. The state is equal for all players: identities of cards appear in it only after a fact has made them public.
What one player alone learns (its own cards, what it peeked at) never passes through the game.

=============  ==================  ========================================================================
request        answered by         meaning
=============  ==================  ========================================================================
`Shuffle`      `Shuffled`          fresh keys, then every seat shuffles the decks in turn
`Deal`         `Dealt`             table cards become cards of one seat each, known to it alone
`Peek`         `Peeked`            one seat looks at a card that stays on the table
`Reveal`       `Revealed`          table cards are turned up for all
`Show`         `Shown`             seats turn up all that they own in a zone
`Turn`         `Moved`             one seat chooses a move
`Pick`         `Picked`            one seat keeps one card of a packet in secret and hands on the rest
`Pay`          `Paid`              one seat answers a card dealt to it: keep, keep and stop, or put back
`Lock`         `Opened`            seats choose in secret at the same time, then all choices are opened
`Total`        `Totals`            seats prove the sum of the values that they own
`Close`        `Closed`            all sign the result; nothing follows
=============  ==================  ========================================================================

`Lost`, `Voided` and `DeckLost` may come at any time instead of the pending request's own fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""Place at the table, 0 to n-1 clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck to be shuffled: cards 0 to size-1, each with a number of its own.

    Attributes:
        label: names the deck in every proof; 1 to 16 lower-case ASCII letters.
        size: number of cards, 1 to 128.
        values: for a deck whose cards are worth something and are equal where their values are equal, the value of
            card i (1 or more); None for a deck of distinct cards.
        carried: the deck's remaining table cards and the ones put back come over from the last set-up instead of
            fresh ones; `size` is then how many they are and `values` is None.
    """

    label: str
    size: int
    values: tuple[int, ...] | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True, order=True)
class TableCard:
    """A card that lies on the table: the deck's label and its position after the shuffle, 0 on top."""

    deck: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """Make fresh keys and shuffle these decks."""

    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handout:
    """One card for one seat: it joins the end of the seat's `zone` (role, hand, packet, purse, ...)."""

    card: TableCard
    seat: Seat
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Deal table cards in private, in this order."""

    handouts: tuple[Handout, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """Let one seat look at a card that stays on the table."""

    seat: Seat
    card: TableCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Turn up table cards for all."""

    cards: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Let each of these seats turn up all its cards in a zone."""

    seats: tuple[Seat, ...]
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Let one seat choose a move, mostly with a card of this zone."""

    seat: Seat
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """Let one seat move one card of its `packet` zone to its `purse` zone and hand the others to the next seat.

    Attributes:
        seat: who picks.
        to: whose `packet` the others become; None when the packet holds a single card. May be `seat` itself.
        giver: who handed the packet to a seat that is lost and now hands the same cards to `seat` first; mostly None.
    """

    seat: Seat
    to: Seat | None
    giver: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """Let one seat answer the card that was just dealt to its `drawn` zone.

    Attributes:
        seat: who is being paid.
        due: the exact value at which the seat stops.
        guard: whether the seat may (and then must) settle by naming positions instead.
        pile: table cards still in the pile, from the top; what `Paid.take` may name.
    """

    seat: Seat
    due: int
    guard: bool
    pile: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Let each of these seats choose one of these values (1 to 64 bytes each) before it knows the others' choices."""

    seats: tuple[Seat, ...]
    values: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """Let each of these seats prove the sum of the values in its `purse` zone."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """Let every seat sign the result; the game is over."""

    result: bytes


Request: TypeAlias = Shuffle | Deal | Peek | Reveal | Show | Turn | Pick | Pay | Lock | Total | Close


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The decks lie shuffled on the table."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are with their owners."""


@dataclass(frozen=True, slots=True)
class Peeked:
    """The seat has looked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """The numbers of the revealed cards, in the order of the request."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The numbers of the shown cards: one tuple a seat, in the order of the request's seats."""

    cards: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A seat has moved.

    Attributes:
        seat: who moved.
        move: the move's bytes, which do not name the card.
        card: the number of the card that was shown for it; None when the move shows none.
    """

    seat: Seat
    move: bytes
    card: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """A seat has kept one card of the packet and handed on the others."""

    seat: Seat


@unique
class PayAnswer(Enum):
    """How a seat answered a card of its pay."""

    KEEP = "keep"
    """Kept; less than what is due."""
    STOP = "stop"
    """Kept; exactly what is due."""
    BACK = "back"
    """Would be more than what is due; back to the bottom of the pile."""
    SETTLE = "settle"
    """The guard: named positions are taken and own cards given back; the seat is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A seat has answered.

    Attributes:
        seat: who answered.
        answer: how.
        take: with SETTLE, the pile's cards that the seat takes, ascending.
        give: with SETTLE, the indices (ascending) in its `drawn` zone that go to the bottom of the pile.
    """

    seat: Seat
    answer: PayAnswer
    take: tuple[TableCard, ...] = ()
    give: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The values that were chosen, in the order of the request's seats."""

    values: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The proved sums, in the order of the request's seats."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """All have signed the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A seat has left for good; all that it owned leaves the game unseen."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Voided:
    """The round cannot go on; it is dealt anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLost:
    """Nobody can open the rest of this deck any more."""

    label: str


Fact: TypeAlias = (
    Shuffled
    | Dealt
    | Peeked
    | Revealed
    | Shown
    | Moved
    | Picked
    | Paid
    | Opened
    | Totals
    | Closed
    | Lost
    | Voided
    | DeckLost
)


@unique
class CardUse(Enum):
    """What becomes of the card of a move."""

    SHOW = "show"
    """It is opened for all and leaves the zone."""
    HIDE = "hide"
    """It leaves the zone unseen."""
    NONE = "none"
    """The move uses no card."""


class IllegalMove(Exception):
    """The rules forbid a move, or the bytes are no move; `rule` names why. Nothing has changed."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(sentence)
        self.rule = rule


State = TypeVar("State")


class Game(Protocol[State]):
    """A game's rules for a table whose seats and options are fixed. States are immutable; no call has side effects."""

    @property
    def name(self) -> str:
        """Name and version of the rules, 1 to 32 ASCII characters; part of the session's identity."""

    @property
    def options(self) -> bytes:
        """Canonical bytes of the rule options; part of the session's identity."""

    def start(self, *, seats: int, opener: Seat, coin: bytes) -> State:
        """Return the first state; `coin` is 32 bytes of public randomness that nobody could choose."""

    def request(self, state: State) -> Request | None:
        """Return what the game waits for; None after `Closed`."""

    def card_use(self, state: State, move: bytes) -> CardUse:
        """Return what becomes of the card of a move by whose turn it is; raise `IllegalMove` for unreadable bytes."""

    def apply(self, state: State, fact: Fact) -> State:
        """Return the next state; raise `IllegalMove` for a forbidden `Moved`, ValueError for a wrong fact."""

    def sections(self, state: State) -> tuple[tuple[str, bytes], ...]:
        """Return the public state's canonical bytes by named section, always the same names in the same order."""
