"""The log that a file of vectors is about: who sits down, the course of the game, and the records."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from protocol.audit import go_on
from protocol.chain import Chain
from protocol.conformance import course as courses
from protocol.conformance import gone as goings
from protocol.conformance import players
from protocol.conformance.course import RecordedGame
from protocol.conformance.node import Unreadable
from protocol.errors import Invalid
from protocol.group import RISTRETTO255
from protocol.header import STRICT, TOLERANT

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.conformance.gone import Gone
    from protocol.conformance.node import Node
    from protocol.conformance.players import Player
    from protocol.conformance.trial import Json
    from protocol.game import Game
    from protocol.header import Header

Games: TypeAlias = "Callable[[Header], Game[Any] | None]"
"""From a header to the rules of its game; None for a game that is not known."""

MAX_RECORDS: Final = 1024


def no_games(_header: Header) -> None:
    """Know no game."""


@dataclass(slots=True, kw_only=True)
class Log:
    """A log, and chains that have accepted its first records.

    Attributes:
        players: who sits down, with their secrets.
        game: the rules, or the course where nobody knows them.
        course: what the file says of the game.
        records: all entries.
        kind: of the table.
        gone: who is lost, leaves or cheats.
    """

    players: tuple[Player, ...]
    game: Game[Any]
    course: tuple[courses.Moment, ...]
    records: tuple[bytes, ...]
    kind: str = STRICT
    gone: tuple[Gone, ...] = ()
    _reached: dict[int, Chain] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._reached[0] = Chain(group=RISTRETTO255, game=self.game, header=self.header)

    @property
    def header(self) -> Header:
        """What fixes the table."""
        return players.header(self.players, self.game.name, self.game.options, self.kind)

    def off_course(self) -> str:
        """Return the first moment at which the rules say something else than the course; "" if there is none."""
        chain = self.chain(len(self.records))
        if chain.table.state is None:
            return "the log ends before the game begins"
        for index, (said, found) in enumerate(zip_longest(self.course, courses.recorded(chain))):
            if said is None or found is None or not said.tells(found):
                return f"moment {index} is not what the rules give"
        return ""

    def chain(self, count: int) -> Chain:
        """Return a chain of the caller's own that has accepted the first `count` records.

        Raises:
            Unreadable: one of them is at fault and not of a seat that is said to cheat, or proves nothing; its place
                is told.
        """
        cheats = {each.seat for each in self.gone if each.cheats}
        start = max(reached for reached in self._reached if reached <= count)
        chain = self._reached[start].copy()
        for index in range(start, count):
            try:
                faults = go_on(chain, [self.records[index]]).chain.faults
            except Invalid as error:
                raise Unreadable(f"log.records[{index}]", str(error)) from None
            fault = next((fault for fault in faults if fault.culprit not in cheats), None)
            if fault:
                raise Unreadable(f"log.records[{index}]", str(fault))
            self.remember(index + 1, chain)
        return chain

    def remember(self, count: int, chain: Chain) -> None:
        """Keep a copy of a chain that has accepted the first `count` records: no record is ever checked twice."""
        self._reached[count] = chain.copy()


def read(node: Node, games: Games = no_games) -> Log:
    """Read a log; it is judged by the rules of its game if they are known, else by its course."""
    name, options, kind = node["game"].text(32), node["options"].blob(), node["kind"].text(len(TOLERANT))
    course = courses.read(node["course"])
    chairs = players.read(node["chairs"])
    try:
        header = players.header(chairs, name, options, kind)
    except Invalid as error:
        node.fail(f"there is no such header: {error}")
    log = Log(
        players=chairs,
        game=games(header) or RecordedGame(name, options, course),
        course=course,
        records=tuple(record.base64() for record in node["records"].items(MAX_RECORDS)),
        kind=kind,
        gone=goings.read(node["gone"]) if node.has("gone") else (),
    )
    node.finish()
    return log


def to_json(log: Log) -> Json:
    """Return a log as JSON."""
    return {
        "game": log.game.name,
        "options": log.game.options.hex(),
        "kind": log.kind,
        "chairs": [player.to_json() for player in log.players],
        **({"gone": [gone.to_json() for gone in log.gone]} if log.gone else {}),
        "course": courses.to_json(log.course),
        "records": [base64.b64encode(record).decode() for record in log.records],
    }
