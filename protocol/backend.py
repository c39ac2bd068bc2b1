"""The only file that touches libsodium, which comes inside the package rbcl.

The traps, each met here and nowhere else: a return code says that an operand was invalid, and the output is then the
identity's encoding; a product that is the identity is reported as an error; lengths are not checked, so that a short
operand reads past its end; bit 255 of a point or scalar is ignored, so that every point has a second encoding, and
scalars at or above the order are taken; every import of rbcl writes a library of 2.8 MB to the temporary folder
and leaves it there.

Every call allocates its own output, so that several threads may use one `Sodium`; ctypes releases the GIL meanwhile.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import os
import shutil
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any, Final

from protocol.errors import LocalError

ELEMENT_SIZE: Final = 32
SCALAR_SIZE: Final = 32
WIDE_SIZE: Final = 64
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
IDENTITY: Final = bytes(ELEMENT_SIZE)
BASE: Final = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")

FOLDER_PREFIX: Final = "cardtable-libsodium-"
SWEEP_AGE: Final = 60.0
"""Seconds after which a folder that another process left behind is surely not about to be loaded from any more."""

_LOADING: Final = threading.Lock()
"""Held while the process-wide temporary folder is another one."""

_Output = ctypes.c_char * ELEMENT_SIZE


class NotLoaded(LocalError):
    """The library cannot be loaded on this computer, or computes wrong values; the text says what to do."""


class Sodium:
    """libsodium's ristretto255. Operands are valid canonical encodings, scalars are below the order and not zero."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._add = _function(library, "crypto_core_ristretto255_add", 3)
        self._subtract = _function(library, "crypto_core_ristretto255_sub", 3)
        self._multiply = _function(library, "crypto_scalarmult_ristretto255", 3)
        self._multiply_base = _function(library, "crypto_scalarmult_ristretto255_base", 2)
        self._from_hash = _function(library, "crypto_core_ristretto255_from_hash", 2)
        self._is_valid = _function(library, "crypto_core_ristretto255_is_valid_point", 1)

    def is_valid(self, point: bytes) -> bool:
        """Return whether 32 bytes are the canonical encoding of an element; the identity's is."""
        return len(point) == ELEMENT_SIZE and point[-1] < 0x80 and self._is_valid(point) == 1

    def add(self, left: bytes, right: bytes) -> bytes:
        """Return left + right."""
        output = _Output()
        if len(left) != ELEMENT_SIZE or len(right) != ELEMENT_SIZE or self._add(output, left, right):
            raise LocalError("libsodium refused to add")
        return output.raw

    def subtract(self, left: bytes, right: bytes) -> bytes:
        """Return left - right."""
        output = _Output()
        if len(left) != ELEMENT_SIZE or len(right) != ELEMENT_SIZE or self._subtract(output, left, right):
            raise LocalError("libsodium refused to subtract")
        return output.raw

    def multiply(self, scalar: bytes, point: bytes) -> bytes:
        """Return scalar * point; neither may be zero, since libsodium reports the product zero as an error."""
        output = _Output()
        if len(scalar) != SCALAR_SIZE or len(point) != ELEMENT_SIZE or self._multiply(output, scalar, point):
            raise LocalError("libsodium refused to multiply")
        return output.raw

    def multiply_base(self, scalar: bytes) -> bytes:
        """Return scalar * base; the scalar may not be zero."""
        output = _Output()
        if len(scalar) != SCALAR_SIZE or self._multiply_base(output, scalar):
            raise LocalError("libsodium refused to multiply")
        return output.raw

    def from_hash(self, wide: bytes) -> bytes:
        """Return the element that 64 uniform bytes map to (RFC 9496, 4.3.4)."""
        output = _Output()
        if len(wide) != WIDE_SIZE or self._from_hash(output, wide):
            raise LocalError("libsodium refused to map a hash")
        return output.raw


@functools.cache
def load() -> Sodium:
    """Load libsodium once, check it against published values, and return it.

    Raises:
        NotLoaded: it cannot be loaded from any folder, or computes something else than RFC 9496 says.
    """
    folders = _folders()
    failures = []
    for folder in folders:
        try:
            with _LOADING:
                sodium = Sodium(_library(folder))
        except OSError as error:
            failures.append(f"{folder}: {error}")
        else:
            _self_test(sodium)
            return sodium
    raise NotLoaded(
        "The cryptographic library cannot be loaded; a folder that allows programs to run (not mounted noexec) is "
        "needed: set TMPDIR to one. Tried " + "; ".join(failures),
    )


def _folders() -> tuple[Path, ...]:
    """Return where the library may be unpacked: the temporary folder, else the user's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(tempfile.gettempdir()), Path(cache) if cache else Path.home() / ".cache"


def _library(parent: Path) -> ctypes.CDLL:
    """Import rbcl so that it unpacks its library into a private folder, and remove that folder again.

    Windows keeps the file of a loaded library; what stays behind is swept when the next process starts.
    """
    parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=parent))
    previous = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # rbcl leaves the file for the collector to close
            library: ctypes.CDLL = importlib.import_module("rbcl")._sodium  # noqa: SLF001 - its wrappers check less
    finally:
        tempfile.tempdir = previous
        _sweep(folder)
        shutil.rmtree(folder, ignore_errors=True)
    return library


def _sweep(own: Path) -> None:
    """Remove the folders beside our own that earlier processes had to leave."""
    newest = own.stat().st_mtime
    for folder in own.parent.glob(FOLDER_PREFIX + "*"):
        try:
            left_behind = newest - folder.stat().st_mtime > SWEEP_AGE
        except OSError:  # another process swept it first
            continue
        if left_behind:
            shutil.rmtree(folder, ignore_errors=True)


def _function(library: ctypes.CDLL, name: str, arguments: int) -> Any:  # noqa: ANN401 - ctypes has no type for it
    # Indexing gives a function object of our own, so that nobody else's settings change with ours.
    function = library[name]
    function.restype = ctypes.c_int
    function.argtypes = (ctypes.c_char_p,) * arguments
    return function


def _self_test(sodium: Sodium) -> None:
    """Compare with RFC 9496: two multiples, a bad encoding, a hash; and the arithmetic of each function."""
    two = (2).to_bytes(SCALAR_SIZE, "little")
    minus_one = (ORDER - 1).to_bytes(SCALAR_SIZE, "little")
    double = bytes.fromhex("6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919")
    wide = bytes.fromhex(
        "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
        "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6",
    )
    mapped = bytes.fromhex("3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46")
    good = (
        sodium.multiply_base(two) == double
        and sodium.multiply(two, BASE) == double
        and sodium.add(BASE, BASE) == double
        and sodium.subtract(double, BASE) == BASE
        and sodium.add(sodium.multiply(minus_one, BASE), BASE) == IDENTITY
        and sodium.from_hash(wide) == mapped
        and sodium.is_valid(BASE)
        and not sodium.is_valid(bytes([1]) + bytes(ELEMENT_SIZE - 1))
        and not sodium.is_valid(BASE[:-1] + bytes([BASE[-1] | 0x80]))
    )
    if not good:
        raise NotLoaded("The cryptographic library computes wrong values on this computer.")
