"""Whole games of Saboteur between sessions: the engine and the cryptography together, gold included."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Literal

import pytest

from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.cards import NUGGETS
from p2p_saboteur.games.saboteur.options import CHOICES, Options
from protocol.audit import audit
from protocol.cards import points
from protocol.ledger import PURSE
from protocol.steps.keys import secret_keys
from tests.helpers.cases import mostly_long
from tests.helpers.room import Faults
from tests.helpers.saboteur import saboteur_room

if TYPE_CHECKING:
    from tests.helpers.room import Room

VARIANTS = (
    Options(rounds=1),
    Options(rounds=1, discards="public", exact_roles=True),
    Options(rounds=1, gold="open", gold_cards="diggers", sabotaged_no_gold=True),
    Options(rounds=1, payout="value", early_end="all_pass", first_starter="opener"),
)


def check_end(room: Room) -> None:
    """Check that all agree, that every log verifies, and that the totals are what the purses hold in truth."""
    assert len(room.heads) == 1
    for member in room.members:
        result = audit(group=room.group, game=room.game, header=room.header, records=member.disk)
        assert result.finished
        assert result.fault is None
        assert result.chain.heads[-1] in room.heads
    for member in room.members:
        session = member.session
        state, seat = session.table.state, session.seat
        assert seat is not None
        owned = sum(NUGGETS[number] for number in session.zone(PURSE))
        assert state.totals[seat] == owned + (state.gold.known[seat] if owned == 0 else 0)


@pytest.mark.parametrize(
    "options",
    mostly_long(VARIANTS[2:] + VARIANTS[:2]),
    ids=str,
)
def test_one_round_under_every_kind_of_gold(options: Options) -> None:
    """A round with its gold share ends with equal heads and true totals."""
    room = saboteur_room(options, seats=3, seed=11, policy=SteadyPolicy)
    room.run()
    check_end(room)


@pytest.mark.parametrize("rounds", [2, pytest.param(3, marks=pytest.mark.long)])
def test_rounds_carry_the_pile_and_erase_the_old_roots(rounds: Literal[2, 3]) -> None:
    """The nugget pile goes from set-up to set-up, and what opened the earlier ones is gone."""
    options, faults = Options(rounds=rounds), Faults(delay=0.05)
    room = saboteur_room(options, seats=3, seed=3, faults=faults, policy=SteadyPolicy)
    room.run()
    check_end(room)
    chain = room.members[0].session.chain
    kinds = [done.site.kind for done in chain.done]
    assert kinds.count("carry") == rounds - 1
    for member in room.members:
        assert member.session.secrets is not None
        assert member.session.secrets.roots.oldest == rounds
    owned = sum(len(zone.cards) for (_, name), zone in chain.table.ledger.zones.items() if name == PURSE)
    left = sum(card.deck == "nugget" for card in chain.table.ledger.table)
    assert owned + left == len(NUGGETS)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["carry", "close"])
def test_everybody_restarts_in_a_step_at_the_end_of_a_round(kind: str) -> None:
    """Every kind of gold step goes on after all have crashed in it, and nothing is signed in two ways."""
    room = saboteur_room(Options(rounds=2 if kind == "carry" else 1), seats=3, seed=11)
    room.run(until=lambda: room.quiet or room.members[0].session.chain.site.kind == kind)
    assert not room.quiet, f"no step of kind {kind} in this game"
    for chair in range(3):
        room.restart(chair)
    room.run()
    check_end(room)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_any_options_with_any_number_of_seats(seed: int) -> None:
    """Random options, seats and wire."""
    random = Random(seed)
    options = Options(**{name: random.choice(values) for name, values in CHOICES.items()})  # type: ignore[arg-type]
    room = saboteur_room(options, seats=random.randint(3, 10), seed=seed, faults=Faults(delay=0.1, drop=0.02))
    room.run()
    check_end(room)


def test_nobody_else_can_read_a_purse() -> None:
    """What all other seats know together opens no nugget card of a seat."""
    room = saboteur_room(Options(rounds=1), seats=3, seed=11)
    room.run()
    table = room.members[0].session.table
    for (owner, name), zone in table.ledger.zones.items():
        if name != PURSE or not zone.cards:
            continue
        others = [member.session for member in room.members if member.session.seat != owner]
        keys = [secret_keys(room.group, session._me(), table.setup) for session in others]
        secrets = [key for each in keys for key in (each.table, each.hand, each.purse)]
        for card in zone.cards:
            assert all(card.decrypt(secret) not in table_points(room) for secret in secrets)


def table_points(room: Room) -> set[object]:
    """Return the points of all nugget cards."""
    return set(points(room.group, room.members[0].session.table.decks["nugget"]))
