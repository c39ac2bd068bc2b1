"""The ZAP handler's answers, without sockets."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.net.zap import answer

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import PeerKey

KEY = bytes(range(32))
GOOD = [b"route", b"", b"1.0", b"7", b"table", b"127.0.0.1", b"", b"CURVE", KEY]


def test_an_admitted_key_becomes_the_user_id() -> None:
    """The reply goes back the way and with the number that the request came."""
    assert answer(GOOD, lambda key: key == KEY) == [b"route", b"", b"1.0", b"7", b"200", b"OK", KEY.hex().encode(), b""]


def test_another_key_is_refused_for_good() -> None:
    """400 ends it; 300 would make the client try on and on."""
    assert answer(GOOD, lambda key: key != KEY) == [b"route", b"", b"1.0", b"7", b"400", b"refused", b"", b""]


@pytest.mark.parametrize(
    ("index", "value"), [(2, b"2.0"), (4, b"other"), (7, b"NULL"), (7, b"PLAIN"), (8, b"short"), (8, KEY + b"x")]
)
def test_every_wrong_field_is_refused(index: int, value: bytes) -> None:
    """Whatever the policy says."""
    request = [*GOOD[:index], value, *GOOD[index + 1 :]]
    reply = answer(request, lambda _: True)
    assert reply is not None
    assert reply[4] == b"400"


def test_missing_and_extra_fields_are_refused() -> None:
    """Also the request of another mechanism, which brings fewer or more."""
    for request in (GOOD[:8], [*GOOD, b"more"], GOOD[:4]):
        reply = answer(request, lambda _: True)
        assert reply is not None
        assert reply[4] == b"400"
    assert answer(GOOD[:3], lambda _: True) is None


def test_a_policy_that_fails_refuses(caplog: pytest.LogCaptureFixture) -> None:
    """The handler must outlive it, and the log must have it."""

    def broken(_key: PeerKey) -> bool:
        raise RuntimeError("a bug of ours")

    with caplog.at_level(logging.ERROR):
        reply = answer(GOOD, broken)
    assert reply is not None
    assert reply[4] == b"400"
    assert "a bug of ours" in caplog.text
