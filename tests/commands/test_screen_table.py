"""What the full screen of a table takes from its client, and what it does for a player who is not there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2p_saboteur.app.control import Stopped, TableAbandoned, VotedOut
from p2p_saboteur.app.jottings import read_jottings
from p2p_saboteur.app.keeping import note_talk
from p2p_saboteur.app.lobby_messages import LobbyState
from p2p_saboteur.app.news import LobbyChanged, TableEvent, Talked, Words
from p2p_saboteur.app.pings import Pings
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands.absence import vote_text
from p2p_saboteur.commands.screen_table import ScreenTable
from p2p_saboteur.commands.sitting import Seat
from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.table_view import Work
from p2p_saboteur.tui.prompt import prompt
from p2p_saboteur.tui.settings import Settings
from p2p_saboteur.viewmodel.scene import Ask
from protocol.events import Abandoned, Ended, Expelled, StepDone, VotedOnAbsence, YourTurn
from protocol.gossip import Others
from tests.helpers.positions import in_turn
from tests.helpers.views import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.done import Done

HAND = "P NES, break lamp, map"
STEP = 7


class Seated:
    """Stands for a client on chair 0 of three whose turn it is; it notes what it is asked to do."""

    def __init__(self, folder: Path, *, limit: int = 0) -> None:
        self.folder, self.log = folder, folder / "table.log"
        self.chair, self.linked, self.offered = 0, frozenset({1, 2}), ""
        self.seat_view = view_of(in_turn(seats=3), HAND)
        chairs = [SimpleNamespace(link=bytes([chair]) * 32) for chair in range(3)]
        header, state = SimpleNamespace(chairs=chairs), self.seat_view.state
        self.table = SimpleNamespace(seating=(0, 1, 2), header=header, state=state)
        self.roster = SimpleNamespace(turn_limit=limit, bots=0)
        note_talk(folder, Note(chair=1, number=1, kind=Kind.SAY, text="from before"), STEP - 1)
        note_talk(folder, Note(chair=1, number=2, kind=Kind.DONE, text=""), STEP - 1)
        note_talk(folder, Note(chair=9, number=1, kind=Kind.SAY, text="from nobody"), STEP - 1)
        self.talk = SimpleNamespace(away=set())
        self.pings = Pings(send=lambda _peer, _data: None)
        chain = SimpleNamespace(number=STEP, awaited=(0,), halted=None, culprit=None, step=SimpleNamespace(chosen=True))
        chain.heads, chain.done, chain.table = [bytes(32)], [], self.table
        others = Others(reached=frozenset(), differing=frozenset())
        self.pump = SimpleNamespace(session=SimpleNamespace(chain=chain, others=others))
        self.submitted: list[Choice] = []
        self.said: list[Kind] = []

    async def view(self) -> SeatView:
        """Return what the seat sees."""
        return self.seat_view

    async def submit(self, choice: Choice) -> None:
        """Take a choice."""
        self.submitted.append(choice)

    def say(self, kind: Kind, text: str = "") -> None:
        """Take talk."""
        del text
        self.said.append(kind)
        if kind is Kind.AWAY:
            self.talk.away.add(0)


def done(seated: Seated, kind: str = "deal") -> TableEvent:
    """Return the news that a step has ended."""
    table = SimpleNamespace(**vars(seated.table), present=(0, 1, 2), game=SimpleNamespace(request=lambda _state: None))
    step = SimpleNamespace(kind=kind, seats=(0,))
    site = SimpleNamespace(kind=kind, step=STEP - 1)
    ended = SimpleNamespace(step=step, site=site, entries={0: 0}, table=table, whole=True)
    return TableEvent(StepDone(cast("Done", ended)))


@pytest.fixture
def no_terminal() -> Iterator[None]:
    """Let screens be drawn nowhere."""
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        yield


def sitting(seated: Seated, script: Callable[[ScreenTable], Coroutine[Any, Any, None]], **seat: Any) -> ScreenTable:  # noqa: ANN401 - fields of `Seat`
    """Run a screen whose table does what a script says and is then left."""

    async def serve(screen: ScreenTable) -> None:
        screen.client = cast("Client", seated)
        await script(screen)
        screen._screen.close()
        await asyncio.sleep(10)

    screen = ScreenTable(serve, Settings(), Seat(policy=seat.pop("policy", None), **seat))
    with suppress(Stopped):
        screen.run()
    return screen


async def settle(seen: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(5):
        while not seen():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.01)


pytestmark = pytest.mark.usefixtures("no_terminal")


def test_the_stage_of_the_set_up_outlives_the_step_that_began_it(tmp_path: Path) -> None:
    """It is told before the step that ended; with the deal it is over."""
    seated = Seated(tmp_path)
    stages = []

    async def script(screen: ScreenTable) -> None:
        screen.tell(Stage("shuffle", 2, 3))
        screen.tell(done(seated, "shuffle"))
        stages.append(screen.view.stage)
        screen.tell(done(seated, "deal"))
        stages.append(screen.view.stage)

    sitting(seated, script)
    assert stages[0]
    assert (stages[0].work, stages[0].part, stages[0].parts) == (Work.SHUFFLE, 2, 3)
    assert stages[1] is None


def test_what_was_said_and_noted_before_is_there_again(tmp_path: Path) -> None:
    """A note is added beside the log, and what is said is heard."""
    seated = Seated(tmp_path)

    async def script(screen: ScreenTable) -> None:
        screen.tell(LobbyChanged(LobbyState(seats=3, options=b"rounds=1", people=(("Ada", True, False),))))
        assert screen.view.lobby
        assert screen.view.lobby.watching
        screen.tell(Words(("a", "b", "c", "d"), asked=False))
        screen.tell(done(seated))
        screen.note("7: Bo lies")
        screen.tell(Talked(Note(chair=2, number=9, kind=Kind.SAY, text="hello")))
        await settle(lambda: screen.view.seat_view)

    view = sitting(seated, script).view
    assert [spoken.text for spoken in view.talk] == ["from before", "hello"]
    assert view.notes == read_jottings(tmp_path) == ("7: Bo lies",)
    assert view.lobby is None


def test_a_bot_answers_for_who_is_away_once_the_session_asks(tmp_path: Path) -> None:
    """A resumed seat is first to hear from the others; nothing is answered twice."""
    seated = Seated(tmp_path)

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        screen.turn_away(away=True)
        await settle(lambda: screen.view.catching_up)
        assert seated.submitted == []
        screen.tell(TableEvent(YourTurn(STEP)))
        await settle(lambda: seated.submitted)
        screen.tell(done(seated))
        await asyncio.sleep(0.05)

    sitting(seated, script, policy=RandomPolicy(Random(1)))
    assert seated.said == [Kind.AWAY]
    assert len(seated.submitted) == 1


def test_when_the_time_is_up_a_card_is_laid_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the player is told so."""
    monkeypatch.setattr("p2p_saboteur.commands.screen_table.LOOK", 0.01)
    monkeypatch.setattr("p2p_saboteur.commands.neighbours.TurnClock.left", lambda _clock, _now: 0.0)
    seated = Seated(tmp_path, limit=30)

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        screen.tell(TableEvent(YourTurn(STEP)))
        await settle(lambda: seated.submitted)

    screen = sitting(seated, script)
    assert isinstance(seated.submitted[0], Discard)
    assert "time is up" in screen.view.notice


def test_another_game_can_be_asked_for_only_once_this_one_is_signed(tmp_path: Path) -> None:
    """Whoever has offered one is named; what comes next is what the seat says."""
    seated = Seated(tmp_path)
    following = cast("Any", ("table", "seat"))
    asked: list[str] = []

    def again(_offerer: object, offered: str) -> Any:  # noqa: ANN401 - the next table
        asked.append(offered)
        return following

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        screen.again()
        await asyncio.sleep(0.02)
        assert asked == []
        seated.offered = "SAB1:X"
        screen.tell(Talked(Note(chair=2, number=9, kind=Kind.AGAIN, text="SAB1:X")))
        screen.tell(TableEvent(Ended()))
        assert (screen.view.offered_by, screen.view.may_again) == (2, True)
        screen.again()
        await settle(lambda: screen.following)

    assert sitting(seated, script, again=again).following is following
    assert asked == ["SAB1:X"]


def test_a_table_that_was_ended_asks_nothing_more(tmp_path: Path) -> None:
    """The prompt tells why."""
    seated = Seated(tmp_path)

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        screen.tell(TableEvent(Abandoned()))
        await settle(lambda: screen._screen.scene)
        assert screen._screen.scene
        assert screen._screen.scene.ask is Ask.NOTHING
        assert "ended the game" in prompt(screen._screen.scene, screen._screen.ui)[0][0]

    with pytest.raises(TableAbandoned):
        sitting(seated, script)


def test_votes_on_silent_players_are_told(tmp_path: Path) -> None:
    """And whoever was voted out is asked nothing more."""
    seated = Seated(tmp_path)
    told = []

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        await settle(lambda: screen.view.seat_view)
        for out in (True, False):
            screen.tell(TableEvent(VotedOnAbsence(voter=1, about=2, out=out)))
            told.append(screen.view.notice)
        screen.tell(TableEvent(Expelled()))
        assert screen.view.stopped

    with pytest.raises(VotedOut):
        sitting(seated, script)
    names = seated.seat_view.names
    votes = [VotedOnAbsence(voter=1, about=2, out=out) for out in (True, False)]
    assert [text.partition(" (")[0] for text in told] == [vote_text(vote, names) for vote in votes]
