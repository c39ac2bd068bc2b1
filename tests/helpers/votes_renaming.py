"""Seats that play the same part are interchangeable: of states that differ in their names, one stands for all."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from protocol.votes import Out
from tests.helpers.votes_model import End, Model, Paper, View, bits, keep, out, paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.votes_model import Message, State

VERSIONS = 2
"""Of an entry, at most."""


class Renaming:
    """Renames the seats of a model in every way that leaves its parts as they are.

    The rule treats all seats alike but for two choices of the lowest one: which `Keep` an `Out` names, where several
    lift the last, and which exclusion a log has, where several are complete. For the first, whoever uses this has to
    let a seat name any of them; the second is to be looked for in itself.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        groups = [model.mortal, model.expected, frozenset({model.faulty})]
        self._papers = {paper(seat, at).digest: (seat, at) for seat in range(model.seats) for at in range(VERSIONS)}
        self.ways = [
            way
            for way in permutations(range(model.seats))
            if all((one in group) == (way[one] in group) for one in way for group in groups)
        ]
        cheats = [model.messages[number] for number in bits(model.cheats)]
        self.ways = [way for way in self.ways if {self.message(one, way) for one in cheats} == set(cheats)]
        self._from = [[model.honest.index(way.index(seat)) for seat in model.honest] for way in self.ways]
        self._messages: list[dict[int, int]] = [{} for _ in self.ways]
        self._views: list[dict[int, int]] = [{} for _ in self.ways]
        self._shapes: dict[int, tuple[int, ...]] = {}

    def _entry(self, digest: bytes, way: tuple[int, ...]) -> bytes:
        seat, version = self._papers[digest]
        return paper(way[seat], version).digest

    def message(self, message: Message, way: tuple[int, ...]) -> Message:
        """Return what a message is with other names."""
        if isinstance(message, Paper):
            return paper(way[message.voter], self._papers[message.digest][1])
        held = message.held and self._entry(message.held, way)
        voter, about = way[message.voter], way[message.about]
        if not isinstance(message, Out):
            return keep(voter, about, held)
        lift = message.lifted and self.message(self._model.keep_of(message.lifted), way).digest
        return out(voter, about, held, lift)

    def view(self, number: int, at: int) -> int:
        """Return what a view is with other names; `at` is the place of the way."""
        known = self._views[at]
        if number not in known:
            view, way = self._model.views[number], self.ways[at]
            has = sum(1 << self._number(message, at) for message in bits(view.has))
            known[number] = self._model.view_id(View(seat=way[view.seat], has=has, end=self._end(view.end, way)))
        return known[number]

    def _number(self, message: int, at: int) -> int:
        known = self._messages[at]
        if message not in known:
            known[message] = self._model.id_of(self.message(self._model.messages[message], self.ways[at]))
        return known[message]

    def _end(self, end: End | None, way: tuple[int, ...]) -> End | None:
        if end is None:
            return None
        entries = sorted((way[seat], self._entry(entry, way)) for seat, entry in end.entries)
        return End(lost=None if end.lost is None else way[end.lost], entries=tuple(entries))

    def all_of(self, state: State) -> Iterator[State]:
        """Return a state with all names, its own among them."""
        return (self._renamed(state, at) for at in range(len(self.ways)))

    def _renamed(self, state: State, at: int) -> State:
        return tuple(self.view(state[place], at) for place in self._from[at])

    def one_of(self, state: State) -> State:
        """Return the one that stands for a state: the least of those whose views' shapes are in order."""
        shapes = [self._shape(number) for number in state]
        orders = [[shapes[place] for place in places] for places in self._from]
        least = min(orders)
        return min(self._renamed(state, at) for at, order in enumerate(orders) if order == least)

    def _shape(self, number: int) -> tuple[int, ...]:
        """Return what a view has in common with itself under other names."""
        if number not in self._shapes:
            view = self._model.views[number]
            has = list(self._model.has(view))
            votes = [one for one in has if not isinstance(one, Paper)]
            outs = [one for one in votes if isinstance(one, Out)]
            self._shapes[number] = (
                len(has),
                len(votes),
                len(outs),
                0 if view.end is None else 1 if view.end.lost is None else 2,
                sum(one.voter == view.seat for one in outs),
                sum(one.voter == view.seat for one in votes),
                sum(one.about == view.seat for one in outs),
                sum(one.about == view.seat for one in votes),
            )
        return self._shapes[number]
