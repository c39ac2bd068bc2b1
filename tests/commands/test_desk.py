"""What the line mode says beside the game: who is missing in the lobby, and how it is linked with the others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from p2p_saboteur.app.joining import Guest
from p2p_saboteur.app.lobby import GuestLobby
from p2p_saboteur.app.lobby_messages import Application, LobbyState
from p2p_saboteur.app.news import LinksChanged, LobbyChanged, TableEvent, Talked, Words
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.bots.kinds import bot
from p2p_saboteur.commands import desk
from p2p_saboteur.commands.comparing import WordsDiffer
from p2p_saboteur.commands.desk import LineDesk
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.plain.mode import Quit, TimeUp
from protocol.events import Voted, VotedOnAbsence

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.commands.keyboard import Keyboard

CHAIRS = tuple(SimpleNamespace(name=name) for name in ("Ada", "Borek", "Čeněk"))


def at_table(*, watches: bool = False) -> tuple[LineDesk, SimpleNamespace, list[str]]:
    """Return a desk at a table of three where nobody types, its client, and what is printed."""
    printed: list[str] = []
    keyboard = cast("Keyboard", SimpleNamespace(take=lambda: None))
    found = LineDesk(keyboard, printed.append, stand_in=None if watches else bot("random", None))
    roster = SimpleNamespace(header=SimpleNamespace(chairs=CHAIRS))
    client = SimpleNamespace(unheard=(), chair=0, roster=roster, pump=None)
    found.control = cast("NetworkControl", SimpleNamespace(client=client, lobby=None, over=False, seated=False))
    return found, client, printed


def test_the_lobby_is_told_at_once_and_whenever_it_changes() -> None:
    """How many seats are free and who is not ready; nothing more when the table is about to close."""
    found, _client, printed = at_table()
    people = [("Ada", False, False), ("Borek", False, True)]
    for ready in (False, True):
        people[0] = ("Ada", ready, False)
        found.show(LobbyChanged(LobbyState(seats=3, options=b"", people=tuple(people))))
    assert [line for line in printed if line.startswith(("Waiting", "Not"))] == [
        "Waiting for 1 more player. Not ready yet: Ada and Borek.",
        "Waiting for 1 more player. Not ready yet: Borek.",
    ]
    found.show(LobbyChanged(LobbyState(seats=2, options=b"", people=(("Ada", True, False), ("Borek", True, True)))))
    assert printed[-1] == "Borek is ready."


def test_a_guest_whose_name_was_taken_is_told_so_once() -> None:
    """Numbers begin with 1, as on the screen; `remove` takes them."""
    found, client, printed = at_table()
    application = Application(name="Ada", key=bytes(32), commitment=bytes(32), endpoints=(), bot=False)
    key, secret = bytes(32), bytes(16)
    lobby = GuestLobby(own=key, opener=key, secret=secret, game="", package="", application=application, name="Ada 2")
    invite = Invite(key=key, secret=secret, endpoints=("tcp://127.0.0.1:1",))
    control = cast("SimpleNamespace", found.control)
    control.lobby = Guest(client=cast("Client", client), lobby=lobby, invite=invite, auto=False)
    for ready in (False, True):
        people = (("Ada", True, False), ("Ada 2", ready, False))
        found.show(LobbyChanged(LobbyState(seats=3, options=b"", people=people)))
    assert printed.count("Somebody here is called Ada already; you are Ada 2.") == 1
    assert "  1  Ada, ready" in printed
    assert "  2  Ada 2" in printed
    removed: list[int] = []
    control.remove = removed.append
    found._add_bot = lambda _control: None
    found._obey_in_lobby("remove 2")
    assert removed == [1]


def test_a_table_that_is_lost_and_found_is_told() -> None:
    """Once each, whether one plays or watches, and not when the first link comes up or the game is over."""
    found, _client, printed = at_table(watches=True)
    control = cast("SimpleNamespace", found.control)
    linked = [frozenset({0}), frozenset({0, 1}), frozenset[int](), frozenset[int](), frozenset({0})]
    for chairs in linked:
        found.show(LinksChanged(chairs, 0))
    assert printed == ["Nobody at the table can be reached. Trying on...", "The table is reached again."]
    control.over = True
    found.show(LinksChanged(frozenset(), 0))
    assert len(printed) == 2


def test_a_turn_with_a_limit_is_counted_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line at each of a few moments, once, and at the end the turn is over."""
    found, client, printed = at_table()
    client.roster.turn_limit = 30
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(desk, "time", SimpleNamespace(monotonic=lambda: clock.now))
    cast("SimpleNamespace", found.control).idle = lambda: setattr(clock, "now", clock.now + 0.5)
    found._on_turn()
    with pytest.raises(TimeUp):
        found.read("> ")
    assert printed == ["10 seconds left.", "5 seconds left."]
    assert clock.now == 30.0


def test_who_finds_other_words_tells_all_and_leaves() -> None:
    """The others read his name, and what to do; a q is no answer, but leaves quietly."""
    found, client, printed = at_table()
    told = []
    control = cast("SimpleNamespace", found.control)
    control.differ = lambda: told.append("differ")
    client.unheard, client.pump = (), None
    for typed, end in (("q", Quit), ("no", WordsDiffer)):
        found.show(Words(("a", "b", "c", "d"), asked=True))
        lines = iter([typed])
        found._keyboard = cast("Keyboard", SimpleNamespace(take=lambda lines=lines: next(lines, None)))
        with pytest.raises(end):
            found.check()
    assert told == ["differ"]
    for chair in (0, 1):
        found.show(Talked(Note(chair=chair, number=1, kind=Kind.DIFFER, text="")))
    assert printed[-1].startswith("Borek says that the words differ, and has left.")
    assert sum("Compare them once more" in line for line in printed) == 1


def test_votes_are_told_as_ones_own_or_as_anothers() -> None:
    """Whoever has voted reads it in the second person, and so does whom it is about."""
    found, client, printed = at_table()
    client.table = SimpleNamespace(seating=(2, 0, 1))
    for voter, about, out in ((1, 0, True), (1, 0, False), (0, 1, True), (0, 1, False), (0, 2, True), (0, 2, False)):
        found.show(TableEvent(VotedOnAbsence(voter=voter, about=about, out=out)))
    assert printed == [
        "You voted to go on without Čeněk.",
        "You say that Čeněk is there.",
        "Čeněk wants to go on without you.",
        "Čeněk says that you are there.",
        "Čeněk wants to go on without Borek. (out and the name votes too.)",
        "Čeněk says that Borek is there.",
    ]


def test_how_to_vote_for_the_end_is_told_who_has_not() -> None:
    """Neither a player who has voted so himself nor who only watches."""
    for watches, votes, told in (
        (False, {0: b""}, "Čeněk has voted to end the game. (q, then e, votes too.)"),
        (False, {0: b"", 1: b""}, "Čeněk has voted to end the game."),
        (True, {0: b""}, "Čeněk has voted to end the game."),
    ):
        found, client, printed = at_table(watches=watches)
        client.table = SimpleNamespace(seating=(2, 0, 1))
        chain = SimpleNamespace(ballots=SimpleNamespace(votes=votes))
        client.chair, client.pump = None if watches else 0, SimpleNamespace(session=SimpleNamespace(chain=chain))
        for seat in (1, 0) if not watches else (0,):
            found.show(TableEvent(Voted(seat)))
        assert printed == [told]
