"""What the steps of a table cost: making an entry, checking one, setting up a table, auditing a log."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol.audit import audit
from protocol.chain import Chain
from protocol.group import RISTRETTO255
from protocol.log import decode_entry, sign_entry
from protocol.steps.base import Me
from tests.benchmarks.counting import CountingGroup, best, floor, report
from tests.helpers.room import header_for, secrets_of
from tests.helpers.saboteur import saboteur_room

if TYPE_CHECKING:
    from protocol.group import Group
    from protocol.header import Header
    from protocol.session import SeatSecrets

KINDS: Final = ("deal", "play", "peek", "reveal", "show", "total")
REPEATS: Final = 5


@dataclass(slots=True, kw_only=True)
class Costs:
    """Seconds that a table's set-up takes, until everyone sees a hand.

    Attributes:
        total: of all seats together: what one core needs.
        critical: with a core for each seat: the slowest entry of each step, and one seat's checks of all others.
        size: bytes of all entries.
    """

    total: float = 0.0
    critical: float = 0.0
    size: int = 0


def set_up(group: Group, seats: int) -> Costs:
    """Make and check every entry of a set-up once, and return what that costs all seats."""
    game = SaboteurGame(Options())
    secrets = [secrets_of(("benchmark", chair)) for chair in range(seats)]
    header = header_for(game, secrets)
    chain, costs = Chain(group=group, game=game, header=header), Costs()
    while chain.step is not None and not chain.step.chosen:
        _one_step(chain, header, secrets, costs)
    return costs


def _one_step(chain: Chain, header: Header, secrets: list[SeatSecrets], costs: Costs) -> None:
    step, site, table = chain.step, chain.site, chain.table
    if step is None:
        return
    making, checking = [], []
    for seat in step.seats:
        mine = secrets[table.seating[seat]]
        root = mine.roots.of(step.round_number(table))
        me = Me(seat=seat, signing=mine.signing, roots=mine.roots, root=root, purse=mine.purse)
        begun = time.process_time()
        entry = sign_entry(mine.signing, site.slot(seat), step.make_body(table, site, me))
        made = time.process_time()
        chain.accept(decode_entry(entry.encode()))
        making.append(made - begun)
        checking.append(time.process_time() - made)
        costs.size += len(entry.encode())
    costs.total += sum(making) + len(header.chairs) * sum(checking)
    costs.critical += max(making) + sum(checking)


def set_ups(costs: dict[str, float]) -> None:
    """Report setting up a table of three and of ten in one process, without wire and disk."""
    for seats in (3, 10):
        set_up(RISTRETTO255, seats)  # generators and card points are computed once a process
        done, counter = set_up(RISTRETTO255, seats), CountingGroup()
        set_up(counter, seats)
        counted = counter.during(lambda seats=seats, counter=counter: set_up(counter, seats))  # type: ignore[misc]
        report(f"set-up, {seats} seats, critical path", done.critical * 1000, "ms")
        report(
            f"set-up, {seats} seats, total", done.total * 1000, "ms", made_and_checked_once=floor(counted, costs) * 1000
        )
        report(f"set-up, {seats} seats", done.size, "bytes")


def entries(costs: dict[str, float]) -> None:
    """Report making and checking one entry of each kind at a table of five, and auditing its log."""
    game = SaboteurGame(Options(rounds=1))
    room = saboteur_room(Options(rounds=1), seats=5, seed=4, group=RISTRETTO255)
    room.run()
    disk = room.members[0].disk
    timed: dict[str, list[float]] = {}
    counts: dict[str, list[float]] = {}
    counter = CountingGroup()
    for group, into in ((RISTRETTO255, timed), (counter, counts)):
        chain = Chain(group=group, game=game, header=room.header)
        for record in disk:
            entry = decode_entry(record)
            step, site, table = chain.step, chain.site, chain.table
            if step is not None and step.kind in KINDS:
                counter.counts.clear()
                begun = time.process_time()
                step.read_body(table, site, entry.seat, entry.body)
                spent = time.process_time() - begun
                into.setdefault(step.kind, []).append(spent if group is RISTRETTO255 else floor(counter.counts, costs))
            chain.accept(entry)
    for kind in KINDS:
        if kind in timed:
            least, value = min(counts[kind]), min(timed[kind])
            report(f"check one entry of kind {kind}, cheapest of the round", value * 1000, "ms", floor=least * 1000)
    whole = best(lambda: audit(group=RISTRETTO255, game=game, header=room.header, records=disk), REPEATS)
    counted = counter.during(lambda: audit(group=counter, game=game, header=room.header, records=disk))
    least = floor(counted, costs)
    report(f"audit of a round, 5 seats, {len(disk)} entries", whole * 1000, "ms", floor=least * 1000)
    report("log of a round, 5 seats", sum(map(len, disk)), "bytes")
