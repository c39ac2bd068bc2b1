"""What is said in the lobby survives the wire, and nothing else is understood."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.app.lobby_messages import (
    Application,
    Join,
    LobbyState,
    Message,
    Ready,
    Refusal,
    Refused,
    Roster,
    Watch,
    decode,
    encode,
    room_proof,
)
from protocol import codec
from protocol.errors import Invalid
from protocol.header import Header
from tests.app.test_lobby import closed_for, guest

TEXT = st.text(st.characters(codec="utf-8"), max_size=16)
APPLICATIONS = st.builds(
    Application,
    name=TEXT,
    key=st.binary(min_size=32, max_size=32),
    commitment=st.binary(min_size=32, max_size=32),
    endpoints=st.lists(TEXT, max_size=8).map(tuple),
    bot=st.booleans(),
)
MESSAGES = st.one_of(
    st.builds(
        Join,
        version=st.integers(0, 1000),
        package=TEXT.map(lambda text: text[:8]),
        game=TEXT.map(lambda text: text[:8]),
        application=APPLICATIONS,
        proof=st.binary(min_size=32, max_size=32),
    ),
    st.builds(
        LobbyState,
        seats=st.integers(0, 10),
        options=st.binary(max_size=100),
        people=st.lists(st.tuples(TEXT, st.booleans(), st.booleans()), max_size=10).map(tuple),
    ),
    st.builds(Ready, st.booleans(), st.integers(0, 10)),
    st.builds(
        Watch, version=st.integers(0, 2**31), game=st.text(max_size=8), proof=st.binary(min_size=32, max_size=32)
    ),
    st.builds(Refused, st.sampled_from(Refusal)),
)


@given(MESSAGES)
def test_what_is_said_is_understood(message: Message) -> None:
    """Reading and writing are inverses."""
    assert decode(encode(message)) == message


def test_a_roster_survives_the_wire() -> None:
    """With its header and addresses."""
    roster = closed_for(guest(1))
    assert decode(encode(roster)) == roster
    assert isinstance(roster, Roster)
    assert isinstance(roster.header, Header)


@pytest.mark.parametrize("endpoints", [((),), ((), (), ()), ((), ("ipc:///run/some.socket",))], ids=str)
def test_a_roster_names_addresses_to_connect_to_for_each_chair(endpoints: tuple[tuple[str, ...], ...]) -> None:
    """Who is told it, also a watcher, connects to all of them: nothing else gets that far."""
    with pytest.raises(Invalid):
        decode(encode(replace(closed_for(guest(1)), endpoints=endpoints)))


@given(st.binary(max_size=300))
def test_garbage_is_refused(data: bytes) -> None:
    """Any bytes are a message or `Invalid`, nothing else."""
    try:
        message = decode(data)
    except Invalid:
        return
    assert encode(message) == data


@given(MESSAGES, st.data())
def test_a_changed_byte_is_refused_or_another_message(message: Message, data: st.DataObject) -> None:
    """Never an error of another kind, never two encodings of one message."""
    encoded = bytearray(encode(message))
    encoded[data.draw(st.integers(0, len(encoded) - 1))] ^= data.draw(st.integers(1, 255))
    test_garbage_is_refused.hypothesis.inner_test(bytes(encoded))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "value",
    [
        [],
        [6],
        [1],
        [3, 1],
        [4, "no such reason"],
        [2, 11, b"", []],
        [2, 3, b"", [["x" * 65, True, True]], 0, False],
        [2, 3, b"", [["ž" * 33, True, True]], 0, False],
        [6, 1, "ž" * 17, bytes(32)],
        [5, b"", []],
    ],
    ids=str,
)
def test_what_breaks_a_bound_is_refused(value: codec.Value) -> None:
    """Unknown kinds, missing fields, wrong types, too many or too long."""
    with pytest.raises(Invalid):
        decode(codec.encode(value))


def test_a_proof_hangs_on_everything_that_it_vouches_for() -> None:
    """Secret, opener, guest and every field of the application."""
    mine = guest(1).application
    changes = [
        replace(mine, name="x"),
        replace(mine, key=bytes(32)),
        replace(mine, commitment=bytes(32)),
        replace(mine, endpoints=()),
        replace(mine, bot=True),
    ]
    proofs = {
        room_proof(b"s" * 16, b"o", b"g", mine),
        room_proof(b"t" * 16, b"o", b"g", mine),
        room_proof(b"s" * 16, b"p", b"g", mine),
        room_proof(b"s" * 16, b"o", b"h", mine),
        *(room_proof(b"s" * 16, b"o", b"g", changed) for changed in changes),
    }
    assert len(proofs) == 9
