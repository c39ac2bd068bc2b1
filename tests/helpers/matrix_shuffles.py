"""Shuffles whose matrix is no permutation, proved as honestly as can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol import labels
from protocol.elgamal import Ciphertext
from protocol.proofs import shuffle
from protocol.proofs.shuffle import Proof, Statement, generator
from tests.helpers.proofs import ROOT, transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.group import Element, Scalar
    from protocol.transcript import Transcript


@dataclass
class Claim:
    """What a prover believes that follows the protocol to the letter, for any matrix instead of a permutation.

    Attributes:
        matrix: row i holds the coefficients of the inputs in output i.
        randomness: R_i, what output i was re-encrypted with.
        committed: the matrix that the commitments hold, if it is another one.
        chain_slip: added to the secret that answers for the first link of the chain.
    """

    matrix: list[list[int]]
    randomness: tuple[Scalar, ...]
    committed: list[list[int]] | None = None
    chain_slip: int = 0

    def outputs(self, key: Element, inputs: Sequence[Ciphertext]) -> tuple[Ciphertext, ...]:
        """Return the outputs: sums of multiples of the inputs, re-encrypted."""
        group, result = key.group, []
        for row, r in zip(self.matrix, self.randomness, strict=True):
            coefficients = [group.scalar(entry) for entry in row]
            first = group.dot(coefficients, [card.first for card in inputs]) + r * group.base
            second = group.dot(coefficients, [card.second for card in inputs]) + r * key
            result.append(Ciphertext(first, second))
        return tuple(result)

    def prove(self, statement: Statement, conversation: Transcript | None = None) -> Proof:
        """Prove it: with M for psi, column j of M is committed to by c_j = r^c_j G + sum M_ij h_i, and u' = M u."""
        group, n, conversation = statement.group, statement.size, conversation or transcript()
        base, h = group.base, [generator(group, index) for index in range(n + 1)]
        committed = [[group.scalar(entry) for entry in row] for row in self.committed or self.matrix]
        shuffle._absorb_statement(conversation, statement, h)
        r_c = ROOT.nonces(group, conversation.state(), n)
        c = [r_c[j] * base + group.dot([committed[i][j] for i in range(n)], h[1:]) for j in range(n)]
        u = shuffle._weights(conversation, group, c)
        u_tilde = [self.product([group.scalar(entry) for entry in row], u) for row in self.matrix]
        r_k = ROOT.nonces(group, conversation.state(), n)
        k = [h[0]]
        for i in range(n):
            k.append(r_k[i] * base + u_tilde[i] * k[i])
        conversation.absorb_elements(labels.SHUFFLE_CHAIN, k[1:])
        w = ROOT.nonces(group, conversation.state(), 4 + 2 * n)
        w_k, w_tilde = w[4 : 4 + n], w[4 + n :]
        t = (
            w[0] * base,
            w[1] * base,
            w[2] * base + group.dot(w_tilde, h[1:]),
            group.dot(w_tilde, [card.second for card in statement.outputs]) - w[3] * statement.key,
            group.dot(w_tilde, [card.first for card in statement.outputs]) - w[3] * base,
        )
        t_k = tuple(w_k[i] * base + w_tilde[i] * k[i] for i in range(n))
        x = shuffle._challenge(conversation, group, t, t_k)
        bar, hat, tilde, _ = shuffle._sums(group, u, u_tilde, (r_c, r_k, r_k))
        answers = (bar, hat, tilde, self.product(self.randomness, u_tilde))
        slips = [group.scalar(self.chain_slip if i == 0 else 0) for i in range(n)]
        return Proof(
            permutation=tuple(c),
            chain=tuple(k[1:]),
            commitments=t,
            chain_commitments=t_k,
            responses=tuple(nonce + x * answer for nonce, answer in zip(w[:4], answers, strict=True)),
            chain_responses=tuple(w_k[i] + x * (r_k[i] + slips[i]) for i in range(n)),
            weight_responses=tuple(w_tilde[i] + x * u_tilde[i] for i in range(n)),
        )

    @staticmethod
    def product(left: Sequence[Scalar], right: Sequence[Scalar]) -> Scalar:
        """Return the sum of products of scalars."""
        total = left[0] * right[0]
        for one, other in zip(left[1:], right[1:], strict=True):
            total = total + one * other
        return total
