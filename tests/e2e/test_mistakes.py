"""A mistake of ours in a real process: it ends with code 1 and a report that is safe to post, and the game goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.commands.failures import REPORT
from tests.helpers.altered import ALTERATIONS, PRIVATE, altered
from tests.helpers.players import Players
from tests.helpers.processes import PROGRAM, logs, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network

MISTAKES = [what for what in ALTERATIONS if what.startswith("mistaken-")]


@pytest.mark.long
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_in_a_task_ends_the_process_and_resume_goes_on(tmp_path: Path, what: str) -> None:
    """The log is good as far as it goes, the others just wait, and in the end all have the same one."""
    with Players(tmp_path) as players:
        rounds = 3 if what == "mistaken-pings" else 1  # which are seconds apart
        invite = players.host("Ada", "--players=3", "--auto", f"--rounds={rounds}", typing=True)
        players.join("Bo", invite, "--auto")
        players.join("Cy", invite, "--auto", program=altered(what))
        players.wait_for("Ada", "state")
        typing = players.processes["Ada"].stdin
        assert typing is not None
        print('{"do":"say","text":"hello"}', file=typing, flush=True)
        assert players.processes["Cy"].wait(60) == 1, players.complaints("Cy")
        said, home = players.complaints("Cy").splitlines()[-1], tmp_path / "Cy"
        assert said.startswith("This program has a mistake (RuntimeError). Nobody cheated; what was played is saved. ")
        assert "Type p2p-saboteur resume to go on with a game." in said
        assert str(home / REPORT) in said
        check_report((home / REPORT).read_text(), [*PRIVATE.split(), "Ada", "Bo", "Cy", invite.text(), str(tmp_path)])
        code, shown, _ = run(tmp_path / "verify", "verify", str(logs(home)[0]))
        assert (code, shown.splitlines()[-1]) == (0, "Good so far; the game is not finished.")
        assert all(players.processes[name].poll() is None for name in ("Ada", "Bo"))
        players.start("Cy", "resume", "--auto", "--json", program=PROGRAM)
        players.finish()


def check_report(report: str, private: list[str]) -> None:
    """Check that a report says where the mistake was, and nothing of these."""
    assert "\nRuntimeError\n" in report
    assert re.search(r"^  tests/helpers/altered\.py:\d+ in mistaken$", report, re.MULTILINE), report
    assert re.search(r"^  p2p_saboteur/app/\w+\.py:\d+ in \w+$", report, re.MULTILINE), report
    for words in private:
        assert not re.search(rf"(?<!\w){re.escape(words)}(?!\w)", report), (words, report)
