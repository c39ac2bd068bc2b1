"""Honest seats that play the same part at a table with a cheat: one order of them stands for all."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from protocol.caught import Stop
from tests.helpers.evidence_views import Sheet, hashed, sheet
from tests.helpers.votes_model import bits

if TYPE_CHECKING:
    from protocol.caught import Outcome
    from tests.helpers.evidence_model import EvidenceModel, State
    from tests.helpers.evidence_views import Message


class SeatNames:
    """Puts the seats of each group in order.

    A head stands for whole sets of entries, so that it is the same with other names. So is a view, but for whose it is,
    where its seat has of the others all or nothing. A state in which one does not stands for itself.
    """

    def __init__(self, model: EvidenceModel) -> None:
        self._model = model
        parts: dict[tuple[object, ...], list[int]] = {}
        for seat in model.honest:
            part = (seat in model.mortal, model.leaves.get(seat), *(seat in step for step in model.steps))
            parts.setdefault(part, []).append(seat)
        self._groups = list(parts.values())
        self._swapped: dict[tuple[int, int, int], int] = {}
        self._whole: dict[int, bool] = {}

    def one_of(self, state: State) -> State:
        """Return the one that stands for a state."""
        if not all(self._is_whole(number) for number in state):
            return state
        names = list(state)
        for group in self._groups:
            first = group[0]
            shapes = sorted(self._swap(state[seat], seat, first) for seat in group)
            for seat, shape in zip(group, shapes, strict=True):
                names[seat] = self._swap(shape, first, seat)
        return tuple(names)

    def _is_whole(self, number: int) -> bool:
        """Return whether a view stays the same when others of the same part change their names."""
        if number not in self._whole:
            me = self._model.views[number].seat
            others = (pair for group in self._groups for pair in combinations(group, 2) if me not in pair)
            self._whole[number] = all(self._swap(number, *pair) == number for pair in others)
        return self._whole[number]

    def _swap(self, number: int, one: int, other: int) -> int:
        if one == other:
            return number
        key = number, one, other
        if key not in self._swapped:
            view, way = self._model.views[number], {one: other, other: one}
            has = sum(1 << self._model.id_of(_message(self._model.messages[bit], way)) for bit in bits(view.has))
            seat = way.get(view.seat, view.seat)
            after = replace(view, seat=seat, has=has, outcome=_outcome(view.outcome, way))
            self._swapped[key] = self._model.view_id(after)
        return self._swapped[key]


def _message(message: Message, way: dict[int, int]) -> Message:
    if isinstance(message, Stop):
        signer = way.get(message.signer, message.signer)
        digest = hashed(b"stop", bytes([signer, message.last]), message.head, message.last_head)
        return replace(message, signer=signer, digest=digest)
    if not isinstance(message.content, Sheet):
        raise TypeError("votes name single seats")
    voter = way.get(message.content.voter, message.content.voter)
    return replace(sheet(voter, message.head, message.content.version), step=message.step)


def _outcome(outcome: Outcome | None, way: dict[int, int]) -> Outcome | None:
    if outcome is None:
        return None
    return replace(outcome, seats=frozenset(way.get(seat, seat) for seat in outcome.seats))
