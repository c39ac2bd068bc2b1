"""How libsodium is loaded, and the traps that its one caller closes."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from protocol import backend
from protocol.errors import LocalError
from protocol.group import RISTRETTO255
from tests.helpers import vectors

if TYPE_CHECKING:
    import ctypes
    from pathlib import Path

BAD = b"\xff" * 32
ONE = (1).to_bytes(32, "little")
BASE = backend.BASE

REFUSED: dict[str, tuple[str | bytes, ...]] = {
    "invalid left summand": ("add", BAD, BASE),
    "invalid right summand": ("add", BASE, BAD),
    "invalid minuend": ("subtract", BAD, BASE),
    "invalid subtrahend": ("subtract", BASE, BAD),
    "invalid point": ("multiply", ONE, BAD),
    "product with zero": ("multiply", bytes(32), BASE),
    "product with the identity": ("multiply", ONE, backend.IDENTITY),
    "zero times the base": ("multiply_base", bytes(32)),
    "short left summand": ("add", b"", BASE),
    "short right summand": ("add", BASE, BASE[:31]),
    "short minuend": ("subtract", b"", BASE),
    "short scalar": ("multiply", b"\1", BASE),
    "short point": ("multiply", ONE, b""),
    "short scalar for the base": ("multiply_base", b"\1"),
    "short hash": ("from_hash", bytes(63)),
}


def run(program: str, temporary: Path) -> str:
    """Run a program in a fresh interpreter with this temporary folder, and return what it prints."""
    environment = os.environ | {"TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_by_libsodium_is_never_taken_for_a_result(case: str) -> None:
    """Its output would be the identity, or hang on whatever lies behind a short operand."""
    method, *operands = REFUSED[case]
    with pytest.raises(LocalError):
        getattr(backend.load(), str(method))(*operands)


def test_importing_the_protocol_loads_no_library(tmp_path: Path) -> None:
    """A program that only prints its help pays nothing for the group."""
    printed = run("import sys, protocol.proofs.shuffle; print('rbcl' in sys.modules)", tmp_path)
    assert printed.strip() == "False"


def test_loading_leaves_nothing_in_the_temporary_folder(tmp_path: Path) -> None:
    """The library alone would leave 2.8 MB each time; what an earlier process had to leave is swept too."""
    left_behind = tmp_path / f"{backend.FOLDER_PREFIX}old"
    left_behind.mkdir()
    (left_behind / "library.so").write_bytes(b"old")
    os.utime(left_behind, (1, 1))
    fresh = tmp_path / f"{backend.FOLDER_PREFIX}of-a-process-that-is-starting"
    fresh.mkdir()
    printed = run("from protocol import backend; print(backend.load().is_valid(backend.BASE))", tmp_path)
    assert printed.strip() == "True"
    expected = [fresh.name]
    if sys.platform == "win32":  # where a loaded library cannot be removed
        assert left_behind.name not in {folder.name for folder in tmp_path.iterdir()}
    else:
        assert [folder.name for folder in tmp_path.iterdir()] == expected


def test_threads_that_load_at_once_leave_the_temporary_folder_as_it_was(tmp_path: Path) -> None:
    """The folder is changed for the whole process while the library is unpacked."""
    program = """
import tempfile
from concurrent.futures import ThreadPoolExecutor
from protocol import backend
before = tempfile.gettempdir()
with ThreadPoolExecutor(8) as pool:
    loaded = list(pool.map(lambda _: backend.load.__wrapped__().is_valid(backend.BASE), range(8)))
print(all(loaded), tempfile.gettempdir() == before)
"""
    assert run(program, tmp_path).split() == ["True", "True"]


def test_where_nothing_may_run_the_message_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder mounted noexec makes the loader fail; the user is told what to do."""

    def refuse(folder: Path) -> ctypes.CDLL:
        raise OSError(f"{folder}: failed to map segment from shared object")

    monkeypatch.setattr(backend, "_library", refuse)
    with pytest.raises(LocalError, match=r"noexec.*TMPDIR.*failed to map"):
        backend.load.__wrapped__()


def test_a_library_that_computes_wrongly_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test compares with published values."""
    monkeypatch.setattr(backend.Sodium, "add", lambda _self, left, _right: left)
    with pytest.raises(LocalError, match="wrong values"):
        backend._self_test(backend.load())


def test_threads_do_not_disturb_one_another() -> None:
    """Verification runs in worker threads; each call has an output of its own."""
    multiples = [bytes.fromhex(text) for text in vectors.load("ristretto255")["multiples"]]

    def work(seed: int) -> bool:
        numbers = [(seed + step) % 15 + 1 for step in range(200)]
        return all((RISTRETTO255.scalar(k) * RISTRETTO255.base).data == multiples[k] for k in numbers)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(8)))
