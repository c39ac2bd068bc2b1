"""Another game with the same people: whoever offers it, all find one table."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.secrets import load_secrets
from p2p_saboteur.commands.again import next_tables
from p2p_saboteur.commands.bots import Bots
from p2p_saboteur.commands.tables import JoinedTable, OwnTable
from p2p_saboteur.store.dirs import games
from tests.helpers.sitting import gather

if TYPE_CHECKING:
    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.commands.tables import Table

pytestmark = [pytest.mark.network, pytest.mark.long]


def test_two_offers_at_the_same_time_make_one_table() -> None:
    """The lowest chair's holds; whoever made the other one joins there and keeps nothing of its own."""
    players, _ = gather(["Bo", "Cy"])
    together = threading.Barrier(3)
    tables: dict[str, Table] = {}

    def offering(name: str, control: NetworkControl) -> None:
        together.wait(60)
        again = next_tables(name, None, lambda: Bots("random", None))
        tables[name], _seat = again(control, "")
        together.wait(60)

    for player in players:
        player.after = partial(offering, player.name)
    for player in players:
        player.join()
    ada, others = tables["Ada"], [tables["Bo"], tables["Cy"]]
    assert isinstance(ada, OwnTable)
    assert ada.folder is not None
    for other in others:
        assert isinstance(other, JoinedTable)
        assert (other.invite.secret, other.invite.key) == (ada.terms.secret, load_secrets(ada.folder).link.public)
    assert len(games()) == len(players) + 1
