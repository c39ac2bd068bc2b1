"""Which game `resume` goes on with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.joining import Terms
from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.secrets import new_secrets
from p2p_saboteur.commands.resume import _last
from p2p_saboteur.commands.tables import read_terms, terms_text
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store.dirs import LOG, new_game
from p2p_saboteur.store.errors import NotFound
from protocol.header import STRICT, TOLERANT

if TYPE_CHECKING:
    from pathlib import Path


def sat_down(kind: str, *, begun: bool) -> Path:
    """Return the folder of a game at which one sat down so."""
    folder = new_game()
    new_secrets(folder)
    invite = "SAB1:ABC" if kind == "join" else ""
    Sitting(kind=kind, invite=invite).save(folder, host="127.0.0.1", port=1, endpoints=())
    if begun:
        (folder / LOG).touch()
    return folder


def test_an_own_lobby_that_was_left_hides_no_game() -> None:
    """Nobody waits for a table that never began where it was opened; a guest's seat in a lobby is asked for again."""
    with pytest.raises(NotFound):
        _last()
    begun = sat_down("host", begun=True)
    for kind in ("host", "solo"):
        sat_down(kind, begun=False)
        assert _last() == begun
    seat = sat_down("join", begun=False)
    assert _last() == seat


def test_terms_are_read_as_they_were_written() -> None:
    """With options and without; so the lobby that opens again is the one that was shown."""
    for options in (Options(), Options(rounds=1, discards="public")):
        terms = Terms(game=SaboteurGame(options), seats=5, secret=bytes(range(16)), turn_limit=60, ready=False)
        for kind in ("", STRICT, TOLERANT):
            terms = replace(terms, kind=kind)
            assert read_terms(terms_text(terms)) == terms
