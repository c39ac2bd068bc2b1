"""What a table of real processes costs: from all joined to everyone's first hand, a turn, bytes and memory.

``python3 tests/benchmarks/table.py [PLAYERS...]`` plays one round at each size (3, 5 and 10 unless told otherwise), and
then measures what is in `game`: whole games, checking them, coming back after a cut, starting.
Everything is measured from here, around the product's own code: the clock is the system's monotonic one, which all
processes of a machine share. Floors are counted group operations times their cost in the same run, for as many cores
as this machine has; the critical path is what would remain with a core for each seat.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

sys.path.insert(0, str(Path(__file__).parents[2]))

from p2p_saboteur.app.control import NetworkControl
from p2p_saboteur.app.joining import Guest, Opener, Terms, guest_lobby, host_lobby
from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.app.opening import Address, new_client
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.invite import SECRET_SIZE, read_invite
from p2p_saboteur.net.policy import OpenLobby, Roster
from p2p_saboteur.store.dirs import HOME_VARIABLE
from protocol.events import StepDone
from protocol.game import Turn
from tests.benchmarks import game
from tests.benchmarks.counting import cheaper, operation_costs, report
from tests.benchmarks.steps import course_floors

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.lobby_messages import Roster as Closed
    from p2p_saboteur.app.news import News
    from p2p_saboteur.net.mesh import Mesh
    from p2p_saboteur.seat import Choice, Policy, SeatView

Rounds: TypeAlias = Literal[1, 2, 3]

SIZES: Final = (3, 5, 10)
HAND_TARGETS: Final = {3: 0.6, 10: 5.0}  # seconds
TURN_TARGETS: Final = {3: 20.0, 10: 100.0}  # milliseconds, the median
BYTES_TARGETS: Final = {10: 3e6}  # in a whole game
INVITE: Final = "invite"
PATIENCE: Final = 300.0


class Meter(NetworkControl):
    """A seat that notes when what happens."""

    def __init__(self, folder: Path, chair: int, players: int, rounds: Rounds) -> None:
        self.closed_at = self.hand_at = self.work = 0.0
        self.turns: list[float] = []
        self.bytes = self.frames = 0
        self._folder, self._chair, self._players, self._rounds = folder, chair, players, rounds
        self._moved_at = 0.0
        super().__init__(Meter.serve, show=lambda _: None, only_when_asked=chair > 0)

    def tell(self, news: News) -> None:
        """Note the first hand, and how long a turn took: from the move's sending to the card that was drawn for it."""
        if isinstance(news, TableEvent) and isinstance(news.event, StepDone) and news.event.done.site.kind == "deal":
            now = time.monotonic()
            if not self.hand_at:
                self.hand_at, self.work = now, time.process_time() - self.work
            if self._moved_at:
                self.turns.append(now - self._moved_at)
            self._moved_at = 0.0
        super().tell(news)

    def play(self) -> None:
        """Play any legal move whenever asked, until the game is over."""
        policy = RandomPolicy(Random(self._chair))
        while (view := self.wait()).request is not None:
            if _is_asked(view):
                choice = self.choose(policy, view)
                self._moved_at = time.monotonic() if isinstance(view.request, Turn) and view.state.pile else 0.0
                self.submit(choice)

    def choose(self, policy: Policy, view: SeatView) -> Choice:
        """Return what a bot would do."""
        return policy.choose(view)

    async def besides(self, client: Client) -> None:
        """Do nothing besides."""

    async def serve(self: NetworkControl) -> None:
        """Open the table, or join it, and play."""
        assert isinstance(self, Meter)
        door = OpenLobby() if self._chair == 0 else Roster(frozenset())
        async with new_client(door, self.tell, Address(), Sitting(kind="bot")) as client:
            self.client, client.keeps_view = client, False
            self._count(client.mesh)
            roster = await (self._open(client, door) if isinstance(door, OpenLobby) else self._join(client))
            self.closed_at, self.work = time.monotonic(), time.process_time()
            besides = asyncio.create_task(self.besides(client))
            try:
                await client.play(roster)
            finally:
                besides.cancel()

    def _count(self, mesh: Mesh) -> None:
        """Count what the mesh sends from now on, before encryption."""
        send = mesh.send

        def counted(peer: bytes, channel: int, data: bytes) -> bool:
            self.bytes += 1 + len(data)
            self.frames += 1
            return send(peer, channel, data)

        mesh.send = counted  # type: ignore[method-assign]

    async def _open(self, client: Client, door: OpenLobby) -> Closed:
        secret, rules = secrets.token_bytes(SECRET_SIZE), SaboteurGame(Options(rounds=self._rounds))
        terms = Terms(game=rules, seats=self._players, secret=secret)
        opener = Opener(client=client, lobby=host_lobby(client, terms, name="host"), door=door)
        partial = self._folder / "partial"
        partial.write_text(client.invite(secret).text())
        partial.rename(self._folder / INVITE)
        return await opener.run()

    async def _join(self, client: Client) -> Closed:
        while not (self._folder / INVITE).exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
        invite = read_invite((self._folder / INVITE).read_text())
        lobby = guest_lobby(client, invite, name=f"bot {self._chair}", bot=True)
        return await Guest(client=client, lobby=lobby, invite=invite, auto=True).run()


def _is_asked(view: SeatView) -> bool:
    return getattr(view.request, "seat", None) == view.seat and not hasattr(view.request, "card")


def seat(folder: Path, chair: int, players: int, rounds: Rounds) -> None:
    """Play one seat in this process and print what was measured."""
    with Meter(folder, chair, players, rounds) as meter:
        meter.play()
        print(
            json.dumps(
                {
                    "closed": meter.closed_at,
                    "hand": meter.hand_at,
                    "work": meter.work,
                    "turns": meter.turns,
                    "bytes": meter.bytes,
                    "frames": meter.frames,
                    "cpu": time.process_time(),
                    "memory": peak_memory(),
                }
            ),
            flush=True,
        )
        sys.stdin.read()  # serve the others until all are done


def peak_memory() -> float:
    """Return this process's peak memory in MiB, 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 - there is none on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def play(players: int, rounds: Rounds = 1) -> list[dict[str, Any]]:
    """Play one round, or more, with as many processes and return what each has measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        processes = [_start(folder, chair, players, rounds) for chair in range(players)]
        try:
            lines = [process.stdout.readline() for process in processes if process.stdout]
            for process in processes:
                process.communicate(timeout=PATIENCE)
        finally:
            for process in processes:
                process.kill()
    return [json.loads(line) for line in lines]


def _start(folder: Path, chair: int, players: int, rounds: Rounds) -> subprocess.Popen[str]:
    home = folder / str(chair)
    home.mkdir()
    arguments = map(str, (folder, chair, players, rounds))
    words = [sys.executable, __file__, "seat", *arguments]
    environment = {**os.environ, HOME_VARIABLE: str(home)}
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=environment)


def measure(players: int) -> None:
    """Report what a table of this size costs."""
    costs, seats = operation_costs(), play(players)
    begun = min(one["closed"] for one in seats)
    turns = sorted(turn * 1000 for one in seats for turn in one["turns"])
    cores, (set_up, cheapest) = os.cpu_count() or 1, course_floors(players, cheaper(costs, operation_costs()))
    hand = {"floor": set_up.span(cores), "critical_path": set_up.critical}
    hand |= {"target": HAND_TARGETS[players]} if players in HAND_TARGETS else {}
    turn = {"floor": 1000 * cheapest.span(cores), "critical_path": 1000 * cheapest.critical}
    turn |= {"target": TURN_TARGETS[players]} if players in TURN_TARGETS else {}
    who = f"{players} processes"
    report(f"all joined to everyone's first hand, {who}", max(one["hand"] for one in seats) - begun, "s", **hand)
    report(f"move sent to drawn card, median, {who}", median(turns), "ms", **turn)
    report(f"move sent to drawn card, 95th percentile, {who}", quantiles(turns, n=20)[-1], "ms")
    report(f"bytes that a peer sends, at most, {who}", max(one["bytes"] for one in seats), "bytes")
    report(f"frames that a peer sends, at most, {who}", max(one["frames"] for one in seats), "frames")
    report(f"peak memory of a peer, {who}", max(one["memory"] for one in seats), "MiB")
    report(f"processor time of a peer up to the first hand, at most, {who}", max(one["work"] for one in seats), "s")
    report(f"processor time of a peer in all, at most, {who}", max(one["cpu"] for one in seats), "s")


def sent(players: int) -> None:
    """Report what each seat sends in a whole game of three rounds."""
    most = max(one["bytes"] for one in play(players, 3))
    target = {"target": BYTES_TARGETS[players]} if players in BYTES_TARGETS else {}
    report(f"bytes that a peer sends in a whole game, at most, {players} processes", most, "bytes", **target)


def main(words: list[str]) -> None:
    """Measure the sizes that the words name, or play one seat."""
    if words[:1] == ["seat"]:
        seat(Path(words[1]), int(words[2]), int(words[3]), Options(rounds=int(words[4])).rounds)  # type: ignore[arg-type]
        return
    for name, seconds in operation_costs().items():
        report(f"group operation: {name}", seconds * 1e6, "us")
    for players in map(int, words) if words else SIZES:
        measure(players)
    sent(max(SIZES))
    game.main()


if __name__ == "__main__":
    main(sys.argv[1:])
