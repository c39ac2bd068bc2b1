"""A lie about a lost player's layer, before the others have signed a step together without that player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app.control import TableAbandoned, VotedOut
from protocol.errors import Reason
from tests.helpers.adversary import content
from tests.helpers.malice.plot import Attack, Plot
from tests.helpers.malice.standing import await_stillness, come_back
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
    """Yield a table of five at which Ed is lost, somebody has lied in the step after that, and the rest stand still."""
    plot = Plot(LIE)
    plot.set_up(monkeypatch)
    opened = CrookedTable.open(plot)
    try:
        opened._lose(opened.players[-1])
        opened.wait_until(lambda: plot.crook is not None and all(map(told, opened.honest)))
        await_stillness(opened, opened.honest)
        assert not any(opened._went_on(player) for player in opened.honest)
        yield opened
    finally:
        opened.end()


@pytest.mark.parametrize("returns", [False, True])
def test_more_than_half_can_end_it(table: CrookedTable, *, returns: bool) -> None:
    """All three name the liar and nobody else, also when the lost player has come back and is told that he is out."""
    if returns:
        ed = table.players[-1] = come_back(table.players[-1])
        table.wait_until(lambda: isinstance(ed.error, VotedOut))
        assert not told(ed)
    for player in table.honest:
        player.control.abandon()
    table.wait_until(lambda: all(isinstance(player.error, TableAbandoned) for player in table.honest))
    table.check_named()
