"""A malicious player through whom all goes that two others say to each other, and who drops it.

Nobody can tell him from a bad line, so nobody is named. The table waits, and says for whom, until there is a way round.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.control import TableAbandoned
from tests.helpers.malice.middle import Lines, Middle, connect, linked, own_only
from tests.helpers.malice.standing import await_stillness, awaited_by, check_same_log, go_on, turns
from tests.helpers.malice.table import CrookedTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.chain import Chain

pytestmark = [pytest.mark.network, pytest.mark.long]


@contextmanager
def opened(plot: Middle, patch: pytest.MonkeyPatch) -> Iterator[CrookedTable]:
    """Yield a table at which Bo is linked with Ada alone."""
    plot.set_up(patch)
    Lines(lambda one, other: "Bo" not in {one, other}).set_up(patch)
    table = CrookedTable.open(plot)
    try:
        yield table
    finally:
        table.end()


def at(kind: str, after: int) -> Middle:
    """Return what lets Ada drop all that goes through her from a step of a kind on, after so many turns."""

    def begins(chain: Chain) -> bool:
        return chain.site.kind == kind and turns(chain) >= after

    return Middle("Ada", own_only, begins, seats=3)


@pytest.mark.parametrize("heals", ["she is honest again", "there is a way round"])
@pytest.mark.parametrize(("kind", "after"), [("shuffle", 0), ("deal", 0), ("play", 2)])
def test_the_table_waits_until_there_is_a_way(
    kind: str, after: int, heals: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the two is told of the other; then they go on with one log, and nobody is ever named."""
    plot = at(kind, after)
    with opened(plot, monkeypatch) as table:
        ada, bo, cy = table.players
        table.wait_until(lambda: plot.begun)
        await_stillness(table, [bo, cy])
        assert (linked(bo), linked(cy)) == ({"Ada"}, {"Ada"})
        assert (awaited_by(bo), awaited_by(cy)) == ({"Cy"}, {"Bo"})
        assert not ada.control.over
        if heals == "she is honest again":
            plot.active = False
        else:
            connect(bo, cy)
        go_on(table, [bo, cy])
        check_same_log([bo, cy])
    assert plot.active == (heals != "she is honest again")
    table.check_nobody_named()


def test_more_than_half_can_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of five, whom she does not stand between, vote to end the game; the fourth waits, and can only leave."""
    plot = Middle("Ada", own_only, lambda chain: turns(chain) >= 2, seats=5)
    with opened(plot, monkeypatch) as table:
        _, bo, *others = table.players
        table.wait_until(lambda: plot.begun)
        await_stillness(table, [bo, *others])
        assert linked(bo) == {"Ada"}
        assert awaited_by(bo) <= {"Cy", "Di", "Ed"}
        assert [awaited_by(player) for player in others] == [{"Bo"}] * 3
        for player in others:
            player.control.abandon()
        table.wait_until(lambda: all(isinstance(player.error, TableAbandoned) for player in others))
        await_stillness(table, [bo, *others])
        assert bo.error is None
        check_same_log([bo, *others])
    table.check_nobody_named()
