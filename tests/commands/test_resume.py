"""Which game `resume` goes on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.secrets import new_secrets
from p2p_saboteur.commands.resume import _last
from p2p_saboteur.store.dirs import LOG, new_game
from p2p_saboteur.store.errors import NotFound

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
