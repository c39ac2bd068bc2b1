"""What the line mode tells of waiting: for whom, since when it is worth a line, and whether anybody can be reached."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_saboteur.commands.neighbours import PATIENCE
from p2p_saboteur.commands.waits import MOMENT, SHORT, Waits, asking_text, asks_opener, stay, staying_text
from protocol.ballots import Ballots
from protocol.gossip import Others
from protocol.words import words_of

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client

NAMES = ("Ada", "Borek", "Čeněk", "Dana")
LOST, FOUND = "Nobody at the table can be reached. Trying on...", "The table is reached again."


def waiting(*missing: int, number: int = 1, bots: int = 0, unheard: tuple[int, ...] = ()) -> Client:
    """Return what stands for a client on chair 0 of four in this step, in which these seats are missing."""
    chairs = tuple(SimpleNamespace(name=name) for name in NAMES)
    table = SimpleNamespace(seating=(0, 1, 2, 3), present=(0, 1, 2, 3), state=None)
    chain: Any = SimpleNamespace(number=number, awaited=missing, table=table, heads=[bytes(32)])
    chain.halted, chain.culprit = False, None
    chain.step = SimpleNamespace(chosen=True)
    chain.ballots = Ballots(table.present)
    others = Others(reached=frozenset(range(4)), differing=frozenset())
    session = SimpleNamespace(chain=chain, others=others, may_vote_out=lambda _seat: None)
    roster = SimpleNamespace(header=SimpleNamespace(chairs=chairs), bots=bots)
    stand_in = SimpleNamespace(chair=0, linked=frozenset({1, 2, 3}), table=table, roster=roster, unheard=unheard)
    stand_in.pump = SimpleNamespace(session=session)
    return cast("Client", stand_in)


def a_teller(*, plays: bool = True) -> tuple[Waits, list[str]]:
    """Return who tells, and what is printed."""
    printed: list[str] = []
    return Waits(write=printed.append, plays=plays), printed


def test_who_is_to_open_the_next_table_is_named() -> None:
    """All could reach the opener; who has opened it himself, or whose opener is gone or a bot, opens one."""
    guest = cast("Any", waiting())
    guest.chair, guest.linked, guest.offered = 2, frozenset({0, 1}), ""
    assert asking_text(guest).startswith("Ada opened this table and is asked to open the next one. Waiting for Ada")
    for changed in ({"chair": 0}, {"linked": frozenset({1})}, {"roster": SimpleNamespace(bots=1)}):
        other = cast("Client", SimpleNamespace(**{**vars(guest), **changed}))
        assert not asks_opener(other)
        assert asking_text(other) == "Another table is being opened..."
    guest.offered = "SAB1:X"
    assert asking_text(guest) == "Going to the table that was offered..."


def test_who_stays_for_others_is_told_for_whom() -> None:
    """Each of them by name, and how to leave at once."""
    one, two = (staying_text(waiting(), chairs) for chairs in ((2,), (1, 3)))
    assert one == "Čeněk does not have the signed result yet. Staying, a minute at most; Ctrl+C leaves at once."
    assert two.startswith("Borek and Dana do not have")


@pytest.mark.parametrize("serves", [True, False])
def test_a_closed_screen_stays_until_the_others_have_all_or_nothing_serves_them(serves: bool) -> None:
    """Whichever comes first."""

    async def main() -> bool:
        client: Any = waiting()
        client.unfinished = (1,)
        serving = asyncio.create_task(asyncio.sleep(30 if serves else 0))
        staying = asyncio.create_task(stay(client, serving, print))
        await asyncio.sleep(0.3)
        before = staying.done()
        client.unfinished = ()
        await asyncio.wait_for(staying, 5)
        serving.cancel()
        return before

    assert asyncio.run(main()) is not serves


def test_who_keeps_the_table_waiting_is_named_when_that_changes() -> None:
    """Not in the first moments, a line a change, and what can be done after a minute."""
    waits, printed = a_teller()
    for now in (0.0, SHORT - 1):
        waits.look(waiting(1, 2), now)
    assert printed == []
    for now in (SHORT, SHORT + 1, SHORT + 20):
        waits.look(waiting(1, 2), now)
    waits.look(waiting(2), SHORT + 21)
    assert printed == ["Waiting for Borek and Čeněk.", "Waiting for Čeněk."]
    for now in (PATIENCE, PATIENCE + 10):
        waits.look(waiting(2), now)
    assert printed[2:] == [
        "Waiting for Čeněk since a minute.",
        "  Your own link to them stands: they may just be thinking.",
        "  Silence is no proof of cheating: a computer may sleep, a line may be cut.",
        f"  Compare these words by voice; who has others has another game: {' '.join(words_of(bytes(32)))}",
        "  (out and the name votes to go on without them.)",
        "  (q pauses, leaves or ends the game.)",
    ]
    told = len(printed)
    for now in (100.0, 101.0):
        waits.look(waiting(3, number=2), now)
    waits.look(waiting(0, number=3), 200.0)
    assert len(printed) == told


def test_of_two_who_are_missing_neither_can_be_voted_out() -> None:
    """The line mode says so instead of how to vote, and what else one can do."""
    waits, printed = a_teller()
    for now in (0.0, PATIENCE):
        waits.look(waiting(1, 2), now)
    assert printed[0] == "Waiting for Borek and Čeněk since a minute."
    assert any("nobody can be voted out now" in line for line in printed)
    assert any("those who are there are too few" in line for line in printed)
    assert any("Each can leave for himself" in line for line in printed)
    assert not any("votes to go on without them" in line for line in printed)


def test_the_same_player_is_named_again_in_another_step() -> None:
    """But only once the table has waited for him there, too."""
    waits, printed = a_teller()
    for number, now in ((1, 0.0), (1, SHORT), (2, 10.0), (2, 11.0), (2, 10.0 + SHORT)):
        waits.look(waiting(1, number=number), now)
    assert printed == ["Waiting for Borek."] * 2


def test_nobody_is_named_before_the_own_answer_nor_a_bot() -> None:
    """Who has not compared the words himself is not to wait for others; bots are named after a minute only."""
    waits, printed = a_teller()
    for now in (0.0, 30.0):
        waits.look(waiting(1), now, answers_first=True)
        waits.look(waiting(1, bots=0b0010), now)
    assert printed == []
    waits.look(waiting(1, bots=0b0010), PATIENCE)
    assert printed[0].startswith("Waiting for Borek since a minute.")


def test_a_bot_that_is_cut_off_is_named_as_soon_as_people_are() -> None:
    """The program that ran it may have ended; nobody else would say why nothing goes on."""
    waits, printed = a_teller()
    client = cast("Any", waiting(1, 2, bots=0b0110))
    client.linked = frozenset({1, 3})
    for now in (0.0, SHORT):
        waits.look(client, now)
    assert printed == ["Waiting for Čeněk."]


def test_who_comes_back_is_told_for_whom_he_waits() -> None:
    """By name and whenever that changes, but not if it takes only a moment."""
    waits, printed = a_teller()
    waits.look(waiting(unheard=(1, 2)), 0.0)
    assert printed == []
    for unheard in ((1, 2), (1, 2), (2,), ()):
        waits.look(waiting(unheard=unheard), MOMENT)
    assert [line.partition("Waiting for ")[2].partition(".")[0] for line in printed[:2]] == ["Borek and Čeněk", "Čeněk"]
    assert "until 10 seconds after" in printed[0]
    assert printed[2:] == ["It is known how far the others are; the game goes on."]


def test_who_has_just_come_is_not_told_that_nobody_is_there() -> None:
    """The others are to be dialled first; who is lost later is told at once."""
    waits, printed = a_teller()
    waits.links_changed(0.0, reached=False)
    waits.look(waiting(), SHORT - 1)
    waits.links_changed(SHORT - 1, reached=True)
    waits.look(waiting(), SHORT)
    assert printed == []
    waits.links_changed(20.0, reached=False)
    waits.links_changed(30.0, reached=True)
    assert printed == [LOST, FOUND]
    waits, printed = a_teller()
    waits.links_changed(0.0, reached=False)
    for now in (1.0, SHORT, SHORT + 1):
        waits.links_changed(now, reached=False)
        waits.look(waiting(), now)
    assert printed == [LOST]
