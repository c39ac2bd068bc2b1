"""What the log gives away: to all but one nothing of the one, to all together everything."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from protocol import cards
from protocol.audit import audit
from protocol.game import Deck
from protocol.ledger import PURSE
from protocol.root import Root, Roots
from protocol.signing import SigningKey
from protocol.steps.base import Choice, Me, Site
from protocol.steps.shuffle import make_shuffle
from tests.helpers.coalition import Coalition, placed
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.room import Room
from tests.helpers.small_game import BURY, SPY, TRUMP, SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.session import Session
    from protocol.steps.base import AnyChoice

SEATS = 4


def secretive(session: Session, random: Random) -> AnyChoice:
    """Spy once, bury a card, then play as usual; nobody but seat 1 spies."""
    hand = session.zone("hand")
    if session.seat == 1 and not session.peeked():
        return Choice(move=SPY)
    if len(hand) == 2 and session.table.state.best[session.seat or 0] == 0:
        return Choice(move=BURY, card=hand[0])
    choice = choose(session, random)
    return Choice(move=BURY, card=hand[0]) if choice.move == SPY and hand else choice  # type: ignore[union-attr]


@pytest.fixture(scope="module", params=range(3))
def played(request: pytest.FixtureRequest) -> tuple[Room, Chain]:
    """Return a game, and what someone reads in its log who stops before trump and badges are turned up."""
    room = Room(SmallGame(3), seats=SEATS, seed=request.param, choose=secretive)
    room.open()
    room.run()
    chain = room.members[0].session.chain
    end = next(done for done in chain.done if done.step.kind == "reveal").site.step
    records = [entry.encode() for done in chain.done[:end] for entry in done.entries.values()]
    return room, audit(group=room.group, game=room.game, header=room.header, records=records).chain


def coalition(room: Room, chain: Chain, seats: list[Seat]) -> Coalition:
    """Return these seats together."""
    return Coalition(chain, {seat: room.secrets[chain.table.seating[seat]] for seat in seats})


def of_seat(chain: Chain, seat: Seat) -> set[Ciphertext]:
    """Return every ciphertext that a seat has owned or looked at."""
    return {card for done in chain.done for _, owner, card in placed(done.table) if owner == seat}


def test_all_together_read_everything(played: tuple[Room, Chain]) -> None:
    """The control: with every secret every ciphertext of the log is read, and read right."""
    room, chain = played
    known = coalition(room, chain, list(range(SEATS))).read()
    assert set(known) == {card for done in chain.done for _, _, card in placed(done.table)}
    for member in room.members:
        seat = chain.table.seating.index(member.session.chair or 0)
        zone = chain.table.ledger.zones[seat, "badge"]
        assert [known[card][1] for card in zone.cards] == list(member.session.zone("badge", chain.table))


@pytest.mark.parametrize("honest", range(SEATS))
def test_all_but_one_read_nothing_of_the_one(played: tuple[Room, Chain], honest: Seat) -> None:
    """Not its badge, its hand at any time, what it buried, nor what it looked at; nor the cards still in the pile."""
    room, chain = played
    others = [seat for seat in range(SEATS) if seat != honest]
    known = coalition(room, chain, others).read()
    everything = coalition(room, chain, list(range(SEATS))).read()

    own = of_seat(chain, honest)
    assert own
    assert not own & known.keys()
    hidden = {everything[card] for card in own}
    assert not hidden & {what for card, what in known.items() if what[0] != "trump"}
    for seat in others:
        assert of_seat(chain, seat) <= known.keys()

    undealt = {card for name, card in chain.table.ledger.table.items() if name != TRUMP}
    assert undealt
    assert not undealt & known.keys()
    looked = honest != 1  # seat 1 alone has looked at the trump
    assert (chain.table.ledger.table[TRUMP] in known) == looked


def test_one_alone_reads_its_own_only(played: tuple[Room, Chain]) -> None:
    """Nobody sees more than its own cards and those that were dealt to it, when these still lay on the table."""
    room, chain = played
    for seat in range(SEATS):
        known = coalition(room, chain, [seat]).read()
        others = {card for other in range(SEATS) if other != seat for card in of_seat(chain, other)}
        assert of_seat(chain, seat) <= known.keys()
        assert not others & known.keys()


# --- cards of value --------------------------------------------------------------------------------------------------

DRAFT = GoldGame((3, 3, 2, 2, 2, 1, 1, 1, 1), packet=2 * SEATS)
PAY = GoldGame((1, 1, 2, 3, 3, 3, 3), due=4)  # more than any card is worth, so that no sum tells one
GUARD = GoldGame((1, 1, 3, 3), due=4)


@pytest.fixture(scope="module", params=[DRAFT, PAY, GUARD], ids=["draft", "pay", "guard"])
def paid(request: pytest.FixtureRequest) -> tuple[Room, Chain]:
    """Return a whole game of gold with its totals."""
    room = Room(request.param, seats=SEATS, seed=2, choose=GoldPlayers())
    room.open()
    room.run()
    return room, room.members[0].session.chain


def test_all_together_read_all_gold(paid: tuple[Room, Chain]) -> None:
    """The control: packets, what was drawn and put back, and the purses."""
    room, chain = paid
    known = coalition(room, chain, list(range(SEATS))).read()
    assert {card for done in chain.done for _, _, card in placed(done.table)} <= known.keys()
    for member in room.members:
        assert member.session.seat is not None
        zone = chain.table.ledger.zone(member.session.seat, PURSE)
        assert [known[card][1] for card in zone] == list(member.session.zone(PURSE))


@pytest.mark.parametrize("honest", range(SEATS))
def test_no_card_in_the_purse_of_the_one_is_read_by_all_but_one(paid: tuple[Room, Chain], honest: Seat) -> None:
    """Nor what it has drawn or put back; in a draft only what was handed to it, and of that not which card it kept."""
    room, chain = paid
    known = coalition(room, chain, [seat for seat in range(SEATS) if seat != honest]).read()
    last = honest == SEATS - 1 and room.game is DRAFT  # the last card of all goes on alone: who hands it on knows it
    assert [card in known for card in chain.table.ledger.zone(honest, PURSE)][-1:] in ([], [last])
    assert not set(chain.table.ledger.zone(honest, PURSE)[: -1 if last else None]) & known.keys()
    drawn = {card for done in chain.done for card in done.table.ledger.zone(honest, "drawn")}
    assert not drawn & known.keys()
    if honest == 0:  # else what seat 0 has put back is known to it
        assert not set(chain.table.ledger.table.values()) & known.keys()
    assert bool(drawn) == (honest == 0 and room.game is not DRAFT)
    packets = [done.table.ledger.zone(honest, "packet") for done in chain.done]
    handed = {card for packet in packets for card in packet}
    first = set(next((packet for packet in packets if packet), ()))
    assert handed & known.keys() == (handed - first if honest == 0 else handed)


# --- order of the deck -----------------------------------------------------------------------------------------------

DECK = Deck(label="pile", size=4)
TRIALS = 480  # 20 for each order
LIMIT = 49.73  # the chi-square distribution with 23 degrees of freedom is above this once in a thousand times


class Orderly(Root):
    """The root of a seat that leaves the deck in order."""

    def permutation(self, label: str, context: bytes, size: int) -> tuple[int, ...]:
        """Return the identity."""
        return tuple(range(size))


def order_after(trial: int, honest: Seat | None) -> tuple[int, ...]:
    """Return the order of the deck after three seats have shuffled, all but the honest one with the identity."""
    random = Random(f"order {trial}")
    joint = FAST.scalar(random.randrange(1, FAST.order))
    deck = cards.fresh(FAST, DECK, joint * FAST.base)
    for seat in range(3):
        root = (Root if seat == honest else Orderly)(random.randbytes(32))
        me = Me(seat=seat, signing=SIGNING, roots=Roots(root), root=root, purse=root)
        site = Site(session=random.randbytes(32), step=4 + seat, kind="shuffle", head=bytes(32))
        deck, _ = make_shuffle(site.spot(seat, DECK.label), me, joint * FAST.base, deck)
    return tuple(cards.number(FAST, DECK, card.decrypt(joint)) for card in deck)


SIGNING = SigningKey.from_seed(bytes(32))


def chi_square(orders: Counter[tuple[int, ...]]) -> float:
    """Return how far the counts of the 24 orders are from equal ones."""
    expected = TRIALS / 24
    return sum((orders[order] - expected) ** 2 / expected for order in permutations(range(4)))


@pytest.mark.parametrize("honest", [1, *(pytest.param(seat, marks=pytest.mark.long) for seat in (0, 2))])
def test_one_honest_seat_makes_the_order_uniform(honest: Seat) -> None:
    """Whoever shuffles first, in the middle or last: every order comes equally often."""
    assert chi_square(Counter(order_after(1000 * honest + trial, honest) for trial in range(TRIALS))) < LIMIT


def test_without_an_honest_seat_there_is_one_order() -> None:
    """The control: the test above can fail."""
    orders = Counter(order_after(trial, None) for trial in range(10))
    assert orders == {(0, 1, 2, 3): 10}
