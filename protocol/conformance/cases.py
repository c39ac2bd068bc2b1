"""Cases: an algorithm, its inputs, and what comes of them; trying one, and checking it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from protocol import labels
from protocol.conformance import log_file
from protocol.conformance.algorithms import ALGORITHMS
from protocol.conformance.algorithms.logs import Blamed
from protocol.conformance.course import RecordedGame
from protocol.conformance.node import Node, parse
from protocol.conformance.trial import Trial
from protocol.errors import Invalid, LocalError
from protocol.game import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.log_file import Games, Log
    from protocol.conformance.trial import Json

FORMAT: Final = "cardtable-vectors-1"
OUTCOMES: Final = ("trace", "output", "fails")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of a case: its place and name, and what is wrong with it ("" if it holds)."""

    place: str
    wrong: str


def outcome(number: int, given: Node, log: Log | None = None) -> dict[str, Json]:
    """Return what comes of an algorithm's inputs: `trace`, and `output` or `fails`.

    Raises:
        Unreadable: the inputs are none of this algorithm.
    """
    trial = Trial(given=given, log=log)
    try:
        output = ALGORITHMS[number][1](trial)
    except Invalid as error:
        result = {"fails": _failure(error, trial)}
    except Blamed as error:
        fault = error.fault
        result = {"fails": {**_reason(fault.reason.name, fault.check), "culprit": fault.culprit, "step": fault.step}}
    except (LocalError, IllegalMove, LookupError, ValueError) as error:
        # What the library takes for granted of its callers and of games may be wrong in a stranger's file.
        given.fail(f"the algorithm is not defined for this: {error}")
    else:
        given.finish()
        result = {"output": output}
    return {"trace": trial.trace, **result} if trial.trace else result


def _reason(name: str, check: str) -> dict[str, Json]:
    return {"reason": name, "check": check}


def _failure(error: Invalid, trial: Trial) -> dict[str, Json]:
    found = _reason(error.reason.name, error.check)
    return found if trial.seat is None else {**found, "culprit": trial.seat}


def check(data: bytes, games: Games = log_file.no_games) -> Iterator[Verdict]:
    """Check a file of vectors.

    Args:
        data: its bytes.
        games: the rules that are known; a log of another game is judged by the course in the file.

    Raises:
        Unreadable: with the place, as soon as something is not as PROTOCOL.md says.
    """
    file = parse(data)
    if file["format"].text() != FORMAT or file["protocol"].text() != labels.PROTOCOL:
        file["format"].fail(f"{FORMAT} of {labels.PROTOCOL} is expected")
    log = log_file.read(file["log"], games) if file.has("log") else None
    cases = file["cases"].items()
    if file.has("sha512") and file["sha512"].text() != fingerprint(file.value):
        file["sha512"].fail("the file is not as it was written: it has another digest")
    file.finish()
    for case in cases:
        yield _check_case(case, log)
    if log is not None and not isinstance(log.game, RecordedGame):
        yield Verdict(place="log.course", wrong=log.off_course())


def _check_case(case: Node, log: Log | None) -> Verdict:
    number, name = case["algorithm"].number(1, max(ALGORITHMS)), case["case"].text(200)
    if number not in ALGORITHMS:
        case["algorithm"].fail("there are no vectors for an algorithm of this number")
    if case["name"].text(64) != ALGORITHMS[number][0]:
        case["name"].fail(f"algorithm {number} is {ALGORITHMS[number][0]}")
    said = {part: case[part].value for part in OUTCOMES if case.has(part)}
    given = case["input"]
    case.finish()
    found = outcome(number, given, log)
    return Verdict(place=f"{case.place} ({number} {ALGORITHMS[number][0]}: {name})", wrong=_difference(said, found))


def _difference(said: Any, found: Any, place: str = "") -> str:  # noqa: ANN401 - any JSON values
    """Return the first place where two values differ; "" if they are equal, with equal types."""
    if isinstance(said, dict) and isinstance(found, dict) and said.keys() == found.keys():
        pairs = ((said[name], found[name], f"{place}.{name}".lstrip(".")) for name in said)
    elif isinstance(said, list) and isinstance(found, list) and len(said) == len(found):
        pairs = ((a, b, f"{place}[{index}]") for index, (a, b) in enumerate(zip(said, found, strict=True)))
    elif type(said) is type(found) and said == found:
        return ""
    else:
        return f"{place or 'the outcome'} is {_short(found)}, not {_short(said)}"
    return next((wrong for pair in pairs if (wrong := _difference(*pair))), "")


def _short(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


def fingerprint(file: dict[str, Json]) -> str:
    """Return the digest of a file's content, without the field that holds it."""
    content = {name: part for name, part in file.items() if name != "sha512"}
    return hashlib.sha512(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def encode(cases: list[Json], log: Log | None = None) -> bytes:
    """Return a file of vectors: one line a case, so that changes are easy to see."""
    file: dict[str, Json] = {"format": FORMAT, "protocol": labels.PROTOCOL}
    if log is not None:
        file["log"] = log_file.to_json(log)
    file["cases"] = cases
    file["sha512"] = fingerprint(file)
    return (_text(file) + "\n").encode()


def _text(file: dict[str, Json]) -> str:
    return json.dumps(file, indent=1)
