"""Who comes back with an old copy of its folder: a malicious one that chooses anew, an honest one kept in the dark."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app import client
from protocol import hearing
from protocol.errors import Reason
from tests.helpers.adversary import Tweak
from tests.helpers.malice.middle import Lines, Middle, connect, linked, nothing_of
from tests.helpers.malice.plot import Attack, Plot
from tests.helpers.malice.speaking import versions
from tests.helpers.malice.standing import await_stillness, come_back, cut_back, go_on, leave_table
from tests.helpers.malice.table import BUSY, CrookedTable, chain_of, told
from tests.helpers.require import present

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.log import Entry
    from protocol.session import Session
    from tests.helpers.adversary import Moment, Sent
    from tests.helpers.sitting import Player

pytestmark = [pytest.mark.network, pytest.mark.long]


@contextmanager
def opened(plot: Plot, patch: pytest.MonkeyPatch) -> Iterator[CrookedTable]:
    """Open the table of a plot, and close it."""
    plot.set_up(patch)
    table = CrookedTable.open(plot)
    try:
        yield table
    finally:
        table.end()


def known_choice(table: CrookedTable, player: Player) -> Entry | None:
    """Return the last move of a player that all others have; None if there is none yet."""
    chains = [chain_of(each) for each in table.players]
    if not all(chains):
        return None
    reached, own = min(present(chain).number for chain in chains), present(chain_of(player))
    done = [done for done in own.done[:reached] if done.site.kind == "play" and own.own in done.entries]
    return done[-1].entries[present(own.own)] if done else None


@dataclass(slots=True)
class OldCopy:
    """What an old copy of a folder lacks: a choice, as soon as the copy is in its place."""

    lost: Entry | None = None

    def comes(self, moment: Moment) -> bool:
        """Wait until the choice is to be made again."""
        return self.lost is not None and moment.site.step == self.lost.step and moment.me.choice is not None

    def another(self, moment: Moment) -> list[Sent]:
        """Choose anew."""
        return [(None, next(entry for entry in versions(moment) if entry.digest != present(self.lost).digest))]


def test_who_chooses_anew_after_going_back_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bo's client does not ask the others first; they hold what it has signed before, name it, and go on."""
    old = OldCopy()
    tweak = Tweak(kind="play", act=old.another, reason=Reason.EQUIVOCATION, check="slot", when=old.comes)
    plot = Plot(Attack(what="chooses anew after it has gone back", tweak=tweak, by="Bo"))

    def hasty(**arguments: Any) -> Session:  # noqa: ANN401 - those of a session
        return plot.session(**{**arguments, "cautious": False})

    with opened(plot, monkeypatch) as table:
        bo = table.players[1]
        table.wait_until(lambda: known_choice(table, bo) is not None)
        choice = present(known_choice(table, bo))
        cut_back(leave_table(bo), lambda entry: entry.digest == choice.digest)
        old.lost = choice
        monkeypatch.setattr(client, "Session", hasty)
        table.players[1] = come_back(bo)
        table.wait_until(lambda: plot.crook is not None)
        table.wait_until(table._gone_on)
    table.check_named()


def unheard(player: Player) -> set[str]:
    """Return the names of those who are to tell a player how far they are before he chooses."""
    mine = present(player.control.client)
    return {mine.table.header.chairs[chair].name for chair in mine.unheard}


def test_an_honest_player_who_has_lost_the_end_of_its_log_signs_nothing_in_two_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Di, linked first, keeps Bo's own entries from him: he makes forced ones again, equal; with choices he waits."""
    monkeypatch.setattr(hearing, "RESUME_PATIENCE", BUSY)
    plot = Middle("Di", nothing_of("Bo"), lambda _: False, seats=4)
    Lines(lambda one, other: {one, other} != {"Bo", "Cy"}).set_up(monkeypatch)
    with opened(plot, monkeypatch) as table:
        ada, bo, cy, _ = table.players
        table.wait_until(lambda: known_choice(table, bo) is not None)
        choice, seat = present(known_choice(table, bo)), present(present(chain_of(bo)).own)
        before = max(done.site.step for done in present(chain_of(bo)).done[: choice.step] if seat in done.entries)
        folder = leave_table(bo)
        plot.active = True
        Lines(lambda _, other: other == "Di").set_up(monkeypatch)
        lost = cut_back(folder, lambda entry: (entry.seat, entry.step) == (seat, before))
        forced, *_ = own = [entry for entry in lost if entry.seat == seat]
        bo = table.players[1] = come_back(bo)
        table.wait_until(lambda: (chain := chain_of(bo)) is not None and chain.number == choice.step)
        await_stillness(table, [bo])
        chain = present(chain_of(bo))
        assert linked(bo) == {"Di"}
        assert (chain.number, seat in chain.missing) == (choice.step, True)
        assert unheard(bo) == {"Ada", "Cy"}
        assert chain.done[before].entries[seat].encode() == forced.encode()
        for other in (ada, cy):
            connect(bo, other)
        table.wait_until(lambda: chain.number > own[-1].step)
        assert all(chain.done[entry.step].entries[seat].digest == entry.digest for entry in own if entry.kind != "keep")
        go_on(table, [ada, bo, cy])
        assert not any(map(told, table.players))
    table.check_nobody_named()
