"""``p2p-saboteur solo``: a table on this computer with bots as processes of their own."""

from __future__ import annotations

import getpass
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.children import Children
from p2p_saboteur.app.client import host_lobby, new_client
from p2p_saboteur.app.control import NetworkControl
from p2p_saboteur.bots.kinds import DEFAULT, bot
from p2p_saboteur.clean import clean_name
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.playing import ProgressLine, show_news, watch_bot
from p2p_saboteur.commands.rule_options import add_rule_options, rule_options
from p2p_saboteur.commands.screen import ScreenTable, add_screen_arguments, screen_settings, wants_screen
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import MAX_SEATS, MIN_SEATS
from p2p_saboteur.local import NAMES
from p2p_saboteur.net.invite import SECRET_SIZE
from p2p_saboteur.net.policy import OpenLobby
from p2p_saboteur.plain import Plain
from p2p_saboteur.store.dirs import HOME_VARIABLE
from p2p_saboteur.store.errors import told

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.net.invite import Invite
    from p2p_saboteur.tui.settings import Settings

BOTS: Final = "bots"
ERRORS: Final = "errors.txt"
CODE: Final = Path(__file__).parents[2]


class BotEnded(Exception):
    """A bot has ended too early.

    Attributes:
        name: what it is called.
        code: its exit code; negative for a signal.
        said: the end of what it complained about.
    """

    def __init__(self, name: str, code: int, said: str) -> None:
        super().__init__(f"{name} has ended with code {code}")
        self.name, self.code, self.said = name, code, said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the table's size, the bots and the rules."""
    parser.add_argument("--auto", action="store_true", help="let a bot play your seat too and watch")
    parser.add_argument(
        "--players", type=int, choices=range(MIN_SEATS, MAX_SEATS + 1), default=4, metavar="N", help="3 to 10 (4)"
    )
    parser.add_argument("--bots", default=DEFAULT, metavar="KIND", help=f"random, steady or module:Class ({DEFAULT})")
    parser.add_argument("--name", help="your name; your login name unless given")
    parser.add_argument("--seed", help="of the bots' choices; the cards never hang on it")
    add_rule_options(parser)
    add_screen_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open the table, start the bots, play."""
    policy = bot(arguments.bots, arguments.seed)  # a wrong kind is told before anything is started
    table = SoloTable(arguments)
    if not arguments.auto and wants_screen(arguments):
        return _on_screen(table, screen_settings(arguments))
    line = ProgressLine()

    def tell(sentence: str) -> None:
        line.clear()
        print(sentence, flush=True)

    line.show("Opening a table...")
    with NetworkControl(table.serve, show=show_news(line), check=table.check) as control, table.children:
        try:
            if arguments.auto:
                watch_bot(control, policy, tell)
            else:
                Plain(control, input, tell).run()
        finally:
            line.clear()
        if control.client:
            tell(f"The log is {control.client.log}.")
    return ExitCode.OK


def _on_screen(table: SoloTable, settings: Settings) -> int:
    """Play on the full screen."""
    screen = ScreenTable(table.serve, settings, table.check)
    try:
        with table.children:
            screen.run()
    finally:
        if screen.client:
            print(f"The log is {screen.client.log}.")
    return ExitCode.OK


class SoloTable:
    """The table's processes."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.children = Children()
        self._arguments = arguments
        self._game = SaboteurGame(rule_options(arguments))
        self._names: list[str] = []
        self._homes: list[Path] = []

    async def serve(self, control: NetworkControl | ScreenTable) -> None:
        """Open the table and play."""
        door, secret = OpenLobby(), secrets.token_bytes(SECRET_SIZE)
        arguments = self._arguments
        name = clean_name(arguments.name or getpass.getuser())
        async with new_client(door, control.tell) as client:
            control.client = client
            lobby = host_lobby(client, self._game, name=name, seats=arguments.players, secret=secret)
            self._start_bots(client, client.invite(secret), [other for other in NAMES if other != name])
            await client.play(await client.open_table(lobby, door))

    def _start_bots(self, client: Client, invite: Invite, names: list[str]) -> None:
        arguments = self._arguments
        for number, name in enumerate(names[: arguments.players - 1], start=1):
            home = client.folder / BOTS / str(number)
            with told(home):
                home.mkdir(mode=0o700, parents=True)
            words = ["bot", "--child", "--join=-", f"--name={name}", f"--kind={arguments.bots}"]
            if arguments.seed is not None:
                words.append(f"--seed={arguments.seed} {name}")
            self.children.start(
                [sys.executable, "-m", "p2p_saboteur.cli", *words],
                letter=invite.text().encode(),
                errors=home / ERRORS,
                environment={HOME_VARIABLE: str(home), "PYTHONPATH": str(CODE)},
            )
            self._names.append(name)
            self._homes.append(home)

    def check(self) -> None:
        """Raise `BotEnded` if a bot has."""
        for process, name, home in zip(self.children.processes, self._names, self._homes, strict=False):
            code = process.poll()
            if code is not None:
                said = (home / ERRORS).read_text(encoding="utf-8", errors="replace")
                raise BotEnded(name, code, said)
