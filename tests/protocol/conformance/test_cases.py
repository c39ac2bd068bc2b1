"""Checking files: a changed byte is noticed, and what cannot be read is told with its place."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from protocol.conformance.__main__ import VECTORS, main
from protocol.conformance.cases import check, fingerprint
from protocol.conformance.node import MAX_BYTES, MAX_DEPTH, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUITE: Final[dict[str, Any]] = json.loads((VECTORS / "suite.json").read_text(encoding="utf-8"))
EVERYTHING: Final[dict[str, Any]] = json.loads((VECTORS / "log-everything.json").read_text(encoding="utf-8"))
SEED: Final = 20


def written(file: dict[str, Any]) -> bytes:
    """Return a file with the digest that it ought to have."""
    return json.dumps({**file, "sha512": fingerprint(file)}).encode()


def refused(data: bytes) -> Unreadable:
    """Return why a file cannot be read."""
    with pytest.raises(Unreadable) as caught:
        list(check(data))
    return caught.value


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON value
    """Yield the places of all strings and numbers."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    elif value is not None:
        yield path


def changed(file: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """Return a file with another value in one place."""
    twin = copy.deepcopy(file)
    inside: Any = twin
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = another(inside[path[-1]])
    return twin


def another(value: Any) -> Any:  # noqa: ANN401 - a string or a number
    """Return another value of the type; of bytes, another last digit."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return value[:-1] + ("0" if value[-1:] != "0" else "1")


@pytest.mark.parametrize("name", sorted(path.name for path in VECTORS.glob("*.json")))
def test_a_changed_character_anywhere_is_noticed(name: str) -> None:
    """Any value of a file that is not what was written makes it unreadable, by its digest."""
    file = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    places = list(leaves(file))
    for path in Random(SEED).sample(places, 6):
        with pytest.raises(Unreadable):
            list(check(json.dumps(changed(file, path)).encode()))


@pytest.mark.parametrize("name", ["suite", "encoding", "derivation", "linear", "shuffle", "cards", "identities"])
def test_a_changed_outcome_is_noticed_without_the_digest(name: str) -> None:
    """Whoever writes the digest anew is told that the case does not hold, by the value that comes out."""
    file = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    places = [path for path in leaves(file) if path[0] == "cases" and path[2] in {"trace", "output", "fails"}]
    for path in Random(SEED).sample(places, 8):
        one = {**file, "cases": [file["cases"][path[1]]]}
        (verdict,) = check(written(changed(one, ("cases", 0, *path[2:]))))
        assert verdict.wrong, path


@pytest.mark.parametrize("name", ["suite", "encoding", "derivation", "linear", "shuffle", "cards", "identities"])
def test_a_changed_input_of_a_valid_case_is_noticed_without_the_digest(name: str) -> None:
    """Every input matters: with another one, something else comes out, or the case cannot be read."""
    file = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    # A card's number does not hang on the cards behind it, and where there are no cards there is nothing to prove.
    # Of a log only the steps matter that a stop names.
    partly = {"CardNumber", "Outcome"}
    free = [case for case in file["cases"] if case["name"] in partly or [] in case["input"].values()]
    good = [index for index, case in enumerate(file["cases"]) if "output" in case and case not in free]
    places = [path for path in leaves(file) if path[0] == "cases" and path[1] in good and path[2] == "input"]
    for path in Random(SEED).sample(places, 8):
        one = changed({**file, "cases": [file["cases"][path[1]]]}, ("cases", 0, *path[2:]))
        try:
            (verdict,) = check(written(one))
        except Unreadable:
            continue
        assert verdict.wrong, path


def test_a_changed_record_or_course_of_a_log_is_noticed_without_the_digest() -> None:
    """A record, a chair's key, or a fact or section that is another makes the case fail, or the file unreadable."""
    whole = [case for case in EVERYTHING["cases"] if case["case"] == "the whole log"]
    small = {**EVERYTHING, "cases": whole}
    # A verifier has no use for the roots and choices, with which the log can be made again.
    used = {"records", "fact", "sections", "signing", "link", "options"}
    read = [path for path in leaves(small) if path[0] == "log" and used & set(path)]
    for path in Random(SEED).sample(read, 12):
        try:
            (verdict,) = check(written(changed(small, path)))
        except Unreadable:
            continue
        assert verdict.wrong, path


def test_a_wrong_verdict_gives_1_and_says_what_comes_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line has file, case and both values."""
    file = {**SUITE, "cases": [{**SUITE["cases"][0], "output": {"bytes": "00"}}]}
    path = tmp_path / "wrong.json"
    path.write_bytes(written(file))
    assert main(["check", str(path)]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == f'{path}: cases[0] (1 Frame: no parts): FAILED: output.bytes is "", not "00"'
    assert second == f"{path}: 0 of 1 cases hold"
    assert last == "0 hold, 1 do not"


def test_a_case_that_holds_needs_no_digest() -> None:
    """Files of other makers have none."""
    file = {name: part for name, part in SUITE.items() if name != "sha512"}
    assert all(not verdict.wrong for verdict in check(json.dumps(file).encode()))


def test_an_unreadable_file_gives_2_and_the_others_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that is missing is told, and the good one behind it is checked."""
    assert main(["check", str(tmp_path / "none.json"), str(VECTORS / "suite.json")]) == 2
    out = capsys.readouterr().out
    assert "none.json: UNREADABLE: cannot be opened" in out
    assert f"{len(SUITE['cases'])} hold, 0 do not, and not everything could be read" in out


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * (MAX_DEPTH + 1), f"byte {MAX_DEPTH}: nested more"),
        (b'{"a":' * 100_000, "nested more"),
        (b" " * (MAX_BYTES + 1), "has more than"),
        (b'{"a": 1, "a": 2}', "gives a field twice"),
        (b'{"a": 1.5}', "1.5 is not an integer"),
        (b'{"a": NaN}', "NaN is not an integer"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"[]", "an object is expected"),
        (b"{}", "the field `format` is missing"),
    ],
)
def test_what_is_no_file_of_vectors_is_told(data: bytes, told: str) -> None:
    """Limits come before parsing; the place is told where there is one."""
    assert told in str(refused(data))


def _case(**changes: Any) -> bytes:  # noqa: ANN401 - any JSON values
    return written({**SUITE, "cases": [{**SUITE["cases"][0], **changes}]})


@pytest.mark.parametrize(
    ("data", "place", "told"),
    [
        (written({**SUITE, "format": "else"}), "format", "cardtable-vectors-1"),
        (written({**SUITE, "more": 1}), "", "no field 'more'"),
        (written({**SUITE, "cases": {}}), "cases", "a list"),
        (written({**SUITE, "cases": [1]}), "cases[0]", "an object"),
        (json.dumps({**SUITE, "sha512": "00"}).encode(), "sha512", "another digest"),
        (_case(algorithm=0), "cases[0].algorithm", "a number from 1"),
        (_case(algorithm=99), "cases[0].algorithm", "to 75"),
        (_case(algorithm=69), "cases[0].algorithm", "no vectors"),
        (_case(algorithm=True), "cases[0].algorithm", "a number"),
        (_case(name="Digest"), "cases[0].name", "algorithm 1 is Frame"),
        (_case(more=1), "cases[0]", "no field 'more'"),
        (_case(input={}), "cases[0].input", "`parts` is missing"),
        (_case(input={"parts": [], "more": 1}), "cases[0].input", "no field 'more'"),
        (_case(input={"parts": ["0"]}), "cases[0].input.parts[0]", "hexadecimal"),
        (_case(input={"parts": ["AA"]}), "cases[0].input.parts[0]", "lower-case"),
        (_case(input={"parts": ["00"] * 4097}), "cases[0].input.parts", "at most 4096"),
        (_case(input={"parts": ["00" * (1 << 18) + "00"]}), "cases[0].input.parts[0]", "hexadecimal"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: bytes, place: str, told: str) -> None:
    """The place is the path of the value."""
    error = refused(data)
    assert error.place == place
    assert told in str(error)


@pytest.mark.parametrize(
    ("number", "name", "given"),
    [
        (3, "ExpandMessage", {"message": "", "tag": "", "size": 1}),
        (3, "ExpandMessage", {"message": "", "tag": "00", "size": 10**9}),
        (7, "ReduceScalar", {"bytes": "00"}),
        (10, "Commit", {"label": "a", "context": "", "value": "", "salt": "00"}),
        (12, "Encode", {"value": {"int": "9007199254740991"}}),
        (12, "Encode", {"value": {"int": "x"}}),
        (12, "Encode", {"value": -1}),
        (22, "Root.Permutation", {"root": "00" * 32, "use": "", "context": "", "size": 10**9}),
        (29, "KeyKnowledge", {"keys": []}),
        (29, "KeyKnowledge", {"keys": [{"name": "a", "key": "ff" * 32}]}),
        (38, "CardPoints", {"deck": {"label": "A", "size": 1, "values": None}}),
        (38, "CardPoints", {"deck": {"label": "a", "size": 2, "values": [1]}}),
        (38, "CardPoints", {"deck": {"label": "a", "size": 10**6, "values": None}}),
        (49, "NextHead", {"head": "00", "entries": []}),
        (53, "Accept", {"records": 0, "entries": []}),
    ],
)
def test_inputs_that_an_algorithm_is_not_defined_for_are_unreadable(
    number: int, name: str, given: dict[str, Any]
) -> None:
    """Neither an outcome nor a crash: the file is at fault."""
    case = {"algorithm": number, "name": name, "case": "hostile", "input": given, "output": {}}
    assert refused(written({**SUITE, "cases": [case]})).place.startswith("cases[0].input")
