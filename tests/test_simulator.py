"""Simulated games end as they must, the same on every hash seed; and what must not be is noticed and told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from protocol.group import RISTRETTO255
from tests.helpers.cases import mostly_long
from tests.helpers.processes import ROOT
from tests.helpers.simulation import Plan, Simulation
from tests.simulator import main, seats_of

if TYPE_CHECKING:
    from tests.helpers.storm_room import StormRoom
    from tests.helpers.witness import Witness


FULL, LIAR = 21, 20
"""Seeds of three seats: one crashes, another one is gone and is voted out; one is gone, another one lies."""


@pytest.mark.parametrize("seed", mostly_long([FULL, LIAR, *range(1000, 1020)]))
def test_whole_games_of_saboteur(seed: int) -> None:
    """Bad wires, cuts, crashes, halves, liars, lost seats, hasty votes: one end, and nobody honest is named."""
    Simulation(Plan(seed=seed, seats=3 if seed in {FULL, LIAR} else seats_of(seed))).play()


@pytest.mark.parametrize("seed", mostly_long(range(100, 0, -1)))
def test_whole_games_of_the_small_game(seed: int) -> None:
    """The same without lost seats, in a game that is quick."""
    Simulation(Plan(seed=seed, seats=3 + seed % 2 if seed > 96 else seats_of(seed), small=True)).play()


@pytest.mark.parametrize("seed", mostly_long(range(3)))
def test_games_with_the_real_group(seed: int) -> None:
    """The same again in the group that people play with."""
    Simulation(Plan(seed=seed, seats=3, small=True, group=RISTRETTO255)).play()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_games_of_saboteur_with_the_real_group(seed: int) -> None:
    """And with the game that people play."""
    Simulation(Plan(seed=seed, seats=3, group=RISTRETTO255)).play()


def start(hash_seed: int) -> subprocess.Popen[str]:
    """Start the command with one game in a process with this hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    command = [sys.executable, "-m", "tests.simulator", "--seed=4", "--seats=3", "--small"]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_hash_seeds_lead_to_the_same_logs() -> None:
    """Nothing hangs on the order of sets: all files are the same, byte for byte."""
    one, two = [process.communicate()[0].splitlines()[0] for process in (start(1), start(2))]
    assert re.fullmatch("game 4, 3 seats: [0-9a-f]{16}", one)
    assert one == two


def test_a_failing_game_is_told_with_the_command_that_plays_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed, seats and kind of game are in it, so that nothing else is needed."""

    def fail(simulation: Simulation) -> str:
        raise AssertionError(simulation.plan.seed)

    monkeypatch.setattr(Simulation, "play", fail)
    with pytest.raises(AssertionError, match="77"):
        main(["--seed=77", "--small", "--minutes=1"])
    again = f"python3 -m tests.simulator --seed 77 --seats {seats_of(77)} --small"
    assert capsys.readouterr().out == f"game 77 fails; again: {again}\n"


# --- the witness sees what it is there for ---------------------------------------------------------------------------


def begun() -> tuple[StormRoom, Witness]:
    """Return a table that has dealt its cards, and who watches it."""
    simulation = Simulation(Plan(seed=3, seats=3, small=True))
    simulation.room.open()
    simulation.room.run(until=lambda: all(member.session.chain.number > 8 for member in simulation.room.members))
    return simulation.room, simulation.witness


def test_a_log_that_is_not_what_the_member_says_is_noticed() -> None:
    """A record that was not saved before it counted."""
    room, witness = begun()
    room.members[1].session.chain.heads[-1] = bytes(32)
    with pytest.raises(AssertionError, match="member 1 is not where its log is"):
        witness.look(1)


def test_a_secret_in_a_log_is_noticed() -> None:
    """Whatever record it stands in."""
    room, witness = begun()
    room.members[1].disk.append(b"x" + witness.secrets[2].purse.to_disk())
    with pytest.raises(AssertionError, match="a log tells a secret"):
        witness.look(1)


def test_two_heads_are_noticed() -> None:
    """One whom nobody has voted out is elsewhere."""
    room, witness = begun()
    room.members[1].session.chain.heads[-2] = bytes(32)
    done = room.members[2].session.chain.done[len(room.members[1].session.chain.heads) - 3]
    with pytest.raises(AssertionError, match="differently"):
        witness._compare(2, done)


def test_a_card_in_two_places_is_noticed() -> None:
    """It makes no difference under which ciphertext."""
    room, witness = begun()
    table = room.members[1].session.table
    first, second = [card for card in table.ledger.table if card.deck == "trump"][:2]
    changed = {**table.ledger.table, second: table.ledger.table[first]}
    table = replace(table, ledger=replace(table.ledger, table=changed))
    with pytest.raises(AssertionError, match="has other cards than before"):
        witness._count(table)
