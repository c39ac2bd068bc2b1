"""What goes wrong at a table: a clear sentence, no traceback, and the right exit code."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.net.curve import new_keys
from p2p_saboteur.net.invite import Invite, read_invite
from tests.helpers.processes import logs, output, run, start, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.network


@contextmanager
def opened(folder: Path, *words: str) -> Iterator[Invite]:
    """Open a table on this computer and yield its invite."""
    host = start(folder, "host", "--port=0", "--advertise=127.0.0.1", "--auto", "--json", "--name=Ada", *words)
    try:
        wait_for(lambda: '"event":"invite"' in output(folder) or host.poll() is not None)
        yield read_invite(json.loads(output(folder).splitlines()[0])["invite"])
    finally:
        host.kill()
        host.wait()


def join(folder: Path, invite: Invite | str, *words: str) -> tuple[int, str]:
    """Join, and return the exit code and what was complained about."""
    text = invite if isinstance(invite, str) else invite.text()
    code, _, complaints = run(folder, "join", text, "--auto", "--patience=3", "--name=Bo", *words)
    assert "Traceback" not in complaints
    return code, complaints


def test_an_invite_with_another_secret_is_refused(tmp_path: Path) -> None:
    """The host learns nothing of the secret, and the guest that it was another."""
    with opened(tmp_path / "host") as invite:
        code, said = join(tmp_path / "guest", replace(invite, secret=bytes(16)))
    assert code == 4
    assert "does not take this invite" in said


@pytest.mark.parametrize("text", ["nonsense", pytest.param("SAB1:" + "A" * 5000, marks=pytest.mark.long)])
def test_what_is_no_invite_is_refused(tmp_path: Path, text: str) -> None:
    """Before anything is dialled."""
    assert join(tmp_path, text)[0] == 4


@pytest.mark.long
def test_another_key_at_the_address_is_not_joined(tmp_path: Path) -> None:
    """An old invite, or somebody in between."""
    with opened(tmp_path / "host") as invite:
        code, said = join(tmp_path / "guest", replace(invite, key=new_keys().public))
    assert code == 3
    assert "its key is most likely not the one" in said


def test_nobody_there(tmp_path: Path) -> None:
    """The port is closed."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    invite = Invite(key=new_keys().public, secret=bytes(16), endpoints=(f"tcp://127.0.0.1:{port}",))
    code, said = join(tmp_path, invite)
    assert code == 3
    assert "Nobody listens" in said
    assert not list(tmp_path.rglob("sitting.json"))  # nothing is left for `resume` to try


@pytest.mark.long
def test_another_program_on_the_port(tmp_path: Path) -> None:
    """It talks, but not as we do."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                connection.sendall(b"220 mail.example ESMTP\r\n" * 10)
                connection.close()

        threading.Thread(target=greet, daemon=True).start()
        endpoint = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        code, said = join(tmp_path, Invite(key=new_keys().public, secret=bytes(16), endpoints=(endpoint,)))
        server.shutdown(socket.SHUT_RDWR)
    assert code == 3
    assert "What answers at that address is not this program." in said


def test_a_port_in_use(tmp_path: Path) -> None:
    """The port is named, and what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, said = run(tmp_path, "host", f"--port={port}", "--auto")
    assert code == 1
    assert said == f"Port {port} is in use. End the program that has it, or take another one with --port.\n"


def test_a_log_file_that_cannot_be_written(tmp_path: Path) -> None:
    """It is told before a table is opened."""
    code, _, said = run(tmp_path, "solo", "--auto", f"--log-file={tmp_path}")
    assert code == 1
    assert "Traceback" not in said
    assert logs(tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["\x1b[31mRed\x1b[0m", "\u202edrawkcab", "a" * 500, "\n\n", "Ada"])
def test_names_do_no_harm(tmp_path: Path, name: str) -> None:
    """Escapes never reach a terminal, and a taken name gets a number."""
    with opened(tmp_path / "host") as invite:
        guest = start(tmp_path / "guest", "join", invite.text(), "--auto", "--json", f"--name={name}")
        wait_for(lambda: output(tmp_path / "host").count('"event":"lobby"') > 1)
        guest.kill()
        guest.wait()
    people = json.loads(output(tmp_path / "host").splitlines()[2])["people"]
    shown = people[1]["name"]
    assert shown.isprintable()
    assert 1 <= len(shown) <= 16
    assert shown != "Ada"


@pytest.mark.long
def test_an_edited_log_is_told(tmp_path: Path) -> None:
    """Verify says that it proves nothing, and resume does not go on from it."""
    process = start(tmp_path, "solo", "--auto", "--json", "--players=3")
    wait_for(lambda: '"what":"shuffle"' in output(tmp_path))
    process.kill()
    process.wait()
    log = next(path for path in logs(tmp_path) if "bots" not in path.parts)
    data = bytearray(log.read_bytes())
    data[200] ^= 1  # in the header: were it in the last record, that would be a torn tail
    log.write_bytes(data)
    code, said, _ = run(tmp_path / "verify", "verify", str(log))
    assert code == 7
    assert "proves nothing" in said
    code, _, complaints = run(tmp_path, "resume", "--auto")
    assert code == 1
    assert "is damaged" in complaints
    assert "Traceback" not in complaints


@pytest.mark.long
def test_a_lost_tail_comes_back_from_the_others(tmp_path: Path) -> None:
    """Cut in the middle of the last append, as a crash does: the bots still have it all."""
    process = start(tmp_path, "solo", "--auto", "--json", "--players=3", "--rounds=1")
    wait_for(lambda: output(tmp_path).count('"event":"state"') > 5)
    process.kill()
    process.wait()
    log = next(path for path in logs(tmp_path) if "bots" not in path.parts)
    data = log.read_bytes()
    log.write_bytes(data[: len(data) - 400])
    code, said, complaints = run(tmp_path, "resume", "--auto", "--json")
    assert code == 0, complaints
    assert '"event":"over"' in said


@pytest.mark.long
def test_a_game_of_another_version_is_left_alone(tmp_path: Path) -> None:
    """Resume names the version and touches nothing."""
    process = start(tmp_path, "solo", "--auto", "--json", "--players=3")
    wait_for(lambda: '"what":"shuffle"' in output(tmp_path))
    process.kill()
    process.wait()
    log = next(path for path in logs(tmp_path) if "bots" not in path.parts)
    data = bytearray(log.read_bytes())
    data[7] = 9
    log.write_bytes(data)
    before = {path: path.read_bytes() for path in log.parent.iterdir() if path.is_file()}
    code, _, said = run(tmp_path, "resume", "--auto")
    assert code == 5
    assert "version 9" in said
    assert {path: path.read_bytes() for path in log.parent.iterdir() if path.is_file()} == before
