"""Identities, heads, acceptance, exchange and audit. PROTOCOL sections "Log", "Exchange" and "Audit"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from protocol import log
from protocol.absence import read_vote
from protocol.audit import go_on
from protocol.caught import Stop, outcome
from protocol.chain import Verdict
from protocol.conformance import game_json
from protocol.conformance.players import present
from protocol.errors import LocalError
from protocol.events import Drop, Send
from protocol.faults import Fault, PeerFault
from protocol.frames import decode_frame
from protocol.group import RISTRETTO255
from protocol.header import Header, decode_header, nonce_commitment
from protocol.log import OPENING_STEPS, Entry, decode_entry
from protocol.losses import without
from protocol.session import Session
from protocol.steps.closing import SignResult
from protocol.steps.layers import on_top, undealt
from protocol.steps.leaving import Leave
from protocol.stopping import read_stop
from protocol.votes import Out
from protocol.worths import WORTH, read_worth

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.conformance.log_file import Log
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json, Table, Trial

MAX_RESTORED = 64
"""Records that a session is started with: it checks all of them for each case."""


class Blamed(Exception):
    """The entries of a case prove a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _header(trial: Trial) -> Header:
    return decode_header(trial.given["header"].blob())


def _nonce_commitment(trial: Trial) -> Json:
    key, nonce = trial.given["key"].blob(32), trial.given["nonce"].blob(32)
    return {"commitment": nonce_commitment(key, nonce).hex()}


def _session_id(trial: Trial) -> Json:
    header = _header(trial)
    trial.trace["table id"] = header.table_id.hex()
    return {"session": header.session_id(trial.given["nonces"].blobs(32)).hex()}


def _seating(trial: Trial) -> Json:
    return {"chairs": list(_header(trial).seating(trial.given["session"].blob(32)))}


def _next_head(trial: Trial) -> Json:
    before, entries = trial.given["head"].blob(32), _entries(trial)
    trial.trace["digests"] = [entry.digest.hex() for entry in entries]
    return {"head": log.next_head(before, entries).hex()}


def _entries(trial: Trial) -> list[Entry]:
    return [decode_entry(data) for data in trial.given["entries"].blobs(most=64)]


def _in_log(trial: Trial) -> list[bytes]:
    """Return the entries of a case about a log: each in base64, or the number of one of the log's records."""
    records = _log(trial).records
    return [
        records[item.number(0, len(records) - 1)] if isinstance(item.value, int) else item.base64()
        for item in trial.given["entries"].items(64)
    ]


def _log(trial: Trial) -> Log:
    if trial.log is None:
        trial.given.fail("the file has no log")
    return trial.log


def _chain(trial: Trial) -> Chain:
    """Return a chain that has accepted as many records of the file's log as the case says."""
    records = _log(trial).records
    return _log(trial).chain(trial.given["records"].number(0, len(records)))


def _read_vote(trial: Trial) -> Json:
    vote = read_vote(decode_entry(trial.given["entry"].blob()))
    said: dict[str, Json] = {"voter": vote.voter, "about": vote.about, "held": vote.held and vote.held.hex()}
    return {**said, "lifted": vote.lifted and vote.lifted.hex()} if isinstance(vote, Out) else said


def _head_without(trial: Trial) -> Json:
    before, entries = trial.given["head"].blob(32), _entries(trial)
    trial.trace["digests"] = [entry.digest.hex() for entry in entries]
    return {"head": log.head_without(before, entries, trial.given["seat"].number(0, 9)).hex()}


def _read_stop(trial: Trial) -> Json:
    stop = read_stop(decode_entry(trial.given["entry"].blob()))
    said = {"signer": stop.signer, "culprit": stop.culprit, "present": sorted(stop.present)}
    return {**said, "last": stop.last, "last head": stop.last_head.hex()}


def _read_worth(trial: Trial) -> Json:
    chain, entry = _chain(trial), decode_entry(trial.given["entry"].blob())
    return {"value": read_worth(chain.table, replace(chain.site, kind=WORTH), entry)}


def _head_caught(trial: Trial) -> Json:
    before, seat = trial.given["head"].blob(32), trial.given["seat"].number(0, 9)
    return {"head": log.head_caught(before, seat, agreed=trial.given["agreed"].flag()).hex()}


@dataclass(frozen=True, slots=True)
class _GivenPast:
    """A log of which a case tells heads, who was present, and whose entries are here, by step."""

    heads: tuple[bytes, ...]
    seats: tuple[frozenset[int], ...]
    signed: tuple[frozenset[int], ...]

    def head(self, step: int) -> bytes | None:
        """Return the head before a step."""
        return self.heads[step] if step < len(self.heads) else None

    def present(self, step: int) -> frozenset[int]:
        """Return who was present as a step began."""
        return self.seats[step]

    def is_common(self, step: int, culprit: int) -> bool:
        """Return whether a step is common."""
        return step <= OPENING_STEPS or self.seats[step] - {culprit} <= self.signed[step]


def _outcome(trial: Trial) -> Json:
    given, heads = trial.given, trial.given["heads"].blobs(32, 64)
    present, signed = (
        tuple(frozenset(seat.number(0, 9) for seat in step.items(10)) for step in given[name].items(64))
        for name in ("present", "signed")
    )
    if not len(heads) == len(present) == len(signed) > OPENING_STEPS:
        given.fail("heads, present and signed are of the same steps")
    culprit = given["culprit"].number(0, 9)
    stops = [_stop(node, culprit, len(heads)) for node in given["stops"].items(10)]
    found = outcome(stops, culprit, _GivenPast(tuple(heads), present, signed))
    if found is None:
        return {"step": None, "agreed": None, "seats": None}
    return {"step": found.step, "agreed": found.agreed, "seats": sorted(found.seats)}


def _stop(node: Node, culprit: int, steps: int) -> Stop:
    return Stop(
        signer=node["signer"].number(0, 9),
        culprit=culprit,
        step=node["step"].number(OPENING_STEPS, steps - 1),
        head=node["head"].blob(32),
        present=frozenset(seat.number(0, 9) for seat in node["present"].items(10)),
        last=node["last"].number(OPENING_STEPS, steps - 1),
        last_head=node["last head"].blob(32),
        digest=bytes(32),
    )


def _state_hashes(trial: Trial) -> Json:
    table = _chain(trial).table
    trial.trace["sections"] = {name: data.decode("ascii") for name, data in table.game.sections(table.state)}
    return {"hashes": table.state_hashes.hex()}


def _check_state_hashes(trial: Trial) -> Json:
    _chain(trial).table.check_state_hashes(trial.given["hashes"].blob())
    return {}


def _read_body(trial: Trial) -> Json:
    chain, body = _chain(trial), trial.given["body"].blob()
    trial.seat = trial.given["seat"].number(0, 9)
    if trial.seat not in present(chain).seats:
        trial.given["seat"].fail("the step expects other seats")
    present(chain).read_body(chain.table, chain.site, trial.seat, body)
    return {}


def _accept(trial: Trial) -> Json:
    chain, verdicts = _chain(trial), []
    for entry in map(decode_entry, _in_log(trial)):
        unchecked = chain.number < OPENING_STEPS <= entry.step
        try:
            verdict = chain.accept(entry)
        except PeerFault as error:
            raise Blamed(error.fault) from None
        verdicts.append({"verdict": "kept" if unchecked else _VERDICTS[verdict], **_place(chain)})
    return {"verdicts": verdicts}


_VERDICTS = {
    Verdict.ACCEPTED: "accepted",
    Verdict.KNOWN: "known",
    Verdict.LATER: "early",
    Verdict.FOREIGN: "foreign",
}


def _place(chain: Chain) -> dict[str, Json]:
    return {"step": chain.number, "head": chain.heads[-1].hex()}


def _next_steps(trial: Trial) -> Json:
    chain = _chain(trial)
    state = chain.table.state
    request = None if state is None else chain.table.game.request(state)
    trial.trace["request"] = request and game_json.to_json(request)
    step = chain.step and {"kind": chain.step.kind, "seats": list(chain.step.seats)}
    return {"next": step, **_place(chain)}


def _exchange(trial: Trial) -> Json:
    """Let a watcher that has the log, and some links, receive a frame, and return what it sends."""
    source = _log(trial)
    count = trial.given["records"].number(0, min(MAX_RESTORED, len(source.records)))
    source.chain(count)  # a session would not tell which record is at fault
    links, frame = trial.given["links"].blobs(32, 10), trial.given["frame"].blob()
    decode_frame(frame)
    session = Session(group=RISTRETTO255, game=source.game, header=source.header, records=source.records[:count])
    for link in links:
        session.link_up(link, 0.0)
    session.outputs()
    session.receive(links[0] if links else trial.given["links"].fail("a link is missing"), frame, 60.0)
    sent = [output for output in session.outputs() if isinstance(output, Send | Drop)]
    if not all(isinstance(output, Send) for output in sent):
        raise LocalError("the frame drops its link")
    return {"sent": [[output.link.hex(), output.data.hex()] for output in sent if isinstance(output, Send)]}


def _without(trial: Trial) -> Json:
    """Lose a seat, or let it leave with the body of its entry."""
    chain, seat, layers = _chain(trial), trial.given["seat"].number(0, 9), None
    if trial.given.has("body"):
        site = replace(chain.site, kind=Leave.kind)
        layers = Leave((seat,)).read_body(chain.table, site, seat, trial.given["body"].blob()).layers
    table, facts = without(chain.table, seat, layers)
    return {
        "told": [game_json.to_json(fact) for fact in facts],
        "cards": [game_json.to_json(card) for card in undealt(table)],
        "strip": list(on_top(table)),
    }


def _audit(trial: Trial) -> Json:
    chain = _chain(trial)
    shown = go_on(chain, _in_log(trial))
    last = chain.done[-1].step if chain.done else None
    result = last.result.hex() if shown.finished and isinstance(last, SignResult) else None
    reached: dict[str, Json] = {
        "finished": shown.finished,
        "abandoned": shown.abandoned,
        "result": result,
        **_place(chain),
    }
    if chain.worths.values:
        reached["worths"] = [[seat, value] for seat, value in sorted(chain.worths.values.items())]
    put_out: list[Json] = [
        {"seat": done.lost, "step": done.site.step, "agreed": done.agreed}
        for done in chain.done
        if done.agreed is not None
    ]
    if put_out:
        faults: list[Json] = [
            {"reason": fault.reason.name, "culprit": fault.culprit, "step": fault.step} for fault in chain.faults
        ]
        trial.trace.update(reached, faults=faults, out=put_out)
    if shown.fault:
        raise Blamed(shown.fault)
    return reached


ALGORITHMS: Table = {
    46: ("NonceCommitment", _nonce_commitment),
    47: ("SessionId", _session_id),
    48: ("Seating", _seating),
    49: ("NextHead", _next_head),
    50: ("StateHashes", _state_hashes),
    51: ("CheckStateHashes", _check_state_hashes),
    52: ("ReadBody", _read_body),
    53: ("Accept", _accept),
    54: ("NextSteps", _next_steps),
    55: ("OnHello", _exchange),
    56: ("OnHeads", _exchange),
    57: ("Audit", _audit),
    65: ("Without", _without),
    70: ("ReadVote", _read_vote),
    71: ("HeadWithout", _head_without),
    72: ("ReadStop", _read_stop),
    73: ("Outcome", _outcome),
    74: ("HeadCaught", _head_caught),
    75: ("ReadWorth", _read_worth),
}
