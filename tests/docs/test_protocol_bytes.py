"""The byte tables of PROTOCOL.md, read as instructions and held against what the code signs and absorbs."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from protocol import codec
from protocol.frames import Heads, Hello, encode_frame
from protocol.log import decode_entry
from protocol.transcript import Transcript
from tests.docs import scripted_game
from tests.docs.markdown import CODE, code, tables
from tests.docs.test_protocol_md import STEPS, TEXT
from tests.docs.worked_example import header
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.done import Done

MOST: Final = 300
"""No letter of a formula stands for more than this."""
TYPES: Final = {"array": list, "bin": bytes, "int": int, "text": str, "nil": type(None), "bool": bool}
Letters = dict[str, set[int]]


def value_of(formula: str, letters: dict[str, int]) -> int:
    """Return what a formula like ``32 (2 n + 1)`` gives."""
    match = re.fullmatch(r"(?:(\d+) )?(?:\()?(?:(\d+) )?([a-z])(?: ([+-]) (\d+)\)?)?", formula)
    if match is None:
        return int(formula)
    outer, inner, letter, sign, constant = match.groups()
    total = int(inner or 1) * letters[letter]
    total += int(constant or 0) * (-1 if sign == "-" else 1)
    return int(outer or 1) * total


def fits(formula: str, size: int, letters: Letters) -> bool:
    """Return whether a size is what a formula allows; afterwards the letters stand only for what still fits."""
    if match := re.match(r"(\d+) to (\d+)", formula):
        return int(match[1]) <= size <= int(match[2])
    letter = next(iter(re.findall(r"[a-z]", formula)), None)
    if letter is None:
        return size == int(formula)
    known = letters.get(letter, set(range(MOST)))
    letters[letter] = {number for number in known if value_of(formula, {letter: number}) == size}
    return bool(letters[letter])


class BodyTable:
    """The rows below a heading, by place."""

    def __init__(self, heading: str) -> None:
        (table,) = tables(TEXT, heading)
        self.rows = {code(row[0]): row[1:3] for row in table.rows}

    def check(self, value: codec.Value, place: str = ".", letters: Letters | None = None) -> None:
        """Hold a value against the row of its place, and what is in it against the rows below."""
        letters = {} if letters is None else letters
        kind, size = self.rows[place]
        types = kind.split(" or ")
        assert isinstance(value, tuple(TYPES[each] for each in types)), (place, value)
        if isinstance(value, list):
            assert fits(size, len(value), letters), (place, size, len(value))
            self._check_items(value, place.rstrip("."), letters)
        elif isinstance(value, bytes):
            assert fits(size, len(value), letters), (place, size, len(value))
        elif isinstance(value, str):
            assert not size or fits(size, len(value), letters), (place, size, value)

    def _check_items(self, values: list[codec.Value], place: str, letters: Letters) -> None:
        for index, item in enumerate(values):
            if f"{place}.*" in self.rows:
                self.check(item, f"{place}.*", {})
            elif self._has_below(place):
                self.check(item, f"{place}.{index}", letters)
        if self._has_below(place) and f"{place}.*" not in self.rows:
            assert f"{place}.{len(values)}" not in self.rows

    def _has_below(self, place: str) -> bool:
        return any(other.startswith(f"{place}.") for other in self.rows if other != ".")


def all_steps() -> list[Done]:
    """Return every step of the log in which everything is asked for."""
    return [*scripted_game.opened(), *(step for each in scripted_game.played() for step in each.steps)]


@cache
def all_bodies() -> list[Done]:
    """Return these steps, and those that a log has only when something is amiss."""
    return [*all_steps(), *scripted_game.aside(scripted_game.play())]


@pytest.mark.parametrize("kind", sorted(STEPS))
def test_every_body_has_the_shape_of_its_table(kind: str) -> None:
    """Types, sizes and counts of all bodies of a kind, with one meaning for each letter within a body."""
    bodies = [entry.body for step in all_bodies() if step.site.kind == kind for entry in step.entries.values()]
    assert bodies
    for body in bodies:
        BodyTable(f"Body of `{kind}`").check(codec.decode(body))


def test_a_table_refuses_another_shape() -> None:
    """The reading of tables finds what is wrong: a size, a type, a value too many, two meanings of one letter."""
    table = BodyTable("Body of `keys`")
    (step,) = [step for step in scripted_game.played()[0].steps if step.site.kind == "keys"]
    good = codec.decode(step.entries[0].body)
    table.check(good)
    hashes, (salt, keys, proof) = codec.array(good, 2)[0], codec.array(codec.array(good, 2)[1], 3)
    for bad in ([hashes, [salt, keys]], [hashes, [salt, keys, None]], [hashes, [b"", keys, proof]], [hashes, good, 0]):
        with pytest.raises((AssertionError, KeyError)):
            table.check(bad)
    with pytest.raises(AssertionError):
        table.check([hashes, [salt, bytes(64), proof]])


def test_the_headers_table_is_its_encoding() -> None:
    """The header of the worked example."""
    BodyTable("Header").check(codec.decode(header(SmallGame()).encode()))


def test_the_envelopes_table_is_an_entrys_payload() -> None:
    """Every payload has the fields of the table in its order, and the signature before it."""
    _, table = tables(TEXT, "Entry")
    fields = [row[3].split(":")[0].split(";")[0] for row in table.rows[1:]]
    assert fields == ["version", "session", "seat", "step number", "kind", "target", "head", "body"]
    for step in all_steps():
        for entry in step.entries.values():
            values = codec.array(codec.decode(entry.payload), len(fields))
            assert values == [1, *entry.slot, entry.body]
            assert entry.encode() == entry.signature + entry.payload


def test_frames_have_the_types_and_fields_of_their_tables() -> None:
    """Type byte and content of each frame."""
    types, hello, heads = tables(TEXT, "Exchange")
    numbers = {row[1]: int(code(row[0]), 16) for row in types.rows}
    said = encode_frame(Hello(step=5, head=bytes(32), have=1, votes=2, links=4, absence=bytes(8), worths=8))
    shown = encode_frame(Heads(first=7, heads=(bytes(32), bytes(32))))
    entry = next(iter(all_steps()[0].entries.values()))
    assert numbers == {"ENTRY": encode_frame(entry)[0], "HELLO": said[0], "HEADS": shown[0]}
    names = [row[3].split(":")[0] for row in hello.rows]
    assert names[3:] == ["have", "votes", "worths", "links", "absence"]
    assert codec.decode(said[1:]) == [5, bytes(32), 1, 2, 8, 4, bytes(8)]
    assert codec.decode(shown[1:]) == [7, bytes(64)]
    assert len(heads.rows) == 3


def test_requests_become_the_steps_of_their_table() -> None:
    """Kinds and order of the steps, an `agree` after a turn apart."""
    (table,) = tables(TEXT, "The game")
    promised: dict[str, list[tuple[str, ...]]] = {row[0].split("(")[0]: [] for row in table.rows}
    for row in table.rows:
        promised[row[0].split("(")[0]].append(tuple(dict.fromkeys(CODE.findall(row[2]))))
    for each in scripted_game.played():
        kinds = tuple(dict.fromkeys(step.site.kind for step in each.steps if step.site.kind != "agree"))
        rows = promised[type(each.request).__name__]
        without = [tuple(kind for kind in row if kind != "carry") for row in rows]
        assert kinds in rows + without, each.request


def test_an_agree_follows_a_turn_that_nobody_else_signs_for() -> None:
    """It stands where a play is followed by another choice of one seat, and nowhere else."""
    kinds = [step.site.kind for step in all_steps()]
    for before, kind, after in zip(kinds, kinds[1:], kinds[2:], strict=False):
        assert kind != "agree" or (before == "play" and after in {"play", "pick"})
        assert (before, kind) not in {("play", "play"), ("play", "pick")}


class Recorder:
    """What transcripts absorbed: for each the context's kind and part, and labels with numbers of items."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.spots: list[tuple[str, str]] = []
        self.said: list[list[tuple[str, int]]] = []
        absorb = Transcript.absorb

        def recording(transcript: Transcript, label: str, *items: bytes) -> None:
            if label == "context":
                *_, kind, _, _, part = codec.array(codec.decode(items[1]), 7)
                self.spots.append((codec.text(kind, 16), codec.text(part, 16)))
                self.said.append([])
            self.said[-1].append((label, len(items)))
            absorb(transcript, label, *items)

        patch.setattr(Transcript, "absorb", recording)


@pytest.fixture(scope="module")
def recorded() -> Iterator[Recorder]:
    """Return what all transcripts of a whole log absorbed."""
    with pytest.MonkeyPatch.context() as patch:
        recorder = Recorder(patch)
        scripted_game.aside(scripted_game.play())
        yield recorder


def shape(heading: str) -> list[tuple[str, str]]:
    """Return labels and numbers of items of a transcript's table; a row of several labels counts as several."""
    (table,) = tables(TEXT, heading)
    return [(label, row[1]) for row in table.rows for label in CODE.findall(row[0])]


def matches(said: list[tuple[str, int]], table: list[tuple[str, str]]) -> bool:
    """Return whether a transcript has a table's labels in order, and its numbers of items."""
    if [label for label, _ in said] != [label for label, _ in table]:
        return False
    letters: Letters = {}
    return all(
        not re.search(r"\d|^n$|^N$|N \+", formula) or fits(formula.lower(), count, letters)
        for (_, count), (_, formula) in zip(said, table, strict=True)
    )


@pytest.mark.parametrize(
    ("heading", "second"),
    [
        ("Transcript of a linear proof", "linear/structure"),
        ("Transcript of a batch proof", "dleq/base and key"),
        ("Transcript of a shuffle proof", "shuffle/key"),
    ],
)
def test_transcripts_absorb_what_their_tables_say(recorded: Recorder, heading: str, second: str) -> None:
    """Labels in order and numbers of items, after the context with its two items."""
    found = [said for said in recorded.said if said[1][0] == second]
    assert found
    for said in found:
        assert said[0] == ("context", 2)
        assert matches(said[1:], shape(heading)), said


def test_disjunctions_absorb_what_their_table_says(recorded: Recorder) -> None:
    """The number of branches, each branch, the commitments of each, the challenge."""
    found = [said[1:] for said in recorded.said if said[1][0] == "either-or/branches"]
    assert found
    for said in found:
        labels = [label for label, _ in said]
        branches = labels.count("linear/structure")
        assert [code for code, _ in shape("Transcript of a disjunction")] == list(dict.fromkeys(labels))
        each = ["linear/structure", "linear/bases", "linear/images"]
        commitments = ["either-or/commitments"] * branches
        assert labels == ["either-or/branches", *each * branches, *commitments, "either-or/challenge"]
        assert (said[0][1], said[-1][1]) == (1, 2)


def test_contexts_have_the_parts_of_their_table(recorded: Recorder) -> None:
    """Which part of which kind of entry a proof belongs to."""
    (table,) = tables(TEXT, "Transcript")
    promised = set()
    for part, where in table.rows:
        name = "" if part == "empty text" else "DECK" if part.startswith("label") else code(part)
        promised |= {(kind, name) for kind in CODE.findall(where)}
    found = {(kind, "DECK" if kind == "shuffle" else part) for kind, part in recorded.spots}
    assert found == promised - {("lock", "")}


def test_two_proofs_of_a_log_never_share_a_context() -> None:
    """Every transcript that a verifier starts is another one."""
    room = Room(SmallGame(), seats=3, seed=1, choose=choose)
    seen: list[tuple[bytes, bytes]] = []
    start = Transcript.__init__

    def starting(transcript: Transcript, session: bytes, *context: bytes) -> None:
        seen.append((session, *context))  # type: ignore[arg-type]  # the table gives one context
        start(transcript, session, *context)

    room.open()
    room.run()
    chain = room.members[0].session.chain
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transcript, "__init__", starting)
        again = type(chain)(group=room.group, game=room.game, header=room.header)
        for record in room.members[0].disk:
            again.accept(decode_entry(record))
    assert again.heads == chain.heads
    assert len(set(seen)) == len(seen) > 40
