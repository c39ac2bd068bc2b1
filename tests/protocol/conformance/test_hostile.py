"""Files of strangers: whatever they hold, they are checked or unreadable, and nothing else happens."""

from __future__ import annotations

import base64
import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from protocol.conformance.__main__ import VECTORS, shipped
from protocol.conformance.cases import check
from protocol.conformance.node import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES: Final = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in shipped()}
EVERYTHING: Final = json.loads((VECTORS / "log-everything.json").read_text(encoding="utf-8"))
JUNK: Final[tuple[Any, ...]] = (
    None,
    True,
    0,
    -1,
    2**53,
    10**30,
    "",
    "00",
    "ff" * 32,
    "x",
    [],
    {},
    [[]],
    {"is": "Turn"},
    "\u00e9",
    "a" * 3000,
)
SEED: Final = 5


def places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON value
    """Yield the places of a value and of all that is in it."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def spoilt(file: dict[str, Any], path: tuple[Any, ...], random: Random) -> dict[str, Any]:
    """Return a file without a value, or with another in its place."""
    twin = copy.deepcopy(file)
    inside: Any = twin
    for key in path[:-1]:
        inside = inside[key]
    if random.random() < 0.3:
        del inside[path[-1]]
    else:
        inside[path[-1]] = random.choice(JUNK)
    return twin


def survives(file: dict[str, Any]) -> bool:
    """Return whether a file could be read to its end; anything but a verdict or `Unreadable` is raised."""
    try:
        list(check(json.dumps(file).encode()))
    except Unreadable:
        return False
    return True


def with_cases(file: dict[str, Any], cases: list[Any]) -> dict[str, Any]:
    """Return a file with other cases and without a digest."""
    return {name: part for name, part in file.items() if name != "sha512"} | {"cases": cases}


@pytest.mark.parametrize("name", [name for name in FILES if "log" not in FILES[name]])
def test_spoilt_files_do_no_harm(name: str) -> None:
    """Values that are missing, or of any other type and size."""
    random, file = Random(SEED), FILES[name]
    for case in random.sample(file["cases"], 10):
        small = with_cases(file, [case])
        for path in random.sample(list(places(small["cases"], ("cases",))), 5):
            survives(spoilt(small, path, random))


def test_spoilt_logs_do_no_harm() -> None:
    """Courses that ask for what cannot be, records that are none, chairs that cannot sit down."""
    random = Random(SEED)
    small = with_cases(EVERYTHING, [case for case in EVERYTHING["cases"] if case["case"] == "where `deal` comes next"])
    read = [survives(spoilt(small, path, random)) for path in random.sample(list(places(small["log"], ("log",))), 40)]
    assert not all(read)


def refused(change: Any) -> Unreadable:  # noqa: ANN401 - a function that changes a log
    """Return why a file with a changed log is unreadable."""
    file = copy.deepcopy(with_cases(EVERYTHING, EVERYTHING["cases"]))
    change(file["log"])
    with pytest.raises(Unreadable) as caught:
        list(check(json.dumps(file).encode()))
    return caught.value


def test_a_record_at_fault_is_told_with_its_place() -> None:
    """The records are those of an honest log; what is wrong belongs into a case."""

    def forge(log: dict[str, Any]) -> None:
        data = base64.b64decode(log["records"][4])
        log["records"][4] = base64.b64encode(bytes(64) + data[64:]).decode()

    assert str(refused(forge)) == "log.records[4]: signature: equation"


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("log", lambda log: log["chairs"].pop() and log["chairs"].pop()),
        ("log", lambda log: log.update(game="")),
        ("log", lambda log: log["chairs"][1].update(log["chairs"][0])),
        ("log.chairs[0].root", lambda log: log["chairs"][0].update(root="00")),
        ("log.course", lambda log: log["course"][0].pop("request")),
        ("log.course[0].request.is", lambda log: log["course"][0]["request"].update({"is": "Lost"})),
        ("log.course[0].request.decks[0]", lambda log: log["course"][0]["request"]["decks"][0].update(size=129)),
        ("log.course[1].request.handouts[0]", lambda log: log["course"][1]["request"]["handouts"][0].update(more=1)),
        ("log.course[0].sections.place", lambda log: log["course"][0]["sections"].update(place="\u00e9")),
        ("log.course", lambda log: log["course"].pop()),
        ("log.records[0]", lambda log: log["records"].__setitem__(0, "AB==")),
        ("log.records[0]", lambda log: log["records"].__setitem__(0, "A")),
        ("log.records", lambda log: log.update(records=["AA=="] * 1025)),
    ],
)
def test_what_is_no_log_is_told_with_its_place(place: str, change: Any) -> None:  # noqa: ANN401 - changes a log
    """The place is that of the value."""
    assert refused(change).place == place
