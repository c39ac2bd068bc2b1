"""What is told of the gold when a game has ended early."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from p2p_saboteur.app.own_view import Own, OwnView
from p2p_saboteur.commands.gold_so_far import gold_listed, gold_so_far
from p2p_saboteur.games.saboteur.cards import NUGGETS
from p2p_saboteur.games.saboteur.state import with_gold
from tests.helpers.positions import in_turn

if TYPE_CHECKING:
    from pathlib import Path

    from p2p_saboteur.app.client import Client


def ended(folder: Path, state: Any, shown: dict[int, int] | None = None, cards: int = 1, own: int = 0) -> Client:  # noqa: ANN401 - a state
    """Return what stands for a client whose table has ended with a state.

    Args:
        folder: of the game.
        state: of the game.
        shown: what seats have proved, as their purses held so many cards.
        cards: how many.
        own: the player's seat.
    """
    chairs = tuple(SimpleNamespace(name=name) for name in ("Ada", "Bo", "Cy"))
    header = SimpleNamespace(chairs=chairs)
    stand_in: Any = SimpleNamespace(folder=folder, roster=SimpleNamespace(header=header))
    stand_in.table = SimpleNamespace(state=state, header=header, seating=(2, 0, 1))
    worths = SimpleNamespace(values=shown or {}, entries={seat: SimpleNamespace(step=9) for seat in shown or {}})
    before = SimpleNamespace(ledger=SimpleNamespace(zone=lambda _seat, _name: (None,) * cards))
    chain = SimpleNamespace(table=stand_in.table, worths=worths, before=lambda _step: before, own=own)
    stand_in.pump = SimpleNamespace(session=SimpleNamespace(chain=chain))
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


def test_proved_sums_are_totals_with_the_open_nuggets(tmp_path: Path) -> None:
    """Who owns no cards has nothing to prove; the own cards are known to all then, and not told once more."""
    state = with_gold(in_turn(seats=3), counts=(2, 0, 2), known=(0, 3, 4))
    OwnView(tmp_path).note(Own(step=9, seat=0, role=None, hand=(), peeked=(), purse=(0, 27)))
    assert list(gold_so_far(ended(tmp_path, state, {0: 5, 2: 2}, cards=2))) == ["Gold proved: Cy 5, Ada 3, Bo 6."]


def test_who_has_shown_nothing_is_told_apart(tmp_path: Path) -> None:
    """Nor is a sum a total that is about fewer cards than the seat owns by now."""
    state = with_gold(in_turn(seats=3), counts=(2, 0, 1), known=(0, 3, 0))
    stand_in = ended(tmp_path, state, {0: 3, 2: 2}, cards=1)
    assert list(gold_so_far(stand_in)) == ["Gold proved: Ada 3, Bo 2.", "Gold not proved: Cy 2 nugget cards."]
    assert gold_listed(stand_in) == [
        {"seat": 0, "name": "Cy", "gold": None, "cards": 2, "open": 0},
        {"seat": 1, "name": "Ada", "gold": 3, "cards": 0, "open": 3},
        {"seat": 2, "name": "Bo", "gold": 2, "cards": 1, "open": 0},
    ]
