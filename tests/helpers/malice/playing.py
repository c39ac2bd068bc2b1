"""Attacks on a round: cards that are dealt, looked at, turned up, shown and played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.games.saboteur.moves import Discard
from protocol import cards, codec
from protocol.errors import Reason
from protocol.game import CardUse
from protocol.proofs import dleq
from protocol.steps.base import Choice
from protocol.steps.deal import DealCards
from protocol.steps.keys import secret_keys
from protocol.steps.reveal import RevealCards
from tests.helpers.adversary import Tweak, content
from tests.helpers.malice.plot import Attack
from tests.protocol.attacks import test_cards as dealing
from tests.protocol.attacks import test_saboteur_moves as moving
from tests.protocol.attacks import test_shuffles as shuffling
from tests.protocol.attacks.test_moves import hashing

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.log import Entry
    from tests.helpers.adversary import Moment, Sent

BY: Final = "Bo"
DISCARD: Final = Discard(None).wire()

# --- deals and looks -------------------------------------------------------------------------------------------------


def copied(moment: Moment, _: object) -> Any:  # noqa: ANN401 - what another has signed
    """Say what another seat has said, proof and all."""
    there = moment.session.chain.pending
    body: Any = codec.decode(there[min(there)].body)
    return body[1]


def earlier(moment: Moment, _: object) -> Any:  # noqa: ANN401 - what was signed before
    """Say what one has said in an earlier step of the kind, for as many cards."""
    body: Any = codec.decode(before(moment)[-1].body)
    return body[1]


def before(moment: Moment) -> list[Entry]:
    """Return the own entries of earlier deals with as many cards for others as in this one."""
    seat = moment.me.seat
    alike = (done for done in moment.session.chain.done if layers(done.step, seat) == layers(moment.step, seat) > 0)
    return [done.entries[seat] for done in alike if seat in done.entries]


def layers(step: object, seat: int) -> int:
    """Return how many cards a deal has for others than a seat."""
    return sum(handout.seat != seat for handout in step.handouts) if isinstance(step, DealCards) else 0


def had_one(moment: Moment) -> bool:
    """Wait for a second step of the kind."""
    return bool(before(moment))


def own_point(moment: Moment, honest: list[Any]) -> list[Any]:
    """Send a generator of one's own along."""
    return [*honest, moment.table.group.base.encode()]


def in_front(data: bytes) -> Callable[[Moment, list[Any]], list[Any]]:
    """Return the change that puts other bytes in the first point's place."""
    return lambda _, honest: [data + honest[0][len(data) :], *honest[1:]]


def in_proof(data: bytes) -> Callable[[Moment, list[Any]], list[Any]]:
    """Return the change that puts other bytes in the first place of the proof's numbers."""
    return lambda _, honest: [honest[0], [honest[1][0], data + honest[1][1][len(data) :]]]


def order(moment: Moment, honest: list[Any]) -> list[Any]:
    """Answer with the group's order, which is zero in another form."""
    return in_proof(moment.table.group.order.to_bytes(32, "little"))(moment, honest)


def top_bit(_: Moment, honest: list[Any]) -> list[Any]:
    """Set the bit that a careless reader passes over."""
    responses = honest[1][1]
    return [honest[0], [honest[1][0], responses[:31] + bytes([responses[31] | 0x80]) + responses[32:]]]


DEALS: Final = (
    *(
        Attack(
            what=f"{kind}s falsely: {(make.__doc__ or '').rstrip('.')}",
            tweak=content(kind, lambda m, _, make=make: make(dealing.Dealing(m)), Reason.PROOF, check),  # type: ignore[misc]
            whole=(make, kind) == (dealing.another_key, "peek"),
        )
        for kind in ("deal", "peek")
        for make, check in dealing.LAYERS
    ),
    Attack(
        what="copies another's layers of a deal",
        tweak=replace(content("deal", copied, Reason.PROOF, "key"), last={"deal"}),
        by=BY,
    ),
    Attack(what="repeats its layers of an earlier deal", tweak=content("deal", earlier, Reason.PROOF, "", had_one)),
    Attack(what="sends a generator of its own", tweak=content("deal", own_point, Reason.ENCODING, "array")),
    Attack(what="signs the identity", tweak=content("deal", in_front(bytes(32)), Reason.POINT, "encoding")),
    Attack(what="signs what is no point", tweak=content("deal", in_front(b"\xff" * 32), Reason.POINT, "encoding")),
    Attack(
        what="signs a number above the order", tweak=content("deal", in_proof(b"\xff" * 32), Reason.SCALAR, "range")
    ),
    Attack(what="signs the order", tweak=content("deal", order, Reason.SCALAR, "range")),
    Attack(what="signs a number with its top bit set", tweak=content("deal", top_bit, Reason.SCALAR, "range")),
)

# --- bytes that are nothing ------------------------------------------------------------------------------------------


def saying(make: Callable[[bytes], bytes]) -> Tweak:
    """Return the tweak of who signs other bytes than the honest body."""
    return Tweak(kind="deal", act=lambda m: [(None, m.sign(make(m.honest().body)))], reason=Reason.ENCODING)


BYTES: Final = (
    Attack(what="cuts its entry short", tweak=saying(lambda body: body[:-1])),
    Attack(what="makes its entry longer", tweak=saying(lambda body: body + b"\xc0")),
    Attack(what="nests its entry as deeply as bytes allow", tweak=saying(lambda _: b"\x91" * 200_000 + b"\xc0")),
    Attack(what="promises a million elements", tweak=saying(lambda _: b"\xdd\x00\x0f\x42\x40" + b"\xc0" * 200_000)),
    Attack(what="promises more bytes than there are", tweak=saying(lambda _: b"\xc6\xff\xff\xff\xff")),
    Attack(what="writes a length in too many bytes", tweak=saying(lambda body: b"\xdc\x00\x02" + body[1:])),
    Attack(what="signs a map", tweak=saying(lambda _: b"\x81\xa1a\x01")),
    Attack(what="signs a fraction", tweak=saying(lambda body: body[:1] + b"\xcb" + bytes(8) + body[1:])),
    Attack(what="signs an extension", tweak=saying(lambda _: b"\xd4\x05x")),
)

# --- cards that are turned up ----------------------------------------------------------------------------------------


def as_another(moment: Moment, _: object) -> list[Any]:
    """Let the first card that is turned up read as another one."""
    step, table = moment.step, moment.table
    assert isinstance(step, RevealCards)
    first, second, *_rest = cards.points(table.group, table.decks[step.cards[0].deck])
    return dealing.sharing(moment, lambda shares: [shares[0] + first - second, *shares[1:]])


def another_role(moment: Moment, _: object) -> list[Any]:
    """Show another role than was dealt."""
    table, me = moment.table, moment.me
    (card,) = table.ledger.zone(me.seat, "role")
    (number,) = moment.session.zone("role")
    share = card.second - cards.points(table.group, table.decks[table.zone_deck(me.seat, "role").label])[number - 1]
    key = secret_keys(table.group, me, table.setup).hand
    statement = dleq.Statement(key=table.setup.keys[me.seat].hand, inputs=(card.first,), outputs=(share,))
    return [share.encode(), dealing.prove_shares(moment.site.spot(me.seat), me, statement, key).encode()]


TURNED_UP: Final = (
    Attack(
        what="turns a goal into another one", tweak=content("reveal", as_another, Reason.PROOF, "shares"), whole=True
    ),
    Attack(what="lies about its role", tweak=content("show", another_role, Reason.PROOF, "shares"), whole=True),
)

# --- moves -----------------------------------------------------------------------------------------------------------


def shows(moment: Moment) -> bool:
    """Wait for a move with a card that everybody sees."""
    choice = moment.me.choice
    return isinstance(choice, Choice) and moment.table.game.card_use(moment.table.state, choice.move) is CardUse.SHOW


def hides(moment: Moment) -> bool:
    """Wait for a move with a card that nobody sees."""
    choice = moment.me.choice
    return isinstance(choice, Choice) and moment.table.game.card_use(moment.table.state, choice.move) is CardUse.HIDE


def another_card(moment: Moment, honest: list[Any]) -> list[Any]:
    """Show another card than one plays, of which one has none."""
    shown = dealing.Showing(moment)
    card = shown.hand[honest[2]]
    points = cards.points(moment.table.group, moment.table.zone_deck(moment.me.seat, "hand"))
    best = next(point for point in reversed(points) if point != card.decrypt(shown.key))
    return [*honest[:3], shown.opening(card, card.second - best)]


def beside(moment: Moment, honest: list[Any]) -> list[Any]:
    """Name the card beside the one that is shown."""
    return [*honest[:2], (honest[2] + 1) % len(moment.session.zone("hand")), honest[3]]


def beyond(moment: Moment, honest: list[Any]) -> list[Any]:
    """Name a card that was never dealt, or has been played."""
    return [*honest[:2], len(moment.session.zone("hand")), honest[3]]


def falsely_shuffled(moment: Moment, honest: list[Any]) -> list[Any]:
    """Let the hand shuffle bring in another card."""
    return [shuffling.swapped(shuffling.Shuffling(moment)), *honest[1:]]


def forbidden(kind: str) -> Tweak:
    """Return the tweak of a move that the rules forbid, with good proofs."""
    make = moving.KINDS[kind]

    def play(moment: Moment, _honest: object) -> list[Any]:
        held = moving.found(make, moment)
        assert held is not None
        return moving.played(moment, *held)

    tweak = content("play", play, Reason.ILLEGAL_MOVE, "", lambda m: moving.found(make, m) is not None)
    return replace(tweak, check=None)


def beside_the_turn(kind: str) -> Tweak:
    """Return the tweak of who signs an entry of another kind in its turn."""
    return Tweak(
        kind="play",
        act=lambda m: [(None, m.sign(codec.encode(None), kind=kind))],
        reason=Reason.NOT_EXPECTED,
        check="entry.slot",
    )


def out_of_turn(moment: Moment) -> list[Sent]:
    """Play while another one's turn is waited for."""
    return [(None, moment.sign(codec.encode([None, DISCARD, 0, None])))]


OUT_OF_TURN: Final = Tweak(
    kind="play",
    act=out_of_turn,
    reason=Reason.NOT_EXPECTED,
    check="entry.slot",
    uncalled=True,
)
MOVES: Final = (
    Attack(what="shows a card that it has not", tweak=content("play", another_card, Reason.PROOF, "shares", shows)),
    Attack(what="names another card than it shows", tweak=content("play", beside, Reason.PROOF, "key", shows)),
    Attack(what="plays a card that was not dealt", tweak=content("play", beyond, Reason.INDEX, "play.index", shows)),
    Attack(what="discards what was not dealt", tweak=content("play", beyond, Reason.INDEX, "play.index", hides)),
    Attack(
        what="shuffles another card into its hand",
        tweak=content("play", falsely_shuffled, Reason.PROOF, "shuffle.second"),
    ),
    *(
        Attack(what=f"moves against the rules: {kind}", tweak=forbidden(kind), whole=kind == "a far cell")
        for kind in moving.KINDS
        if kind != "a map of a shown goal"
    ),
    *(
        Attack(what=f"asks for a {kind} in its turn", tweak=beside_the_turn(kind))
        for kind in ("peek", "reveal", "deal")
    ),
    Attack(what="plays out of turn", tweak=OUT_OF_TURN, by=BY),
    Attack(
        what="shows a card that it has not when another player is lost",
        tweak=content("play", another_card, Reason.PROOF, "shares", lambda m: bool(m.table.lost) and shows(m)),
        seats=5,
        lost="Ed",
    ),
)

# --- state and result ------------------------------------------------------------------------------------------------


def flipped(hashes: bytes) -> bytes:
    """Return hashes of which the first is another."""
    return bytes([hashes[0] ^ 1]) + hashes[1:]


STATES: Final = (
    *(
        Attack(what=f"signs another state: {kind}", tweak=replace(hashing(kind, flipped, Reason.STATE, ""), check=None))
        for kind in ("commit", "deal", "agree", "close")
    ),
    Attack(
        what="signs another result",
        tweak=content("close", lambda _moment, honest: honest[:-1] + b"\x07", Reason.RESULT, "result"),
        whole=True,
    ),
)
