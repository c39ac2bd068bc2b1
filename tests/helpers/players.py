"""People at a table as processes of their own, all of which end with the test."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any, Self

from p2p_saboteur.net.invite import Invite, read_invite
from p2p_saboteur.store.log_file import read_log
from tests.helpers.processes import PROGRAM, logs, output, run, start, wait_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def failing(home: Path, code: int, *words: str, program: Sequence[str] = PROGRAM) -> str:
    """Return what a command that fails with this code complains about; it must be sentences and nothing else."""
    found, said, complaints = run(home, *words, program=program)
    assert found == code, (said, complaints)
    assert "Traceback" not in complaints
    assert "mistake" not in complaints
    assert complaints.endswith(".\n")
    return complaints.splitlines()[-1]


class Players:
    """Processes by name, each with a home below `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()
            if process.stdin:
                process.stdin.close()

    def start(self, name: str, *words: str, program: Sequence[str] = PROGRAM, typing: bool = False) -> None:
        """Let somebody carry out a command; he can type only if told so."""
        stdin = subprocess.PIPE if typing else subprocess.DEVNULL
        self.processes[name] = start(self.folder / name, *words, stdin=stdin, program=program)

    def host(self, name: str, *words: str, program: Sequence[str] = PROGRAM, typing: bool = False) -> Invite:
        """Let somebody open a table on this computer with `--json`, and return the invite."""
        here = () if any(word.startswith("--advertise") for word in words) else ("--advertise=127.0.0.1",)
        port = () if any(word.startswith("--port") for word in words) else ("--port=0",)
        self.start(name, "host", "--json", f"--name={name}", *here, *port, *words, program=program, typing=typing)
        wait_for(lambda: self.has_said(name, "invite") or self.processes[name].poll() is not None)
        (event,) = [event for event in self.events(name) if event["event"] == "invite"]
        return read_invite(event["invite"])

    def join(
        self, name: str, invite: Invite, *words: str, program: Sequence[str] = PROGRAM, typing: bool = False
    ) -> None:
        """Let somebody join with `--json`."""
        words = ("join", invite.text(), "--json", f"--name={name}", *words)
        self.start(name, *words, program=program, typing=typing)

    def output(self, name: str) -> str:
        """Return what somebody's command has printed so far."""
        return output(self.folder / name)

    def complaints(self, name: str) -> str:
        """Return what somebody's command has printed on its error stream so far."""
        return (self.folder / name / "complaints").read_text(encoding="utf-8")

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return what a command with `--json` has told so far."""
        return [json.loads(line) for line in self.output(name).splitlines(keepends=True) if line.endswith("\n")]

    def has_said(self, name: str, event: str) -> bool:
        """Return whether a command with `--json` has told an event of this kind."""
        return self.count(name, event) > 0

    def count(self, name: str, event: str) -> int:
        """Return how many events of this kind a command with `--json` has told."""
        return self.output(name).count(f'{{"event":"{event}"')

    def wait_for(self, name: str, event: str, seconds: float = 60) -> None:
        """Return once a command with `--json` has told an event of this kind; fail if it ends before that."""
        wait_for(lambda: self.has_said(name, event) or self.processes[name].poll() is not None, seconds)
        assert self.has_said(name, event), (self.processes[name].poll(), self.complaints(name))

    def code(self, name: str, seconds: float = 60) -> int:
        """Return the exit code of somebody's command when it has ended; no traceback may have been shown."""
        code = self.processes[name].wait(seconds)
        assert "Traceback" not in self.complaints(name), self.complaints(name)
        assert "mistake" not in self.complaints(name), self.complaints(name)
        return code

    def finish(self, seconds: float = 180) -> None:
        """Check that all have ended well with one and the same log, which is complete and good."""
        for name in self.processes:
            assert self.code(name, seconds) == 0, (name, self.complaints(name))
        found = [log for name in self.processes for log in logs(self.folder / name)]
        records = {tuple(sorted(read_log(log).records)) for log in found}
        assert (len(found), len(records)) == (len(self.processes), 1)
        code, said, complaints = run(self.folder / "verify", "verify", str(found[0]))
        assert code == 0, (said, complaints)
        assert said.splitlines()[-1] == "Good: everyone has signed the result."
