"""Entries beside the steps of a log: votes that answer or contradict one another, and stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import codec
from protocol.absence import KEEP, OUT
from protocol.conformance.making import moment
from protocol.log import decode_entry
from protocol.stopping import STOP, stop_body

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.gone import Gone
    from protocol.conformance.log_file import Log
    from protocol.log import Entry

Case = tuple[str, int, list["Entry"]]
"""Name, number of records before, and what is signed after them."""


def votes(log: Log) -> Iterator[Case]:
    """Yield votes in a step of all, of which seat 0 has signed its part and seat 4 is slow; then in one of seat 2."""
    entries = [decode_entry(record) for record in log.records]
    first = next(index for index, entry in enumerate(entries) if entry.kind == "deal")
    here = entries[first : first + 5]
    late = {entry.seat: entry for entry in here}[4]
    rest = [entry for entry in here if entry is not late]

    def vote(kind: str, seat: int, about: int, *body: bytes | None) -> Entry:
        return moment(log, first).of(seat).sign(codec.encode(list(body)), kind=kind, target=about)

    out, keep = vote(OUT, 0, 4, None, None), vote(KEEP, 1, 4, late.digest)
    answered = [*rest, out, late, keep]
    yield "a vote keeps the step open", first, answered[:-1]
    yield "a vote that is answered", first, answered
    yield "an answer that the seat itself gives", first, [*rest, out, late, vote(KEEP, 4, 4, late.digest)]
    second = vote(OUT, 0, 3, None, keep.digest)
    yield "a vote after one that was answered", first, [rest[0], out, keep, second]
    yield "two votes in one slot", first, [*rest, out, vote(OUT, 0, 4, late.digest, None)]
    yield "a vote for both", first, [*rest, out, vote(KEEP, 0, 4, late.digest)]
    yield "two first votes", first, [*rest, out, vote(OUT, 0, 3, None, None)]
    third = vote(OUT, 0, 2, None, vote(KEEP, 3, 4, late.digest).digest)
    yield (
        "two votes that one seat was kept before",
        first,
        [*rest, out, keep, vote(KEEP, 3, 4, late.digest), second, third],
    )
    yield "a vote about the own seat", first, [*rest, vote(OUT, 0, 0, None, None)]
    yield "a vote about a seat that is not there", first, [*rest, vote(OUT, 0, 5, None, None)]
    yield "an answer without the entry that is expected", first, [*rest, vote(KEEP, 1, 4, None)]
    yield "a vote that says nothing", first, [*rest, vote(OUT, 0, 4)]
    chosen = next(index for index, entry in enumerate(entries) if entry.kind == "pick")
    turn = moment(log, chosen)
    other = turn.of((turn.me.seat + 1) % 5)
    named = other.sign(codec.encode([bytes(32)]), kind=KEEP, target=(turn.me.seat + 2) % 5)
    yield "an answer with an entry where none is expected", chosen, [named]
    named = other.sign(codec.encode([bytes(32), None]), kind=OUT, target=(turn.me.seat + 2) % 5)
    yield "a vote with an entry where none is expected", chosen, [named]
    opening = moment(log, 0).sign(codec.encode([None, None]), kind=OUT, target=1)
    yield "a vote before there are seats", 0, [opening]


def lie_and_last_stop(log: Log, gone: Gone) -> tuple[int, int]:
    """Return the indices of the record that proves a seat at fault, and of the last stop about it."""
    entries = [decode_entry(record) for record in log.records]
    about = [index for index, entry in enumerate(entries) if entry.kind == STOP and entry.target == gone.seat]
    return about[0] - 1, about[-1]


def stops(log: Log) -> Iterator[Case]:
    """Yield stops that say what cannot be, before anybody is at fault; only who signs them is."""
    count = next(index for index, record in enumerate(log.records) if decode_entry(record).kind == "keys")
    here = moment(log, count)
    step, head, five = here.chain.number, here.chain.heads[-1], range(5)

    def stop(seat: int, about: int, body: bytes, **changed: object) -> Entry:
        return here.of(seat).sign(body, kind=STOP, target=about, **changed)

    good = stop(0, 2, stop_body(step, head, five))
    yield "a stop before anything is proved", count, [good]
    yield "a stop on a head that is not here", count, [stop(0, 2, stop_body(2, bytes(32), five), head=bytes(32))]
    yield "two stops of one seat about another", count, [good, stop(0, 2, stop_body(2, here.chain.heads[2], five))]
    yield "a stop about the own seat", count, [stop(0, 0, stop_body(step, head, five))]
    yield "a stop about a seat that is not there", count, [stop(0, 5, stop_body(step, head, five))]
    yield "a stop that names a later step as common", count, [stop(0, 2, stop_body(step + 1, head, five))]
    yield "a stop that says that nobody is present", count, [stop(0, 2, stop_body(step, head, ()))]
    yield "a stop that says that seat 10 is present", count, [stop(0, 2, stop_body(step, head, [10]))]
    yield "a stop before there are seats", 0, [moment(log, 0).sign(stop_body(2, head, five), kind=STOP, target=1)]
