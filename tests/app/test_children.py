"""Children that end with their parent, whatever ends it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from p2p_saboteur.app.children import MAX_LETTER, Children
from p2p_saboteur.store.dirs import sole_use
from p2p_saboteur.store.errors import InUse
from tests.helpers.cases import mostly_long

ROOT = Path(__file__).parents[2]

CHILD = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from p2p_saboteur.app.children import end_with_parent, receive_letter
from p2p_saboteur.store.dirs import sole_use
letter = receive_letter()
folder = Path(letter.decode())
with sole_use(folder):
    end_with_parent({goodbye}, grace=0.5)
    (folder / "up").write_bytes(letter)
    {work}
"""
PARENT = """
import sys, time
sys.path.insert(0, {root!r})
from p2p_saboteur.app.children import Children
children = Children()
for folder in sys.argv[2:]:
    children.start([sys.executable, "-c", sys.argv[1]], letter=folder.encode())
{then}
"""
SLEEP = "time.sleep(60)"


def child_program(*, work: str = SLEEP, goodbye: str = "lambda: None") -> str:
    """Return a child that holds its folder's lock while it lives."""
    return CHILD.format(root=str(ROOT), work=work, goodbye=goodbye)


def folders(tmp_path: Path, number: int = 1) -> list[Path]:
    """Return a folder for each child."""
    made = [tmp_path / f"child {index}" for index in range(number)]
    for folder in made:
        folder.mkdir()
    return made


def wait_until_up(folder: Path) -> None:
    """Return when the child of this folder holds its lock."""
    deadline = time.monotonic() + 20
    while not (folder / "up").exists():
        assert time.monotonic() < deadline, "the child did not start"
        time.sleep(0.02)


def gone(folder: Path, seconds: float = 5.0) -> bool:
    """Whether the child of this folder ends within this time; a zombie's lock is free, as it should be."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with sole_use(folder):
                return True
        except InUse:
            time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    "work", mostly_long([SLEEP, "exec('while True: pass')", "import os; exec('while True: os.urandom(1 << 20)')"])
)
def test_children_of_a_killed_parent_end(tmp_path: Path, work: str) -> None:
    """Asleep, busy in Python or busy in the system; three of them, so that none holds another's pipe open."""
    places = folders(tmp_path, 3)
    command = [sys.executable, "-c", PARENT.format(root=str(ROOT), then=SLEEP), child_program(work=work)]
    with subprocess.Popen([*command, *map(str, places)]) as parent:
        for folder in places:
            wait_until_up(folder)
        assert not gone(places[0], 0.3)
        parent.kill()
    assert all(gone(folder) for folder in places)


@pytest.mark.parametrize("then", mostly_long(["import os; os._exit(3)", "sys.exit(0)", "raise SystemError('a bug')"]))
def test_children_of_a_parent_that_ends_by_itself_end(tmp_path: Path, then: str) -> None:
    """In order, by an error, or without any cleaning up."""
    (folder,) = folders(tmp_path)
    wait = f"import pathlib\nwhile not pathlib.Path({str(folder / 'up')!r}).exists(): time.sleep(0.02)\n"
    program = PARENT.format(root=str(ROOT), then=wait + then)
    subprocess.run(
        [sys.executable, "-c", program, child_program(), str(folder)],
        stderr=subprocess.DEVNULL,
        timeout=30,
        check=False,
    )
    assert gone(folder)


def test_a_goodbye_that_hangs_does_not_keep_a_child(tmp_path: Path) -> None:
    """Its time is bounded too."""
    (folder,) = folders(tmp_path)
    with Children() as children:
        children.start(
            [sys.executable, "-c", child_program(goodbye="lambda: time.sleep(60)")], letter=str(folder).encode()
        )
        wait_until_up(folder)
    assert gone(folder, 0.5)


def test_a_child_says_goodbye_before_it_ends(tmp_path: Path) -> None:
    """`stop` returns when it has, and names no exit by force."""
    (folder,) = folders(tmp_path)
    program = child_program(
        goodbye="lambda: (folder / 'goodbye').touch()",
        work="\n    while not (folder / 'goodbye').exists(): time.sleep(0.02)",
    )
    children = Children()
    children.start([sys.executable, "-c", program], letter=str(folder).encode())
    wait_until_up(folder)
    (process,) = children.processes
    children.stop()
    assert process.returncode == 0
    assert (folder / "goodbye").exists()
    assert (folder / "up").read_bytes() == str(folder).encode()


def test_a_deaf_child_is_killed(tmp_path: Path) -> None:
    """One that does not watch its parent at all."""
    (folder,) = folders(tmp_path)
    program = f"import time; open({str(folder / 'up')!r}, 'w').close(); time.sleep(60)"
    children = Children()
    children.start([sys.executable, "-c", program])
    wait_until_up(folder)
    (process,) = children.processes
    children.stop(patience=0.2)
    assert process.returncode not in (0, None)


def test_what_a_child_complains_about_is_kept(tmp_path: Path) -> None:
    """A child that nobody started as one finds no letter and says so."""
    errors = tmp_path / "errors.txt"
    with Children() as children:
        children.start([sys.executable, "-c", "import sys; sys.exit('no such table')"], errors=errors)
    assert errors.read_text().strip() == "no such table"
    orphan = subprocess.run(
        [sys.executable, "-c", "from p2p_saboteur.app.children import receive_letter as r; r()"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert b"EOFError" in orphan.stderr


@pytest.mark.parametrize("letter", [b"two\nlines", b"x" * (MAX_LETTER + 1)])
def test_a_letter_that_does_not_go_over_is_refused(letter: bytes) -> None:
    """Before anything is started."""
    children = Children()
    with pytest.raises(ValueError, match="letter"):
        children.start([sys.executable, "-c", ""], letter=letter)
    assert children.processes == []
