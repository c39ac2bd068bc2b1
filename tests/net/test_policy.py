"""Whom a lobby and a closed table let in, and who has to go."""

from __future__ import annotations

from p2p_saboteur.net.policy import PLACES, OpenLobby, Roster, Table

KEYS = [bytes([number]) * 32 for number in range(200)]
HERE, THERE = "192.0.2.1", "192.0.2.2"


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


def test_when_the_places_are_full_the_oldest_unproved_key_makes_room() -> None:
    """A guest that comes into a flood has until as many have come after it as there are places; who proved stays."""
    lobby = OpenLobby(clock=Clock())
    guest, early, *strangers = KEYS
    for key in (early, guest, *strangers[: PLACES - 2]):
        assert lobby.admits(key)
        lobby.arrived(key, HERE)
    assert lobby.expired() == []
    lobby.arrived(strangers[PLACES - 2], HERE)
    assert lobby.expired() == [early]
    lobby.prove(guest)
    for number, key in enumerate(strangers[PLACES - 1 :]):
        lobby.arrived(key, HERE)
        assert lobby.expired() == ([strangers[number - 1]] if number else [])
        assert len(lobby._waiting) == len(lobby._networks) == PLACES
    assert lobby.admits(early)


def test_a_flood_from_one_network_displaces_its_own() -> None:
    """Guests from elsewhere keep their places, however old they are."""
    lobby = OpenLobby(places=4, clock=Clock())
    lobby.arrived(KEYS[0], THERE)
    for key in KEYS[1:100]:
        lobby.arrived(key, HERE)
    assert lobby.expired() == KEYS[1:97]
    assert list(lobby._waiting) == [KEYS[0], *KEYS[97:100]]


def test_a_table_gives_strangers_the_places_of_its_watchers() -> None:
    """Seats take none; where nobody may watch no stranger comes in."""
    lobby = OpenLobby(places=1, clock=Clock())
    table = Table(keys=frozenset(KEYS[:2]), watchers=lobby)
    for key in KEYS[:4]:
        assert table.admits(key)
        table.arrived(key, HERE)
    assert table.expired() == [KEYS[2]]
    lobby.prove(KEYS[3])
    assert table.expired() == []
    closed = Table(keys=frozenset(KEYS[:2]), watchers=OpenLobby(places=0))
    assert [closed.admits(key) for key in KEYS[:3]] == [True, True, False]


def test_who_does_not_prove_itself_in_time_is_named_once() -> None:
    """Connecting again buys no time; the invited stay."""
    clock = Clock()
    lobby = OpenLobby(clock=clock)
    for key in KEYS[:2]:
        lobby.arrived(key, HERE)
    lobby.prove(KEYS[1])
    clock.now += 4.9
    lobby.arrived(KEYS[0], HERE)
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
