"""What a malicious client signs when the game is over and all are still there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol.errors import Reason
from tests.helpers.adversary import Tweak
from tests.helpers.malice.plot import Attack, Malicious, Plot
from tests.helpers.malice.standing import await_stillness
from tests.helpers.malice.table import BUSY, CrookedTable, chain_of, told
from tests.helpers.require import present
from tests.protocol.attacks.test_after_the_end import another_result, harmless, one_more

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.log import Entry
    from protocol.session import Session
    from tests.helpers.sitting import Player

pytestmark = [pytest.mark.network, pytest.mark.long]


def say(player: Player, entries: list[Entry]) -> None:
    """Send entries to all."""
    pump = present(present(player.control.client).pump)

    def post(session: Session) -> None:
        for entry in entries:
            assert isinstance(session, Malicious)
            session._post(None, entry)

    player.control._do(pump.call(post))


@pytest.mark.parametrize(
    ("make", "reason", "check"),
    [(one_more, Reason.NOT_EXPECTED, "entry.slot"), (another_result, Reason.EQUIVOCATION, "slot")],
)
def test_the_result_stands(
    make: Callable[[Session], Entry], reason: Reason, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is of no use is ignored; what proves a cheat is kept as a proof by all who are there; all else stays."""
    plot = Plot(
        Attack(what="speaks", tweak=Tweak(kind="", act=lambda _: [], reason=reason, check=check), by="Bo", seats=3)
    )
    plot.set_up(monkeypatch)
    table = CrookedTable.open(plot)
    try:
        for player in table.players:
            player.after = lambda control: control.rest(until_alone=False)
        table.wait_until(lambda: table._over(table.players), 2 * BUSY)
        bo = table.players[1]
        session = present(present(bo.control.client).pump).session
        assert isinstance(session, Malicious)
        plot.crook = session
        heads = {present(chain_of(player)).heads[-1] for player in table.players}
        say(bo, harmless(session))
        await_stillness(table, table.players)
        assert not any(map(told, table.players))
        say(bo, [make(session)])
        table.wait_until(lambda: all(map(told, table.honest)))
        await_stillness(table, table.players)
        assert {present(chain_of(player)).heads[-1] for player in table.players} == heads
        assert table._over(table.players)
    finally:
        table.end()
    table.check_named()
