"""What is told of the gold when a game has ended early."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from p2p_saboteur.app.own_view import Own, OwnView
from p2p_saboteur.commands.gold_so_far import gold_so_far
from p2p_saboteur.games.saboteur.cards import NUGGETS
from p2p_saboteur.games.saboteur.state import with_gold
from tests.helpers.positions import in_turn

if TYPE_CHECKING:
    from pathlib import Path

    from p2p_saboteur.app.client import Client


def ended(folder: Path, state: object) -> Client:
    """Return what stands for a client whose table has ended with a state."""
    chairs = tuple(SimpleNamespace(name=name) for name in ("Ada", "Bo", "Cy"))
    header = SimpleNamespace(chairs=chairs)
    stand_in: Any = SimpleNamespace(folder=folder, roster=SimpleNamespace(header=header))
    stand_in.table = SimpleNamespace(state=state, header=header, seating=(2, 0, 1))
    return cast("Client", stand_in)


def test_what_the_log_proves_and_what_only_the_player_knows(tmp_path: Path) -> None:
    """By seat, without who is lost: cards, and what is public of their value; then the own cards."""
    state = with_gold(in_turn(seats=3, lost=(1,)), counts=(2, 0, 1), known=(0, 0, 4))
    OwnView(tmp_path).note(Own(step=9, seat=0, role=None, hand=(), peeked=(), purse=(0, 27)))
    assert list(gold_so_far(ended(tmp_path, state))) == [
        "Gold: Cy 2 nugget cards, Bo 4 nuggets + 1 nugget card.",
        f"Your nugget cards: {NUGGETS[0]}, {NUGGETS[27]}, together {NUGGETS[0] + NUGGETS[27]} (only you know).",
    ]


def test_nobody_owns_anything_yet(tmp_path: Path) -> None:
    """In the first round; and before there are seats there is nothing to tell."""
    told = list(gold_so_far(ended(tmp_path, in_turn(seats=3))))
    assert told == ["Gold: Cy 0 nugget cards, Ada 0 nugget cards, Bo 0 nugget cards."]
    assert list(gold_so_far(ended(tmp_path, None))) == []
