"""What is told of a proved fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from p2p_saboteur.commands.blame import fault_told, shown_fault
from protocol.errors import Reason
from protocol.events import Faulted
from protocol.faults import Fault

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from protocol.log import Entry

FOLDER = Path("game")
PLAY = cast("Entry", SimpleNamespace(kind="play"))
FAULT = Fault(culprit=1, reason=Reason.ILLEGAL_MOVE, check="R10", step=13, entries=(PLAY,))
CHAIRS = tuple(SimpleNamespace(name=name) for name in ("Ada", "Borek", "Čeněk", "Dana"))
CLIENT = cast(
    "Client",
    SimpleNamespace(folder=FOLDER, table=SimpleNamespace(seating=(2, 3, 0, 1), header=SimpleNamespace(chairs=CHAIRS))),
)


def test_a_fault_without_which_the_game_goes_on() -> None:
    """Who, what and why; that the game goes on without him; and where the proof is."""
    told = fault_told(FAULT, CLIENT)
    assert told.startswith("Dana is proved to have broken the rules while playing (step 13): the rules forbid the move")
    assert told.endswith(f"The game goes on without Dana. The proof is in {FOLDER / 'proof-1.log'}")


def test_a_false_sum_after_the_game_was_ended() -> None:
    """There is no game any more that could go on."""
    fault = replace(FAULT, reason=Reason.PROOF, check="sum", entries=(cast("Entry", SimpleNamespace(kind="worth")),))
    told = fault_told(fault, CLIENT)
    assert told.startswith("Dana is proved to have broken the rules while proving the gold (step 13): the proof")
    assert "The game had been ended for all already. The proof is in" in told


def test_the_page_of_a_fault() -> None:
    """It says whether the game goes on."""
    pages = [shown_fault(Faulted(FAULT, ends=ends), CLIENT) for ends in (False, True)]
    assert [page.meaning for page in pages] == ["The game goes on without Dana.", "The game is over for all."]
    assert {page.culprit for page in pages} == {1}
    assert {page.evidence for page in pages} == {str(FOLDER / "proof-1.log")}


@pytest.mark.parametrize("kind", ["", "\x1b[2J", "\u202e"])
def test_what_a_cheat_calls_its_deed_is_not_printed(kind: str) -> None:
    """A terminal might obey it."""
    fault = replace(FAULT, entries=(cast("Entry", SimpleNamespace(kind=kind)),))
    assert "Dana is proved to have broken the rules while signing what there is not (" in fault_told(fault, CLIENT)
