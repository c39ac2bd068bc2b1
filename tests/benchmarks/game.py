"""What a player waits for: a whole game, checking it, the way back after a cut, and the program's start.

``python3 tests/benchmarks/game.py [PLAYERS...]`` plays whole games of these sizes, 10 unless told otherwise.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from p2p_saboteur.net import curve
from p2p_saboteur.net.curve import new_keys
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.policy import Roster
from p2p_saboteur.net.transport import LinkUp
from p2p_saboteur.store.dirs import HOME_VARIABLE
from tests.benchmarks.counting import report
from tests.helpers.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).parents[2]
CUT: Final = 10.0  # seconds
STARTS: Final = 20
SIZES: Final = (10,)
VERIFY_TARGETS: Final = {10: 4.0}  # seconds of one core
HELP_TARGET: Final = 60.0  # milliseconds
SCRIPT: Final = "import sys\nfrom p2p_saboteur.__main__ import main\nsys.exit(main())\n"
"""What the installed command consists of."""


def timed(command: Sequence[str], home: str) -> tuple[float, float]:
    """Run a command and return the seconds that it took, and those of the processor where the system tells them."""
    environment = {**os.environ, HOME_VARIABLE: home, "PYTHONPATH": str(ROOT)}
    before, begun = os.times(), time.monotonic()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took, after = time.monotonic() - begun, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return took, used


def whole_game(players: int) -> None:
    """Report a game of three rounds that bots play on this computer, and checking its log."""
    program = [sys.executable, "-m", "p2p_saboteur.cli"]
    with tempfile.TemporaryDirectory() as home:
        took, used = timed([*program, "solo", "--auto", f"--players={players}"], home)
        report(f"a whole --auto game, {players} players", took, "s", processor=used)
        took, used = timed([*program, "verify", "last"], home)
        target = {"target": VERIFY_TARGETS[players]} if players in VERIFY_TARGETS else {}
        report(f"verify of a whole game, {players} players, processor", used, "s", took=took, **target)


def reconnect() -> None:
    """Report how long two peers need to find each other again after a cut."""
    report(f"reconnect after a cut of {CUT:.0f} s", curve.run(_cut()), "s")


async def _cut() -> float:
    one, other = new_keys(), new_keys()
    door = Roster(frozenset((one.public, other.public)))
    listening, dialling = Mesh(one, door), Mesh(other, door)
    proxy = Proxy(listening.port)
    await proxy.start()
    try:
        dialling.dial(one.public, f"tcp://127.0.0.1:{proxy.port}")
        await _linked(listening, dialling)
        proxy.open = False
        proxy.cut()
        await asyncio.sleep(CUT)
        proxy.open = True
        begun = time.monotonic()
        await _linked(listening, dialling)
        return time.monotonic() - begun
    finally:
        await proxy.close()
        await dialling.close()
        await listening.close()


async def _linked(*meshes: Mesh) -> None:
    """Wait until each of these has told that a link came up."""
    for mesh in meshes:
        while not isinstance(await mesh.next_event(), LinkUp):
            pass


def start_up() -> None:
    """Report how long help takes, beside Python's own start."""
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "p2p-saboteur"
        script.write_text(SCRIPT)
        runs = [timed([sys.executable, str(script), "--help"], home) for _ in range(STARTS)]
        floors = [timed([sys.executable, "-c", "pass"], home) for _ in range(STARTS)]
    report(
        "start-up of --help, median",
        1000 * median(took for took, _ in runs),
        "ms",
        processor=1000 * median(used for _, used in runs),
        floor=1000 * median(took for took, _ in floors),
        target=HELP_TARGET,
    )


def main(words: Sequence[str] = ()) -> None:
    """Measure all."""
    start_up()
    reconnect()
    for players in map(int, words) if words else SIZES:
        whole_game(players)


if __name__ == "__main__":
    main(sys.argv[1:])
