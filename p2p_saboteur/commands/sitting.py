"""Sitting at a table: the arguments, the screen and the end that all table commands have in common."""

from __future__ import annotations

import getpass
import logging
import signal
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from p2p_saboteur.app.control import Caught, Gone, NetworkControl, Paused, TableAbandoned, VotedOut
from p2p_saboteur.app.news import LinksChanged, TableEvent
from p2p_saboteur.app.showing import Showing
from p2p_saboteur.app.staying import Staying
from p2p_saboteur.bots.kinds import DEFAULT, bot
from p2p_saboteur.clean import clean_name
from p2p_saboteur.commands.blame import fault_told
from p2p_saboteur.commands.bottom_line import BottomLine
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.comparing import WordsDiffer
from p2p_saboteur.commands.desk import LineDesk
from p2p_saboteur.commands.gold_so_far import gold_listed, gold_so_far
from p2p_saboteur.commands.journal import log_to
from p2p_saboteur.commands.json_desk import JsonDesk, emit
from p2p_saboteur.commands.keyboard import Keyboard, keys_unseen
from p2p_saboteur.commands.playing import ProgressLine, show_news, watch_bot
from p2p_saboteur.commands.screen import add_screen_arguments, screen_settings, wants_screen
from p2p_saboteur.commands.voter import Voter
from p2p_saboteur.commands.waits import FAREWELL, Waits, showing_text, staying_text
from p2p_saboteur.store.config import read_config
from p2p_saboteur.text import _
from protocol.events import Faulted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.news import News
    from p2p_saboteur.commands.bots import Bots
    from p2p_saboteur.commands.tables import Offerer, Sitter, Table
    from p2p_saboteur.seat import Policy

_LOG: Final = logging.getLogger(__name__)


class Desk(Protocol):
    """Where a player sits: shows what happens and passes on what he wants."""

    def show(self, news: News) -> None:
        """Show news."""

    def check(self) -> None:
        """Do what is due, a few times a second; what it raises ends the game here."""

    def play(self, control: NetworkControl) -> bool:
        """Play and return whether the game came to its end."""

    def after(self, control: NetworkControl) -> str | None:
        """Return an invite to the next game that was offered, an empty text to offer one, None to leave."""

    def write(self, text: str) -> None:
        """Tell the player something."""


class AutoDesk:
    """A bot plays, people watch."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._line = policy, ProgressLine()
        self._control: NetworkControl | None = None
        self._voter = Voter()
        self._waits = Waits(write=self.write, plays=False)
        self._show = show_news(self._line)

    def check(self) -> None:
        """Tell for whom the table waits, and vote as people do."""
        self._voter.check()
        if self._control and self._control.client and not self._control.over:
            self._waits.look(self._control.client, time.monotonic())

    def show(self, news: News) -> None:
        """Show what comes before the game, who cheats in it, and that nobody can be reached any more, or again."""
        match news:
            case LinksChanged(linked=linked):
                if self._control and not self._control.over:
                    self._waits.links_changed(time.monotonic(), reached=bool(linked))
            case TableEvent(event=Faulted(fault=fault)) if self._control and (client := self._control.client):
                self.write(fault_told(fault, client))
            case _:
                self._show(news)

    def play(self, control: NetworkControl) -> bool:
        """Let the bot play to the end."""
        self._voter.control = self._control = control
        watch_bot(control, self._policy, self.write)
        return True

    def after(self, _control: NetworkControl) -> str | None:
        """Play one game only."""
        return None

    def write(self, text: str) -> None:
        """Print a line."""
        self._line.clear()
        print(text, flush=True)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what every command has at which one plays."""
    parser.add_argument("--name", help="your name; else the one in the configuration, else your login name")
    parser.add_argument("--auto", action="store_true", help="let a bot play your seat and watch")
    parser.add_argument("--seed", help="of the bots' choices; the cards never hang on it")
    add_output_arguments(parser)


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare how a table is shown."""
    parser.add_argument("--json", action="store_true", help="events and moves as JSON lines (docs/JSON.md)")
    add_screen_arguments(parser)
    parser.add_argument("--log-file", metavar="FILE", help="write down what the program does, without secrets")


def player_name(arguments: argparse.Namespace) -> str:
    """Return what the player calls himself."""
    given: str = arguments.name or read_config().name
    if not given:
        with suppress(KeyError, OSError):  # a user without a name
            given = getpass.getuser()
    return clean_name(given)


def policy_of(arguments: argparse.Namespace, kind: str = DEFAULT) -> Policy:
    """Return the bot that plays the own seat, with ``--auto`` or while the player is away."""
    return bot(kind, arguments.seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """How somebody sits at a table.

    Attributes:
        policy: plays with ``--auto`` or while the player is away; None for who only watches.
        bots: of the table, that end with it.
        add_bot: adds one to the own lobby.
        stays: whether to serve the others after the end until they have it all.
        screen: whether the full screen may be used.
        again: returns the next table, from the last client and the invite that was offered; empty to offer one.
    """

    policy: Policy | None
    bots: Bots | None = None
    add_bot: Callable[[Sitter], None] | None = None
    stays: bool = True
    screen: bool = False
    again: Callable[[Offerer, str], tuple[Table, Seat]] | None = None


def sit(arguments: argparse.Namespace, table: Table, seat: Seat) -> int:
    """Sit at a table until the game is over or left, then at those that follow it; return the exit code."""
    with log_to(arguments.log_file), _ends_when_closed():
        if seat.screen and wants_screen(arguments):
            on_screen: tuple[Table, Seat] | None = (table, seat)
            while on_screen:
                on_screen = _on_screen(arguments, *on_screen)
            return ExitCode.OK
        following: tuple[Table, Seat] | None = (table, seat)
        bottom = BottomLine()
        with _nothing() if arguments.json or _is_auto(arguments) else bottom.editing(sys.stdin):
            keyboard = None if _is_auto(arguments) and not arguments.json else Keyboard(line=bottom)
            while following:
                following = _sit_once(arguments, *following, keyboard, bottom)
    return ExitCode.OK


def _sit_once(
    arguments: argparse.Namespace, table: Table, seat: Seat, keyboard: Keyboard | None, bottom: BottomLine
) -> tuple[Table, Seat] | None:
    """Play one game; return the next table, if there is to be one."""
    desk, bots = _desk(arguments, seat, keyboard, bottom), seat.bots

    def check() -> None:
        if bots:
            bots.check()
        desk.check()

    control = NetworkControl(table.serve, show=desk.show, check=check)
    with _interrupts(control), control, bots.children if bots else _nothing():
        try:
            over = desk.play(control)
        except KeyboardInterrupt:
            with suppress(OSError):  # the terminal may be gone
                _tell_the_way_back(desk, seat, control.client)
            raise
        except (Caught, TableAbandoned, VotedOut, Gone, WordsDiffer) as error:
            time.sleep(FAREWELL)
            if isinstance(error, TableAbandoned) and control.client:
                _await_sums(control, control.client, desk)
                _tell_gold(control.client, None if arguments.json else desk.write)
            raise
        if control.client and control.client.log.exists() and not arguments.json:
            desk.write(_("The log is {path}").format(path=control.client.log))
        if not over and not arguments.json:
            _tell_the_way_back(desk, seat, control.client)
        offered = desk.after(control) if over and seat.again else None
        if offered is not None and seat.again:
            return seat.again(control, offered)
        if over and seat.stays:
            control.rest(staying=Staying(lambda chairs: desk.write(_staying(control, chairs))))
    return None


def _await_sums(control: NetworkControl, client: Client, desk: Desk) -> None:
    """Give the others a few seconds to prove what their gold is worth, now that the game has been ended for all."""
    with suppress(KeyboardInterrupt):  # whoever does not want to wait
        control.rest(staying=Showing(lambda chairs: desk.write(showing_text(client, chairs))))


def _tell_gold(client: Client, write: Callable[[str], None] | None) -> None:
    """Tell what everybody owns when the game has been ended for all; as JSON if there is nothing to write with."""
    if write is None:
        emit("gold", seats=gold_listed(client))
        return
    for line in gold_so_far(client):
        write(line)


def _staying(control: NetworkControl, chairs: tuple[int, ...]) -> str:
    return staying_text(control.client, chairs) if control.client else ""


def _on_screen(arguments: argparse.Namespace, table: Table, seat: Seat) -> tuple[Table, Seat] | None:
    """Play one game on the full screen; return the next table, if there is to be one."""
    from p2p_saboteur.commands.replay_screen import ReplayScreen  # noqa: PLC0415 - bots and programs need no screen
    from p2p_saboteur.commands.screen_table import ScreenTable  # noqa: PLC0415 - likewise

    bots = seat.bots
    shown = ScreenTable(table.serve, screen_settings(arguments), seat)
    try:
        with bots.children if bots else _nothing():
            shown.run()
    except TableAbandoned:
        if shown.client:
            _tell_gold(shown.client, print)
        raise
    except Paused:
        print(f"{_('You have left the table.')} {_way_back(seat, shown.client)}".rstrip())
    finally:
        if shown.client and shown.client.log.exists():
            print(_("The log is {path}").format(path=shown.client.log))
    if shown.record:
        with keys_unseen():
            ReplayScreen(shown.record, screen_settings(arguments)).run()
    return shown.following


def _way_back(seat: Seat, client: Client | None) -> str:
    """Return how whoever leaves a table before its end comes back to it; empty where nothing is kept of it."""
    if seat.policy is None or client is None or not client.log.exists():
        return ""
    back = _("The game is saved: p2p-saboteur resume brings you back.")
    return f"{back} {_('Until then the others wait for you.')}" if seat.stays else back


def _tell_the_way_back(desk: Desk, seat: Seat, client: Client | None) -> None:
    told = _way_back(seat, client)
    if told:
        desk.write(told)


def _is_auto(arguments: argparse.Namespace) -> bool:
    return getattr(arguments, "auto", False)


def _desk(arguments: argparse.Namespace, seat: Seat, keyboard: Keyboard | None, bottom: BottomLine) -> Desk:
    auto = seat.policy if _is_auto(arguments) else None
    if keyboard is None:
        return AutoDesk(seat.policy or policy_of(arguments))
    if arguments.json:
        return JsonDesk(keyboard, auto=auto, add_bot=seat.add_bot, watches=seat.policy is None)
    return LineDesk(keyboard, _print, add_bot=seat.add_bot, stand_in=seat.policy, bottom=bottom)


def _print(text: str) -> None:
    print(text, flush=True)


@contextmanager
def _nothing() -> Iterator[None]:
    yield


_CLOSING: Final = ("SIGHUP", "SIGTERM", "SIGBREAK")
"""The signals, by name, of a closed window and of a request to end; not every system has all of them."""


@contextmanager
def _ends_when_closed() -> Iterator[None]:
    """Let a closed window or a request to end be an interrupt, after which everything is saved and put away."""
    with _on_signals(_CLOSING, _interrupt):
        yield


@contextmanager
def _interrupts(control: NetworkControl) -> Iterator[None]:
    """Let an interrupt end a table where nothing is left half done; a second one does not wait for that."""

    def handle(number: int, frame: FrameType | None) -> None:
        if control.interrupted:
            _interrupt(number, frame)
        control.interrupt()

    with _on_signals(("SIGINT", *_CLOSING), handle):
        yield


@contextmanager
def _on_signals(names: Iterable[str], handle: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {}
    for name in names:
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(ValueError):  # not the main thread
                before[number] = signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    _LOG.info("ended by signal %d", number)
    raise KeyboardInterrupt
