"""A game that asks for everything once, and a log of it in the real group: one entry of every kind with every part."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from protocol import cards, codec
from protocol.done import Done
from protocol.game import (
    CardUse,
    Close,
    Deal,
    Deck,
    Fact,
    Handout,
    Lock,
    Pay,
    PayAnswer,
    Peek,
    Pick,
    Request,
    Reveal,
    Show,
    Shuffle,
    TableCard,
    Total,
    Turn,
)
from protocol.header import TOLERANT
from protocol.log import OPENING_STEPS, sign_entry
from protocol.steps.base import Choice, LockChoice, Me, PayChoice, PickChoice, Site
from protocol.steps.keys import owner_secret, share_secret
from protocol.steps.layers import StripLayers
from protocol.steps.leaving import Leave
from protocol.steps.pick import HandOver
from protocol.steps.shares import ConfirmShares, make_complaint, share_key
from tests.docs import worked_example

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.steps.base import AnyChoice, AnyStep
    from protocol.table import Table

SHOW, HIDE, NONE = b"s", b"h", b"n"
USES: Final = {SHOW: CardUse.SHOW, HIDE: CardUse.HIDE, NONE: CardUse.NONE}
GOLD: Final = tuple(TableCard("gold", position) for position in range(8))
PILE: Final = tuple(TableCard("pile", position) for position in range(6))
VALUE: Final = 3
DUE: Final = 4


def handout(card: TableCard, seat: int, zone: str) -> Handout:
    """Return one card for one seat."""
    return Handout(card=card, seat=seat, zone=zone)


SCRIPT: Final[tuple[Request, ...]] = (
    Shuffle(decks=(Deck(label="pile", size=6), Deck(label="gold", size=8, values=(VALUE,) * 8))),
    Deal(
        handouts=(
            handout(PILE[0], 0, "hand"),
            handout(PILE[1], 1, "hand"),
            handout(PILE[3], 1, "hand"),
            handout(GOLD[0], 0, "packet"),
            handout(GOLD[1], 0, "packet"),
        )
    ),
    Peek(seat=1, card=PILE[2]),
    Reveal(cards=(PILE[2], GOLD[7])),
    Turn(seat=0, zone="hand"),
    Turn(seat=1, zone="hand"),
    Turn(seat=2, zone="hand"),
    Pick(seat=0, to=1),
    Pick(seat=1, to=None),
    Deal(handouts=(handout(GOLD[2], 2, "drawn"),)),
    Pay(seat=2, due=DUE, guard=False, pile=GOLD[3:7]),
    Deal(handouts=(handout(GOLD[3], 2, "drawn"),)),
    Pay(seat=2, due=DUE, guard=False, pile=GOLD[4:7]),
    Pay(seat=2, due=DUE, guard=True, pile=GOLD[3:7]),
    Deal(handouts=(handout(GOLD[5], 0, "drawn"),)),
    Pay(seat=0, due=VALUE, guard=False, pile=()),
    Lock(seats=(0, 1), values=(b"left", b"right")),
    Show(seats=(1, 2), zone="hand"),
    Show(seats=(0, 1), zone="purse"),
    Turn(seat=1, zone="purse"),
    Shuffle(decks=(Deck(label="pile", size=2), Deck(label="gold", size=3, carried=True))),
    Total(seats=(0, 1, 2)),
    Close(result=b"over"),
)


class ScriptedGame:
    """Its state is how many requests have been answered."""

    name = "scripted/1"
    options = b""

    def start(self, *, seats: int, opener: int, coin: bytes) -> int:
        """Begin with the first request."""
        return 0

    def request(self, state: int) -> Request | None:
        """Return the next request."""
        return SCRIPT[state] if state < len(SCRIPT) else None

    def card_use(self, state: int, move: bytes) -> CardUse:
        """Read the one byte that a move has."""
        return USES[move]

    def apply(self, state: int, fact: Fact) -> int:
        """Go on."""
        return state + 1

    def sections(self, state: int) -> tuple[tuple[str, bytes], ...]:
        """Return one section."""
        return (("place", bytes([state])),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A request and the steps that it became."""

    request: Request
    steps: tuple[Done, ...]


def choice(chain: Chain, me: Me) -> AnyChoice | None:  # noqa: PLR0911 - one return a request
    """Return what a seat decides in the present step."""
    match chain.table.game.request(chain.table.state):
        case Turn(seat=2):
            return Choice(move=NONE)
        case Turn(seat=seat, zone=zone):
            deck = chain.table.zone_deck(seat, zone)
            key = owner_secret(chain.table, me, deck.label)
            first = chain.table.ledger.zone(seat, zone)[0]
            number = cards.number(chain.table.group, deck, first.decrypt(key))
            return Choice(move=HIDE if seat else SHOW, card=number)
        case Pick():
            return PickChoice(0)
        case Pay(guard=True):
            return PayChoice(answer=PayAnswer.SETTLE, take=(GOLD[4],), give=(0,))
        case Pay(seat=seat, due=due):
            value = VALUE * len(chain.table.ledger.zone(seat, "drawn"))
            if value == due:
                return PayChoice(answer=PayAnswer.STOP)
            return PayChoice(answer=PayAnswer.KEEP if value < due else PayAnswer.BACK)
        case Lock(values=values):
            return LockChoice(values[me.seat])
    return None


def play() -> Chain:
    """Return the whole log, made anew."""
    chain = worked_example.new_chain(ScriptedGame(), TOLERANT)
    while chain.step is not None:
        chain.accept(worked_example.own_entry(chain, chain.missing[0], choice))
    return chain


@cache
def played() -> tuple[Answered, ...]:
    """Return the log by request; the two opening steps are no request's."""
    result, steps, state = [], [], 0
    for done in play().done[len(opened()) :]:
        steps.append(done)
        if done.table.state > state:
            result.append(Answered(request=SCRIPT[state], steps=tuple(steps)))
            steps, state = [], done.table.state
    return tuple(result)


@cache
def opened() -> tuple[Done, ...]:
    """Return the two opening steps."""
    chain = worked_example.new_chain(ScriptedGame(), TOLERANT)
    while chain.number < OPENING_STEPS:
        chain.accept(worked_example.own_entry(chain, chain.missing[0], choice))
    return tuple(chain.done)


def aside(log: Chain) -> tuple[Done, ...]:
    """Return the steps that this log has no reason for, as if they came behind its first deal.

    They are a complaint (about shares that are right), the cards of a seat that is lost, those of one that leaves, and
    a packet whose receiver is lost.
    """
    shared = next(done.table for done in log.done if done.site.kind == "shares")
    table = next(done.table for done in log.done if done.site.kind == "deal")
    return (
        _aside(Complaining((0, 1, 2), ()), shared),
        _aside(StripLayers((0, 2), lost=1), table),
        _aside(Leave((1,)), table),
        _aside(HandOver((0,), to=2), next(done.table for done in log.done if done.site.kind == "pick")),
    )


class Complaining(ConfirmShares):
    """Seats that complain of every share."""

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return a complaint about all others."""
        secret = share_secret(table.group, me, table.next_setup)
        theirs = {seat: share_key(table.next_setup, seat) for seat in self.seats if seat != me.seat}
        return make_complaint(site.spot(me.seat), me, secret, theirs)


def _aside(step: AnyStep, table: Table) -> Done:
    site = Site(session=table.session, step=9, kind=step.kind, head=bytes(32))
    entries = {}
    for seat in step.seats:
        me = worked_example.own_me(table, step, seat)
        entries[seat] = sign_entry(me.signing, site.slot(seat), step.make_body(table, site, me))
    return Done(seats=table.present, site=site, step=step, entries=entries, facts=(), table=table)
