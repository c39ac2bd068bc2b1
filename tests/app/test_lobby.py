"""The lobby, without a network: who comes in, who does not and why, and what the opener cannot do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.app.lobby import BadTable, GuestLobby, HostLobby, Person
from p2p_saboteur.app.lobby_messages import (
    Application,
    Join,
    LobbyState,
    Ready,
    Refusal,
    Refused,
    Roster,
    decode,
    encode,
    last_state,
    room_proof,
)
from p2p_saboteur.clean import width
from protocol.errors import Invalid, LocalError
from protocol.header import STRICT, TOLERANT, VERSION, Chair
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from p2p_saboteur.app.lobby import Outgoing

GAME: Final = "saboteur/1"
OPTIONS: Final = b"rounds=1"
SECRET: Final = bytes(range(16))
HOST: Final = b"H" * 32


def link(number: int) -> bytes:
    """Return a guest's transport key."""
    return bytes([number]) * 32


def application(number: int, name: str = "") -> Application:
    """Return what a guest brings."""
    return Application(
        name=name or f"guest {number}",
        key=SigningKey.from_seed(bytes([number]) * 32).public,
        commitment=bytes([100 + number]) * 32,
        endpoints=(f"tcp://127.0.0.1:{7000 + number}",),
        bot=False,
    )


def lobby(seats: int = 3) -> HostLobby:
    """Return a new lobby with its opener."""
    own = Person(application=application(0, "Olga"), ready=True)
    return HostLobby(own=HOST, secret=SECRET, game=GAME, options=OPTIONS, seats=seats, people={HOST: own})


def guest(number: int, name: str = "") -> GuestLobby:
    """Return the lobby of a guest."""
    return GuestLobby(
        own=link(number), opener=HOST, secret=SECRET, game=GAME, package="1", application=application(number, name)
    )


def join(number: int, **changed: object) -> Join:
    """Return a guest's honest application, some fields changed before the proof is made."""
    mine = application(number)
    mine = replace(mine, **{key: value for key, value in changed.items() if key in Application.__dataclass_fields__})  # type: ignore[arg-type]
    others = {key: value for key, value in changed.items() if key not in Application.__dataclass_fields__}
    proof = room_proof(SECRET, HOST, link(number), mine)
    honest = Join(version=VERSION, package="1", game=GAME, application=mine, proof=proof)
    return replace(honest, **others)  # type: ignore[arg-type]


def meet(host: HostLobby, *guests: GuestLobby) -> None:
    """Deliver everything that host and guests say, over the wire's encoding, until nobody says anything more."""
    by_key = {one.own: one for one in guests}
    to_host = [(one.own, message) for one in guests for _, message in one.greet()]
    while to_host:
        source, message = to_host.pop(0)
        for target, answer in host.receive(source, decode(encode(message))):
            by_key[target].receive(HOST, decode(encode(answer)))
        for one in guests:
            if one.state and not one.ready:
                to_host += [(one.own, message) for _, message in one.set_ready(ready=True)]


def refusal(answer: list[Outgoing]) -> Refusal | None:
    """Return why a guest was refused."""
    return next((message.why for _, message in answer if isinstance(message, Refused)), None)


def test_a_full_and_ready_lobby_closes() -> None:
    """Everyone has the same roster, the opener first, with everyone's addresses."""
    host, guests = lobby(), [guest(1), guest(2)]
    meet(host, *guests)
    assert host.roster is not None
    assert [one.roster for one in guests] == [host.roster] * 2
    assert [chair.link for chair in host.roster.header.chairs] == [HOST, link(1), link(2)]
    assert host.roster.endpoints[2] == ("tcp://127.0.0.1:7002",)


REFUSALS: Final = {
    Refusal.SECRET: join(1, proof=bytes(32)),
    Refusal.VERSION: join(1, version=VERSION + 1),
    Refusal.GAME: join(1, game="saboteur/2"),
}


@pytest.mark.parametrize("why", REFUSALS)
def test_who_does_not_fit_is_told_why(why: Refusal) -> None:
    """And is not among the people."""
    host = lobby()
    assert refusal(host.receive(link(1), REFUSALS[why])) is why
    assert list(host.people) == [HOST]


def test_who_does_not_know_the_secret_learns_nothing_else() -> None:
    """Whatever else is wrong, the answer is the same."""
    wrong = join(1, version=VERSION + 1, game="other", proof=bytes(32))
    assert refusal(lobby(1).receive(link(1), wrong)) is Refusal.SECRET


@pytest.mark.parametrize(
    "changed",
    [
        {"key": application(0).key},
        {"key": bytes(32)},
        {"commitment": application(0).commitment},
        {"endpoints": ("http://example.com",)},
        {"endpoints": ("tcp://127.0.0.1:0",)},
    ],
    ids=["key in use", "weak key", "commitment in use", "no address", "no port"],
)
def test_an_application_that_no_header_can_hold_is_refused(changed: dict[str, object]) -> None:
    """It would break the table for everyone when the roster closes."""
    assert refusal(lobby().receive(link(1), join(1, **changed))) is Refusal.APPLICATION


def test_a_proof_is_good_for_one_guest_only() -> None:
    """Another one cannot use what it has seen."""
    assert refusal(lobby().receive(link(2), join(1))) is Refusal.SECRET


def test_a_full_table_is_full_but_for_those_at_it() -> None:
    """Who is in may ask again, after a reconnect."""
    host = lobby(2)
    assert refusal(host.receive(link(1), join(1))) is None
    assert refusal(host.receive(link(2), join(2))) is Refusal.FULL
    assert refusal(host.receive(link(1), join(1))) is None
    assert [person.application.name for person in host.people.values()] == ["Olga", "guest 1"]


def test_a_closed_table_is_closed() -> None:
    """Nobody comes in, and nobody can close it a second time or leave it by a lost link."""
    host = lobby(2)
    meet(host, guest(1))
    closed = host.roster
    assert refusal(host.receive(link(2), join(2))) is Refusal.CLOSED
    assert host.receive(link(1), Ready(True, 2)) == []
    assert host.lost(link(1)) == []
    with pytest.raises(LocalError, match="the table is closed"):
        host.remove(1)
    with pytest.raises(LocalError, match="the table is closed"):
        host.set_seats(5)
    with pytest.raises(LocalError, match="the table is closed"):
        host.set_ready(HOST, ready=False)
    assert host.roster is closed


def test_a_guest_that_goes_frees_its_seat() -> None:
    """All others see it."""
    host = lobby()
    host.receive(link(1), join(1))
    host.receive(link(2), join(2))
    assert host.lost(link(1)) == [(link(2), host.state)]
    assert [name for name, _, _ in host.state.people] == ["Olga", "guest 2"]
    assert host.lost(link(1)) == host.lost(HOST) == []
    assert refusal(host.receive(link(1), join(1))) is None


def test_the_opener_takes_somebody_out_for_good() -> None:
    """He is told, the others see it, and he does not come in again."""
    host = lobby()
    host.receive(link(1), join(1))
    host.receive(link(2), join(2))
    assert host.remove(1) == [(link(1), Refused(Refusal.REMOVED)), (link(2), host.state)]
    assert refusal(host.receive(link(1), join(1))) is Refusal.REMOVED
    for place in (0, 7):
        with pytest.raises(LocalError):
            host.remove(place)
    assert list(host.people) == [HOST, link(2)]


def test_another_number_of_seats_asks_all_again() -> None:
    """Nobody is ready for a table that he has not seen, also when his word was under way."""
    host = lobby()
    host.receive(link(1), join(1))
    host.receive(link(1), Ready(True, 3))
    told = host.set_seats(4)
    assert told == [(link(1), host.state)]
    assert host.state.seats == 4
    assert not any(ready for _, ready, _ in host.state.people)
    assert host.receive(link(1), Ready(True, 3)) == []
    assert not any(ready for _, ready, _ in host.state.people)
    assert host.set_seats(4) == []
    host.receive(link(2), join(2))
    host.receive(link(3), join(3))
    for seats in (2, 11, 3):  # against the rules, or fewer than there are people
        with pytest.raises(LocalError):
            host.set_seats(seats)


def test_bots_see_how_many_sit_down_before_the_roster() -> None:
    """They stay ready when the opener takes a seat away, and the roster comes at once, behind the table's new state."""
    host = lobby(4)
    guests = [guest(1), guest(2)]
    for one in guests:
        one.application = replace(one.application, bot=True)
    host.people[HOST] = replace(host.people[HOST], application=replace(application(0, "Olga"), bot=True))
    meet(host, *guests)
    for target, message in host.set_seats(3):
        next(one for one in guests if one.own == target).receive(HOST, decode(encode(message)))
    assert host.roster is not None
    assert [one.roster for one in guests] == [host.roster] * 2


def test_who_is_not_ready_any_more_keeps_the_lobby_open() -> None:
    """Only when all are ready at once the roster closes."""
    host = lobby()
    for number in (1, 2):
        host.receive(link(number), join(number))
    host.receive(link(1), Ready(True, 3))
    host.receive(link(1), Ready(False, 3))
    host.receive(link(2), Ready(True, 3))
    assert host.roster is None
    host.receive(link(1), Ready(True, 3))
    assert host.roster is not None


def test_strangers_are_not_ready_and_not_heard() -> None:
    """Only people in the lobby can say that they are ready."""
    host = lobby()
    assert host.receive(link(9), Ready(True, 3)) == []
    assert host.receive(link(9), host.state) == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Olga", "Olga 2"),
        ("\x1b[2J", "[2J"),
        ("", "nameless"),
        ("\u202eagl", "agl"),
        ("a" * 64, "a" * 16),
        ("漢" * 20, "漢" * 8),
    ],
    ids=["taken", "escape", "empty", "turned", "long", "wide"],
)
def test_names_are_clean_and_different(name: str, shown: str) -> None:
    """What others see and what the header holds fits a terminal."""
    host = lobby()
    assert refusal(host.receive(link(1), join(1, name=name))) is None
    assert host.people[link(1)].application.name == shown


def test_many_of_one_name_are_numbered_within_the_columns() -> None:
    """Ten guests of one long name."""
    host = lobby(10)
    for number in range(1, 10):
        assert refusal(host.receive(link(number), join(number, name="漢" * 8))) is None
    names = [name for name, _, _ in host.state.people]
    assert len(set(names)) == 10
    assert max(map(width, names)) <= 16


def test_a_guest_knows_what_it_is_called() -> None:
    """Also when its name was taken, and who came or went before it."""
    host, guests = lobby(5), [guest(1, "Olga"), guest(2, "Bo"), guest(3, "Olga")]
    meet(host, *guests)
    assert [one.name for one in guests] == ["Olga 2", "Bo", "Olga 3"]
    for target, message in host.lost(link(1)):
        (one,) = [one for one in guests if one.own == target]
        one.receive(HOST, message)
    assert [one.name for one in guests[1:]] == ["Bo", "Olga 3"]
    for target, message in host.receive(link(1), join(1, name="Zoe")):
        guests[int(target[0]) - 1].receive(HOST, message)
    assert [one.name for one in guests] == ["Zoe", "Bo", "Olga 3"]


def closed_for(one: GuestLobby) -> Roster:
    """Return the roster that an honest opener would send."""
    host = lobby(2)
    meet(host, one)
    assert host.roster is not None
    one.roster = None
    return host.roster


@pytest.mark.parametrize("wrong", ["options", "game", "opener", "key", "absent", "seats"])
def test_a_roster_that_was_not_agreed_to_is_refused(wrong: str) -> None:
    """Other rules, another opener, another key for one's own chair or none, more people than there were seats."""
    one = guest(1)
    good = closed_for(one)
    header, (own, mine) = good.header, good.header.chairs
    third = Chair(name="Zoe", key=application(9).key, link=link(9), commitment=application(9).commitment)
    bad = {
        "options": replace(good, header=replace(header, options=b"rounds=2")),
        "game": replace(good, header=replace(header, game="other/1")),
        "opener": replace(good, header=replace(header, chairs=(mine, own))),
        "key": replace(good, header=replace(header, chairs=(own, replace(mine, key=application(5).key)))),
        "absent": replace(good, header=replace(header, chairs=(own, replace(mine, link=link(7))))),
        "seats": replace(good, header=replace(header, chairs=(own, mine, third))),
    }
    with pytest.raises(BadTable):
        one.receive(HOST, bad[wrong])
    assert one.roster is None
    one.receive(HOST, good)
    assert one.roster == good


def test_a_roster_without_a_lobby_before_it_is_refused() -> None:
    """Nobody sits down under rules that it has not been shown."""
    good = closed_for(guest(1))
    with pytest.raises(BadTable):
        guest(1).receive(HOST, good)


def test_who_comes_back_to_a_lobby_that_has_closed_is_shown_it_again() -> None:
    """Stopped before the roster came: the last state comes with it, so that it can be checked as ever."""
    good = closed_for(guest(1))
    back = guest(1)
    state = last_state(good, watchers=True)
    assert (state.seats, state.options, state.turn_limit) == (2, good.header.options, good.turn_limit)
    assert [name for name, ready, _bot in state.people if ready] == [chair.name for chair in good.header.chairs]
    for message in (state, good):
        back.receive(HOST, message)
    assert back.roster == good


def test_only_the_opener_is_heard() -> None:
    """Whatever another one says."""
    one = guest(1)
    good = closed_for(one)
    one.receive(link(2), good)
    one.receive(link(2), Refused(Refusal.FULL))
    one.receive(link(2), LobbyState(seats=3, options=b"", people=()))
    assert (one.roster, one.refused) == (None, None)
    assert one.state is not None
    assert one.state.seats == 2


@pytest.mark.parametrize(
    ("wanted", "seats", "kind"),
    [("", 3, STRICT), ("", 4, TOLERANT), ("", 10, TOLERANT), (TOLERANT, 3, TOLERANT), (STRICT, 10, STRICT)],
)
def test_a_table_is_tolerant_from_four_on_unless_the_opener_wants_another(wanted: str, seats: int, kind: str) -> None:
    """Everyone sees the kind before the table closes, and the header has it."""
    host = replace(lobby(seats), wanted=wanted)
    guests = [guest(number) for number in range(1, seats)]
    meet(host, *guests)
    assert host.roster is not None
    assert host.roster.header.kind == kind
    assert {one.state.kind for one in guests if one.state} == {kind}
    assert last_state(host.roster, watchers=False).kind == kind


def test_nobody_is_ready_for_another_kind_than_he_saw() -> None:
    """Neither by the opener's list nor by his own."""
    one = guest(1)
    state = LobbyState(seats=4, options=b"", people=(), kind=TOLERANT)
    one.receive(HOST, state)
    one.set_ready(ready=True)
    one.receive(HOST, state)
    assert one.ready
    one.receive(HOST, replace(state, kind=STRICT))
    assert not one.ready


def test_a_roster_of_another_kind_is_refused() -> None:
    """Than the one that STATE has told."""
    host, one = lobby(3), guest(1)
    meet(host, one, guest(2))
    assert host.roster is not None
    one.roster = None
    with pytest.raises(BadTable, match="kind"):
        one.receive(HOST, replace(host.roster, header=replace(host.roster.header, kind=TOLERANT)))


def test_another_kind_than_the_two_cannot_be_read() -> None:
    """It is no message."""
    state = LobbyState(seats=4, options=b"", people=(), kind=TOLERANT)
    assert decode(encode(state)) == state
    with pytest.raises(Invalid):
        decode(encode(replace(state, kind="lenient")))
