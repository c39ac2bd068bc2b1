"""Nothing that reads bytes from outside does with mutated ones what it may not; and that would be told."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.mutation_targets import TARGETS, Frames
from tests.mutate import attack, main

SEED = 20_261_130
SLOW = {"logs": 8, "bodies": 60, "positions": 60}


@pytest.mark.parametrize("name", TARGETS)
def test_mutated_bytes_do_no_harm(name: str) -> None:
    """They are refused with the error that is expected, or mean what they say."""
    target, random = TARGETS[name](), Random(f"{name} {SEED}")
    for number in range(SLOW.get(name, 300)):
        attack(name, target, random, number)


def test_what_is_found_is_told_with_what_is_needed_to_do_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed, the target and the bytes."""

    def judge(frames: Frames, data: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Frames, "judge", judge)
    assert main(["--seed=5", "--only=frames"]) == 1
    first, second, data, last = capsys.readouterr().out.splitlines()
    assert first == "seed 5"
    assert second.startswith("frames, number 1: ZeroDivisionError")
    assert bytes.fromhex(data)
    assert last == "Again: python3 -m tests.mutate --seed 5 --only frames"
