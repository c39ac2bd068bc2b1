"""Whom a lobby and a closed table let in."""

from __future__ import annotations

from p2p_saboteur.net.policy import OpenLobby, Roster

KEYS = [bytes([number]) * 32 for number in range(20)]


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_a_roster_admits_its_seats_only() -> None:
    """And nobody's time on it runs out."""
    roster = Roster(frozenset(KEYS[:3]))
    assert [roster.admits(key) for key in KEYS[:4]] == [True, True, True, False]
    assert roster.expired() == []


def test_unproved_keys_find_sixteen_places() -> None:
    """A proof frees a place for the next."""
    lobby = OpenLobby(clock=Clock())
    assert [lobby.admits(key) for key in KEYS[:18]] == [True] * 16 + [False] * 2
    lobby.prove(KEYS[0])
    assert lobby.admits(KEYS[17])
    assert not lobby.admits(KEYS[18])


def test_who_does_not_prove_itself_in_time_is_named_once() -> None:
    """Connecting again buys no time; the invited stay."""
    clock = Clock()
    lobby = OpenLobby(clock=clock)
    for key in KEYS[:2]:
        assert lobby.admits(key)
    lobby.prove(KEYS[1])
    clock.now += 4.9
    assert lobby.admits(KEYS[0])
    assert lobby.expired() == []
    clock.now += 0.2
    assert lobby.expired() == [KEYS[0]]
    assert lobby.expired() == []
    assert lobby.admits(KEYS[1])


def test_a_removed_guest_is_a_stranger_again() -> None:
    """It takes a place like anyone else."""
    lobby = OpenLobby(places=0, clock=Clock())
    lobby.prove(KEYS[0])
    assert lobby.admits(KEYS[0])
    lobby.forget(KEYS[0])
    assert not lobby.admits(KEYS[0])
