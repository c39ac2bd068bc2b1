"""The one entry that PROTOCOL.md shows byte by byte, made by the code from fixed secrets.

`python -m tests.docs.worked_example` writes it into the document anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol import codec
from protocol.chain import Chain
from protocol.group import RISTRETTO255
from protocol.header import STRICT, Chair, Header, nonce_commitment
from protocol.log import SIGNATURE_SIZE, Entry, sign_entry
from protocol.root import Root, Roots
from protocol.signing import SigningKey
from protocol.steps.base import Me
from protocol.steps.opening import own_nonce

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from protocol.game import Game
    from protocol.steps.base import AnyChoice, AnyStep
    from protocol.table import Table

DOCUMENT: Final = Path(__file__).resolve().parents[2] / "docs" / "PROTOCOL.md"
BEGIN, END = "<!-- worked example -->\n", "<!-- end of the worked example -->\n"
SEATS: Final = 3
WIDTH: Final = 32
"""Bytes on one line."""

ENVELOPE: Final = ("version", "session", "seat", "step", "kind", "target", "head", "body")


def chair_secrets(chair: int) -> tuple[SigningKey, Root, Root]:
    """Return signing key, root of round 0 and root of the purse key."""
    return (
        SigningKey.from_seed(bytes([0x10 + chair]) * 32),
        Root(bytes([0x20 + chair]) * 32),
        Root(bytes([0x30 + chair]) * 32),
    )


def header(game: Game[Any], kind: str = STRICT) -> Header:
    """Return the header of the three chairs."""
    chairs = []
    for chair in range(SEATS):
        signing, root, _ = chair_secrets(chair)
        commitment = nonce_commitment(signing.public, own_nonce(root))
        link = bytes([0x40 + chair]) * 32
        chairs.append(Chair(name=("Ida", "Jan", "Sara")[chair], key=signing.public, link=link, commitment=commitment))
    return Header(game=game.name, options=game.options, chairs=tuple(chairs), kind=kind)


def _no_choice(_chain: Chain, _me: Me) -> None:
    return None


def new_chain(game: Game[Any], kind: str = STRICT) -> Chain:
    """Return the empty log of the three chairs."""
    return Chain(group=RISTRETTO255, game=game, header=header(game, kind))


def own_me(table: Table, step: AnyStep, seat: int) -> Me:
    """Return the secrets of a seat in a step."""
    signing, root, purse = chair_secrets(table.seating[seat])
    roots = Roots(root)
    return Me(seat=seat, signing=signing, roots=roots, root=roots.of(step.round_number(table)), purse=purse)


def own_entry(chain: Chain, seat: int, choose: Callable[[Chain, Me], AnyChoice | None] = _no_choice) -> Entry:
    """Return the entry of a seat in the present step."""
    if chain.step is None:
        raise AssertionError("the game is over")
    me = own_me(chain.table, chain.step, seat)
    if chain.step.chosen:
        me = replace(me, choice=choose(chain, me))
    return sign_entry(me.signing, chain.site.slot(seat), chain.step.make_body(chain.table, chain.site, me))


def chain_before_keys() -> Chain:
    """Return the log after the steps 0 to 2."""
    chain = new_chain(SaboteurGame())
    while chain.number < 3:
        chain.accept(own_entry(chain, chain.missing[0]))
    return chain


def worked_example() -> str:
    """Return the Markdown."""
    chain = chain_before_keys()
    return "\n".join([*_inputs(chain), "", *_dissection(own_entry(chain, 0), chain), ""])


def _inputs(chain: Chain) -> Iterator[str]:
    table = chain.table
    yield from (
        "Three chairs with the names `Ida`, `Jan`, `Sara` play `saboteur/1` with the default options. Chair c has the",
        "Ed25519 seed of 32 bytes 0x10 + c, the root of 32 bytes 0x20 + c, the purse's root of 32 bytes 0x30 + c and",
        "the transport key of 32 bytes 0x40 + c; its secrets are derived as recommended. The header is",
    )
    yield ""
    yield from _block(table.header.encode())
    yield ""
    yield "and from it follow, step by step:"
    yield ""
    yield "| value | |"
    yield "|---|---|"
    for chair in range(SEATS):
        yield f"| nonce of chair {chair} | `{own_nonce(chair_secrets(chair)[1]).hex()}` |"
    yield f"| table id, head before step 0 | `{chain.heads[0].hex()}` |"
    yield f"| session id | `{table.session.hex()}` |"
    yield f"| chairs of seats 0, 1, 2 | {', '.join(map(str, table.seating))} |"
    for step in (1, 2, 3):
        yield f"| head before step {step} | `{chain.heads[step].hex()}` |"
    yield ""
    yield "The sections of the public state before step 3 are:"
    for name, data in table.game.sections(table.state):
        yield ""
        yield f"Section `{name}`:"
        yield ""
        yield "```text"
        yield from data.decode("ascii").splitlines()
        yield "```"


def _dissection(entry: Entry, chain: Chain) -> Iterator[str]:
    sections = [name for name, _ in chain.table.game.sections(chain.table.state)]
    data = entry.encode()
    yield f"The entry of seat 0 in step 3, `keys`, has {len(data)} bytes:"
    yield ""
    yield "```text"
    yield from _lines(0, entry.signature, "signature")
    yield from _lines(SIGNATURE_SIZE, entry.payload[:1], "array 8")
    at = SIGNATURE_SIZE + 1
    for name, value in zip(ENVELOPE, codec.array(codec.decode(entry.payload), 8), strict=True):
        encoded = codec.encode(value)
        if name == "body":
            head = len(encoded) - len(entry.body)
            yield from _lines(at, encoded[:head], f"body, bin {len(entry.body)}")
            yield from _body(at + head, codec.decode(entry.body), ".", sections)
        else:
            yield from _lines(at, encoded, name)
        at += len(encoded)
    yield "```"


NAMES: Final = {
    ".0": "state hashes",
    ".1.0": "salt",
    ".1.1": "table, hand and purse key",
    ".1.2.0": "proof: commitments",
    ".1.2.1": "proof: responses",
}


def _body(at: int, value: codec.Value, place: str, sections: list[str]) -> Iterator[str]:
    if isinstance(value, list):
        head = codec.encode(value)[:1]
        yield from _lines(at, head, f"{place} array {len(value)}")
        at += 1
        for index, item in enumerate(value):
            yield from _body(at, item, f"{place.rstrip('.')}.{index}", sections)
            at += len(codec.encode(item))
        return
    blob = codec.blob_upto(value, codec.MAX_SIZE)
    head = codec.encode(blob)[: -len(blob)]
    yield from _lines(at, head, f"{place} bin {len(blob)}: {NAMES[place]}")
    step, notes = (16, sections) if place == ".0" else (WIDTH, [])
    for index, start in enumerate(range(0, len(blob), step)):
        note = notes[index] if index < len(notes) else ""
        yield from _lines(at + len(head) + start, blob[start : start + step], note)


def _lines(at: int, data: bytes, note: str) -> Iterator[str]:
    for start in range(0, len(data), WIDTH):
        yield f"{at + start:4} {data[start : start + WIDTH].hex():64} {note if not start else ''}".rstrip()


def _block(data: bytes) -> Iterator[str]:
    yield "```text"
    yield from _lines(0, data, "")
    yield "```"


def main() -> None:
    """Write the example into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    DOCUMENT.write_text(f"{before}{BEGIN}\n{worked_example()}\n{END}{after}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
