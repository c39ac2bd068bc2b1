"""The sponge and the framing on it."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.errors import LocalError
from protocol.group import RISTRETTO255
from protocol.transcript import Sponge, Transcript
from tests.helpers import vectors
from tests.helpers.toy_groups import FAST

SESSION = bytes(range(32))


@pytest.mark.parametrize("case", vectors.load("duplex_sponge")["cases"], ids=lambda case: str(case["name"]))
def test_published_sponge_values_come_out(case: dict[str, Any]) -> None:
    """The duplex cases of the draft; a plain digest at each squeeze fails three of them."""
    sponge = Sponge(bytes.fromhex(case["session"]))
    output = b""
    for operation in case["operations"]:
        if "absorb" in operation:
            sponge.absorb(bytes.fromhex(operation["absorb"]))
        else:
            output += sponge.squeeze(operation["squeeze"])
    assert output.hex() == case["output"]


def test_every_difference_in_the_conversation_changes_the_challenge() -> None:
    """Session, context, labels, values and the boundaries between them."""

    def challenge(session: bytes, context: tuple[bytes, ...], *said: tuple[str, tuple[bytes, ...]]) -> int:
        transcript = Transcript(session, *context)
        for label, items in said:
            transcript.absorb(label, *items)
        return transcript.challenge("c", RISTRETTO255).value

    values = [
        challenge(SESSION, ()),
        challenge(bytes(32), ()),
        challenge(SESSION, (b"a",)),
        challenge(SESSION, (b"a", b"")),
        challenge(SESSION, (b"", b"a")),
        challenge(SESSION, (), ("a", ())),
        challenge(SESSION, (), ("a", (b"",))),
        challenge(SESSION, (), ("a", (b"bc",))),
        challenge(SESSION, (), ("a", (b"b", b"c"))),
        challenge(SESSION, (), ("ab", (b"c",))),
        challenge(SESSION, (), ("a", (b"b",)), ("a", (b"c",))),
        challenge(SESSION, (), ("a", (b"c",)), ("a", (b"b",))),
    ]
    assert len(set(values)) == len(values)


def test_labels_groups_and_counts_of_challenges_matter() -> None:
    """Two questions that differ in anything get unrelated answers."""
    values = [
        Transcript(SESSION).challenge("a", RISTRETTO255).value,
        Transcript(SESSION).challenge("b", RISTRETTO255).value,
        Transcript(SESSION).challenges("a", RISTRETTO255, 2)[0].value,
        Transcript(SESSION).challenge("a", FAST).value,
    ]
    assert len(set(values)) == len(values)


def test_elements_are_absorbed_as_their_encodings() -> None:
    """One way to say a thing."""
    one, other = Transcript(SESSION), Transcript(SESSION)
    one.absorb_elements("e", [FAST.base, FAST.base + FAST.base])
    other.absorb("e", FAST.base.encode(), (FAST.base + FAST.base).encode())
    assert one.challenge("c", FAST) == other.challenge("c", FAST)


def test_challenges_follow_one_another() -> None:
    """A second question is answered anew, also with nothing said between."""
    transcript = Transcript(SESSION)
    answers = [transcript.challenge("c", RISTRETTO255) for _ in range(3)]
    answers += transcript.challenges("c", RISTRETTO255, 3)
    assert len({answer.value for answer in answers}) == 6


def test_state_hangs_on_everything_and_disturbs_nothing() -> None:
    """Nonces that hang on the state change with whatever changes the challenge."""
    watched, unwatched = Transcript(SESSION), Transcript(SESSION)
    states = [watched.state()]
    assert watched.state() == states[0]
    for transcript in (watched, unwatched):
        transcript.absorb("a", b"b")
    states.append(watched.state())
    assert watched.challenge("c", FAST) == unwatched.challenge("c", FAST)
    states.append(watched.state())
    assert watched.challenge("c", FAST) == unwatched.challenge("c", FAST)
    states.append(watched.state())
    assert len(set(states)) == len(states)
    assert watched.state() == unwatched.state()
    assert Transcript(bytes(32)).state() != states[0]


def test_squeezing_alone_changes_the_state() -> None:
    """Reading on from one place gives other bytes, so nonces must differ there too."""
    sponge = Sponge(SESSION)
    before = sponge.fingerprint(b"s")
    sponge.squeeze(1)
    assert sponge.fingerprint(b"s") != before
    assert sponge.fingerprint(b"t") != sponge.fingerprint(b"s")


def test_session_of_another_size_is_our_own_fault() -> None:
    """The session's identifier is a hash."""
    with pytest.raises(LocalError):
        Transcript(bytes(31))
