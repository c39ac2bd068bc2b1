"""Courses: read and written without loss, and a game that agrees to nothing else."""

from __future__ import annotations

import json
from typing import Final

import pytest

from protocol.conformance import course as courses
from protocol.conformance import game_json
from protocol.conformance.__main__ import shipped
from protocol.conformance.course import Moment, RecordedGame
from protocol.conformance.node import Node
from protocol.game import CardUse, Dealt, IllegalMove, Moved, Paid, PayAnswer, TableCard, Turn
from protocol.steps.base import Choice, PayChoice

COURSES: Final = {
    path.name: file["log"]["course"]
    for path in shipped()
    if "log" in (file := json.loads(path.read_text(encoding="utf-8")))
}
MOVED: Final = Moved(seat=1, move=b"s", card=3)
TURN: Final = Moment(
    request=Turn(seat=1, zone="hand"),
    fact=MOVED,
    sections=(("place", b"1"),),
    uses={b"s": CardUse.SHOW},
    refused={b"p": "pass", b"s": "shown"},
)
END: Final = Moment(request=None, fact=None, sections=(("place", b"2"),))
GAME: Final = RecordedGame("recorded/1", b"", (TURN, END))


@pytest.mark.parametrize("name", COURSES)
def test_a_course_is_read_and_written_without_loss(name: str) -> None:
    """What was read is written as it stands in the file."""
    assert courses.to_json(courses.read(Node(COURSES[name]))) == COURSES[name]


def test_a_recorded_game_goes_along_its_course() -> None:
    """Request, use of the card, next state, public state."""
    state = GAME.start(seats=2, opener=0, coin=bytes(32))
    assert GAME.request(state) == TURN.request
    assert GAME.card_use(state, b"s") is CardUse.SHOW
    assert GAME.sections(GAME.apply(state, MOVED)) == END.sections
    assert GAME.request(GAME.apply(state, MOVED)) is None


@pytest.mark.parametrize(
    ("move", "rule"),
    [(b"p", "pass"), (b"x", courses.OFF_COURSE)],
)
def test_a_move_that_is_not_in_the_course_is_refused_by_its_rule(move: bytes, rule: str) -> None:
    """By the rule that the course gives, if it gives one."""
    with pytest.raises(IllegalMove) as refused:
        GAME.card_use(0, move)
    assert refused.value.rule == rule


@pytest.mark.parametrize(("fact", "rule"), [(Moved(seat=1, move=b"s", card=4), "shown"), (Dealt(), courses.OFF_COURSE)])
def test_another_fact_is_refused(fact: Moved | Dealt, rule: str) -> None:
    """The same move with another card, or something else altogether."""
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(0, fact)
    assert refused.value.rule == rule


def test_facts_and_choices_keep_every_field() -> None:
    """Cards, enums, bytes and fields that have a default."""
    paid = Paid(seat=2, answer=PayAnswer.SETTLE, take=(TableCard("nugget", 3),), give=(0, 1))
    assert game_json.fact(Node(game_json.to_json(paid))) == paid
    assert game_json.to_json(Paid(seat=2, answer=PayAnswer.KEEP)) == {"is": "Paid", "seat": 2, "answer": "keep"}
    for choice in (Choice(move=b"\0x", card=0), PayChoice(answer=PayAnswer.STOP)):
        assert game_json.choice(Node(game_json.to_json(choice))) == choice
