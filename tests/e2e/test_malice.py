"""Malicious clients at real tables: each is the real one but for one thing, and everybody else is honest.

Whatever such a client does, the harm is stopped. Where it can be proved everybody names it with the reason, keeps the
proof, and goes on; ``verify`` says the same of proof and log. Nobody else is ever named.
"""

from __future__ import annotations

import pytest

from tests.helpers.malice.attacks import NAMED, NOT_NAMED
from tests.helpers.malice.plot import Attack, Plot
from tests.helpers.malice.table import CrookedTable

pytestmark = pytest.mark.network

SHORT = {
    "does not know its table key",
    "shuffles falsely: One card is there twice, instead of another",
    "gives another player a wrong share",
    "shows two versions of its shuffle",
}
"""What is tried in the short suite: one of each family before the first move, since each game takes its seconds."""


def cases(attacks: tuple[Attack, ...]) -> list[object]:
    """Return the attacks, all but a few of them for ``--long`` alone."""
    return [
        pytest.param(attack, id=attack.what, marks=() if attack.what in SHORT else pytest.mark.long)
        for attack in attacks
    ]


def played(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> CrookedTable:
    """Play games until the moment of an attack has come and everybody has gone on."""
    for _ in range(attack.tries):
        plot = Plot(attack)
        plot.set_up(monkeypatch)
        table = CrookedTable.open(plot)
        try:
            if table.play():
                return table
        finally:
            table.end()
    raise AssertionError("the moment of the attack never came")


@pytest.mark.parametrize("attack", cases(NAMED))
def test_who_cheats_is_named_and_the_others_go_on(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    """By everybody, with the reason, in proof and log."""
    table = played(attack, monkeypatch)
    table.check_named()
    if attack.whole:
        table.check_one_end()
    if attack.void:
        table.check_void()


@pytest.mark.parametrize("attack", cases(NOT_NAMED))
def test_what_proves_nothing_harms_nobody(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ignored, or bounded, or the others go on without who is silent."""
    table = played(attack, monkeypatch)
    table.check_nobody_named()
    if not attack.voted:
        table.check_one_end()
