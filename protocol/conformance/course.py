"""The course of a game: what it asked for, what it was told, and its public state before each request.

A log is checked with it without the game's rules, by whoever has none of them yet: a recorded game asks what the course
says, agrees to what was said in it, and refuses everything else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from protocol.conformance import game_json
from protocol.errors import LocalError
from protocol.game import CardUse, IllegalMove, Moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from protocol.chain import Chain
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json
    from protocol.game import Fact, Game, Request
    from protocol.steps.base import AnyChoice

Sections = tuple[tuple[str, bytes], ...]

MAX_SECTIONS: Final = 32
MAX_SECTION: Final = 4000
OFF_COURSE: Final = "course"
"""Name of the rule by which a recorded game refuses what its course does not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A state of the game.

    Attributes:
        request: what it waits for; None at the end.
        fact: what it was told then; None at the end of the course.
        sections: its public state.
        uses: what becomes of the card of a move, by the move's bytes.
        refused: moves that it forbids, with the name of the rule.
        choices: what the seats decided, by seat.
    """

    request: Request | None
    fact: Fact | None
    sections: Sections
    uses: Mapping[bytes, CardUse] = field(default_factory=dict)
    refused: Mapping[bytes, str] = field(default_factory=dict)
    choices: Mapping[int, AnyChoice] = field(default_factory=dict)

    def tells(self, other: Moment) -> bool:
        """Return whether all that another moment tells, which has no choices, is told here too."""
        same = (self.request, self.fact, self.sections) == (other.request, other.fact, other.sections)
        return same and self.uses.items() >= other.uses.items()


class RecordedGame:
    """A game whose state is a place in its course."""

    def __init__(self, name: str, options: bytes, course: tuple[Moment, ...]) -> None:
        self.name = name
        self.options = options
        self.course = course

    def start(self, *, seats: int, opener: int, coin: bytes) -> int:
        """Begin the course."""
        del seats, opener, coin  # the course hangs on them already
        return 0

    def request(self, state: int) -> Request | None:
        """Return what the course asks for."""
        return self.course[state].request

    def card_use(self, state: int, move: bytes) -> CardUse:
        """Return what becomes of the card of a move that is in the course."""
        moment = self.course[state]
        if move not in moment.uses:
            raise IllegalMove(moment.refused.get(move, OFF_COURSE), "the course has no such move")
        return moment.uses[move]

    def apply(self, state: int, fact: Fact) -> int:
        """Go on if the fact is the one in the course."""
        moment = self.course[state]
        if fact != moment.fact:
            rule = moment.refused.get(fact.move, OFF_COURSE) if isinstance(fact, Moved) else OFF_COURSE
            raise IllegalMove(rule, "the course holds another fact")
        return state + 1

    def sections(self, state: int) -> Sections:
        """Return the public state."""
        return self.course[state].sections


def here(chain: Chain) -> Moment:
    """Return where a log is in the course of its game; raise LocalError if the game is played by its rules."""
    if not isinstance(chain.table.game, RecordedGame):
        raise LocalError("the log has no course")
    moment: Moment = chain.table.game.course[chain.table.state]
    return moment


def recorded(chain: Chain) -> Iterator[Moment]:
    """Yield the course that a log took, without choices."""
    game: Game[Any] = chain.table.game
    states = [done.table.state for done in chain.done if done.table.state is not None]
    facts = [fact for done in chain.done for fact in done.facts]
    distinct = [state for index, state in enumerate(states) if not index or state is not states[index - 1]]
    for state, fact in zip(distinct, [*facts, None], strict=True):
        uses = {fact.move: game.card_use(state, fact.move)} if isinstance(fact, Moved) else {}
        yield Moment(request=game.request(state), fact=fact, sections=game.sections(state), uses=uses)


def to_json(course: Iterable[Moment]) -> Json:
    """Return a course as JSON: of the sections, those that differ from the moment before."""
    result, before = [], dict[str, bytes]()
    for moment in course:
        changed = {name: data.decode("ascii") for name, data in moment.sections if before.get(name) != data}
        parts = {
            "request": moment.request and game_json.to_json(moment.request),
            "fact": moment.fact and game_json.to_json(moment.fact),
            "sections": changed,
            "uses": {move.hex(): use.value for move, use in moment.uses.items()},
            "refused": {move.hex(): rule for move, rule in moment.refused.items()},
            "choices": {str(seat): game_json.to_json(choice) for seat, choice in moment.choices.items()},
        }
        result.append({name: part for name, part in parts.items() if part})
        before = dict(moment.sections)
    return result


def read(node: Node) -> tuple[Moment, ...]:
    """Read a course; it has an end without a request or a fact."""
    course, sections = [], dict[str, bytes]()
    for item in node.items():
        moment = _moment(item, sections)
        sections = dict(moment.sections)
        course.append(moment)
    whole = [(moment.request is not None, moment.fact is not None) for moment in course]
    if not whole or whole.pop() != (False, False) or set(whole) - {(True, True)}:
        node.fail("each moment of a course but the last one has a request and a fact")
    return tuple(course)


def _moment(node: Node, before: dict[str, bytes]) -> Moment:
    changed = {name: _ascii(data) for name, data in _optional(node, "sections", MAX_SECTIONS).items()}
    uses = {_move(node, move): _use(use) for move, use in _optional(node, "uses").items()}
    refused = {_move(node, move): rule.text(64) for move, rule in _optional(node, "refused").items()}
    choices = {_seat(node, seat): game_json.choice(choice) for seat, choice in _optional(node, "choices").items()}
    moment = Moment(
        request=game_json.request(node["request"]) if node.has("request") else None,
        fact=game_json.fact(node["fact"]) if node.has("fact") else None,
        sections=tuple({**before, **changed}.items()),
        uses=uses,
        refused=refused,
        choices=choices,
    )
    node.finish()
    return moment


def _optional(node: Node, name: str, most: int = 64) -> dict[str, Node]:
    return node[name].fields(most) if node.has(name) else {}


def _ascii(node: Node) -> bytes:
    text = node.text(MAX_SECTION)
    return text.encode() if text.isascii() else node.fail("ASCII is expected")


def _use(node: Node) -> CardUse:
    names = {use.value: use for use in CardUse}
    return names.get(node.text(8)) or node.fail("show, hide or none is expected")


def _move(node: Node, text: str) -> bytes:
    return type(node)(text, node.place).blob()


def _seat(node: Node, text: str) -> int:
    return int(text) if text in {str(seat) for seat in range(10)} else node.fail("a choice is named by its seat")
