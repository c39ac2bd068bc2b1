"""Links that are cut while processes play: the game goes on when they come back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_kills import Table
from tests.helpers.altered import altered
from tests.helpers.cutter import cutter, free_port
from tests.helpers.processes import output, wait_for

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network


class CutTable(Table):
    """A table whose host can be reached through a cutter only, and whose guests cannot be reached at all."""

    def open_behind(self, port: int, proxy: int) -> None:
        """Let Ada open a table at a port, and tell the other one."""
        words = ("--players=3", "--rounds=1", f"--port={port}", f"--advertise=127.0.0.1:{proxy}", "--only-advertised")
        self._start("Ada", "host", *words)
        wait_for(lambda: '"event":"invite"' in output(self.folder / "Ada"))
        self.invite = json.loads(output(self.folder / "Ada").splitlines()[0])["invite"]

    def join(self, name: str) -> None:
        """Let a guest sit down who tells nobody where to reach him."""
        self._start(name, "join", self.invite, program=altered("unknown"))


@pytest.mark.long
@pytest.mark.parametrize("seconds", [1, 10, 45])
@pytest.mark.parametrize("phase", ["shuffle", "moves", "gold"])
def test_a_cut_host_is_found_again(tmp_path: Path, phase: str, seconds: float) -> None:
    """All links to the host break at once and stay down; then everyone catches up."""
    port = free_port()
    with cutter(port) as between:
        table = CutTable(tmp_path)
        table.open_behind(port, between.port)
        for name in ("Bo", "Cy"):
            table.join(name)
        table.await_phase("Bo", phase)
        between.cut(seconds)
        table.check_end()
