"""Reading the text of a whole position (`sections.state_text`); what cannot be is refused with the place.

The text has one line for each field, in a fixed order. It may come from anybody: it is bounded, and a position that is
read is one that the engine can go on from.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeVar

from p2p_saboteur.games.saboteur.cards import DRAW, NUGGETS, PATHS, TOOLS, PathCard, Role, roles
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD, GOAL_CELLS, START, Cell
from p2p_saboteur.games.saboteur.notation import Reader, parse_board, parse_options
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.packet import sharers
from p2p_saboteur.games.saboteur.sections import state_text
from p2p_saboteur.games.saboteur.state import MAX_SEATS, MIN_SEATS, Gold, Phase, State, opening
from p2p_saboteur.games.saboteur.turns import reached_goals, turn_up
from p2p_saboteur.games.saboteur.word_reader import InvalidText, check_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STATE_LIMIT: Final = 6000
"""Longer texts are refused unread, in characters."""

_KEYS: Final = tuple(
    line.partition(":")[0] for line in state_text(opening(options=Options(), seats=3, starter=0)).splitlines()
)
_SEAT: Final = (0, MAX_SEATS - 1)
_NUGGET: Final = (0, len(NUGGETS) - 1)
_CARD: Final = (0, len(DRAW) - 1)

Word = TypeVar("Word", bound=Enum)


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of one line.

    Attributes:
        text: the value.
        place: where it stands in the whole text.
    """

    text: str
    place: int

    def fault(self, problem: str) -> InvalidText:
        """Return the error for this value."""
        return InvalidText(self.place, problem)

    def number(self, low: int, high: int) -> int:
        """Read a number."""
        reader = Reader(self.text, limit=STATE_LIMIT, start=self.place)
        number = reader.number(low, high, f"a number from {low} to {high}")
        reader.end()
        return number

    def maybe(self, low: int, high: int) -> int | None:
        """Read a number, or ``-`` for nothing."""
        return None if self.text == "-" else self.number(low, high)

    def parts(self) -> tuple[_Value, ...]:
        """Split the value at its commas; ``-`` alone has no parts."""
        found: list[_Value] = []
        place = self.place
        for part in self.text.split(",") if self.text != "-" else ():
            found.append(_Value(part, place))
            place += len(part) + 1
        return tuple(found)

    def numbers(self, low: int, high: int) -> tuple[int, ...]:
        """Read numbers with commas between them."""
        return tuple(part.number(low, high) for part in self.parts())

    def word(self, kind: type[Word]) -> Word:
        """Read one of an enumeration's values."""
        for item in kind:
            if item.value == self.text:
                return item
        raise self.fault(f"allowed is {', '.join(str(item.value) for item in kind)}")

    def maybe_word(self, kind: type[Word]) -> Word | None:
        """Read one of an enumeration's values, or ``-`` for nothing."""
        return None if self.text == "-" else self.word(kind)

    def cell(self) -> Cell | None:
        """Read a cell, or ``-`` for nothing."""
        if self.text == "-":
            return None
        reader = Reader(self.text, limit=STATE_LIMIT, start=self.place)
        cell = reader.cell()
        reader.end()
        return cell

    def tools(self) -> int:
        """Read the mask of a seat's broken tools."""
        names = [] if self.text == "-" else self.text.split("+")
        found = [tool for tool in TOOLS if tool.value in names]
        if [tool.value for tool in found] != names:
            raise self.fault("allowed is - or tools like cart+pick, in the order cart, lamp, pick")
        return sum(tool.bit for tool in found)


def parse_state(text: str) -> State:
    """Read a whole position.

    Raises:
        InvalidText: the text is no position, or one that cannot be.
    """
    values = _split(text)
    state = _state(values)
    for key, problem in _faults(state):
        raise values[key].fault(problem)
    return state


def _split(text: str) -> dict[str, _Value]:
    """Return the value of each line by its key."""
    check_text(text, limit=STATE_LIMIT)
    values: dict[str, _Value] = {}
    place = 0
    lines = text.split("\n")
    for key, line in zip(_KEYS, lines, strict=False):
        head = f"{key}: "
        if not line.startswith(head):
            raise InvalidText(place, f"allowed is a line that begins with {head}")
        values[key] = _Value(line[len(head) :], place + len(head))
        place += len(line) + 1
    if lines[len(_KEYS) :] != [""]:
        raise InvalidText(min(place, len(text)), f"{len(_KEYS)} whole lines are wanted, and nothing more")
    return values


def _state(values: dict[str, _Value]) -> State:
    options, board = values["options"], values["board"]
    return State(
        options=parse_options("" if options.text == "-" else options.text, start=options.place),
        seats=values["seats"].number(MIN_SEATS, MAX_SEATS),
        starter=values["starter"].number(*_SEAT),
        turn=values["turn"].number(*_SEAT),
        tools=tuple(part.tools() for part in values["tools"].parts()),
        hands=values["hands"].numbers(0, 6),
        roles=tuple(part.maybe_word(Role) for part in values["roles"].parts()),
        gold=_gold(values),
        lost=values["lost"].numbers(*_SEAT),
        phase=values["phase"].word(Phase),
        round=values["round"].number(1, 3),
        dealt=values["dealt"].numbers(*_SEAT),
        board=parse_board("" if board.text == "-" else board.text, start=board.place),
        laid=values["laid"].cell(),
        looked=values["looked"].maybe(0, len(GOAL_CELLS) - 1),
        pile=values["pile"].number(0, len(DRAW)),
        shown=sum(1 << number for number in _ascending(values["shown"], *_CARD)),
        discards=values["discards"].numbers(*_CARD),
        hidden_discards=values["hidden discards"].number(0, len(DRAW)),
        passed=values["passed"].numbers(*_SEAT),
        last_mover=values["last mover"].maybe(*_SEAT),
        winner=values["winner"].maybe_word(Role),
        left_over=values["left over"].maybe_word(Role),
        totals=tuple(part.maybe(0, 999) for part in values["totals"].parts()),
    )


def _ascending(value: _Value, low: int, high: int) -> tuple[int, ...]:
    numbers = value.numbers(low, high)
    if list(numbers) != sorted(set(numbers)):
        raise value.fault("allowed are numbers in ascending order, each once")
    return numbers


def _gold(values: dict[str, _Value]) -> Gold:
    pile = values["nugget pile"]
    return Gold(
        deck=values["nuggets"].numbers(1, 3),
        pile=None if pile.text == "new" else pile.numbers(*_NUGGET),
        faces=values["faces"].numbers(0, 3),
        counts=values["counts"].numbers(0, len(NUGGETS)),
        known=values["known"].numbers(0, 99),
        counts_before=values["counts before"].numbers(0, len(NUGGETS)),
        known_before=values["known before"].numbers(0, 99),
        packet=values["packet"].numbers(*_NUGGET),
        picker=values["picker"].maybe(*_SEAT),
        giver=values["giver"].maybe(*_SEAT),
        again=values["again"].word(_Answer) is _Answer.YES,
        queue=values["queue"].numbers(*_SEAT),
        due=values["due"].number(0, 4),
        drawn=values["drawn"].numbers(*_NUGGET),
        backs=values["backs"].number(0, len(NUGGETS)),
    )


class _Answer(Enum):
    YES = "yes"
    NO = "no"


def _faults(state: State) -> Iterator[tuple[str, str]]:
    """Yield the lines of a state that contradict others, each with the reason."""
    yield from _seat_faults(state)
    yield from _card_faults(state)
    yield from _gold_faults(state)
    yield from _phase_faults(state)
    yield from _role_faults(state)


def _seat_faults(state: State) -> Iterator[tuple[str, str]]:
    gold = state.gold
    per_seat: dict[str, Sequence[object]] = {
        "tools": state.tools,
        "hands": state.hands,
        "roles": state.roles,
        "totals": state.totals or state.hands,
        "counts": gold.counts,
        "known": gold.known,
        "counts before": gold.counts_before,
        "known before": gold.known_before,
    }
    for key, items in per_seat.items():
        if len(items) != state.seats:
            yield key, f"one entry for each of the {state.seats} seats is wanted"
    named: dict[str, Sequence[int]] = {
        "starter": (state.starter,),
        "lost": state.lost,
        "dealt": state.dealt,
        "turn": (state.turn,),
        "passed": state.passed,
        "last mover": () if state.last_mover is None else (state.last_mover,),
        "picker": () if gold.picker is None else (gold.picker,),
        "giver": () if gold.giver is None else (gold.giver,),
        "queue": gold.queue,
    }
    for key, seats in named.items():
        if not set(seats) <= set(range(state.seats)) or len(set(seats)) != len(seats):
            yield key, f"seats from 0 to {state.seats - 1} are wanted, each once"
    if list(state.lost) != sorted(state.lost) or not state.present:
        yield "lost", "seats in ascending order are wanted, and somebody must be left"
    at_an_end = state.phase in (Phase.CLOSE, Phase.OVER)  # what a seat lost only then had stays as it was
    if not at_an_end and any(state.hands[seat] or state.tools[seat] or gold.counts[seat] for seat in state.lost):
        yield "lost", "a lost seat has no cards, broken tools or nuggets"
    undealt = (Phase.SHUFFLE, Phase.TOTAL, Phase.CLOSE, Phase.OVER)
    if (state.dealt or state.phase not in undealt) and not set(state.present) <= set(state.dealt):
        yield "dealt", "all seats that are left were dealt in"
    if state.dealt and len(state.dealt) < MIN_SEATS:
        yield "dealt", f"a round is dealt to at least {MIN_SEATS}"


def _card_faults(state: State) -> Iterator[tuple[str, str]]:
    shown = [card for card in range(len(DRAW)) if state.shown >> card & 1]
    if state.pile + sum(state.hands) + len(shown) + state.hidden_discards > len(DRAW):
        yield "pile", f"there are only {len(DRAW)} cards"
    if len(set(state.discards)) != len(state.discards) or not set(state.discards) <= set(shown):
        yield "discards", "cards that were shown are wanted, each once"
    played = Counter(DRAW[card] for card in shown if card not in state.discards)
    laid = {cell: face for cell, face in state.board.faces.items() if cell not in (START, *GOAL_CELLS)}
    lying = Counter(PATHS[face].printed for face in laid.values())
    if any(played[card] < copies for card, copies in lying.items()):
        yield "shown", "every card on the board was shown"
    reach = sum(copies for card, copies in played.items() if isinstance(card, PathCard)) + len(GOAL_CELLS)
    if any(abs(cell.x) + abs(cell.y) > reach for cell in laid):
        yield "board", "so few cards do not lead so far"
    if state.laid in (START, *GOAL_CELLS):
        yield "laid", "a cell for path cards is wanted"


def _gold_faults(state: State) -> Iterator[tuple[str, str]]:
    gold = state.gold
    if Counter(gold.deck) - Counter(NUGGETS):
        yield "nuggets", "there are 16 nugget cards of 1, 8 of 2 and 4 of 3"
    lying = (*(gold.pile or ()), *gold.packet, *gold.drawn)
    size = len(gold.faces)
    if state.options.gold == "open" and gold.pile is not None and size != len(gold.deck):
        yield "faces", f"one entry for each of the {len(gold.deck)} nugget cards is wanted"
    if size > len(gold.deck) or Counter(filter(None, gold.faces)) - Counter(gold.deck):
        yield "faces", "there are not so many nugget cards of that value"
    if len(set(lying)) != len(lying) or not set(lying) <= set(range(size)):
        yield "nugget pile", "every nugget card lies in one place"


def _phase_faults(state: State) -> Iterator[tuple[str, str]]:
    """Yield what the game cannot wait for in this state."""
    gold, turn_present = state.gold, state.turn not in state.lost
    hidden = state.looked is not None and state.board.goals[state.looked] is None
    getting = gold.picker is not None and gold.picker in state.present
    sharing = gold.picker in sharers(state) and bool(gold.packet)
    known = all(gold.faces[position] for position in gold.packet)
    untouched = state.board == EMPTY_BOARD and not state.shown and not state.hidden_discards
    waits = {
        Phase.SHUFFLE: untouched and not state.dealt,
        Phase.DEAL: untouched and bool(state.dealt),
        Phase.TURN: turn_present and state.hands[state.turn] > 0,
        Phase.REVEAL: state.laid in state.board.faces and bool(reached_goals(state)),
        Phase.PEEK: turn_present and hidden,
        Phase.DRAW: turn_present and state.pile > 0,
        Phase.TURN_UP: bool(turn_up(state).cards),
        Phase.PACKET: sharing,
        Phase.PICK: sharing and not (gold.again and gold.giver not in state.present),
        Phase.TAKE: sharing and known,
        Phase.PAY_DRAW: getting and bool(gold.pile),
        Phase.PAY: getting and bool(gold.drawn),
        Phase.SETTLE: getting,
    }
    if state.round > state.options.rounds:
        yield "round", f"the game has only so many rounds: {state.options.rounds}"
    if not waits.get(state.phase, True):
        yield "phase", "the game cannot wait for that here"
    if (state.looked is not None) is not (state.phase is Phase.PEEK):
        yield "looked", "a goal is looked at in the phase peek, and only then"
    if (state.phase in (Phase.CLOSE, Phase.OVER)) is not bool(state.totals):
        yield "totals", "totals are there when the game is over, and only then"
    if any(total is None for seat, total in enumerate(state.totals) if seat in state.present):
        yield "totals", "every seat that is left has a total"
    if state.phase in (Phase.SHOW, *_AFTER_SHOW) and state.winner is None:
        yield "winner", "a side has won"


def _role_faults(state: State) -> Iterator[tuple[str, str]]:
    found = Counter(filter(None, (*state.roles, state.left_over)))
    if state.dealt and found - Counter(roles(len(state.dealt), exact=state.options.exact_roles)):
        yield "roles", "there are not so many role cards of a side"
    if state.phase in _AFTER_SHOW and not all(state.roles[seat] for seat in state.present):
        yield "roles", "all who are left have turned up their roles"


_AFTER_SHOW: Final = (
    Phase.TURN_UP,
    Phase.PACKET,
    Phase.PICK,
    Phase.TAKE,
    Phase.PAY_DRAW,
    Phase.PAY,
    Phase.SETTLE,
)
"""R20: where all roles have been turned up and the round's end goes on."""
