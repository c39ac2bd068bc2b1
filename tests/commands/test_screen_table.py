"""What the full screen of a table takes from its client, and what it does for a player who is not there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2p_saboteur.app.control import Paused, Stopped, TableAbandoned
from p2p_saboteur.app.jottings import read_jottings
from p2p_saboteur.app.keeping import note_talk
from p2p_saboteur.app.lobby_messages import LobbyState
from p2p_saboteur.app.news import LobbyChanged, TableEvent, Talked, Words
from p2p_saboteur.app.pings import Pings
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands import screen_table
from p2p_saboteur.commands.comparing import WordsDiffer
from p2p_saboteur.commands.screen_table import ScreenTable
from p2p_saboteur.commands.sitting import Seat
from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.table_view import Work
from p2p_saboteur.tui.prompt import prompt
from p2p_saboteur.tui.settings import Settings
from p2p_saboteur.tui.state import Page
from p2p_saboteur.viewmodel.scene import Ask
from protocol.errors import LocalError
from protocol.events import Abandoned, Ended, StepDone, YourTurn
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
        self.unfinished: tuple[int, ...] = ()
        self.folder, self.log = folder, folder / "table.log"
        self.chair, self.linked, self.offered = 0, frozenset({1, 2}), ""
        self.seat_view = view_of(in_turn(seats=3), HAND)
        chairs = [SimpleNamespace(link=bytes([n]) * 32, name=name) for n, name in enumerate(("Ada", "Bo", "Cy"))]
        header, state = SimpleNamespace(chairs=chairs), self.seat_view.state
        self.table = SimpleNamespace(seating=(0, 1, 2), present=(0, 1, 2), header=header, state=state)
        self.roster = SimpleNamespace(turn_limit=limit, bots=0, header=header)
        note_talk(folder, Note(chair=1, number=1, kind=Kind.SAY, text="from before"), STEP - 1)
        note_talk(folder, Note(chair=1, number=2, kind=Kind.DONE, text=""), STEP - 1)
        note_talk(folder, Note(chair=9, number=1, kind=Kind.SAY, text="from nobody"), STEP - 1)
        self.talk = SimpleNamespace(away=set())
        self.keeps_bots = bool
        self.pings = Pings(send=lambda _peer, _data: None)
        chain = SimpleNamespace(number=STEP, awaited=(0,), halted=None, culprit=None, step=SimpleNamespace(chosen=True))
        chain.heads, chain.done, chain.table = [bytes(32)], [], self.table
        chain.ballots = SimpleNamespace(votes={}, abandoned=False)
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


def done(seated: Seated, kind: str = "deal", *, whole: bool = True) -> TableEvent:
    """Return the news that a step has ended."""
    table = SimpleNamespace(**vars(seated.table), game=SimpleNamespace(request=lambda _state: None))
    step = SimpleNamespace(kind=kind, seats=(0,))
    site = SimpleNamespace(kind=kind, step=STEP - 1)
    ended = SimpleNamespace(step=step, site=site, entries={0: 0}, table=table, whole=whole)
    return TableEvent(StepDone(cast("Done", ended)))


@pytest.fixture
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let screens be drawn nowhere, and wait for no table that has ended: those here never leave by themselves."""
    monkeypatch.setattr(screen_table, "FAREWELL", 0.1)
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


def test_a_mistake_of_ours_behind_a_key_ends_the_screen(tmp_path: Path) -> None:
    """It is raised where the screen was run, and does not die with the task that made it."""
    seated = Seated(tmp_path)

    async def fail(_choice: Choice) -> None:
        raise ZeroDivisionError

    vars(seated)["submit"] = fail

    async def script(screen: ScreenTable) -> None:
        screen.submit(Discard(None))
        await asyncio.sleep(5)

    with pytest.raises(ZeroDivisionError):
        sitting(seated, script)


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


def test_who_waits_for_another_game_is_told_for_whom(tmp_path: Path) -> None:
    """He asks once, however often he presses the key; what has failed he may ask for again."""
    seated, asked = Seated(tmp_path), Event()
    seated.chair = 1

    def again(_offerer: object, _offered: str) -> Any:  # noqa: ANN401 - the next table
        asked.wait(5)
        raise LocalError("no")

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        screen.tell(TableEvent(Ended()))
        screen.again()
        screen.again()
        assert screen.view.notice.startswith("Ada opened this table and is asked to open the next one.")
        assert not screen.view.may_again
        asked.set()
        await settle(lambda: screen.view.may_again)

    seated.linked = frozenset({0, 2})
    assert sitting(seated, script, again=again).following is None


def test_the_log_is_checked_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a game is looked at again, once it is over; the screen closes when that is done."""
    asked: list[str] = []

    async def check(log: str, show: Callable[[str], None], _wanted: object) -> str:
        show("Checking: 40 %")
        asked.append(log)
        return log

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(Seated(tmp_path)))
        screen.look_again()
        screen.tell(TableEvent(Ended()))
        screen.look_again()
        screen.look_again()
        await asyncio.sleep(5)

    monkeypatch.setattr(screen_table, "checked", check)
    screen = sitting(Seated(tmp_path), script)
    assert asked == [str(screen.record)] == [str(tmp_path / "table.log")]
    assert screen.view.notice == "Checking: 40 %"


def test_news_that_come_while_the_seat_looks_are_kept(tmp_path: Path) -> None:
    """The session answers late what the seat sees when it is at work."""
    seated = Seated(tmp_path)
    looking, may_look = asyncio.Event(), asyncio.Event()

    async def view() -> SeatView:
        looking.set()
        await may_look.wait()
        return seated.seat_view

    async def script(screen: ScreenTable) -> None:
        vars(seated)["view"] = view
        screen.tell(done(seated))
        await looking.wait()
        screen.tell(TableEvent(Ended()))
        may_look.set()
        await settle(lambda: screen.view.seat_view)
        assert screen.view.may_again

    sitting(seated, script, again=lambda _offerer, _offered: None)


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


def test_a_pause_is_no_interrupt(tmp_path: Path) -> None:
    """Whoever leaves by himself comes back later; whom a signal stops was interrupted."""

    async def serve(screen: ScreenTable) -> None:
        screen.client = cast("Client", Seated(tmp_path))
        await settle(lambda: screen._screen.application.is_running)
        screen._screen.interrupt() if signalled else screen._screen.close()
        await asyncio.sleep(10)

    for signalled in (False, True):
        with pytest.raises(Stopped) as end:
            ScreenTable(serve, Settings(), Seat(policy=None)).run()
        assert isinstance(end.value, Paused) is not signalled


def test_who_says_that_the_words_differ_is_named_until_they_are_compared(tmp_path: Path) -> None:
    """Also to who has said that his are the same; whoever says so tells all and leaves."""
    seated = Seated(tmp_path)
    told = []

    async def confirm() -> None:
        """Take the answer."""

    async def script(screen: ScreenTable) -> None:
        vars(seated)["confirm"] = confirm
        screen.tell(done(seated, "open"))
        screen.tell(Words(("a", "b", "c", "d"), asked=True))
        screen.tell(Talked(Note(chair=1, number=9, kind=Kind.DIFFER, text="")))
        told.append(screen.view.notice)
        await settle(lambda: screen._screen.ui.page is Page.WORDS)
        screen.confirm_words(same=True)
        told.append(screen.view.notice)
        screen.tell(done(seated, "commit"))
        told.append(screen.view.notice)
        screen.confirm_words(same=False)

    with pytest.raises(WordsDiffer):
        sitting(seated, script)
    assert told[0].startswith("Bo says that the words differ, and has left. Compare them once more.")
    assert told[1] == f"{told[0]} You wait for the others, who compare the words."
    assert told[2] == ""
    assert seated.said == [Kind.DIFFER]
