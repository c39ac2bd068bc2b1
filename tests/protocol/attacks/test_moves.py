"""Seats that move against the rules, speak out of turn, or sign another state or result than the log gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import cards, codec
from protocol.errors import Reason
from protocol.steps.base import AnyChoice, Choice
from protocol.steps.keys import secret_keys
from protocol.steps.reveal import make_shares
from protocol.steps.shuffle import make_shuffle
from protocol.table import SECTION_HASH
from tests.helpers.adversary import CrookedRoom, Tweak, caught, content
from tests.helpers.room import Room
from tests.helpers.small_game import BURY, PASS, PLAY, SPY, SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from protocol.elgamal import Ciphertext
    from protocol.log import Entry
    from protocol.session import Session
    from tests.helpers.adversary import Moment


def shuffled(moment: Moment) -> tuple[tuple[Ciphertext, ...], codec.Value]:
    """Return the cheat's hand and the content of its honest shuffle."""
    table, seat = moment.table, moment.me.seat
    owned = table.ledger.zone(seat, "hand")
    return make_shuffle(moment.site.spot(seat, "hand"), moment.me, table.setup.keys[seat].hand, owned)


def played(moment: Moment, number: int) -> list[Any]:
    """Return the content that plays this card, in good form and with good proofs."""
    table, seat = moment.table, moment.me.seat
    hand, proved = shuffled(moment)
    key = secret_keys(FAST, moment.me, table.setup).hand
    index = [cards.number(FAST, table.decks["pile"], card.decrypt(key)) for card in hand].index(number)
    spot = moment.site.spot(seat, "card")
    return [proved, PLAY, index, make_shares(spot, moment.me, key, table.setup.keys[seat].hand, [hand[index]])]


def idle(session: Session, random: Random) -> AnyChoice:
    """Bury a card that is not 0, so that a 0 stays."""
    hand = session.zone("hand")
    return Choice(move=BURY, card=max(hand)) if hand else choose(session, random)


def owner_of_zero() -> int:
    """Return the chair to which the card 0 is dealt at the usual table."""
    room = Room(SmallGame(0), seats=3, seed=2, choose=idle)
    room.open()
    owners: list[int] = []

    def found() -> bool:
        owners.extend(chair for chair, member in enumerate(room.members) if 0 in member.session.zone("hand"))
        return bool(owners)

    room.run(until=found)
    return owners[0]


def test_card_that_must_not_be_played() -> None:
    """Every proof is good, but the rules forbid it: the mover is named, and nothing has happened."""
    tweak = content(
        "play", lambda m, _: played(m, 0), Reason.ILLEGAL_MOVE, "zero", when=lambda m: 0 in m.session.zone("hand")
    )
    room = CrookedRoom(tweak, cheat=owner_of_zero(), choose=idle)
    room.play()
    room.check()
    for chair in room.honest:
        session = room.members[chair].session
        assert session.chain.number == room.crook.step_cheated
        assert session.table.state.best == (0, 0, 0)


ILLEGAL = [
    ("pass", [PASS, None, None], Reason.ILLEGAL_MOVE),
    ("unreadable", [b"?", None, None], Reason.ILLEGAL_MOVE),
    ("unreadable", [b"", None, None], Reason.ILLEGAL_MOVE),
    ("bytes", [bytes(65), None, None], Reason.ENCODING),
    ("bytes", ["p", None, None], Reason.ENCODING),
    ("bytes", [None, None, None], Reason.ENCODING),
    ("integer", [BURY, None, None], Reason.ENCODING),
    ("integer", [BURY, 256, None], Reason.ENCODING),
    ("integer", [BURY, True, None], Reason.ENCODING),
    ("play.index", [BURY, 255, None], Reason.INDEX),
]


@pytest.mark.parametrize(("check", "rest", "reason"), ILLEGAL, ids=str)
def test_move_that_cannot_be(check: str, rest: list[Any], reason: Reason) -> None:
    """Moves that the game cannot read or does not allow now, and fields of another type or range."""
    caught(content("play", lambda m, _: [shuffled(m)[1], *rest], reason, check))


# --- entries that nobody expects -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["peek", "reveal", "deal", "show", "agree", "shuffle", "", "ein langer Name", "\x1b[2J"]
)
def test_entry_of_another_kind(kind: str) -> None:
    """There is no asking for a look or a card: what a step expects follows from the log alone."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        return [(None, moment.sign(codec.encode(None), kind=kind))]

    caught(Tweak(kind="play", act=act, reason=Reason.NOT_EXPECTED, check="entry.slot"))


def test_entry_about_a_target() -> None:
    """No kind has a target so far."""
    act = lambda m: [(None, m.sign(m.body(m.content()), target=1))]  # noqa: E731 - it reads best in one line
    caught(Tweak(kind="play", act=act, reason=Reason.NOT_EXPECTED, check="entry.slot"))


@pytest.mark.parametrize("kind", ["play", "shuffle", ""])
def test_entry_out_of_turn(kind: str) -> None:
    """While another seat's turn is waited for, and after the end; even with the turn's own slot."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        return [(None, moment.sign(codec.encode([None, SPY, None, None])))]

    tweak = Tweak(
        kind=kind, act=act, reason=Reason.NOT_EXPECTED, check="entry.slot", uncalled=True, when=lambda m: bool(m.site)
    )
    caught(tweak)


def test_late_entry_for_a_step_that_did_not_expect_it() -> None:
    """A turn that has gone by cannot be taken after the fact."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        done = next(
            d for d in moment.session.chain.done if d.step.kind == "play" and moment.me.seat not in d.step.seats
        )
        slot = {"step": done.site.step, "head": done.site.head, "kind": "play"}
        return [(None, moment.sign(codec.encode([None, SPY, None, None]), **slot))]

    room = CrookedRoom(Tweak(kind="show", act=act, reason=Reason.NOT_EXPECTED, check="entry.slot"))
    room.play()
    for chair in room.honest:
        for fault in (room.members[chair].fault, room.audit(chair)):
            assert fault is not None
            assert (fault.culprit, fault.reason) == (room.culprit, Reason.NOT_EXPECTED)
            assert fault.entries == tuple(room.crook.signed)


def test_seats_and_chairs_are_not_mixed_up() -> None:
    """A chair's entry under the table's id in a seat's place names nobody: it is refused like a bad signature."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        table = moment.table
        return [(None, moment.sign(codec.encode(None), session=table.header.table_id, seat=moment.session.chair))]

    room = CrookedRoom(Tweak(kind="deal", act=act, reason=None))
    room.open()
    room.run(20_000, until=lambda: all(room.members[chair].dropped for chair in room.honest))
    for chair in room.honest:
        assert room.members[chair].fault is None
        assert room.audit(chair) is None


# --- state and result ------------------------------------------------------------------------------------------------


def hashing(kind: str, change: Callable[[bytes], codec.Value], reason: Reason, check: str) -> Tweak:
    """Return the tweak that signs other hashes of the state."""

    def act(moment: Moment) -> list[tuple[None, Entry]]:
        return [(None, moment.sign(codec.encode([change(moment.table.state_hashes), moment.content()])))]

    return Tweak(kind=kind, act=act, reason=reason, check=check)


@pytest.mark.parametrize("kind", ["commit", "keys", "shuffle", "deal", "agree", "reveal", "show", "close"])
@pytest.mark.parametrize(("at", "section"), [(0, "cards"), pytest.param(SECTION_HASH, "turn", marks=pytest.mark.long)])
def test_another_state(kind: str, at: int, section: str) -> None:
    """Everyone names the seat and the first section that differs, in every kind of step that all sign."""

    def flip(hashes: bytes) -> bytes:
        return hashes[:at] + bytes([hashes[at] ^ 1]) + hashes[at + 1 :]

    caught(hashing(kind, flip, Reason.STATE, section))


def test_hashes_of_another_form() -> None:
    """Too few, too many, none, and something else."""
    caught(hashing("deal", lambda h: h[:SECTION_HASH], Reason.STATE, "turn"))
    caught(hashing("deal", lambda h: h + bytes(16), Reason.ENCODING, "state hashes"))
    caught(hashing("deal", lambda _: b"", Reason.STATE, "cards"))
    caught(hashing("deal", lambda _: bytes(1025), Reason.ENCODING, "bytes"))
    caught(hashing("deal", lambda _: None, Reason.ENCODING, "bytes"))


@pytest.mark.parametrize("result", [b"", b"\x92\x93\x00\x00\x00\x90", bytes(5000), None])
def test_another_result(result: bytes | None) -> None:
    """Nobody signs a result that the log does not give."""
    known = result is not None and len(result) < 1000
    reason, check = (Reason.RESULT, "result") if known else (Reason.ENCODING, "bytes")
    caught(content("close", lambda _moment, _honest: result, reason, check))
