"""What every file of the repository holds to. The layers are held by import-linter, which the runner starts."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("protocol", "p2p_saboteur", "tests")
LONGEST_FILE: Final = 400
LONGEST_FUNCTION: Final = 60
SOURCES: Final = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MODULE_NAMES: Final = [str(path.relative_to(ROOT)) for path in SOURCES]
SYSTEMS: Final = [
    {"sys_platform": system, "platform_machine": machine}
    for system, machine in (("linux", "x86_64"), ("darwin", "arm64"), ("darwin", "x86_64"), ("win32", "AMD64"))
]

# Folders of one machine, and the names of package indexes, written so that this file has none of them.
FOREIGN: Final = re.compile(
    rb"/(?:home|root|work|Users)/[a-z]|/tmp/[a-z]|[A-Z]:\\U[s]ers|(?:files\.)?python" rb"hosted\.org|pypi" rb"\.org"
)


def tracked_files() -> list[Path]:
    """Return the files under version control, or all of a source archive that has none."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return SOURCES
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_nothing_names_one_machine_or_an_index() -> None:
    """No path that exists on one machine only, and no package index, stands in any file."""
    found = {
        str(path.relative_to(ROOT)): [hit.decode() for hit in FOREIGN.findall(path.read_bytes())]
        for path in tracked_files()
    }
    assert {name: hits for name, hits in found.items() if hits} == {}


@pytest.mark.parametrize(
    "sample", [b"/home" + b"/a", b"/tmp" + b"/x", rb"C:\Us" + b"ers\\a", b"https://pypi" + b".org/simple"]
)
def test_what_names_one_machine_is_found(sample: bytes) -> None:
    """The pattern of the test before finds what it is for."""
    assert FOREIGN.search(sample)


def statements(node: ast.AST) -> Iterator[ast.stmt | ast.excepthandler | ast.match_case]:
    """Yield all statements below a node, without their expressions, which are most of a tree."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


@pytest.mark.parametrize("path", SOURCES, ids=MODULE_NAMES)
def test_a_file_is_short_and_says_what_it_is(path: Path) -> None:
    """At most 400 lines, functions of at most 60, and a docstring."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    assert text.count("\n") <= LONGEST_FILE
    functions = [node for node in statements(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_is_a_package(package: str) -> None:
    """No module lies in a folder without an `__init__`, where tools would overlook it."""
    folders = {path.parent for path in (ROOT / package).rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_shipped_code_asserts_nothing() -> None:
    """Checks of data from outside are never ones that ``python -O`` leaves out."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        if path.relative_to(ROOT).parts[0] != "tests"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert found == []


def test_every_requirement_has_one_exact_version_on_every_system() -> None:
    """Constraints pin what the project asks for, once for each system, and never an Intel Mac to what has no wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {_name(one) for one in (*project["dependencies"], *project["optional-dependencies"]["dev"])}
    for system in SYSTEMS:
        pinned = _pins(system)
        assert asked <= pinned.keys(), system
        on_intel_mac = system == {"sys_platform": "darwin", "platform_machine": "x86_64"}
        assert pinned["cryptography"].startswith("48.0.") == on_intel_mac, system


def _name(requirement: str) -> str:
    return re.split(r"[<>=;\[ ]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def _pins(system: dict[str, str]) -> dict[str, str]:
    """Return the versions that the constraints give for a system."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins: dict[str, str] = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        pin, _, marker = line.partition(";")
        if marker and not eval(marker, {}, dict(system)):  # noqa: S307 - markers of ours are Python expressions
            continue
        name, _, version = pin.strip().partition("==")
        assert version, line
        assert _name(name) not in pins, line
        pins[_name(name)] = version
    return pins
