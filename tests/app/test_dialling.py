"""Whom a player dials once the roster is closed."""

from __future__ import annotations

from p2p_saboteur.app.dialling import dials
from p2p_saboteur.app.lobby_messages import Roster
from tests.helpers.room import header_for, secrets_of
from tests.helpers.small_game import SmallGame

HEADER = header_for(SmallGame(), [secrets_of(("dials", chair)) for chair in range(3)])
ROSTER = Roster(header=HEADER, endpoints=(("a", "b"), (), ("c",)))
FIRST, SECOND, THIRD = (chair.link for chair in HEADER.chairs)


def test_earlier_chairs_are_dialled_at_once_and_later_ones_get_time() -> None:
    """All endpoints of each; oneself never."""
    found = list(dials(ROSTER, SECOND, resumed=False, watches=False))
    assert found == [(FIRST, "a", True), (FIRST, "b", True), (THIRD, "c", False)]


def test_who_comes_back_dials_all_at_once() -> None:
    """Nobody else would."""
    assert all(at_once for _peer, _endpoint, at_once in dials(ROSTER, FIRST, resumed=True, watches=False))


def test_a_watcher_dials_the_opener_alone() -> None:
    """Nobody else lets it in."""
    assert {peer for peer, _endpoint, _now in dials(ROSTER, bytes(32), resumed=False, watches=True)} == {FIRST}
