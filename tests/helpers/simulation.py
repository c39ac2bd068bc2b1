"""One whole game through everything that networks, machines and a bad player do to it, all of it from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.games.saboteur.options import CHOICES, Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol.errors import LocalError
from protocol.header import STRICT, TOLERANT
from protocol.log import OPENING_STEPS
from tests.helpers.adversary import Tweak
from tests.helpers.require import require
from tests.helpers.room import Faults
from tests.helpers.saboteur import RandomPlayers
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.storm_room import NOBODY, StormRoom
from tests.helpers.toy_groups import FAST
from tests.helpers.witness import Witness, fingerprint
from tests.protocol.attacks.test_chaos import odd
from tests.protocol.attacks.test_equivocation import versions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Game
    from protocol.group import Group
    from tests.helpers.adversary import Moment, Sent

PATIENCE: Final = 60.0
"""Seconds on the fake clock without progress after which people do something."""
MOST: Final = 400
"""Times that people lose patience before a game counts as stuck."""
TWO_FACED: Final = ("keys", "shuffle", "deal", "reveal", "show", "peek")
ONLY_ONCE: Final = ("play", "agree", "close", "pick", "pay", "total")
STROKES: Final = {"crash": 4, "crash between outputs": 4, "cut": 3, "heal": 3, "halves": 1}
LOSSES: Final = {"silence": 1, "haste": 1, "leave": 1}
"""What only a game can go on after that knows of lost seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A game as its seed draws it.

    Attributes:
        seed: of everything.
        seats: how many sit down.
        small: whether they play the small game of the tests, which knows of no lost seats.
        group: of the suite.
    """

    seed: int
    seats: int
    small: bool = False
    group: Group = FAST

    def game(self) -> Game[Any]:
        """Return the rules with options that follow from the seed; mostly one round."""
        random = Random(f"options {self.seed}")
        if self.small:
            return SmallGame(random.randint(1, 2), guess=random.random() < 0.3, hand=random.choice((0, 0, 1, 2)))
        chosen: dict[str, Any] = {name: random.choice(values) for name, values in CHOICES.items()}
        return SaboteurGame(Options(**{**chosen, "rounds": random.choice((1, 1, 1, 1, 1, 2))}))

    def room(self) -> StormRoom:
        """Return the table, not yet open; in one game of three one seat lies at some moment."""
        random, chairs = Random(f"table {self.seed}"), range(self.seats)
        cheat = random.choice([*chairs]) if random.random() < 1 / 3 else NOBODY
        room = StormRoom(
            lie(random, [chair for chair in chairs if chair != cheat]),
            game=self.game(),
            seats=self.seats,
            seed=self.seed,
            cheat=cheat,
            group=self.group,
            choose=choose if self.small else RandomPlayers(),
            kind=random.choice((STRICT, TOLERANT)),
        )
        odds = random.choice((0.0, 0.05, 0.15))
        room.faults = Faults(delay=random.choice((0.02, 0.15, 0.5)), drop=odds, duplicate=odds)
        return room


def lie(random: Random, others: list[int]) -> Tweak:
    """Return a tweak: some are told another thing than the rest, or they alone are told anything, and it is odd."""
    kind = random.choice((*TWO_FACED, *ONLY_ONCE))
    deceived = random.sample(others, random.randint(1, len(others)))
    twin, skip = random.random() < 0.5 and kind in TWO_FACED, random.randint(0, 4)
    stays = twin or random.random() < 0.6

    def when(moment: Moment) -> bool:
        nonlocal skip
        skip -= 1
        return skip < 0 or kind in {"keys", "close", "total"}

    def act(moment: Moment) -> list[Sent]:
        one, two = versions(moment) if twin else (moment.honest(), odd(random, moment))
        rest = [chair for chair in others if chair not in deceived]
        return [(rest, one), (deceived, two)] * 4 if stays else [(deceived, two)] * 4

    return Tweak(kind=kind, act=act, reason=None, when=when, stays=stays)


class Simulation:
    """A game, and who does things to it.

    Attributes:
        room: the table.
    """

    def __init__(self, plan: Plan) -> None:
        """Sit down."""
        self.plan, self.room = plan, plan.room()
        self.random = Random(f"strokes {plan.seed}")
        self.witness = Witness(self.room)

    def play(self) -> str:
        """Play to the end, require that it is one, and return the fingerprint of all logs."""
        room, odds = self.room, STROKES if self.plan.small else {**STROKES, **LOSSES}
        room.open()
        for stroke in self.random.choices(list(odds), list(odds.values()), k=self.random.randint(3, 12)):
            self._go_on(self.random.randrange((30 if self.plan.small else 120) * self.plan.seats))
            self._strike(stroke)
        room.calm()
        self._finish()
        if any(room.members[chair].session.fault for chair in room.living) and not self._all_know():
            self._reconnect()
        self._check_end()
        return fingerprint(room)

    def _go_on(self, steps: int) -> None:
        for _ in range(steps):
            if self.room.quiet or not self.room.step():
                return

    def _strike(self, stroke: str) -> None:
        """Do one thing to the table."""
        room, random, seats = self.room, self.random, range(self.plan.seats)
        victim, pair = random.choice(room.living), random.sample(seats, 2)
        match stroke:
            case "crash":
                room.restart(victim)
            case "crash between outputs":
                room.let_crash(victim, random.randrange(8))
            case "halves":
                half = random.sample(seats, random.randint(1, len(seats) - 1))
                self._cut(product(half, [chair for chair in seats if chair not in half]))
            case "cut":
                self._cut([(pair[0], pair[1])])
            case "heal" if room.broken:
                room.happened["links healed"] += 1
                room.heal(random.choice(room.broken))
            case "silence" if not room.gone and self._has_begun():
                room.silence(victim)
            case "leave" if room.members[victim].session.may_leave:
                room.happened["seats leaving"] += 1
                room.members[victim].session.leave(room.now)
                room.settle(victim)
            case "haste":
                room.hasty |= self._vote(victim, seats)

    def _has_begun(self) -> bool:
        """Return whether everybody has come to where votes begin."""
        return all(member.session.chain.number >= OPENING_STEPS for member in self.room.members)

    def _cut(self, pairs: Iterable[tuple[int, int]]) -> None:
        whole = [pair for pair in pairs if frozenset(pair) not in self.room.cut]
        self.room.happened["links cut"] += len(whole)
        self.room.partition(*whole)

    def _vote(self, chair: int, about: Iterable[int]) -> bool:
        """Let a member vote against the first of these that it misses, if it may."""
        session = self.room.members[chair].session
        seating = session.table.seating
        for seat in session.chain.missing:
            if seat != session.seat and seating[seat] in about:
                try:
                    session.vote_out(seat, self.room.now)
                except LocalError:
                    continue
                self.room.happened["votes"] += 1
                self.room.settle(chair)
                return True
        return False

    def _finish(self) -> None:
        """Play on; whenever nothing moves for long, people vote, and when that cannot help they end the game."""
        room = self.room
        for _ in range(MOST):
            before, until = self._progress(), room.now + PATIENCE
            while not room.quiet and room.now < until and room.step():
                pass
            if room.quiet:
                return
            if self._progress() == before and not self._is_majority():
                room.happened["games that wait for a majority"] += 1
                return
            if self._progress() == before:
                self._intervene()
        self._stuck()

    def _progress(self) -> list[tuple[object, ...]]:
        chains = [self.room.members[chair].session.chain for chair in self.room.living]
        return [
            (
                chain.number,
                len(chain.pending),
                chain.absence.marks(0),
                len(chain.ballots.votes),
                len(chain.stops.entries),
            )
            for chain in chains
        ]

    def _is_majority(self) -> bool:
        """Return whether more than half of those who are still in the game can be heard."""
        sessions = [self.room.members[chair].session for chair in self.room.present]
        table = next(session.table for session in sessions if session.chain.step)
        here = [session for session in sessions if session.seat in table.present and not session.chain.expelled]
        return 2 * len(here) > len(table.present)

    def _intervene(self) -> None:
        """Vote against whoever may be gone; else, where votes have crossed or somebody cheats, end the game."""
        room = self.room
        suspects = room.gone | ({room.cheat} if room.crook_acted else set())
        voted = [self._vote(chair, suspects) for chair in room.present]
        if any(voted):
            return
        if not room.hasty and not room.crook_acted:
            self._stuck()
        for chair in room.present:
            try:
                room.members[chair].session.abandon(room.now)
            except LocalError:
                continue
            room.settle(chair)

    def _stuck(self) -> None:
        places = [(chair, self.room.members[chair].session.chain.site) for chair in self.room.living]
        require(False, f"seed {self.plan.seed}: stuck at {places}")

    def _all_know(self) -> bool:
        chains = [self.room.members[chair].session.chain for chair in self.room.living]
        return all(chain.faults or chain.expelled or chain.left for chain in chains)

    def _reconnect(self) -> None:
        """Break every link and bring it up again: who has seen the end does not ask any more."""
        room, seats = self.room, range(self.plan.seats)
        room.faults = Faults()
        pairs = [pair for pair in combinations(seats, 2) if not room.gone & set(pair)]
        room.partition(*pairs)
        room.heal(*pairs)
        for _ in range(1000 * self.plan.seats):
            if self._all_know() or not room.step():
                break
        require(self._all_know(), f"seed {self.plan.seed}: not everybody knows of the fault")

    def _check_end(self) -> None:
        """Require that all who were not voted out have come to one end."""
        room = self.room
        chains = [room.members[chair].session.chain for chair in room.living]
        room.happened["faults proved"] += any(chain.fault for chain in chains)
        room.happened["games abandoned"] += any(chain.ballots.abandoned for chain in chains)
        room.happened["seats lost"] += max(len(chain.table.lost) for chain in chains)
        room.happened["games that went on without a cheat"] += any(chain.fault and not chain.halted for chain in chains)
        stayed = [chain for chain in chains if not chain.expelled and not chain.left and not chain.halted]
        ended = [chain for chain in stayed if chain.step is None and not chain.ballots.abandoned]
        require(len({chain.heads[-1] for chain in ended}) <= 1, f"seed {self.plan.seed}: there are several ends")
        waits = room.happened["games that wait for a majority"]
        require(ended or room.crook_acted or room.hasty or waits, f"seed {self.plan.seed}: nobody came to the end")
