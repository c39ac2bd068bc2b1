"""Seats that choose their keys late, copy others', or do not know the secrets of theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec, commitment, labels
from protocol.errors import Reason
from protocol.proofs import linear, relations
from protocol.steps import keys
from tests.helpers.adversary import Tweak, caught, content
from tests.helpers.room import secrets_of
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.group import Element, Scalar
    from protocol.steps.base import Me
    from tests.helpers.adversary import Moment

NAMES = ("table", "hand", "purse")
SALT = bytes(32)
SEED = 2


def own(moment: Moment) -> tuple[Scalar, ...]:
    """Return the cheat's own secret keys."""
    return _secrets(moment, moment.me)


def other(moment: Moment) -> tuple[Scalar, ...]:
    """Return the secret keys of seat 0, which must have given them away."""
    theirs = secrets_of((SEED, moment.table.seating[0]))
    return _secrets(moment, replace(moment.me, roots=theirs.roots, purse=theirs.purse))


def _secrets(moment: Moment, me: Me) -> tuple[Scalar, ...]:
    setup = moment.table.coming or moment.step._setup(moment.table, moment.site)  # type: ignore[attr-defined]
    known = keys.secret_keys(FAST, me, setup)
    return known.table, known.hand, known.purse


def public(known: tuple[Scalar, ...]) -> tuple[Element, ...]:
    """Return the public keys."""
    return tuple(key * FAST.base for key in known)


def value_of(public: tuple[Element, ...]) -> bytes:
    """Return the keys as they are opened."""
    return b"".join(key.encode() for key in public)


def opening(moment: Moment, public: tuple[Element, ...], known: tuple[Scalar, ...], salt: bytes = SALT) -> list[Any]:
    """Return the content that opens these keys, with an honest prover's proof for what may not be the secrets."""
    statement = relations.key_knowledge(list(zip(NAMES, public, strict=True)))
    proof = linear.prove(moment.site.spot(moment.me.seat).transcript(), statement, known, moment.me.root)
    return [salt, value_of(public), proof.encode()]


def committing(public: Callable[[Moment], tuple[Element, ...]]) -> Callable[[Moment, Any], bytes]:
    """Return the earlier tweak that commits to these keys."""

    def change(moment: Moment, _: object) -> bytes:
        context = keys._context(moment.step._setup(moment.table, moment.site), moment.me.seat)  # type: ignore[attr-defined]
        return commitment.commit(labels.KEY_COMMITMENT, context, value_of(public(moment)), SALT)

    return change


def test_key_that_is_chosen_after_the_others_are_open() -> None:
    """The classical rogue key would make the joint key one's own; but the commitment came before."""

    def rogue(moment: Moment, honest: list[Any]) -> list[Any]:
        mine, *rest = own(moment)
        others = [theirs.table for theirs in moment.session.chain._contributions.values()]
        assert len(others) == 2
        mixed = (mine * FAST.base - FAST.sum(others), *public(tuple(rest)))
        return opening(moment, mixed, (mine, *rest), honest[0])

    tweak = content("keys", rogue, Reason.COMMITMENT, labels.KEY_COMMITMENT)
    caught(replace(tweak, last={"keys"}))


def test_key_for_which_nothing_was_committed() -> None:
    """With a good proof, and another salt, it is still not what was committed to."""
    tweak = content(
        "keys", lambda m, _: opening(m, public(other(m)), other(m)), Reason.COMMITMENT, labels.KEY_COMMITMENT
    )
    caught(tweak, seed=SEED)
    salted = content("keys", lambda _, honest: [SALT, *honest[1:]], Reason.COMMITMENT, labels.KEY_COMMITMENT)
    caught(salted)


def test_copied_commitment_cannot_be_opened() -> None:
    """It is for the other seat's place: that seat's salt, keys and proof do not open it here."""

    def commitment_of_0(moment: Moment, _: object) -> bytes:
        copied: bytes = moment.session.chain._contributions[0]
        return copied

    tweak = Tweak(
        kind="keys",
        act=lambda moment: [(None, moment.sign(moment.session.chain.pending[0].body))],
        reason=Reason.COMMITMENT,
        check=labels.KEY_COMMITMENT,
        last={"commit", "keys"},
        before={"commit": commitment_of_0},
    )
    caught(tweak)


@pytest.mark.parametrize("name", NAMES)
def test_another_seats_key_is_refused_even_with_a_proof(name: str) -> None:
    """Two seats that share a secret are one too few; the later one is named."""
    at = NAMES.index(name)

    def mixed(moment: Moment) -> tuple[Scalar, ...]:
        known = own(moment)
        return (*known[:at], other(moment)[at], *known[at + 1 :])

    tweak = content("keys", lambda m, _: opening(m, public(mixed(m)), mixed(m)), Reason.DUPLICATE_KEY, name)
    caught(replace(tweak, before={"commit": committing(lambda m: public(mixed(m)))}), seed=SEED)


def test_one_key_for_two_purposes_is_refused() -> None:
    """A hand under the table key would be opened with the table."""

    def twice(moment: Moment) -> tuple[Scalar, ...]:
        table, _, purse = own(moment)
        return table, table, purse

    tweak = content("keys", lambda m, _: opening(m, public(twice(m)), twice(m)), Reason.DUPLICATE_KEY, "hand")
    caught(replace(tweak, before={"commit": committing(lambda m: public(twice(m)))}))


def test_another_seats_key_with_its_own_proof() -> None:
    """A proof is good in its seat's place only."""

    def copied(moment: Moment, _: object) -> list[Any]:
        content: Any = codec.decode(moment.session.chain.pending[0].body)
        _, value, proof = content[1]
        return [SALT, value, proof]

    tweak = content("keys", copied, Reason.PROOF, "table")
    tweak = replace(tweak, last={"keys"}, before={"commit": committing(lambda m: public(other(m)))})
    caught(tweak, seed=SEED)


@pytest.mark.parametrize("name", NAMES)
def test_key_whose_secret_is_not_known(name: str) -> None:
    """An honest prover of a key that is not its own is refused at that key's equation."""
    at = NAMES.index(name)

    def unknown(moment: Moment) -> tuple[Element, ...]:
        mine = public(own(moment))
        return (*mine[:at], mine[at] + FAST.base, *mine[at + 1 :])

    tweak = content("keys", lambda m, _: opening(m, unknown(m), own(m)), Reason.PROOF, name)
    caught(replace(tweak, before={"commit": committing(unknown)}))


def test_nonce_that_is_not_the_committed_one() -> None:
    """Nobody chooses seating, session and coin at the last moment; a chair is named, since there are no seats yet."""
    late = content("nonce", lambda _moment, _honest: bytes(32), Reason.COMMITMENT, "nonce")
    caught(late)
    caught(replace(late, last={"nonce"}))
