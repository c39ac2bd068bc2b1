"""Seats that choose in secret, and want to have chosen something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec, commitment, labels
from protocol.errors import Reason
from tests.helpers.adversary import Tweak, caught, content
from tests.helpers.small_game import SmallGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.log import Entry
    from tests.helpers.adversary import Moment

GAME = SmallGame(0, guess=True)
SALT = bytes(range(32))


def test_another_choice_than_was_locked() -> None:
    """Whatever the others have opened by now."""
    other = content("open", lambda _, h: [b"2" if h[0] != b"2" else b"1", h[1]], Reason.COMMITMENT, labels.LOCK)
    caught(Tweak(kind="open", act=other.act, reason=other.reason, check=other.check, last={"open"}), game=GAME)
    caught(content("open", lambda _, h: [h[0], SALT], Reason.COMMITMENT, labels.LOCK), game=GAME)


def locking(value: bytes) -> Callable[[Moment, Any], bytes]:
    """Return the earlier tweak that locks this value."""

    def change(moment: Moment, _: object) -> bytes:
        return commitment.commit(labels.LOCK, moment.site.spot(moment.me.seat).context, value, SALT)

    return change


@pytest.mark.parametrize("value", [b"", b"3", b"00", bytes(64)])
def test_choice_that_the_game_does_not_know(value: bytes) -> None:
    """What was locked can be opened, and is refused then."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        return [(None, moment.sign(moment.body([value, SALT])))]

    tweak = Tweak(kind="open", act=act, reason=Reason.ILLEGAL_MOVE, check="lock.value", before={"lock": locking(value)})
    caught(tweak, game=GAME)


def test_copied_choice() -> None:
    """Another's commitment is for its place: what opens it there does not open it here."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        others: Any = codec.decode(moment.session.chain.pending[0].body)
        return [(None, moment.sign(moment.body(others[1])))]

    def copy(moment: Moment, _: object) -> bytes:
        copied: bytes = moment.session.chain._contributions[0]
        return copied

    tweak = Tweak(
        kind="open",
        act=act,
        reason=Reason.COMMITMENT,
        check=labels.LOCK,
        last={"lock", "open"},
        before={"lock": copy},
    )
    caught(tweak, game=GAME)
