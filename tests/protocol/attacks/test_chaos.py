"""One seat that lies at a random moment to random others, on random networks with bad wires: it alone is ever named."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.helpers.adversary import CrookedRoom, Tweak
from tests.helpers.cases import mostly_long
from tests.helpers.mutations import mutated
from tests.helpers.room import Faults
from tests.helpers.small_game import SmallGame
from tests.protocol.attacks.test_equivocation import versions

if TYPE_CHECKING:
    from protocol.log import Entry
    from tests.helpers.adversary import Moment, Sent

# Not those of commitments: these are only judged when they are opened, and the liar has fallen silent by then.
KINDS = ["keys", "shuffle", "deal", "play", "agree", "open", "reveal", "show", "close"]
TWO_FACED = {"keys", "shuffle", "deal", "play", "reveal", "show"}  # of which two good versions can be made
LINKS = 0.6  # of all pairs, at the least those of a ring of the honest

SEEDS = mostly_long([*range(12), *range(100, 500)], 2)


def lie(random: Random, linked: list[int]) -> Tweak:
    """Return a tweak: a mutated or a second version for some of these, an honest one or nothing for the rest."""
    kind = random.choice(KINDS)
    deceived = random.sample(linked, random.randint(1, len(linked)))
    rest = [chair for chair in linked if chair not in deceived or random.random() < 0.2]
    twin, skip = random.random() < 0.4 and kind in TWO_FACED, random.randint(0, 2)
    stays = twin or random.random() < 0.6

    def when(moment: Moment) -> bool:
        nonlocal skip
        if kind == "play" and not moment.session.zone("hand"):
            return False  # there is one way to pass
        skip -= 1
        return skip < 0 or kind not in {"shuffle", "play", "agree"}

    def act(moment: Moment) -> list[Sent]:
        one, two = versions(moment) if twin else (moment.honest(), odd(random, moment))
        sent: list[Sent] = [(rest, one), (deceived, two)] if stays else [(deceived, two)]
        return sent * 4  # a bad wire may lose some

    return Tweak(kind=kind, act=act, reason=None, when=when, stays=stays)


def odd(random: Random, moment: Moment) -> Entry:
    """Return an entry with a mutated body."""
    honest = moment.honest().body
    body = honest
    while body == honest:
        body = mutated(random, [honest])
    return moment.sign(body)


def network(random: Random, seats: int) -> set[frozenset[int]]:
    """Return which pairs have no link: the honest, chairs 1 and on, are a ring at least, and 0 is linked to 1."""
    ring = {frozenset((a, a % (seats - 1) + 1)) for a in range(1, seats)} | {frozenset((0, 1))}
    pairs = [frozenset(pair) for pair in combinations(range(seats), 2)]
    return {pair for pair in pairs if pair not in ring and random.random() > LINKS}


def all_know(room: CrookedRoom) -> bool:
    """Return whether every honest seat has learnt of a fault."""
    return all(room.members[chair].fault for chair in room.honest)


def reconnect(room: CrookedRoom) -> None:
    """Break every link and bring it up again."""
    room.faults = Faults()
    pairs = [pair for pair in combinations(range(len(room.members)), 2) if frozenset(pair) not in room.cut]
    room.partition(*pairs)
    room.heal(*pairs)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_liar_is_named(seed: int) -> None:
    """Every honest seat, and every one's log, names it; whatever it said to whom, and however the news travelled."""
    random = Random(f"chaos {seed}")
    seats = random.randint(3, 5)
    cut = network(random, seats)
    linked = [chair for chair in range(1, seats) if frozenset((0, chair)) not in cut]
    room = CrookedRoom(lie(random, linked), game=SmallGame(0, guess=True), seats=seats, seed=seed, cheat=0)
    room.cut = cut
    if random.random() < 0.6:
        room.faults = Faults(delay=0.2, drop=0.15, duplicate=0.2)
    room.open()
    room.run(60_000, until=lambda: room.quiet or all_know(room))
    if room.crook.moment is not None and not all_know(room):
        reconnect(room)  # whoever has seen the end does not ask any more, and may have lost the news on this wire
        room.run(60_000, until=lambda: all_know(room))
    for chair in room.honest:
        for fault in (room.members[chair].fault, room.audit(chair)):
            assert (fault is None) == (room.crook.moment is None), seed
            if fault is not None:
                assert fault.culprit == room.culprit, f"seed {seed}: {fault}"
                assert fault.step == room.crook.step_cheated, f"seed {seed}: {fault}"
