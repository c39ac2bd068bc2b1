"""What the steps of a table cost: making and checking entries, setting up a table, auditing a log."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol import own_cards
from protocol.audit import audit
from protocol.chain import Chain
from protocol.game import CardUse, Moved
from protocol.group import RISTRETTO255
from protocol.log import decode_entry, sign_entry
from protocol.steps.base import Choice, Me
from protocol.steps.deal import DealCards, PeekCard
from protocol.steps.play import Play
from protocol.steps.reveal import RevealCards, ShowZones
from tests.benchmarks.counting import CountingGroup, beside_floor, best, cheaper, floor, operation_costs, report
from tests.helpers.room import header_for, secrets_of
from tests.helpers.saboteur import saboteur_room

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from protocol.done import Done
    from protocol.group import Group
    from protocol.seat_secrets import SeatSecrets
    from protocol.table import Table
    from tests.benchmarks.counting import Costs

SEATS: Final = 5
REPEATS: Final = 20
TURNS: Final = 10
_USES: Final = {CardUse.SHOW: "shown", CardUse.HIDE: "hidden", CardUse.NONE: "none"}


@dataclass(slots=True)
class Work:
    """What some steps of a table take.

    Attributes:
        total: seconds of all seats together: what one core needs.
        critical: seconds with a core for each seat: the slowest entry of each step, and a seat's checks of all others.
        size: bytes of all entries.
    """

    total: float = 0.0
    critical: float = 0.0
    size: int = 0

    def span(self, cores: int) -> float:
        """Return the seconds that no table on so many cores can go below."""
        return max(self.critical, self.total / cores)


class Course:
    """A table in one process that makes and checks each entry once, by a clock of its caller's."""

    def __init__(self, group: Group, seats: int, clock: Callable[[], float]) -> None:
        game = SaboteurGame(Options())
        self._secrets = [secrets_of(("benchmark", chair)) for chair in range(seats)]
        self._clock = clock
        self._chain = Chain(group=group, game=game, header=header_for(game, self._secrets))

    def set_up(self) -> Work:
        """Go on until everyone sees a hand."""
        work = Work()
        while self._chain.step is not None and not self._chain.step.chosen:
            self._one_step(work)
        return work

    def turn(self) -> Work:
        """Let the first player discard a card and draw one: the cheapest turn that there is."""
        work = Work()
        self._one_step(work)
        self._one_step(work)
        return work

    def _one_step(self, work: Work) -> None:
        chain, clock = self._chain, self._clock
        step, site, table = chain.step, chain.site, chain.table
        if step is None:
            return
        making, checking = [], []
        for seat in step.seats:
            me = _me(self._secrets[table.seating[seat]], seat, step.round_number(table))
            if step.chosen:
                me = replace(me, choice=Choice(move=Discard(None).wire(), card=own_cards.zone(table, me, "hand")[0]))
            begun = clock()
            entry = sign_entry(me.signing, site.slot(seat), step.make_body(table, site, me))
            made = clock()
            chain.accept(decode_entry(entry.encode()))
            making.append(made - begun)
            checking.append(clock() - made)
            work.size += len(entry.encode())
        others = sorted(checking)[1:] or checking  # nobody checks the own entry, but all wait for who made the only one
        work.total += sum(making) + (len(table.seating) - 1) * sum(checking)
        work.critical += max(making) + sum(others)


def _me(secrets: SeatSecrets, seat: int, number: int) -> Me:
    root = secrets.roots.of(number)
    return Me(seat=seat, signing=secrets.signing, roots=secrets.roots, root=root, purse=secrets.purse)


def course_floors(seats: int, costs: Costs) -> tuple[Work, Work]:
    """Return what the group operations of a set-up and of a turn take, and nothing else."""
    counter = CountingGroup()
    Course(counter, seats, lambda: 0.0).set_up()  # generators and card points are computed once a process
    course = Course(counter, seats, lambda: floor(counter.counts, costs))
    return course.set_up(), course.turn()


def courses() -> None:
    """Report setting up a table of three and of ten, and a turn at it, in one process, without wire and disk."""
    for seats in (3, 10):
        Course(RISTRETTO255, seats, time.process_time).set_up()
        costs, course = operation_costs(), Course(RISTRETTO255, seats, time.process_time)
        timed = course.set_up(), min((course.turn() for _ in range(TURNS)), key=lambda work: work.total)
        costs = cheaper(costs, operation_costs())
        for name, work, least in zip(("set-up", "turn"), timed, course_floors(seats, costs), strict=True):
            for part, value, lowest in (
                ("critical path", work.critical, least.critical),
                ("total", work.total, least.total),
            ):
                ratio = value / lowest
                report(f"{name}, {seats} seats, {part}", value * 1000, "ms", floor=lowest * 1000, ratio=ratio)
            report(f"{name}, {seats} seats", work.size, "bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One entry of a log, with all that is needed to make and to check it anew."""

    done: Done
    table: Table
    me: Me

    @property
    def size(self) -> int:
        """Bytes of the entry."""
        return len(self.done.entries[self.me.seat].encode())

    def make(self) -> None:
        """Make its body: proofs and encoding, without the signature."""
        self.done.step.make_body(self.table, self.done.site, self.me)

    def check(self) -> None:
        """Check its body, without the signature."""
        seat = self.me.seat
        self.done.step.read_body(self.table, self.done.site, seat, self.done.entries[seat].body)


def moments(chain: Chain, secrets: list[SeatSecrets]) -> dict[str, Moment]:
    """Return the first entry of each kind that a round repeats; a first play comes from a full hand."""
    found: dict[str, Moment] = {}
    for before, done in zip(chain.done, chain.done[1:], strict=False):
        table, seat = before.table, done.step.seats[0]
        me = _me(secrets[table.seating[seat]], seat, done.step.round_number(table))
        name, choice = _name_and_choice(done, table, me)
        if name:
            found.setdefault(name, Moment(done=done, table=table, me=replace(me, choice=choice)))
    return found


def _name_and_choice(done: Done, table: Table, me: Me) -> tuple[str, Choice | None]:
    """Return what a step is called, empty for one that is of no interest, and a choice like the one made in it."""
    match done.step, done.facts:
        case DealCards(handouts=handouts), _:
            return f"deal of {_cards(handouts)}", None
        case RevealCards(cards=cards), _:
            return f"reveal of {_cards(cards)}", None
        case PeekCard(), _:
            return "peek", None
        case ShowZones(zone=zone), _:
            return f"show of {_cards(table.ledger.zone(me.seat, zone))}", None
        case Play(zone=zone), (Moved(move=move, card=card), *_):
            hand = own_cards.zone(table, me, zone)
            use = table.game.card_use(table.state, move)
            # Which of its cards a seat has hidden is not told; any of them costs the same.
            return f"play, card {_USES[use]}", Choice(move=move, card=hand[0] if card is None else card)
    return "", None


def _cards(cards: Sized) -> str:
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def entries() -> None:
    """Report making and checking one entry of each kind at a table of five, and auditing its log."""
    game = SaboteurGame(Options(rounds=1))
    room = saboteur_room(Options(rounds=1), seats=SEATS, seed=4, group=RISTRETTO255)
    room.run()
    disk, counter = room.members[0].disk, CountingGroup()
    chains = [Chain(group=group, game=game, header=room.header) for group in (RISTRETTO255, counter)]
    for chain in chains:
        for record in disk:
            chain.accept(decode_entry(record))
    timed, counted = (moments(chain, room.secrets) for chain in chains)
    for name, moment in timed.items():
        same = counted[name]
        beside_floor(f"make {name}", moment.make, counter.during(same.make), repeats=REPEATS)
        beside_floor(f"check {name}", moment.check, counter.during(same.check), repeats=REPEATS)
        report(f"entry of {name}", moment.size, "bytes")
    signature(moment)

    def whole(group: Group = RISTRETTO255) -> None:
        audit(group=group, game=game, header=room.header, records=disk)

    beside_floor(
        f"audit of a round, {SEATS} seats, {len(disk)} entries",
        whole,
        counter.during(lambda: whole(counter)),
        repeats=2,
    )
    report(f"log of a round, {SEATS} seats", sum(map(len, disk)), "bytes")


def signature(moment: Moment) -> None:
    """Report what comes on top of every entry that is made, and of every one that is checked."""
    entry, signing = moment.done.entries[moment.me.seat], moment.me.signing
    data = entry.encode()
    report("sign an entry", 1000 * best(lambda: sign_entry(signing, entry.slot, entry.body), REPEATS), "ms")
    opened = best(lambda: decode_entry(data).check_signature(signing.public), REPEATS)
    report("read an entry and check its signature", 1000 * opened, "ms")
