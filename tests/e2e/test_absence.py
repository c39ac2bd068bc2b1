"""A player's process dies for good; the others vote, and play on without it."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import pytest

from tests.helpers.json_player import JsonPlayer
from tests.helpers.processes import logs, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.network, pytest.mark.long]

HOST: Final = ("host", "--players=4", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--name=Ada", "--auto")


def test_three_of_four_go_on(tmp_path: Path) -> None:
    """The dead player is voted out, the round is dealt anew, and the logs of the others have one head and result."""
    with ExitStack() as stack:
        ada = stack.enter_context(JsonPlayer(tmp_path / "Ada", *HOST))
        invite = ada.until("invite")["invite"]
        bo, cy, di = (
            stack.enter_context(JsonPlayer(tmp_path / name, "join", invite, "--auto", f"--name={name}"))
            for name in ("Bo", "Cy", "Di")
        )
        seat = di.until("state")["you"]["seat"]
        di.__exit__()
        living = [ada, bo, cy]
        deadline = time.monotonic() + 180
        while any(player.alive for player in living):
            assert time.monotonic() < deadline, [player.events[-3:] for player in living]
            for player in living:
                if player.alive:
                    player.do("out", seat=seat)
            time.sleep(2)
        assert [player.end()[0] for player in living] == [0, 0, 0]
    heads = set()
    for name in ("Ada", "Bo", "Cy"):
        (log,) = logs(tmp_path / name)
        code, said, _ = run(tmp_path / f"{name} verify", "verify", str(log))
        assert (code, said.splitlines()[-1]) == (0, "Good: everyone has signed the result."), said
        heads.add(next(line for line in said.splitlines() if line.startswith("Head:")))
    assert len(heads) == 1
