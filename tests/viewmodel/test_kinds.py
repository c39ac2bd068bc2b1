"""The kinds of tables in words."""

from __future__ import annotations

from p2p_saboteur.viewmodel.kinds import explained_kind
from protocol.header import STRICT, TOLERANT


def test_each_kind_has_words_of_its_own() -> None:
    """And what is no kind has none."""
    assert {explained_kind(kind).partition(" ")[0] for kind in (STRICT, TOLERANT)} == {"Strict", "Tolerant"}
    assert explained_kind("") == ""
