"""What a seat can do wrong in a whole log, one thing at a time: the entries that it signs instead of the honest one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from protocol import codec, commitment, labels
from protocol.ballots import ABANDON
from protocol.conformance.course import here
from protocol.conformance.inputs.source import BAD_SCALAR, BASE, one_more, spoilt
from protocol.conformance.making import Moment, entry_of, from_course, moment
from protocol.errors import LocalError
from protocol.faults import PeerFault
from protocol.game import CardUse, Lock
from protocol.group import RISTRETTO255
from protocol.log import Entry, decode_entry, sign_entry
from protocol.proofs import linear, relations
from protocol.steps.keys import secret_keys, share_secret
from protocol.steps.shares import make_complaint, share_key

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from protocol.conformance.log_file import Log

Act: TypeAlias = "Callable[[Moment], list[Entry]]"


@dataclass(frozen=True, slots=True)
class Cheat:
    """One thing that is wrong.

    Attributes:
        kind: of the step in which it is done.
        name: what is done.
        act: returns what is signed, up to the entry with which the fault shows.
        when: whether this is a moment to do it.
    """

    kind: str
    name: str
    act: Act
    when: Callable[[Moment], bool] = lambda _: True


def _content(kind: str, name: str, change: Callable[[Any, Moment], Any], when: Any = lambda _: True) -> Cheat:  # noqa: ANN401 - contents have all shapes
    """Return the cheat that signs another content, made from the honest one."""
    return Cheat(kind, name, lambda m: [m.sign(m.body(change(m.content(), m)))], when)


def _body(kind: str, name: str, make: Callable[[Moment], bytes]) -> Cheat:
    """Return the cheat that signs another body."""
    return Cheat(kind, name, lambda m: [m.sign(make(m))])


def _put(content: Any, place: tuple[int, ...], value: Any) -> Any:  # noqa: ANN401 - contents have all shapes
    """Return the content with another value in a place."""
    inside = content
    for index in place[:-1]:
        inside = inside[index]
    inside[place[-1]] = value(inside[place[-1]]) if callable(value) else value
    return content


def _first(piece: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return lambda data: spoilt(data, 0, piece(data[:32]))


def _shifted(data: bytes) -> bytes:
    """Return elements of which the first one is another."""
    return spoilt(data, 0, (RISTRETTO255.element(data[:32]) + BASE).data)


def _wrong_state(section: int) -> Callable[[Moment], bytes]:
    """Return what makes a body with another hash of a section."""

    def make(m: Moment) -> bytes:
        hashes = bytearray(m.chain.table.state_hashes)
        hashes[16 * section] ^= 1
        return codec.encode([bytes(hashes), m.content()])

    return make


def _swapped(content: Any, _: Moment) -> Any:  # noqa: ANN401 - contents have all shapes
    outputs = content[0][0]
    content[0][0] = outputs[64:128] + outputs[:64] + outputs[128:]
    return content


def _not_rerandomised(content: Any, m: Moment) -> Any:  # noqa: ANN401 - contents have all shapes
    first = next(iter(m.chain.table.shuffling.values()))[0].first.data
    return _put(content, (0, 0), lambda outputs: first + outputs[32:])


def _equivocation(m: Moment) -> list[Entry]:
    return [m.next, m.sign(codec.encode(b"another"))]


def _vote_with_body(m: Moment) -> list[Entry]:
    return [m.sign(codec.encode(1), kind=ABANDON)]


def _out_of_turn(m: Moment) -> list[Entry]:
    other = m.of((m.me.seat + 1) % len(m.chain.table.seating))
    return [other.sign(codec.encode(None))]


def _one_key_twice(m: Moment) -> list[Entry]:
    """Commit to a hand key that is the table key, and open it with a good proof; the others are honest."""
    chain, me, made = m.chain.copy(), m.me, []
    setup = replace(chain.table.setup, number=chain.table.setup.number + 1, head=chain.site.head)
    keys = secret_keys(RISTRETTO255, me, setup)
    more = {"share": keys.share} if chain.table.header.tolerant else {}
    secrets = {"table": keys.table, "hand": keys.table, "purse": keys.purse, **more}
    secret = tuple(secrets.values())
    value = b"".join((key * BASE).data for key in secret)
    salt = me.root.salt(labels.USE_KEY_SALT, value)
    context = codec.encode([setup.head, me.seat])
    body = m.body(commitment.commit(labels.KEY_COMMITMENT, context, value, salt))
    while chain.site.kind != "keys" or chain.missing[0] != me.seat:
        seat = chain.missing[0]
        entry = entry_of(chain, m.log.players, seat, from_course) if seat != me.seat else m.sign(body)
        chain.accept(entry)
        made.append(entry)
    statement = relations.key_knowledge([(name, key * BASE) for name, key in secrets.items()])
    proof = linear.prove(chain.site.spot(me.seat).transcript(), statement, secret, me.root)
    said = codec.encode([chain.table.state_hashes, [salt, value, proof.encode()]])
    made.append(sign_entry(me.signing, chain.site.slot(me.seat), said))
    rest = [seat for seat in chain.missing if seat != me.seat]
    chain.accept(made[-1])
    return [*made, *(entry_of(chain, m.log.players, seat, from_course) for seat in rest)]


def _wrong_share(m: Moment) -> list[Entry]:
    """Seal a share that is another; the others are honest, and one of them complains."""
    chain, content = m.chain.copy(), m.content()
    made = [m.sign(m.body(_put(content, (1,), _first(one_more))))]
    chain.accept(made[0])
    while chain.fault is None:
        made.append(entry_of(chain, m.log.players, chain.missing[0], from_course))
        with suppress(PeerFault):
            chain.accept(made[-1])
    return made


def _false_complaint(_: Any, m: Moment) -> Any:  # noqa: ANN401 - contents have all shapes
    """Return a complaint about the share of another seat, which is right."""
    table, secret = m.chain.table, share_secret(RISTRETTO255, m.me, m.chain.table.next_setup)
    dealer = (m.me.seat + 1) % len(table.seating)
    return make_complaint(m.chain.site.spot(m.me.seat), m.me, secret, {dealer: share_key(table.next_setup, dealer)})


def _choice_of_nothing(m: Moment) -> list[Entry]:
    """Lock a value that nobody may choose, and open it as it was locked; the others are honest."""
    chain, me, value = m.chain.copy(), m.me, b"neither"
    salt = me.root.salt(labels.USE_LOCK, value)
    context = chain.site.spot(me.seat).context
    made = [m.sign(m.body(commitment.commit(labels.LOCK, context, value, salt)))]
    chain.accept(made[0])
    while chain.site.kind != "open" or chain.missing[0] != me.seat:
        made.append(entry_of(chain, m.log.players, chain.missing[0], from_course))
        chain.accept(made[-1])
    said = codec.encode([chain.table.state_hashes, [value, salt]])
    return [*made, sign_entry(me.signing, chain.site.slot(me.seat), said)]


def _leaves_and_stays(m: Moment) -> list[Entry]:
    """Leave, and say something in the same step as one who stays."""
    return [m.next, sign_entry(m.me.signing, m.chain.site.slot(m.me.seat), codec.encode(None))]


def _forbidden(m: Moment) -> bytes | None:
    """Return a move without a card that the rules forbid here, if the course tells one."""
    now = here(m.chain)
    return next((move for move in now.refused if now.uses.get(move) is CardUse.NONE), None)


def _shows(m: Moment) -> bool:
    return bool(m.content()[3])


def _opens(m: Moment) -> bool:
    return m.content() is not None


def _hands_on(m: Moment) -> bool:
    return m.content() is not None


def _shifted_bytes(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def _spoilt_response(part: Any) -> Any:  # noqa: ANN401 - of a linear proof, or the challenges of a disjunction
    return _first(one_more)(part)


def _other_value(m: Moment) -> bytes:
    request = here(m.chain).request
    if not isinstance(request, Lock):
        raise LocalError("there is nothing to choose from")
    return next(value for value in request.values if value != m.content()[0])


CHEATS: Final = (
    _body("sit", "says something where there is nothing to say", lambda _: codec.encode(1)),
    _content("nonce", "opens another nonce", lambda c, _: _shifted_bytes(c)),
    _body("commit", "a body that is no encoding", lambda _: b"\xc1"),
    _body("commit", "has another public state, in the first section", _wrong_state(0)),
    _body(
        "commit",
        "state hashes of a section too many",
        lambda m: codec.encode([m.chain.table.state_hashes + bytes(16), m.content()]),
    ),
    Cheat("commit", "a hand key that is the table key", _one_key_twice),
    _content("keys", "opens another salt", lambda c, _: _put(c, (0,), _shifted_bytes)),
    _content(
        "keys", "a commitment of the proof is the identity", lambda c, _: _put(c, (2, 0), _first(lambda _: bytes(32)))
    ),
    _content("keys", "a response is the order", lambda c, _: _put(c, (2, 1), _first(lambda _: BAD_SCALAR))),
    _content("keys", "a proof that fails", lambda c, _: _put(c, (2, 1), _first(one_more))),
    _content("carry", "a layer that is another", lambda c, _: _put(c, (0,), _shifted)),
    _content("shuffle", "an output is not re-encrypted", _not_rerandomised, lambda m: bool(m.chain.table.shuffling)),
    _content("shuffle", "two outputs changed places", _swapped),
    _content("shuffle", "a response is another", lambda c, _: _put(c, (0, 1, 4), _first(one_more))),
    _content("shares", "a point is the identity", lambda c, _: _put(c, (0,), _first(lambda _: bytes(32)))),
    _content("shares", "a share is the order", lambda c, _: _put(c, (1,), _first(lambda _: BAD_SCALAR))),
    Cheat("shares", "a share that is another", _wrong_share),
    _content("shares ok", "complains of a share that is right", _false_complaint),
    _content("strip", "a share that is another", lambda c, _: _put(c, (0,), _shifted)),
    _content("leave", "a layer that is another", lambda c, _: _put(c, (0,), _shifted)),
    Cheat("leave", "says its part of the step, too", _leaves_and_stays),
    _content("hand over", "hands over something else", lambda c, _: _put(c, (0,), _shifted)),
    _content("deal", "a layer that is another", lambda c, _: _put(c, (0,), _shifted)),
    _content("peek", "a layer that is another", lambda c, _: _put(c, (0,), _shifted)),
    _content("reveal", "a share that is another", lambda c, _: _put(c, (0,), _shifted)),
    _content("show", "a share that is another", lambda c, _: _put(c, (0,), _shifted), _opens),
    _content("play", "a card that it does not hold", lambda c, _: _put(c, (2,), 200), _shows),
    _content("play", "opens another card", lambda c, _: _put(c, (3, 0), _shifted), _shows),
    _content("play", "changes the hand", lambda c, _: _put(c, (0, 0), _shifted), _shows),
    _content("play", "a move of 65 bytes", lambda c, _: _put(c, (1,), bytes(65))),
    _content("play", "a move that is none", lambda c, _: _put(c, (1,), b"?")),
    _content(
        "play",
        "a move that the rules forbid",
        lambda c, m: [c[0], _forbidden(m), None, None],
        lambda m: _forbidden(m) is not None,
    ),
    Cheat("play", "signs in another's turn", _out_of_turn),
    Cheat("play", "signs two payloads for one slot", _equivocation),
    Cheat("play", "a vote that says something", _vote_with_body),
    Cheat("play", "another target", lambda m: [m.sign(m.body(m.content()), target=1)]),
    _body("agree", "has another public state, in the first section", _wrong_state(0)),
    _content("pick", "hands on something else", lambda c, _: _put(c, (1, 0), _shifted), _hands_on),
    _content("pick", "keeps everything", lambda *_: None, _hands_on),
    _content("pay", "a proof that fails", lambda c, _: _put(c, (1, -1), _spoilt_response)),
    _content("pay", "an answer that is none", lambda c, _: _put(c, (0,), "more")),
    _content("settle", "places that are not ascending", lambda c, _: _put(c, (0,), [1, 0])),
    _content("settle", "gives back something else", lambda c, _: _put(c, (2, 0), _shifted)),
    _content("settle deal", "a layer that is another", lambda c, _: _put(c, (0,), _shifted)),
    _content("settle sum", "claims one less", lambda c, _: _put(c, (0,), lambda value: value - 1)),
    _content("total", "claims one more", lambda c, _: _put(c, (0,), lambda value: value + 1)),
    _content("lock", "a commitment of 31 bytes", lambda c, _: c[:31]),
    Cheat("lock", "a value that nobody may choose, opened as it was locked", _choice_of_nothing),
    _content("open", "opens another value", lambda c, m: _put(c, (0,), _other_value(m))),
    _content("close", "signs another result", lambda c, _: c + b"!"),
)


def committed(log: Log, kinds: Collection[str] = ()) -> Iterator[tuple[str, int, list[Entry]]]:
    """Yield the cheats that a log has room for: name, number of records before it, and what is signed after them.

    Of the moments that will do, that of the second entry of its step is taken, if there is one: not everybody who
    cheats is the first to sign.

    Args:
        log: the whole log.
        kinds: of the entries that are of interest; all unless told otherwise.
    """
    left = [cheat for cheat in CHEATS if cheat.kind in kinds or not kinds]
    entries = [decode_entry(record) for record in log.records]
    for index, entry in enumerate(entries):
        if index and entries[index - 1].step == entry.step:
            second = index < 2 or entries[index - 2].step != entry.step
        else:
            second = index + 1 == len(entries) or entries[index + 1].step != entry.step
        fitting = [cheat for cheat in left if second and cheat.kind == entry.kind]
        now = moment(log, index) if fitting else None
        for cheat in fitting:
            if now and cheat.when(now):
                left.remove(cheat)
                yield f"{cheat.kind}: {cheat.name}", index, cheat.act(now)
