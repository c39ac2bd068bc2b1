"""Another game with the same people: whoever offers it, all find one table."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
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


def all_offer(late: dict[str, float], leaving: str = "") -> dict[str, Table]:
    """Let everyone at a table that is over ask for another game, some later, and one leave; return the tables."""
    players, _ = gather(["Bo", "Cy"])
    together = threading.Barrier(3)
    tables: dict[str, Table] = {}

    def offering(name: str, control: NetworkControl) -> None:
        together.wait(60)
        client = control.client
        if client and client.roster and name != leaving:
            client.roster = replace(client.roster, bots=0)  # a bot is not waited for: it plays one game
            time.sleep(late.get(name, 0))
            again = next_tables(name, None, lambda: Bots("random", None))
            tables[name], _seat = again(control, control.offered)
            ready.wait(60)

    ready = threading.Barrier(3 - bool(leaving))
    for player in players:
        player.after = partial(offering, player.name)
    for player in players:
        player.join()
    return tables


@pytest.mark.parametrize("late", [{}, {"Ada": 2.0}, {"Bo": 2.0}], ids=["at once", "the opener last", "a guest last"])
def test_all_meet_at_the_openers_table(late: dict[str, float]) -> None:
    """Whom all could reach, which need not hold for anybody else; nobody else keeps anything of a table of its own."""
    tables = all_offer(late)
    ada, others = tables["Ada"], [tables["Bo"], tables["Cy"]]
    assert isinstance(ada, OwnTable)
    assert ada.folder is not None
    for other in others:
        assert isinstance(other, JoinedTable)
        assert (other.invite.secret, other.invite.key) == (ada.terms.secret, load_secrets(ada.folder).link.public)
    assert len(games()) == 4


def test_without_the_opener_the_lowest_chair_opens_the_next_table() -> None:
    """Once its link is gone."""
    tables = all_offer({}, leaving="Ada")
    bo, cy = tables["Bo"], tables["Cy"]
    own, joined = (bo, cy) if isinstance(bo, OwnTable) else (cy, bo)
    assert isinstance(own, OwnTable)
    assert isinstance(joined, JoinedTable)
    assert joined.invite.secret == own.terms.secret
