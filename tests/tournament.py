"""``python3 -m tests.tournament``: how often each side wins when the policies meet, in seeded rounds."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.local import LocalTable, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.dealer import Chance
    from p2p_saboteur.seat import Policy


@dataclass(frozen=True, kw_only=True)
class Match:
    """One pairing.

    Attributes:
        name: what it is called.
        players: how many sit at the table.
        saboteurs: how many of them are saboteurs in every round.
        diggers_play: the diggers' policy.
        saboteurs_play: the saboteurs' policy.
        low: in how many of a hundred rounds the saboteurs win at least.
        high: and at most.
    """

    name: str
    players: int
    saboteurs: int
    diggers_play: Callable[[Chance], Policy]
    saboteurs_play: Callable[[Chance], Policy]
    low: float
    high: float


MATCHES: Final = (
    Match(
        name="steady diggers, random saboteur",
        players=4,
        saboteurs=1,
        diggers_play=SteadyPolicy,
        saboteurs_play=RandomPolicy,
        low=0,
        high=10,
    ),
    Match(
        name="steady diggers, random saboteur",
        players=5,
        saboteurs=1,
        diggers_play=SteadyPolicy,
        saboteurs_play=RandomPolicy,
        low=0,
        high=10,
    ),
    Match(
        name="steady diggers, steady saboteurs",
        players=5,
        saboteurs=2,
        diggers_play=SteadyPolicy,
        saboteurs_play=SteadyPolicy,
        low=35,
        high=65,
    ),
)


def saboteurs_win(match: Match, rounds: int, first_seed: int = 0) -> int:
    """Return how many rounds the saboteurs win: of the first so many seeds with which so many saboteurs are dealt."""
    won = 0
    seed = first_seed
    while rounds:
        table = LocalTable(seats=match.players, chance=Random(seed), options=Options(rounds=1))
        seats = range(match.players)
        sabotage = [table.view(seat).role is Role.SABOTEUR for seat in seats]
        if sum(sabotage) == match.saboteurs:
            chance = Random(seed)
            policies = [(match.saboteurs_play if bad else match.diggers_play)(chance) for bad in sabotage]
            won += play(table, policies).winner is Role.SABOTEUR
            rounds -= 1
        seed += 1
    return won


def main(rounds: int) -> int:
    """Print a line a match; 0 if every match ends as it should."""
    good = True
    for match in MATCHES:
        begun = time.monotonic()
        share = 100 * saboteurs_win(match, rounds) / rounds
        good &= match.low <= share <= match.high
        print(
            f"{match.name}, {match.players} players, {match.saboteurs} of them saboteurs: saboteurs win {share:.1f} %"
            f" of {rounds} rounds (expected {match.low:g} to {match.high:g} %), {time.monotonic() - begun:.0f} s",
            flush=True,
        )
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
