"""The linear statements that the table's operations prove. Indices of rows start at 0, as those of the cards do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.elgamal import Ciphertext
from protocol.errors import Invalid, LocalError, Reason
from protocol.proofs.linear import Row, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.group import Element, Scalar


def key_knowledge(keys: Sequence[tuple[str, Element]]) -> Statement:
    """Algorithm 29 (KeyKnowledge). Return: I know x_k with X_k = x_k G, for each named key.

    The witness is the secrets in the order of the keys.
    """
    return Statement(
        rows=tuple(
            Row(name=name, image=key, terms=((index, key.group.base),)) for index, (name, key) in enumerate(keys)
        ),
        witnesses=len(keys),
    )


def key_switch(
    key: Element,
    targets: Sequence[Element],
    firsts: Sequence[Element],
    contributions: Sequence[Ciphertext],
) -> Statement:
    """Algorithm 30 (KeySwitch). Return: I know x, r_1..r_n with X = x G, R_i = r_i G and S_i = r_i T_i - x A_i.

    The rows are "key", "r i" and "s i". The first is stated as -X = (-x) G, so that no base needs to be negated; the
    witness comes from `key_switch_witness`.

    Args:
        key: X, the key whose layer is taken off.
        targets: T_i, the key that card i goes to.
        firsts: A_i, the first component of card i.
        contributions: (R_i, S_i).

    Raises:
        Invalid: ENCODING, if the numbers of targets, firsts and contributions differ.
    """
    if not len(targets) == len(firsts) == len(contributions):
        raise Invalid(Reason.ENCODING, "key switch")
    base = key.group.base
    rows = [Row(name="key", image=-key, terms=((0, base),))]
    for i, (target, first, out) in enumerate(zip(targets, firsts, contributions, strict=True)):
        rows.append(Row(name=f"r {i}", image=out.first, terms=((i + 1, base),)))
        rows.append(Row(name=f"s {i}", image=out.second, terms=((i + 1, target), (0, first))))
    return Statement(rows=tuple(rows), witnesses=len(firsts) + 1)


def key_switch_witness(secret: Scalar, randomness: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """Return the witness of `key_switch`, for the secret x of the key and r_1..r_n."""
    return (-secret, *randomness)


def contribute(
    secret: Scalar,
    targets: Sequence[Element],
    firsts: Sequence[Element],
    randomness: Sequence[Scalar],
) -> tuple[Ciphertext, ...]:
    """Algorithm 41 (Layers.Make). Return this seat's (R_i, S_i) = (r_i G, r_i T_i - x A_i) for each card.

    The sum over all seats that share the old key, with B_i added to the second component, encrypts card i under T_i.
    """
    if not len(targets) == len(firsts) == len(randomness):
        raise LocalError("a contribution has a target, a card and a random scalar each")
    base = secret.group.base
    return tuple(
        Ciphertext(r * base, r * target - secret * first)
        for r, target, first in zip(randomness, targets, firsts, strict=True)
    )
