"""Round trips over links: questions, answers, and what is neither."""

from __future__ import annotations

import asyncio

from p2p_saboteur.app.pings import Pings

PEER, OTHER = b"p" * 32, b"o" * 32


class Side:
    """One of two clients that measure their link, with a clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 0.0
        self.sent: list[tuple[bytes, bytes]] = []
        self.pings = Pings(send=lambda peer, data: self.sent.append((peer, data)), now=lambda: self.time)


def answer_to(question: bytes) -> bytes:
    """Return what a peer answers."""
    peer = Side()
    peer.pings.hear(OTHER, question)
    ((asker, answer),) = peer.sent
    assert asker == OTHER
    return answer


def test_a_round_trip_is_measured() -> None:
    """From the question to its answer; the shortest of the last ones counts."""
    side = Side()
    assert side.pings.round_trip(PEER) is None
    for took in (0.5, 0.125, 0.75):
        side.pings.ask(PEER)
        side.time += took
        side.pings.hear(PEER, answer_to(side.sent[-1][1]))
    assert side.pings.round_trip(PEER) == 0.125
    side.pings.forget(PEER)
    assert side.pings.round_trip(PEER) is None


def test_an_answer_counts_once_and_only_to_its_question() -> None:
    """Neither an early, an old, a second nor a stranger's answer changes anything."""
    side = Side()
    side.pings.ask(PEER)
    side.pings.ask(PEER)
    old, new = (answer_to(question) for _peer, question in side.sent)
    side.pings.hear(PEER, old)
    side.pings.hear(OTHER, new)
    assert side.pings.round_trip(PEER) is None
    side.time = 1.0
    side.pings.hear(PEER, new)
    side.time = 0.5
    side.pings.hear(PEER, new)
    assert side.pings.round_trip(PEER) == 1.0


def test_anything_else_is_not_answered() -> None:
    """Empty, too long, of another kind."""
    side = Side()
    for data in (b"", b"\x01", b"\x01" * 10, b"\x03" + bytes(8)):
        side.pings.hear(PEER, data)
    assert side.sent == []


def test_all_peers_are_asked_at_once() -> None:
    """And later again."""
    side = Side()

    async def run() -> None:
        asking = asyncio.create_task(side.pings.run(lambda: (PEER, OTHER)))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    asyncio.run(run())
    assert [peer for peer, _question in side.sent] == [PEER, OTHER]
