"""The whole game that PROTOCOL.md shows: one entry of every kind, taken apart, from the vectors of the package.

`python -m tests.docs.worked_game` writes it into the document anew.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from protocol import codec
from protocol.conformance.__main__ import VECTORS
from protocol.conformance.log_file import Log, read
from protocol.conformance.node import Node
from protocol.log import SIGNATURE_SIZE, Entry, decode_entry
from tests.docs.markdown import code, tables
from tests.docs.worked_example import DOCUMENT, ENVELOPE

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGIN, END = "<!-- worked game -->\n", "<!-- end of the worked game -->\n"
WIDTH: Final = 34
"""Bytes that are shown of a value, enough for 32 behind their length; what follows is in the vectors."""

GAME, REST, LOSSES = "log-saboteur.json", "log-everything.json", "log-losses.json"


def load(name: str) -> Log:
    """Return the log of a file of vectors."""
    file = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return read(Node(file["log"]))


def worked_game() -> str:
    """Return the Markdown."""
    game, rest, losses = load(GAME), load(REST), load(LOSSES)
    shown = first_of_each(game)
    others = {kind: index for kind, index in first_of_each(rest).items() if kind not in shown}
    last = {kind: index for kind, index in first_of_each(losses).items() if kind not in {*shown, *others}}
    lines = [*_table_of(game), "", *_entries(game, shown)]
    lines += [
        "",
        f"The other kinds are from `{REST}`, whose game asks for everything once:",
        "",
        *_entries(rest, others),
        f"The last ones are from `{LOSSES}`, in which one seat is lost and another leaves:",
        "",
        *_entries(losses, last),
    ]
    return "\n".join([*lines, ""])


def first_of_each(log: Log) -> dict[str, int]:
    """Return, by kind, the number of the first record that says as much as any of its kind."""
    found: dict[str, int] = {}
    for index, record in enumerate(log.records):
        entry = decode_entry(record)
        if entry.kind not in found or _parts(entry) > _parts(decode_entry(log.records[found[entry.kind]])):
            found[entry.kind] = index
    return found


def _parts(entry: Entry) -> int:
    """Return how many values the body has, at any depth."""

    def count(value: codec.Value) -> int:
        return 1 + sum(map(count, value)) if isinstance(value, list) else value is not None

    return count(codec.decode(entry.body))


def _table_of(log: Log) -> Iterator[str]:
    chain = log.chain(len(log.records))
    yield f"The log `{GAME}` has {len(log.records)} entries in {chain.number} steps. Its header is"
    yield ""
    yield "```text"
    data = log.header.encode()
    for start in range(0, len(data), 32):
        yield f"{start:4} {data[start : start + 32].hex()}"
    yield "```"
    yield ""
    yield "| value | |"
    yield "|---|---|"
    yield f"| table id | `{log.header.table_id.hex()}` |"
    yield f"| session id | `{chain.table.session.hex()}` |"
    yield f"| chairs of seats 0, 1, 2 | {', '.join(map(str, chain.table.seating))} |"
    yield f"| head behind the last step | `{chain.heads[-1].hex()}` |"
    result = chain.table.game.request(chain.done[-2].table.state)
    yield f"| result, signed by all | `{result.result.decode('ascii')}` |"  # type: ignore[union-attr]  # it is a Close


def _entries(log: Log, shown: dict[str, int]) -> Iterator[str]:
    for number, (kind, index) in enumerate(sorted(shown.items(), key=lambda item: item[1])):
        entry = decode_entry(log.records[index])
        size = len(log.records[index])
        yield f"Record {index}, step {entry.step}, seat {entry.seat}, `{kind}`, {size} bytes:"
        yield ""
        yield "```text"
        yield from _entry(entry, whole=number == 0)
        yield "```"
        yield ""


def _entry(entry: Entry, *, whole: bool) -> Iterator[str]:
    yield _line(0, entry.signature, "signature")
    at = SIGNATURE_SIZE + 1
    for name, value in zip(ENVELOPE, codec.array(codec.decode(entry.payload), 8), strict=True):
        encoded = codec.encode(value)
        if name == "body":
            at += len(encoded) - len(entry.body)
        elif whole or name == "head":
            yield _line(at, encoded, name)
        at += 0 if name == "body" else len(encoded)
    meanings = {code(row[0]): row[3].split(";")[0] for row in tables(_text(), f"Body of `{entry.kind}`")[0].rows}
    meanings = {place: "" if meaning.startswith("nil ") else meaning for place, meaning in meanings.items()}
    yield from _value(at, codec.decode(entry.body), ".", ".", meanings)


def _value(at: int, value: codec.Value, place: str, row: str, meanings: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a value: its place, type and meaning, and its first bytes; then those of what is in it."""
    encoded, meaning = codec.encode(value), meanings.get(row, "")
    if not isinstance(value, list):
        yield _line(at, encoded, f"{place} {_type(value)}{f': {meaning}' if meaning else ''}")
        return
    inside = at + len(encoded) - sum(len(codec.encode(item)) for item in value)
    yield _line(at, encoded[: inside - at], f"{place} array {len(value)}{f': {meaning}' if meaning else ''}")
    for index, item in enumerate(value):
        below = f"{row.rstrip('.')}.*" if f"{row.rstrip('.')}.*" in meanings else f"{row.rstrip('.')}.{index}"
        yield from _value(inside, item, f"{place.rstrip('.')}.{index}", below, meanings)
        inside += len(codec.encode(item))


def _type(value: Any) -> str:  # noqa: ANN401 - any value of the encoding
    if isinstance(value, bytes):
        return f"bin {len(value)}"
    return {type(None): "nil", str: "text", int: "int"}[type(value)]


def _line(at: int, data: bytes, note: str) -> str:
    more = f" +{len(data) - WIDTH}" if len(data) > WIDTH else ""
    return f"{at:4} {data[:WIDTH].hex()}{more}  {note}".rstrip()


def _text() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def main() -> None:
    """Write the game into the document."""
    before, rest = _text().split(BEGIN)
    _, after = rest.split(END)
    DOCUMENT.write_text(f"{before}{BEGIN}\n{worked_game()}\n{END}{after}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
