"""Whom a seat that has resumed waits for: everyone who is linked, the others for a while."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from protocol.frames import Hello
from protocol.hearing import RESUME_PATIENCE, Hearing

if TYPE_CHECKING:
    from protocol.gossip import Gossip

HELLO = Hello(step=5, head=bytes(32), have=0, votes=0, links=0)


def gossip(*linked: int, step: int = 5) -> Gossip:
    """Return what a seat knows that is linked with these chairs and has come to a step."""
    peers = {bytes([chair]): SimpleNamespace(seat=chair) for chair in linked}
    return cast("Gossip", SimpleNamespace(peers=peers, is_ahead=lambda hello: hello.step > step))


def test_whoever_is_ahead_is_waited_for_until_the_log_has_all_that_it_told() -> None:
    """However long that takes; its frontier alone is not enough."""
    hearing = Hearing({1})
    hearing.hear(1, HELLO, 0.0)
    hearing.settle(gossip(1, step=4), 10 * RESUME_PATIENCE)
    assert hearing.unheard == {1}
    hearing.settle(gossip(1), 10 * RESUME_PATIENCE)
    assert hearing.unheard == set()


def test_the_wait_for_who_has_no_link_ends_once_and_is_due_in_time() -> None:
    """It begins with the first frontier; before that nobody is passed over, and afterwards nothing is due."""
    hearing = Hearing({1, 2, 3})
    hearing.settle(gossip(), 100.0)
    assert (hearing.unheard, hearing.until) == ({1, 2, 3}, None)
    hearing.hear(None, HELLO, 100.0)
    hearing.hear(1, HELLO, 100.0)
    hearing.hear(1, HELLO, 105.0)
    assert hearing.until == 100.0 + RESUME_PATIENCE
    hearing.settle(gossip(1, 2), 105.0)
    assert hearing.unheard == {2, 3}
    hearing.settle(gossip(1, 2), 100.0 + RESUME_PATIENCE)
    assert hearing.unheard == {2}
    assert not hearing.until
    hearing.settle(gossip(1), 200.0)
    assert hearing.unheard == set()
