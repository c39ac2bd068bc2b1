"""Entries beside the steps of a log: votes that answer or contradict one another, and stops."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol import codec
from protocol.absence import KEEP, OUT
from protocol.ballots import ABANDON
from protocol.conformance.making import moment
from protocol.ledger import PURSE
from protocol.log import decode_entry
from protocol.steps.keys import purse_secret
from protocol.steps.total import prove_total, purse_worth
from protocol.stopping import STOP, stop_body
from protocol.worths import WORTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.gone import Gone
    from protocol.conformance.log_file import Log
    from protocol.conformance.making import Moment
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


def ended(log: Log) -> tuple[int, list[Entry], list[Moment]]:
    """Return where the totals are to be proved, two votes of three to end the game there, and who owns cards."""
    count = next(index for index, record in enumerate(log.records) if decode_entry(record).kind == "total")
    here = moment(log, count)
    votes = [here.of(seat).sign(codec.encode(None), kind=ABANDON) for seat in (0, 1)]
    return count, votes, [here.of(seat) for seat in range(3) if here.chain.table.ledger.zone(seat, PURSE)]


def worth(owner: Moment, **changed: object) -> Entry:
    """Return what a seat proves of its gold when the game was ended for all, in its slot or another one."""
    site = replace(owner.chain.site, kind=WORTH)
    return owner.sign(codec.encode(prove_total(owner.chain.table, site, owner.me)), kind=WORTH, **changed)


def false_worths(log: Log) -> Iterator[tuple[str, Entry]]:
    """Yield what fails: name, and the entry."""
    _, _, owners = ended(log)
    owner, honest = owners[0], worth(owners[0])
    value, proof = codec.array(codec.decode(honest.body), 2)
    number = codec.integer(value, 0, 2**16)
    cards = len(owner.chain.table.ledger.zone(owner.me.seat, PURSE))
    for name, body in (
        ("another value", [number + 1, proof]),
        ("one less, proved as if it were true", _claim(owner, number - 1)),
        ("more than so many cards can be worth", _claim(owner, 100 * cards)),
        ("no proof", [number, None]),
        ("a value that is none", [str(number), proof]),
        ("a proof alone", [proof]),
    ):
        yield name, owner.sign(codec.encode(body), kind=WORTH)
    yield "nothing", owner.sign(codec.encode(None), kind=WORTH)
    yield "another target", worth(owner, target=1)


def _claim(owner: Moment, value: int) -> codec.Value:
    """Return what the honest prover makes of any value."""
    table, me, site = owner.chain.table, owner.me, replace(owner.chain.site, kind=WORTH)
    claim = purse_worth(table, me.seat, value)
    return [value, claim.prove(site.spot(me.seat), me, purse_secret(table.group, me), value)]


def worths(log: Log) -> Iterator[Case]:
    """Yield what seats sign when two of three have ended the game, or before."""
    count, votes, owners = ended(log)
    owner, all_of_them = owners[0], [worth(each) for each in owners]
    yield "what the gold is worth, when the game was ended", count, [*votes, *all_of_them]
    yield "what the gold is worth, again", count, [*votes, all_of_them[0], all_of_them[0]]
    yield "what the gold is worth, before the game was ended", count, [votes[0], all_of_them[0], votes[1]]
    before = moment(log, count - 1).of(owner.me.seat)
    yield "what the gold is worth in an earlier step", count, [*votes, worth(before), all_of_them[0]]
    ahead = worth(owner, step=owner.chain.number + 1, head=bytes(32))
    yield "what the gold is worth in a later step, and in this one", count, [*votes, ahead, all_of_them[0]]
    yield "what the gold is worth on another head", count, [*votes, worth(owner, head=bytes(32))]
    second = owner.sign(codec.encode(None), kind=WORTH)
    yield "two payloads for what the gold is worth", count, [*votes, all_of_them[0], second]
    for name, entry in false_worths(log):
        yield f"what the gold is worth: {name}", count, [*votes, entry]
    yield "what the gold is worth of who owns none", *_of_who_owns_none(log)


def _of_who_owns_none(log: Log) -> tuple[int, list[Entry]]:
    count = next(index for index, record in enumerate(log.records) if decode_entry(record).kind == "play")
    here = moment(log, count)
    votes = [here.of(seat).sign(codec.encode(None), kind=ABANDON) for seat in (0, 1)]
    return count, [*votes, worth(here)]
