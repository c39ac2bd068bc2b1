"""The canonical form of the public state."""

from __future__ import annotations

import hashlib

import pytest

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.sections import SECTIONS, digests, encode_sections, state_text
from p2p_saboteur.games.saboteur.state import State, with_gold
from protocol.game import Dealt
from tests.helpers.positions import go, in_turn, play


def changed_sections(before: State, after: State) -> set[str]:
    """Return the names of the sections that differ."""
    pairs = zip(encode_sections(before), encode_sections(after), strict=True)
    return {name for (name, old), (_, new) in pairs if old != new}


def test_the_sections_have_fixed_names() -> None:
    """R5: peers who differ can say where."""
    state = in_turn()
    assert tuple(name for name, _ in SaboteurGame().sections(state)) == SECTIONS
    assert dict(encode_sections(state))["tools"] == b"tools: -,-,-,-,-\n"
    assert dict(encode_sections(state))["cards"] == (
        b"pile: 20\nhands: 3,3,3,3,3\nshown: -\ndiscards: -\nhidden discards: 0\n"
    )


@pytest.mark.parametrize(
    ("move", "sections"),
    [
        ("discard map", {"cards", "turn"}),
        ("break cart 1", {"cards", "tools", "turn"}),
        ("P EW 1,0", {"cards", "board", "turn"}),
    ],
)
def test_a_difference_is_in_its_section(move: str, sections: set[str]) -> None:
    """R5: a move changes its own part of the state, its turn and the cards, and nothing else."""
    state = in_turn()
    assert changed_sections(state, go(play(state, move), Dealt())) == sections
    assert changed_sections(state, with_gold(state, counts=(1, 0, 0, 0, 0))) == {"gold"}


def test_hashes_are_of_the_sections_bytes() -> None:
    """R5: the first half of SHA-512."""
    state = in_turn()
    assert digests(state) == tuple((name, hashlib.sha512(data).digest()[:32]) for name, data in encode_sections(state))


def test_the_text_is_the_options_and_all_sections() -> None:
    """R20: everything that is public, and nothing that is not."""
    state = in_turn("P EW 1,0", options="rounds=1", tools=(5, 0, 0, 0, 0), shown=1 << 4 | 1, last_mover=2)
    state = with_gold(state._replace(winner=Role.DIGGER, totals=(1, None, 0, 0, 0)), again=True)
    assert state_text(state).splitlines() == [
        "options: rounds=1",
        "board: P EW 1,0",
        "laid: -",
        "looked: -",
        "pile: 20",
        "hands: 3,3,3,3,3",
        "shown: 0,4",
        "discards: -",
        "hidden discards: 0",
        "tools: cart+pick,-,-,-,-",
        "seats: 5",
        "lost: -",
        "phase: turn",
        "round: 1",
        "starter: 0",
        "dealt: 0,1,2,3,4",
        "turn: 0",
        "passed: -",
        "last mover: 2",
        "winner: digger",
        "roles: -,-,-,-,-",
        "left over: -",
        "totals: 1,-,0,0,0",
        "nuggets: 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,3,3,3,3",
        "nugget pile: new",
        "faces: -",
        "counts: 0,0,0,0,0",
        "known: 0,0,0,0,0",
        "counts before: 0,0,0,0,0",
        "known before: 0,0,0,0,0",
        "packet: -",
        "picker: -",
        "giver: -",
        "again: yes",
        "queue: -",
        "due: 0",
        "drawn: -",
        "backs: 0",
    ]
