"""What an honest peer pays when it is abused: processor, memory and the pace of its game, by kind of abuse.

``python3 -m tests.benchmarks.abuse [KIND...]`` plays one round of three bots as three processes for each kind, all
unless told otherwise, and prints a JSON line a figure. Attacked is the process that has opened the table; the abuse
comes from a process of its own, or from the third player, who besides plays honestly. All share the cores of this
machine, so that a part of what a turn takes longer is the attacker's own work.
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
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Final

import zmq.asyncio

from p2p_saboteur.app import talk
from p2p_saboteur.app.pump import CHANNEL
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.net.curve import dialling_socket, new_keys, run
from p2p_saboteur.net.interfaces import split_endpoint
from p2p_saboteur.net.invite import read_invite
from p2p_saboteur.net.transport import MAX_DATA
from p2p_saboteur.store.dirs import HOME_VARIABLE
from protocol.frames import Hello, encode_frame
from protocol.log import sign_entry
from tests.benchmarks.counting import report
from tests.benchmarks.table import INVITE, PATIENCE, Meter, peak_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.net.invite import Invite
    from p2p_saboteur.seat import Choice, Policy, SeatView

PLAYERS: Final = 3
ATTACKED, ATTACKER = 0, 2
PAUSE: Final = 0.1  # seconds that a bot thinks, so that a round takes as long as the abuse
FLOOD: Final = 10_000  # messages of a player
EACH: Final = 50  # of them at once
OFTEN: Final = 0.05  # seconds between two times
HANDSHAKES: Final = 100  # a second
HELD: Final = 400  # connections
QUIET: Final = "nothing"
CLOSED: Final = "closed"
_GREETING: Final = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"CURVE".ljust(20, b"\0") + bytes(32)
_HUGE: Final = b"\x06" + (2**40).to_bytes(8)
"""A greeting of ZeroMQ, and the start of a command of a tebibyte."""

Wait = "Callable[[float], Awaitable[None]]"


# --- strangers: a process of their own ------------------------------------------------------------------------------


class Strangers:
    """What comes to a port from outside; counts how often."""

    def __init__(self, invite: Invite) -> None:
        self.invite, self.count, self.began = invite, 0, time.monotonic()
        self.host, self.port = split_endpoint(invite.endpoints[0])
        self._random = Random(1)

    async def pace(self, rate: float) -> None:
        """Wait until it is time for the next one of so many a second."""
        self.count += 1
        await asyncio.sleep(max(0.0, self.began + self.count / rate - time.monotonic()))

    async def handshakes(self) -> None:
        """Shake hands under ever new keys, which are refused."""
        held: deque[zmq.asyncio.Socket] = deque()
        context = zmq.asyncio.Context()
        while True:
            held.append(dialling_socket(context, new_keys(), self.invite.key))
            held[-1].connect(self.invite.endpoints[0])
            if len(held) > HANDSHAKES // 2:
                held.popleft().close(0)
            await self.pace(HANDSHAKES)

    async def garbage(self) -> None:
        """Send noise, from nothing to more than a frame, and hang up."""
        while True:
            await self._say(self._random.randbytes(self._random.choice((0, 1, 64, 5_000, 300_000))))
            await self.pace(HANDSHAKES)

    async def oversize(self) -> None:
        """Greet like the program, and announce more than anybody's memory."""
        while True:
            await self._say(_GREETING + _HUGE + bytes(10_000))
            await self.pace(HANDSHAKES)

    async def half_open(self) -> None:
        """Hold many connections open and say nothing; whenever one is cut, open another."""
        await asyncio.gather(*(self._hold(b"", 60.0) for _ in range(HELD)))

    async def slow_loris(self) -> None:
        """Greet a byte a second over many connections."""
        await asyncio.gather(*(self._hold(_GREETING, 1.0) for _ in range(HELD)))

    async def _say(self, data: bytes) -> None:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(self.host, self.port)
            writer.write(data)
            writer.close()

    async def _hold(self, data: bytes, pause: float) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(self.host, self.port)
                self.count += 1
                for byte in data or b"\0":
                    if data:
                        writer.write(bytes([byte]))
                    with suppress(TimeoutError):
                        async with asyncio.timeout(pause):
                            while await reader.read(64):
                                pass
                            break
                writer.close()
            await asyncio.sleep(0.05)


STRANGERS: Final = {
    "handshakes": Strangers.handshakes,
    "garbage": Strangers.garbage,
    "oversize": Strangers.oversize,
    "half-open": Strangers.half_open,
    "slow-loris": Strangers.slow_loris,
}


def strangers(folder: Path, kind: str) -> None:
    """Abuse the port of a table until standard input ends; then print how often."""

    async def attack() -> None:
        while not (folder / CLOSED).exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
        they = Strangers(read_invite((folder / INVITE).read_text()))
        abuse = asyncio.ensure_future(STRANGERS[kind](they))
        ended = asyncio.ensure_future(asyncio.to_thread(sys.stdin.read))
        await asyncio.wait([abuse, ended], return_when=asyncio.FIRST_COMPLETED)
        if abuse.done():
            abuse.result()
        print(json.dumps({"count": they.count, "seconds": time.monotonic() - they.began}), flush=True)
        os._exit(0)  # whatever they hold is not worth an orderly end

    run(attack())


# --- the third player: honest, and abusive besides ------------------------------------------------------------------


def lines(client: Client) -> Iterator[tuple[int, bytes]]:
    """Yield signed lines of talk, each a new one."""
    assert client.secrets
    assert client.chair is not None
    for number in range(FLOOD):
        note = Note(chair=client.chair, number=time.time_ns() // 1_000_000 + number, kind=Kind.SAY, text="x" * 1000)
        yield talk.CHANNEL, talk.encode(note, client.secrets.signing, client.table.header.table_id)


def future(client: Client) -> Iterator[tuple[int, bytes]]:
    """Yield entries with good signatures for steps that have not come yet."""
    assert client.secrets
    assert client.pump
    for number in range(FLOOD):
        session = client.pump.session
        slot = (session.table.session, session.seat or 0, session.chain.number + 1 + number % 60, "play", 0)
        entry = sign_entry(client.secrets.signing, (*slot, number.to_bytes(32)), secrets.token_bytes(2_000))
        yield CHANNEL, encode_frame(entry)


def frontiers(client: Client) -> Iterator[tuple[int, bytes]]:
    """Yield frontiers that lack the whole game."""
    assert client.pump
    chain = client.pump.session.chain
    for number in range(FLOOD):
        hello = Hello(step=0, head=chain.heads[0], have=number % 2, votes=0, links=0, absence=b"")
        yield CHANNEL, encode_frame(hello)


def longest(_client: Client) -> Iterator[tuple[int, bytes]]:
    """Yield frames as long as they may be, on a channel that means nothing."""
    for _ in range(FLOOD // 5):
        yield 255, bytes(MAX_DATA)


PLAYER: Final = {"lines": lines, "future": future, "frontiers": frontiers, "longest": longest}
KINDS: Final = (QUIET, *STRANGERS, *PLAYER)


class Seat(Meter):
    """A bot that thinks before it moves; `abuse` is what its client sends to the attacked one besides."""

    def __init__(self, folder: Path, chair: int, abuse: str) -> None:
        self.folder, self.chair, self.abuse = folder, chair, abuse
        self.sent, self.abused_for = 0, 0.0
        super().__init__(folder, chair, PLAYERS, 1)

    def choose(self, policy: Policy, view: SeatView) -> Choice:
        """Think, then choose."""
        time.sleep(PAUSE)
        return policy.choose(view)

    async def besides(self, client: Client) -> None:
        """Abuse the attacked one from the first hand on, until all is said; tell strangers that the table is closed."""
        if self.chair == ATTACKED:
            (self.folder / CLOSED).touch()
        if self.abuse not in PLAYER:
            return
        while not self.hand_at:  # noqa: ASYNC110 - the session's thread tells it
            await asyncio.sleep(0.1)
        began, target = time.monotonic(), client.table.header.chairs[ATTACKED].link
        for channel, data in PLAYER[self.abuse](client):
            while not client.mesh.send(target, channel, data):  # noqa: ASYNC110 - a full queue tells nobody
                await asyncio.sleep(OFTEN)
            self.sent += 1
            if self.sent % EACH == 0:
                await asyncio.sleep(OFTEN)
        self.abused_for = time.monotonic() - began


def seat(folder: Path, chair: int, abuse: str) -> None:
    """Play one seat in this process and print what was measured."""
    with Seat(folder, chair, abuse) as meter:
        before = time.monotonic()
        meter.play()
        took = time.monotonic() - before
        figures = {"turns": meter.turns, "cpu": time.process_time(), "memory": peak_memory(), "seconds": took}
        print(json.dumps({**figures, "count": meter.sent, "for": meter.abused_for}), flush=True)
        sys.stdin.read()  # serve the others until all are done


# --- the command ----------------------------------------------------------------------------------------------------


def measure(kind: str) -> None:
    """Play a round under one kind of abuse and report what it has cost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        processes = [_start(folder, "seat", chair, kind if chair == ATTACKER else QUIET) for chair in range(PLAYERS)]
        processes += [_start(folder, "strangers", 9, kind)] if kind in STRANGERS else []
        try:
            told = [json.loads(process.stdout.readline()) for process in processes[:PLAYERS] if process.stdout]
            outside = [json.loads(process.communicate(timeout=PATIENCE)[0]) for process in processes[PLAYERS:]]
            for process in processes[:PLAYERS]:
                process.communicate(timeout=PATIENCE)
        finally:
            for process in processes:
                process.kill()
                process.wait()
    attacked, turns = told[ATTACKED], [1000 * turn for one in told for turn in one["turns"]]
    if outside:
        report(f"{kind}: how often a second", outside[0]["count"] / outside[0]["seconds"], "1/s")
    elif kind in PLAYER:
        by = told[ATTACKER]
        report(f"{kind}: messages sent", by["count"], "messages", seconds=by["for"])
    share = 100 * attacked["cpu"] / attacked["seconds"]
    report(f"{kind}: processor of the attacked peer", attacked["cpu"], "s", share=share, game=attacked["seconds"])
    report(f"{kind}: peak memory of the attacked peer", attacked["memory"], "MiB")
    report(f"{kind}: move sent to drawn card, median", median(turns), "ms", worst=max(turns))


def _start(folder: Path, what: str, number: int, kind: str) -> subprocess.Popen[str]:
    home = folder / str(number)
    home.mkdir()
    words = [sys.executable, "-m", "tests.benchmarks.abuse", what, str(folder), str(number), kind]
    environment = {**os.environ, HOME_VARIABLE: str(home)}
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=environment)


def main(words: list[str]) -> None:
    """Measure the kinds that the words name, or be one of the processes."""
    match words:
        case ["seat", folder, chair, kind]:
            seat(Path(folder), int(chair), kind)
        case ["strangers", folder, _, kind]:
            strangers(Path(folder), kind)
        case _:
            for kind in words or KINDS:
                measure(kind)


if __name__ == "__main__":
    main(sys.argv[1:])
