"""A lie about a lost player's layer, before the others have signed a step together without that player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app.control import VotedOut
from protocol.errors import Reason
from tests.helpers.adversary import content
from tests.helpers.malice.plot import Attack, Plot
from tests.helpers.malice.standing import check_same_log, come_back
from tests.helpers.malice.table import CrookedTable, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.adversary import Moment

pytestmark = [pytest.mark.network, pytest.mark.long]


def another_share(moment: Moment, honest: list[Any]) -> list[Any]:
    """Give another share of the first card."""
    group = moment.table.group
    size = group.element_size
    (first,) = group.elements(honest[0][:size], 1)
    return [(first + group.base).encode() + honest[0][size:], honest[1]]


LIE = Attack(
    what="lies when the layer of a lost player is taken off",
    tweak=content("strip", another_share, Reason.PROOF, "key"),
    seats=5,
    lost="Ed",
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[CrookedTable]:
    """Yield a table of five at which Ed is lost, and somebody has lied in the step after that."""
    plot = Plot(LIE)
    plot.set_up(monkeypatch)
    opened = CrookedTable.open(plot)
    try:
        opened._lose(opened.players[-1])
        opened.wait_until(lambda: plot.crook is not None and all(map(told, opened.honest)))
        yield opened
    finally:
        opened.end()


@pytest.mark.parametrize("returns", [False, True])
def test_the_others_go_on(table: CrookedTable, *, returns: bool) -> None:
    """All three name the liar and nobody else, also when the lost player comes back and is told that he is out."""
    if returns:
        ed = table.players[-1] = come_back(table.players[-1])
        table.wait_until(lambda: isinstance(ed.error, VotedOut))
        assert not told(ed)
    table.wait_until(lambda: all(map(table._went_on, table.honest)))
    table.check_named()
    check_same_log(table.honest)
