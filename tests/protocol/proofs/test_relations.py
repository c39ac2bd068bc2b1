"""The statements that the table's operations prove."""

from __future__ import annotations

import pytest

from protocol.elgamal import Ciphertext, encrypt
from protocol.errors import LocalError, Reason
from protocol.group import RISTRETTO255, Group
from protocol.proofs.linear import prove, verify
from protocol.proofs.relations import contribute, key_knowledge, key_switch, key_switch_witness
from tests.helpers.proofs import ROOT, fails_at, points, refused, secrets, transcript, variants
from tests.helpers.toy_groups import FAST

GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST], ids=repr)


@GROUPS
def test_keys_are_known_together(group: Group) -> None:
    """Several keys of one seat in one proof; the row of a key that is not known has its name."""
    x, y, z = secrets(group, 3)
    base = group.base
    statement = key_knowledge([("table", x * base), ("hand", y * base)])
    verify(transcript(), statement, prove(transcript(), statement, (x, y), ROOT))
    fails_at("hand", lambda: verify(transcript(), statement, prove(transcript(), statement, (x, z), ROOT)))


@GROUPS
def test_contributions_of_all_seats_hand_the_card_over(group: Group) -> None:
    """What was encrypted under the joint key is then encrypted under the target's key alone."""
    shares, (target_secret, r) = secrets(group, 3), secrets(group, 2, "other")
    joint = group.sum(x * group.base for x in shares)
    target = target_secret * group.base
    message = points(group, 1)[0]
    card = encrypt(group, joint, message, r)
    parts = [contribute(x, [target], [card.first], [ROOT.scalar(group, "r", b"", j)])[0] for j, x in enumerate(shares)]
    moved = Ciphertext(
        group.sum(part.first for part in parts), group.sum([card.second, *[part.second for part in parts]])
    )
    assert moved.decrypt(target_secret) == message
    assert moved.decrypt(shares[0]) != message


@GROUPS
def test_contributions_for_many_cards_are_proved_at_once(group: Group) -> None:
    """Each card may go to another key."""
    x, *r = secrets(group, 4)
    targets, firsts = points(group, 3, "targets"), points(group, 3, "cards")
    out = contribute(x, targets, firsts, r)
    statement = key_switch(x * group.base, targets, firsts, out)
    proof = prove(transcript(), statement, key_switch_witness(x, r), ROOT)
    verify(transcript(), statement, proof)
    assert [row.name for row in statement.rows] == ["key", "r 0", "s 0", "r 1", "s 1", "r 2", "s 2"]


def test_every_wrong_contribution_is_named() -> None:
    """Honest provers with a wrong key, a wrong first part, a share of another card, another target."""
    x, *r = secrets(FAST, 4)
    key, base = x * FAST.base, FAST.base
    targets, firsts = points(FAST, 3, "targets"), points(FAST, 3, "cards")
    good = contribute(x, targets, firsts, r)

    def check(name: str, out: tuple[Ciphertext, ...], stated: object = key) -> None:
        statement = key_switch(stated, targets, firsts, out)  # type: ignore[arg-type]
        proof = prove(transcript(), statement, key_switch_witness(x, r), ROOT)
        fails_at(name, lambda: verify(transcript(), statement, proof))

    check("key", good, key + base)
    check("r 1", (good[0], Ciphertext(good[1].first + base, good[1].second), good[2]))
    check("s 2", (*good[:2], Ciphertext(good[2].first, good[2].second + base)))
    check("s 0", contribute(x, targets, (firsts[1], firsts[0], firsts[2]), r))
    check("s 0", contribute(x, (targets[1], targets[0], targets[2]), firsts, r))
    check("r 0", (good[1], good[0], good[2]))


def test_a_contribution_is_bound_to_card_and_target() -> None:
    """Any element changed after proving breaks the proof."""
    x, *r = secrets(FAST, 3)
    targets, firsts = points(FAST, 2, "targets"), points(FAST, 2, "cards")
    claim = (x * FAST.base, targets, firsts, contribute(x, targets, firsts, r))
    proof = prove(transcript(), key_switch(*claim), key_switch_witness(x, r), ROOT)
    verify(transcript(), key_switch(*claim), proof)
    changed = list(variants(claim))
    assert len(changed) == 9
    for other in changed:
        assert refused(lambda other=other: verify(transcript(), key_switch(*other), proof)).reason is Reason.PROOF  # type: ignore[misc]


def test_numbers_of_cards_must_agree() -> None:
    """A peer may send fewer contributions than cards; we ourselves may not."""
    x, *r = secrets(FAST, 3)
    targets, firsts = points(FAST, 2, "targets"), points(FAST, 2, "cards")
    out = contribute(x, targets, firsts, r)
    assert refused(lambda: key_switch(x * FAST.base, targets, firsts, out[:1])).reason is Reason.ENCODING
    with pytest.raises(LocalError):
        contribute(x, targets, firsts, r[:1])
