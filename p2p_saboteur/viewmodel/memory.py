"""What a good memory keeps of a game: the log, who did what to whom, who looked where, which cards are gone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TYPE_CHECKING

from p2p_saboteur.clean import clean_line
from p2p_saboteur.games.saboteur.cards import DRAW, KIND_OF, KINDS, Card, Role
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.games.saboteur.legality import repaired
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Repair, Rockfall, from_wire
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.games.saboteur.sections import bits
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.telling import saw_sentence, sentences
from p2p_saboteur.viewmodel.claims import is_claim, shown_talk
from protocol.game import Moved, Peeked, Revealed, Shuffled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from p2p_saboteur.games.saboteur.cards import Tool
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Event, SeatView
    from p2p_saboteur.table_view import Spoken
    from protocol.game import Seat


@unique
class Topic(Enum):
    """What a line of the log is about; the log can be filtered by it."""

    PATH = "path"
    TOOL = "tool"
    GOAL = "goal"
    DISCARD = "discard"
    TALK = "talk"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A line of the log.

    Attributes:
        topic: what it is about.
        text: what it says, fit for printing.
        turn: the number of the turn in the game, from 1; None for what is no turn.
        seat: who did or said it; None for what just happens.
        private: whether only the own seat knows it.
    """

    topic: Topic
    text: str
    turn: int | None = None
    seat: Seat | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """Somebody broke or mended somebody's tool in this round."""

    by: Seat
    to: Seat
    tool: Tool
    mended: bool


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody looked at a goal in this round; `goal` is its index."""

    by: Seat
    goal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """How a round has ended.

    Attributes:
        number: of the round.
        winner: the side that won.
        roles: by seat; None for who was not dealt one or never showed it.
        left_over: the role card left over, if it was shown.
        cards: how many nugget cards each seat has got.
        gold: how much open gold each seat has got.
    """

    number: int
    winner: Role
    roles: tuple[Role | None, ...]
    left_over: Role | None
    cards: tuple[int, ...]
    gold: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What has happened.

    Attributes:
        log: everything, oldest first.
        deeds: the broken and mended tools of this round.
        looks: the maps of this round.
        claims: what was claimed in this round, with who claimed it.
        discards: how many cards each seat has discarded in this round.
        last: where the last path card of this round lies, and who laid it; None if it is gone, or there was none.
        rounds: the results of the rounds that have ended.
        turns: how many turns there were in the game.
    """

    log: tuple[LogLine, ...] = ()
    deeds: tuple[Deed, ...] = ()
    looks: tuple[Look, ...] = ()
    claims: tuple[tuple[Seat, str], ...] = ()
    discards: tuple[int, ...] = ()
    last: tuple[Cell, Seat] | None = None
    rounds: tuple[RoundResult, ...] = ()
    turns: int = 0


def remember(
    view: SeatView, names: Sequence[str], talk: Sequence[Spoken] = (), name_card: Callable[[Card], str] = card_text
) -> Memory:
    """Return what has happened.

    Args:
        view: what the seat knows.
        names: the players' names by seat, fit for printing.
        talk: what was said.
        name_card: what a card is called; in its notation unless given.
    """
    notebook = _Notebook(view, names, name_card)
    said = list(talk)
    for place, event in enumerate(view.history):
        while said and said[0].events <= place:
            notebook.hear(said.pop(0))
        notebook.note(event)
    for line in said:
        notebook.hear(line)
    return notebook.memory()


@dataclass(slots=True)
class _Notebook:
    """Takes down one event after the other."""

    view: SeatView
    names: Sequence[str]
    name_card: Callable[[Card], str]
    log: list[LogLine] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    claims: list[tuple[Seat, str]] = field(default_factory=list)
    discards: Counter[Seat] = field(default_factory=Counter)
    last: tuple[Cell, Seat] | None = None
    rounds: dict[int, RoundResult] = field(default_factory=dict)
    turns: int = 0

    def memory(self) -> Memory:
        """Return all that was taken down."""
        return Memory(
            log=tuple(self.log),
            deeds=tuple(self.deeds),
            looks=tuple(self.looks),
            claims=tuple(self.claims),
            discards=tuple(self.discards[seat] for seat in range(self.view.state.seats)),
            last=self.last,
            rounds=tuple(self.rounds.values()),
            turns=self.turns,
        )

    def hear(self, line: Spoken) -> None:
        """Take down what was said."""
        text = clean_line(line.text)
        if not text or line.seat not in range(len(self.names)):
            return
        shown = shown_talk(text)
        self.log.append(LogLine(topic=Topic.TALK, text=f"{self.names[line.seat]}: {shown}", seat=line.seat))
        if is_claim(text):
            self.claims = [claim for claim in self.claims if claim != (line.seat, shown)]
            self.claims.append((line.seat, shown))

    def note(self, event: Event) -> None:
        """Take down an event."""
        fact = event.fact
        if isinstance(fact, Shuffled):
            self._new_round()
        topic, turn, seat = Topic.ROUND, None, None
        if isinstance(fact, Moved):
            self.turns += 1
            turn, seat = self.turns, fact.seat
            move = from_wire(fact.move, None if fact.card is None else DRAW[fact.card])
            topic = self._move(move, fact.seat, event.before)
        elif isinstance(fact, Revealed) and event.before.phase is Phase.REVEAL:
            topic = Topic.GOAL
        told = sentences(event, self.names, self.name_card)
        self.log.extend(
            LogLine(topic=topic, text=text, turn=None if place else turn, seat=seat) for place, text in enumerate(told)
        )
        if isinstance(fact, Peeked):
            self._peek(event.before)
        self._result(event)

    def _new_round(self) -> None:
        self.deeds.clear()
        self.looks.clear()
        self.claims.clear()
        self.discards.clear()
        self.last = None

    def _move(self, move: Move, seat: Seat, before: State) -> Topic:  # noqa: PLR0911 - one return a kind of move
        """Take down a move and return what it is about."""
        match move:
            case Lay(cell=cell):
                self.last = (cell, seat)
                return Topic.PATH
            case Rockfall(cell=cell):
                if self.last and self.last[0] == cell:
                    self.last = None
                return Topic.PATH
            case Break(tool=tool, seat=target):
                self.deeds.append(Deed(seat, target, tool, mended=False))
                return Topic.TOOL
            case Repair(seat=target):
                self.deeds.append(Deed(seat, target, repaired(before, move), mended=True))
                return Topic.TOOL
            case Map(cell=cell):
                self.looks.append(Look(seat, GOAL_CELLS.index(cell)))
                return Topic.GOAL
            case Discard():
                self.discards[seat] += 1
                return Topic.DISCARD
        return Topic.ROUND

    def _peek(self, before: State) -> None:
        """Take down what the own seat has seen, if it still knows."""
        view = self.view
        if before.looked is None or before.turn != view.seat or before.round != view.state.round:
            return
        goal = view.peeked[before.looked]
        if goal is not None:
            text = saw_sentence(goal, GOAL_CELLS[before.looked])
            self.log.append(LogLine(topic=Topic.GOAL, text=text, seat=view.seat, private=True))

    def _result(self, event: Event) -> None:
        """Take down how a round ends; the gold counts are those after its last event."""
        after, shown = event.after, event.shown if event.shown.winner else event.before
        if shown.winner is None:
            return
        seats = range(after.seats)
        self.rounds[shown.round] = RoundResult(
            number=shown.round,
            winner=shown.winner,
            roles=shown.roles,
            left_over=shown.left_over,
            cards=tuple(after.gold.counts[seat] - shown.gold.counts_before[seat] for seat in seats),
            gold=tuple(after.gold.known[seat] - shown.gold.known_before[seat] for seat in seats),
        )


@dataclass(frozen=True, slots=True)
class KindCount:
    """Of one kind of card: how many there are, were shown in this round, and lie in the own hand."""

    card: Card
    copies: int
    shown: int
    held: int

    @property
    def left(self) -> int:
        """How many are in the pile, in other hands, or were discarded unseen."""
        return self.copies - self.shown - self.held


def count_kinds(view: SeatView) -> tuple[KindCount, ...]:
    """Return the count of each kind of card, in the order of the deck."""
    copies = Counter(KIND_OF)
    shown = Counter(KIND_OF[number] for number in bits(view.state.shown))
    held = Counter(KIND_OF[number] for number in view.hand)
    return tuple(KindCount(card, copies[kind], shown[kind], held[kind]) for kind, card in enumerate(KINDS))
