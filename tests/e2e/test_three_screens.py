"""Three real clients on pseudo-terminals, or in tmux, play with one another through their keyboards."""

from __future__ import annotations

import re
import shutil
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.commands.reading import read_game
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.seat import WATCHER, SeatView
from p2p_saboteur.store.dirs import HOME_VARIABLE
from p2p_saboteur.table_view import TableView
from p2p_saboteur.tui.canvas import Area, Canvas
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.layout import lay_out
from p2p_saboteur.tui.state import ViewState
from p2p_saboteur.viewmodel.scene import make_scene
from tests.helpers.processes import ROOT, logs, run

pytest.importorskip("pty", reason="Windows has no pseudo-terminals of this kind")

from tests.helpers.pseudo_terminal import PseudoTerminal
from tests.helpers.tmux import Tmux

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    Window: TypeAlias = PseudoTerminal | Tmux

pytestmark = [pytest.mark.network, pytest.mark.long]

HOSTING: Final = ("host", "--players=3", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--name=Ada")
NAMES: Final = ("Ada", "Borek", "Cilka")
SIZE: Final = (110, 36)
TOTAL: Final = re.compile(r"^ *(Ada|Borek|Cilka) +(\d+) gold$", re.MULTILINE)


needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux")


def client(kind: type[Window], home: Path, *words: str) -> Window:
    """Start a client in a window of its own."""
    environment = {HOME_VARIABLE: str(home), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "p2p_saboteur.cli", *words]
    return kind(command, environment, columns=SIZE[0], rows=SIZE[1])


def invite_on(screen: str) -> str:
    """Return the invite that the lobby shows."""
    lines = [line.strip() for line in screen.splitlines()]
    start = next(place for place, line in enumerate(lines) if line.startswith("SAB1:"))
    taken = []
    for line in lines[start:]:
        if not re.fullmatch(r"(SAB1:)?[A-Z2-7]+", line):
            break
        taken.append(line)
    return "".join(taken)


def close_all(clients: list[Window]) -> None:
    """End all clients that still run."""
    for one in clients:
        one.close()


def read_all(clients: list[Window]) -> None:
    """Take in what all clients write."""
    for one in clients:
        one.read(0.05)


def wait_for_all(clients: list[Window], words: str) -> None:
    """Read until every screen shows some words."""
    for one in clients:
        one.wait_for(lambda text: words in text)


def move(clients: list[Window], number: int) -> None:
    """Let whoever is asked use a card where the screen offers it, discard one that has no use, or pick a nugget."""
    for one in clients:
        text = one.text
        if "Not your turn yet" in text:  # typed before the last move was shown
            one.type("\x1b")
        elif "Enter lays it" in text or "Enter does it" in text:
            one.type("\r")
        elif "d discards it" in text or "cannot lay path cards" in text:
            one.type("d")
        elif "Your turn" in text:
            one.type(str(1 + number % 3))
        elif "You hold no such card" in text:
            one.type("1")
        elif "Choose the nugget" in text:
            one.type("1\r")
        elif "are due to you" in text:
            one.type("\r")


def engine_totals(log: Path) -> tuple[tuple[str, str], ...]:
    """Return what a log says that everybody has, as the screens show it."""
    record = read_game(str(log))
    result = outcome(record.chain.table.state)
    assert result
    return tuple(sorted((name, str(total)) for name, total in zip(record.names, result.totals, strict=True)))


def maze_on(screen: str) -> str:
    """Return the part of a screen that shows the maze."""
    area = lay_out(Area(Canvas(*SIZE), 0, 0, *SIZE), len(NAMES)).board
    rows = screen.splitlines()[area.top : area.top + area.rows]
    return "\n".join(row[area.left : area.left + area.columns].rstrip() for row in rows)


def engine_maze(log: Path) -> str:
    """Return how the maze looks that a log leaves, drawn for who only watches."""
    record = read_game(str(log))
    view = SeatView(
        seat=WATCHER,
        names=record.names,
        state=record.chain.table.state,
        request=None,
        history=record.events,
        role=None,
        hand=(),
        peeked=(None, None, None),
        purse=(),
        packet=(),
        drawn=(),
        seen=(),
    )
    table = TableView(seat_view=view)
    return maze_on(draw(table, make_scene(table), ViewState(), *SIZE).text())


@pytest.mark.parametrize("kind", [PseudoTerminal, pytest.param(Tmux, marks=needs_tmux)])
def test_three_people_play_to_the_end(kind: type[Window], tmp_path: Path) -> None:
    """With a resize, a client killed in the middle and resumed; the screens agree, and so do the logs."""
    homes = [tmp_path / name for name in NAMES]
    with ExitStack() as stack:
        host = client(kind, homes[0], *HOSTING)
        clients: list[Window] = [host]
        stack.callback(close_all, clients)
        host.wait_for(lambda text: "SAB1:" in text and "Enter ready" in text)
        invite = invite_on(host.text)
        clients += [
            client(kind, home, "join", invite, f"--name={name}")
            for home, name in zip(homes[1:], NAMES[1:], strict=True)
        ]
        wait_for_all(clients, "3 players of 3")
        for one in clients:
            one.type("\r")
        wait_for_all(clients, "Do all see the same words?")
        assert len({one.text.splitlines()[4] for one in clients}) == 1
        for one in clients:
            one.type("y")
        wait_for_all(clients, "You are a")
        for turn in range(2000):
            read_all(clients)
            if all("The game is over" in one.text for one in clients):
                break
            move(clients, turn)
            if turn == 6:
                clients[0].resize(80, 24)
            if turn == 10:
                clients[2].kill()
                clients[2].close()
                clients[2] = client(kind, homes[2], "resume")
                clients[2].wait_for(lambda text: "pile" in text)
        wait_for_all(clients, " gold")
        totals = {tuple(sorted(TOTAL.findall(one.text))) for one in clients}
        assert len(totals) == 1
        (shown,) = totals
        clients[0].resize(*SIZE)
        mazes = set()
        for one in clients:
            one.type("\x1b")
            one.wait_for(
                lambda text: "Press a for another game" in text and "pile" in text and "left over:" not in text
            )
            mazes.add(maze_on(one.text))
        assert len(mazes) == 1, "\n=====\n".join(mazes)
        for one in clients:
            one.read(1)  # else an Escape that was typed last and the q are one key
            one.type("q\r")
        assert [one.end() for one in clients] == [0, 0, 0]
    for number, log in enumerate(logs(tmp_path)):
        assert engine_totals(log) == shown
        assert {engine_maze(log)} == mazes
        code, said, complaints = run(tmp_path / f"verify {number}", "verify", str(log))
        assert code == 0, (said, complaints)
