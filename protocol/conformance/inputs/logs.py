"""Cases about a log: algorithms 50 to 57 and 65."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from protocol import codec
from protocol.ballots import ABANDON
from protocol.conformance.cheats import committed
from protocol.conformance.gone import LEAVES
from protocol.conformance.inputs.beside import ended, false_worths, lie_and_last_stop, stops, votes, worth, worths
from protocol.conformance.making import Moment, moment
from protocol.frames import Heads, Hello, encode_frame
from protocol.log import decode_entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.inputs.source import Draft
    from protocol.conformance.log_file import Log
    from protocol.conformance.trial import Json
    from protocol.log import Entry


def cases(log: Log) -> Iterator[Draft]:
    """Yield the cases."""
    yield from _no_proof(log)
    for name, count, entries in committed(log):
        yield 57, name, {"records": count, "entries": _base64(entries)}
    yield 57, "the whole log", {"records": len(log.records), "entries": []}


def cases_of_losses(log: Log) -> Iterator[Draft]:
    """Yield the cases that only a log has in which seats are lost or leave."""
    ends = {chain.number: count for count in range(len(log.records)) for chain in (log.chain(count),)}
    for gone in log.gone:
        count = ends[gone.step]
        given = {"records": count}
        body = {"body": decode_entry(log.records[count]).body.hex()} if gone.way == LEAVES else {}
        yield 65, f"seat {gone.seat} in step {gone.step}", {**given, "seat": gone.seat, **body}
        yield 54, f"where seat {gone.seat} is gone", {"records": ends[gone.step] + 1}
        yield 53, f"the last word about seat {gone.seat}", {**given, "entries": [count]}
    for name, count, entries in committed(log, ("strip", "leave", "hand over")):
        yield 57, name, {"records": count, "entries": _base64(entries)}
    for name, count, said in votes(log):
        yield 53, name, {"records": count, "entries": _named(log, said)}
    yield 57, "the whole log", {"records": len(log.records), "entries": []}


def cases_of_caught(log: Log) -> Iterator[Draft]:
    """Yield the cases that only a log has in which seats are proved to cheat, and the others go on without them."""
    for gone in log.gone:
        first, last = lie_and_last_stop(log, gone)
        yield 53, f"the last stop about seat {gone.seat}", {"records": last, "entries": [last]}
        yield 53, f"what proves seat {gone.seat} at fault, again", {"records": last, "entries": [first]}
        yield 54, f"where seat {gone.seat} is to go", {"records": last}
        yield 54, f"where seat {gone.seat} is out", {"records": last + 1}
        yield 53, f"what was taken back with seat {gone.seat}", {"records": last + 1, "entries": [first - 1, first]}
        yield 57, f"up to what proves seat {gone.seat} at fault", {"records": first, "entries": [first]}
        yield 57, f"up to the last stop but one about seat {gone.seat}", {"records": last, "entries": []}
    for name, count, said in stops(log):
        yield 53, name, {"records": count, "entries": _base64(said)}
    yield 57, "the whole log", {"records": len(log.records), "entries": []}


def cases_of_one_log(log: Log) -> Iterator[Draft]:
    """Yield the cases for which the game does not matter, so that one log is enough."""
    yield from _states(log)
    yield from _acceptance(log)
    yield from _exchange(log)
    yield from _worths(log)
    yield from cases(log)


def _worths(log: Log) -> Iterator[Draft]:
    """Yield what seats prove of their gold when the game is ended early."""
    count, votes, owners = ended(log)
    for owner in owners:
        yield 75, f"of seat {owner.me.seat}", {"records": count, "entry": worth(owner).encode().hex()}
    for name, entry in false_worths(log):
        yield 75, name, {"records": count, "entry": entry.encode().hex()}
    for name, before, said in worths(log):
        yield 53, name, {"records": before, "entries": _base64(said)}
    proved = [*votes, *map(worth, owners)]
    yield 57, "a majority ends the game, and all prove their gold", {"records": count, "entries": _base64(proved)}
    name, entry = next(false_worths(log))
    cheated = [*votes, entry, *map(worth, owners[1:])]
    yield 57, f"a majority ends the game, and one claims {name}", {"records": count, "entries": _base64(cheated)}
    early = [votes[0], worth(owners[0]), votes[1]]
    yield 57, "gold is proved before the game is ended", {"records": count, "entries": _base64(early)}


def _base64(entries: list[Entry]) -> list[str]:
    return [base64.b64encode(entry.encode()).decode() for entry in entries]


def _named(log: Log, entries: list[Entry]) -> list[Json]:
    """Return entries as the numbers of records where they are some."""
    said = [entry.encode() for entry in entries]
    return [log.records.index(data) if data in log.records else base64.b64encode(data).decode() for data in said]


def _starts(log: Log) -> dict[str, int]:
    """Return, for each kind, how many records come before its first step."""
    first: dict[str, int] = {}
    for index, record in enumerate(log.records):
        first.setdefault(decode_entry(record).kind, index)
    return first


def _states(log: Log) -> Iterator[Draft]:
    starts = _starts(log)
    for kind in ("commit", "play"):
        given = {"records": starts[kind]}
        hashes = log.chain(starts[kind]).table.state_hashes
        yield 50, f"before the first `{kind}`", given
        yield 51, f"before the first `{kind}`: the own ones", {**given, "hashes": hashes.hex()}
        yield 51, f"before the first `{kind}`: none", {**given, "hashes": ""}
        yield 51, f"before the first `{kind}`: one more", {**given, "hashes": (hashes + bytes(16)).hex()}
        last = hashes[:-1] + bytes([hashes[-1] ^ 1])
        yield 51, f"before the first `{kind}`: the last is another", {**given, "hashes": last.hex()}
    for kind, count in starts.items():
        entry = decode_entry(log.records[count])
        yield 52, f"`{kind}`", {"records": count, "seat": entry.seat, "body": entry.body.hex()}
        yield 52, f"`{kind}`: a text", {"records": count, "seat": entry.seat, "body": codec.encode("body").hex()}
        yield 54, f"where `{kind}` comes next", {"records": count}
    yield 54, "at the end", {"records": len(log.records)}


def _acceptance(log: Log) -> Iterator[Draft]:
    """Yield the ways through Accept, in its order."""
    starts = _starts(log)
    keys, playing = starts["keys"], starts["play"]
    m, turn = moment(log, keys), moment(log, playing)
    vote = turn.sign(codec.encode(None), kind=ABANDON)
    second = turn.of((turn.me.seat + 1) % 3).sign(codec.encode(None), kind=ABANDON)
    anybody = base64.b64encode(bytes(64) + m.next.payload).decode()
    for name, count, entries in (
        ("the next entry", keys, [keys]),
        ("the entries of a step, in another order", keys, [keys + 2, keys, keys + 1]),
        ("an entry again", keys, [keys, keys]),
        ("an entry again, with a signature of nobody", keys, [keys, anybody]),
        ("an entry of an earlier step again", keys, [keys - 1]),
        ("of a session that does not exist yet, and what it waited for", 0, [6, *range(6)]),
        ("signed by nobody", keys, [anybody]),
        ("signed by another seat", keys, _base64([m.of(1).sign(m.next.body, seat=0)])),
        ("of another session", keys, _base64([m.sign(m.next.body, session=bytes(32))])),
        ("of a seat that is not there", keys, _base64([m.sign(m.next.body, seat=3)])),
        (
            "of the table id instead of the session id",
            keys,
            _base64([m.sign(m.next.body, session=log.header.table_id)]),
        ),
        ("early, and what it waited for", keys, [keys + 3, *range(keys, keys + 3)]),
        ("early twice", keys, [keys + 3, keys + 3]),
        ("early, with two payloads for one slot", keys, [keys + 3, *_base64([_another(log, keys + 3)])]),
        ("on another head", keys, _base64([m.sign(m.next.body, head=bytes(32))])),
        ("of an earlier step on another head", playing, _base64([moment(log, keys).sign(m.next.body, head=bytes(32))])),
        ("a vote", playing, _base64([vote])),
        ("a vote again", playing, _base64([vote, vote])),
        ("a vote before there is a session", 0, _base64([moment(log, 0).sign(codec.encode(None), kind=ABANDON)])),
        ("two votes of three seats, and an entry after them", playing, [*_base64([vote, second]), playing]),
        ("a second payload for a slot of an earlier step", playing, _base64([m.sign(codec.encode(None))])),
        (
            "an entry of an earlier step that was not expected",
            playing,
            _base64([m.sign(codec.encode(None), kind="deal")]),
        ),
        (
            "of a seat that the step does not expect",
            playing,
            _base64([turn.of((turn.me.seat + 1) % 3).sign(turn.next.body)]),
        ),
        ("another kind", keys, _base64([m.sign(m.next.body, kind="commit")])),
        ("another target", keys, _base64([m.sign(m.next.body, target=1)])),
        ("a body at fault", keys, _base64([m.sign(codec.encode(None))])),
        ("after the end", len(log.records), _base64([_after_the_end(log)])),
    ):
        yield 53, name, {"records": count, "entries": entries}


def _another(log: Log, index: int) -> Entry:
    """Return another payload for the slot of a record."""
    return moment(log, index).sign(codec.encode(None))


def _after_the_end(log: Log) -> Entry:
    last: Moment = moment(log, len(log.records) - 1)
    return last.sign(last.next.body, step=last.next.step + 1, head=log.chain(len(log.records)).heads[-1])


def _exchange(log: Log) -> Iterator[Draft]:
    """Yield what a peer that has two steps of the log and one entry of the third answers to frames."""
    count = 7
    chain = log.chain(count)
    links = [chair.link.hex() for chair in log.header.chairs[:2]]
    given = {"records": count, "links": links}
    hello = {"step": 2, "head": chain.heads[2], "have": 1, "votes": 0, "links": 3}
    for name, changed in (
        ("has the same", {}),
        ("lacks an entry", {"have": 0}),
        ("lacks a step", {"step": 1, "head": chain.heads[1], "have": 0b101}),
        ("lacks everything", {"step": 0, "head": chain.heads[0], "have": 0}),
        ("has an entry more", {"have": 0b11}),
        ("is steps ahead", {"step": 9, "head": bytes(32), "have": 0}),
        ("has a vote more", {"votes": 0b10}),
        ("has a vote about a silent seat more", {"absence": bytes(8)}),
        ("has what a seat's gold is worth", {"worths": 0b10}),
        ("has another head", {"head": bytes(32)}),
        ("had another head", {"step": 1, "head": bytes(32), "have": 0}),
    ):
        yield 55, name, {**given, "frame": encode_frame(Hello(**{**hello, **changed})).hex()}  # type: ignore[arg-type]  # fields by name
    for name, first, heads in (
        ("the same", 0, tuple(chain.heads)),
        ("the last differs", 0, (*chain.heads[:2], bytes(32))),
        ("the second differs, and so the last", 0, (chain.heads[0], bytes(32), bytes(32))),
        ("the first that is given differs", 1, (bytes(32), bytes(32))),
        ("only what comes later", 3, (bytes(32),)),
    ):
        yield 56, name, {**given, "frame": encode_frame(Heads(first=first, heads=heads)).hex()}


def _no_proof(log: Log) -> Iterator[Draft]:
    """Yield logs that end early, and some that prove nothing about anybody."""
    keys, playing = _starts(log)["keys"], _starts(log)["play"]
    m, turn = moment(log, keys), moment(log, playing)
    anybody = base64.b64encode(bytes(64) + m.next.payload).decode()
    votes = [turn.of(seat).sign(codec.encode(None), kind=ABANDON) for seat in range(2)]
    for name, count, entries in (
        ("an unfinished log", keys, []),
        ("one vote to end the game", playing, _base64(votes[:1])),
        ("a majority ends the game", playing, _base64(votes)),
        ("a record that is no entry", keys, ["AA=="]),
        ("a record twice", keys, [keys, keys]),
        ("a record that nobody signed", keys, [anybody]),
        ("a record on another head", keys, _base64([m.sign(m.next.body, head=bytes(32))])),
        ("a record before its step", keys, [keys + 3, *range(keys, keys + 3)]),
    ):
        yield 57, name, {"records": count, "entries": entries}
