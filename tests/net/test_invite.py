"""Invites survive being copied, typed and read aloud; nothing else is taken for one."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.net.invite import MAX_TEXT, PREFIX, BadInvite, Invite, OtherInvite, is_endpoint, read_invite
from protocol import codec

HOSTS: Final = st.one_of(
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(lambda address: f"[{address}]"),
    st.from_regex(r"[a-z][a-z0-9-]{0,20}(\.[a-z]{2,5})?", fullmatch=True),
)
ENDPOINTS: Final = st.builds(lambda host, port: f"tcp://{host}:{port}", HOSTS, st.integers(1, 65_535))
INVITES: Final = st.builds(
    Invite,
    key=st.binary(min_size=32, max_size=32),
    secret=st.binary(min_size=16, max_size=16),
    endpoints=st.lists(ENDPOINTS, min_size=1, max_size=8).map(tuple),
)
ONE: Final = Invite(key=bytes(range(32)), secret=bytes(range(16)), endpoints=("tcp://127.0.0.1:7243",))


@given(INVITES)
def test_an_invite_survives(invite: Invite) -> None:
    """Text and back."""
    assert read_invite(invite.text()) == invite


@given(INVITES, st.data())
def test_blanks_and_case_do_not_matter(invite: Invite, data: st.DataObject) -> None:
    """As mail programs and people break it."""
    text = invite.text()
    for place in data.draw(st.lists(st.integers(0, len(text)), max_size=10)):
        text = text[:place].lower() + data.draw(st.sampled_from(" \n\t")) + text[place:]
    assert read_invite(text) == invite


@given(INVITES, st.data())
def test_a_mistyped_character_is_noticed(invite: Invite, data: st.DataObject) -> None:
    """One changed, one left out or one too many: it is refused."""
    text = invite.text()
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from([c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567:1" if c != text[place]]))
    before, after = text[:place], text[place + 1 :]
    for changed in (before + other + after, before + after, before + other + text[place:]):
        assert read(changed) is None


@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: PREFIX + text))
def test_any_text_is_an_invite_or_is_explained(text: str) -> None:
    """No other error comes out."""
    read(text)


def read(text: str) -> Invite | None:
    """Return the invite in a text, None if it is refused with a sentence."""
    try:
        return read_invite(text)
    except BadInvite as error:
        sentence = str(error)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    return None


def sealed(body: bytes) -> str:
    """Return the text of a body with the right check sum."""
    checksum = hashlib.sha256(PREFIX.encode() + body).digest()[:4]
    return PREFIX + base64.b32encode(body + checksum).decode().rstrip("=")


@pytest.mark.parametrize(
    "value",
    [
        [2, bytes(32), bytes(16), ["tcp://127.0.0.1:7243"]],
        [1, bytes(31), bytes(16), ["tcp://127.0.0.1:7243"]],
        [1, bytes(32), bytes(17), ["tcp://127.0.0.1:7243"]],
        [1, bytes(32), bytes(16), []],
        [1, bytes(32), bytes(16), ["tcp://127.0.0.1:7243"] * 9],
        [1, bytes(32), bytes(16), ["ipc://secret"]],
        [1, bytes(32), bytes(16), ["tcp://127.0.0.1:7243" + "0" * 90]],
        [1, bytes(32), bytes(16), [7]],
        [1, bytes(32), bytes(16)],
        [True, bytes(32), bytes(16), ["tcp://127.0.0.1:7243"]],
        "tcp://127.0.0.1:7243",
    ],
    ids=[
        "version", "key", "secret", "none", "too many", "ipc", "too long", "number", "missing", "boolean", "no list",
    ],
)  # fmt: skip
def test_a_well_sealed_body_is_still_checked(value: codec.Value) -> None:
    """The check sum finds mistakes; whoever made the invite may still be hostile."""
    with pytest.raises(BadInvite):
        read_invite(sealed(codec.encode(value)))


@pytest.mark.parametrize("value", [[2], [2, "anything"], [7, b"", b"", [], 0, 0]], ids=str)
def test_another_versions_invite_is_known_by_its_first_field(value: codec.Value) -> None:
    """Whatever follows: it is not damaged, it needs another program."""
    with pytest.raises(OtherInvite):
        read_invite(sealed(codec.encode(value)))


def test_an_invite_has_one_spelling() -> None:
    """Bits that are left over are zero, and no other letters stand for those of base32."""
    text = replace(ONE, endpoints=("tcp://127.0.0.1:80",)).text()
    assert len(text.removeprefix(PREFIX)) % 8
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"["ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".index(text[-1]) + 1]
    for other in (text[:-1] + last, text + "=", text.replace("S", "\u017f"), text.replace("I", "\u0131")):
        assert read(other) is None


def test_a_very_long_text_is_not_even_read() -> None:
    """Pasting a book costs nothing."""
    with pytest.raises(BadInvite, match="too long"):
        read_invite(PREFIX + "A" * MAX_TEXT)


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("tcp://192.168.1.5:7243", True),
        ("tcp://[fe80::1%eth0]:7243", True),
        ("tcp://table.example.org:1", True),
        ("tcp://table.example.org:65535", True),
        ("tcp://table.example.org:0", False),
        ("tcp://table.example.org:65536", False),
        ("tcp://:7243", False),
        ("tcp://a b:7243", False),
        ("tcp://a:7243\n", False),
        ("tcp://*:7243", False),
        ("ipc:///run/x", False),
        ("inproc://zeromq.zap.01", False),
        ("", False),
    ],
)
def test_only_addresses_to_connect_to_are_endpoints(text: str, good: bool) -> None:
    """TCP with a host and a port; nothing that reaches into this machine."""
    assert is_endpoint(text) is good


def test_the_secret_is_not_printed() -> None:
    """Neither in a traceback nor in a log."""
    assert repr(ONE.secret) not in repr(ONE)


def test_a_wrong_invite_is_refused_when_made() -> None:
    """Our own mistakes do not leave the house."""
    with pytest.raises(BadInvite):
        Invite(key=bytes(31), secret=bytes(16), endpoints=ONE.endpoints)
    with pytest.raises(BadInvite):
        Invite(key=bytes(32), secret=bytes(16), endpoints=())
