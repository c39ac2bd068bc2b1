"""Seats that open, deal or show what is not theirs to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import cards, codec
from protocol.elgamal import Ciphertext
from protocol.errors import Reason
from protocol.proofs import dleq, linear, relations
from protocol.steps.base import AnyChoice, Choice
from protocol.steps.deal import Reseal
from protocol.steps.keys import secret_keys
from protocol.steps.reveal import RevealCards
from protocol.steps.shuffle import make_shuffle
from tests.helpers.adversary import Tweak, caught, content
from tests.helpers.small_game import BURY, PLAY, SPY, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from protocol.group import Element, Group, Scalar
    from protocol.session import Session
    from protocol.steps.base import Me, Spot
    from tests.helpers.adversary import Moment

OTHER = 4711
"""A secret key that is nobody's."""


def no_card(group: Group) -> Element:
    """Return a point that is no card."""
    return group.hash_to_element(b"no", b"card")


def prove_shares(spot: Spot, me: Me, statement: dleq.Statement, key: Scalar) -> linear.Proof:
    """Return an honest prover's proof of what may be false: it adds up the shares as they are, as a verifier does."""
    transcript, dot = spot.transcript(), statement.key.group.dot
    weights = dleq._weights(transcript, statement)
    folded = dleq._fold(statement, dot(weights, statement.inputs), dot(weights, statement.outputs))
    return linear.prove(transcript, folded, (key,), me.root)


# --- layers of a deal or a peek --------------------------------------------------------------------------------------


class Dealing:
    """A deal or a peek at the cheat's moment, with an honest prover for whatever layers it puts down."""

    def __init__(self, moment: Moment) -> None:
        step = moment.step
        assert isinstance(step, Reseal)
        self.moment, self.switch = moment, step._switch(moment.table, moment.me.seat)
        self.group = group = moment.table.group
        self.owners = self.switch.targets
        self.firsts = [card.first for card in self.switch.inputs]
        self.key = secret_keys(group, moment.me, moment.table.setup).table
        self.scalars = [moment.me.root.scalar(group, "test", b"", i) for i in range(len(self.firsts))]

    def layers(
        self,
        *,
        key: Scalar | None = None,
        owners: Sequence[Element] | None = None,
        firsts: Sequence[Element] | None = None,
    ) -> tuple[Ciphertext, ...]:
        """Return the layers, with another key, other owners or other cards."""
        return relations.contribute(key or self.key, owners or self.owners, firsts or self.firsts, self.scalars)

    def prove(self, layers: tuple[Ciphertext, ...], key: Scalar | None = None) -> list[Any]:
        """Return the content with these layers and a proof that follows the protocol to the letter."""
        statement = self.switch._statement(layers)
        witness = relations.key_switch_witness(key or self.key, self.scalars)
        spot = self.moment.site.spot(self.moment.me.seat)
        return [cards.encode(layers), linear.prove(spot.transcript(), statement, witness, self.moment.me.root).encode()]


def another_key(deal: Dealing) -> list[Any]:
    """The layer is taken off with another key than the seat's."""
    other = deal.group.scalar(OTHER)
    return deal.prove(deal.layers(key=other), other)


def another_owner(deal: Dealing) -> list[Any]:
    """The card goes to the cheat instead of whom it is for."""
    mine = deal.moment.table.setup.keys[deal.moment.me.seat].hand
    return deal.prove(deal.layers(owners=[mine + deal.group.base, *deal.owners[1:]]))


def another_card(deal: Dealing) -> list[Any]:
    """The layer is that of another card on the table."""
    lying = list(deal.moment.table.ledger.table.values())[-1].first
    return deal.prove(deal.layers(firsts=[lying, *deal.firsts[1:]]))


def random_layer(deal: Dealing) -> list[Any]:
    """The layer is nothing at all."""
    first, *rest = deal.layers()
    return deal.prove((Ciphertext(first.first, no_card(deal.group)), *rest))


def other_randomness(deal: Dealing) -> list[Any]:
    """The scalar is not the one that the prover knows."""
    first, *rest = deal.layers()
    return deal.prove((Ciphertext(no_card(deal.group), first.second), *rest))


LAYERS = [
    (another_key, "key"),
    (another_owner, "s 0"),
    (another_card, "s 0"),
    (random_layer, "s 0"),
    (other_randomness, "r 0"),
]


@pytest.mark.parametrize("kind", ["deal", "peek"])
@pytest.mark.parametrize(("make", "check"), LAYERS, ids=[make.__name__ for make, _ in LAYERS])
def test_false_layers(make: Callable[[Dealing], list[Any]], check: str, kind: str) -> None:
    """Whoever falsifies its part of a private deal or peek is named by everyone."""
    caught(content(kind, lambda moment, _: make(Dealing(moment)), Reason.PROOF, check), choose=spying)


def test_layers_of_another_seat_or_in_another_order() -> None:
    """Copied with their proof they are good in the other seat's place only; swapped they are another statement."""

    def copied(moment: Moment, _: object) -> Any:  # noqa: ANN401 - whatever the other has signed
        other: Any = codec.decode(moment.session.chain.pending[0].body)
        return other[1]

    tweak = content("deal", copied, Reason.PROOF, "key")
    caught(Tweak(kind="deal", act=tweak.act, reason=tweak.reason, check=tweak.check, last={"deal"}))
    size = 2 * FAST.element_size
    caught(
        content(
            "deal", lambda _, h: [h[0][size : 2 * size] + h[0][:size] + h[0][2 * size :], h[1]], Reason.PROOF, "key"
        )
    )


# --- shares of a reveal ----------------------------------------------------------------------------------------------


def sharing(moment: Moment, change: Callable[[list[Element]], list[Element]], key: Scalar | None = None) -> list[Any]:
    """Return the content of a reveal with other shares, and an honest prover's proof."""
    step, table = moment.step, moment.table
    assert isinstance(step, RevealCards)
    own = secret_keys(table.group, moment.me, table.setup).table
    firsts = tuple(card.first for card in step._ciphertexts(table))
    shares = tuple(change([(key or own) * first for first in firsts]))
    statement = dleq.Statement(key=table.setup.keys[moment.me.seat].table, inputs=firsts, outputs=shares)
    proof = prove_shares(moment.site.spot(moment.me.seat), moment.me, statement, key or own)
    return [cards.encode_elements(shares), proof.encode()]


def test_false_shares() -> None:
    """A share that makes the card read as another, the shares of two cards swapped, one made with another key."""

    def as_another(moment: Moment, _: object) -> list[Any]:
        deck = moment.table.decks["trump"]
        a, b, *_ = cards.points(FAST, deck)
        return sharing(moment, lambda shares: [shares[0] + a - b, *shares[1:]])

    caught(content("reveal", as_another, Reason.PROOF, "shares"))
    caught(content("reveal", lambda m, _: sharing(m, lambda shares: shares[::-1]), Reason.PROOF, "shares"))
    caught(content("reveal", lambda m, _: sharing(m, list, FAST.scalar(OTHER)), Reason.PROOF, "key"))


# --- showing ---------------------------------------------------------------------------------------------------------


def eager(session: Session, random: Random) -> AnyChoice:
    """Play the highest card."""
    hand = session.zone("hand")
    return Choice(move=PLAY, card=max(hand)) if any(hand) else choose(session, random)


def spying(session: Session, random: Random) -> AnyChoice:
    """Look at the trump once, then play."""
    return eager(session, random) if session.peeked() else Choice(move=SPY)


def burying(session: Session, random: Random) -> AnyChoice:
    """Bury whatever comes."""
    hand = session.zone("hand")
    return Choice(move=BURY, card=hand[0]) if hand else choose(session, random)


class Showing:
    """The cheat's move at its moment, after the honest shuffle of its hand."""

    def __init__(self, moment: Moment) -> None:
        self.moment, table = moment, moment.table
        self.public = table.setup.keys[moment.me.seat].hand
        self.key = secret_keys(table.group, moment.me, table.setup).hand
        owned = table.ledger.zone(moment.me.seat, "hand")
        self.hand, self.shuffled = make_shuffle(moment.site.spot(moment.me.seat, "hand"), moment.me, self.public, owned)

    def opening(self, card: Ciphertext, share: Element, key: Scalar | None = None) -> list[Any]:
        """Return the opening of a card with this share, and an honest prover's proof."""
        statement = dleq.Statement(key=self.public, inputs=(card.first,), outputs=(share,))
        me, site = self.moment.me, self.moment.site
        return [share.encode(), prove_shares(site.spot(me.seat, "card"), me, statement, key or self.key).encode()]


def reads_as_another(s: Showing) -> list[Any]:
    """The share makes the card read as the best of the deck that it is not."""
    points, card = cards.points(FAST, s.moment.table.decks["pile"]), s.hand[0]
    best = next(point for point in reversed(points) if point != card.decrypt(s.key))
    return [s.shuffled, PLAY, 0, s.opening(card, card.second - best)]


def share_of_another(s: Showing) -> list[Any]:
    """The share is that of the other card in the hand."""
    return [s.shuffled, PLAY, 0, s.opening(s.hand[0], s.key * s.hand[1].first)]


def share_by_another_key(s: Showing) -> list[Any]:
    """The share is made with another key."""
    other = FAST.scalar(OTHER)
    return [s.shuffled, PLAY, 0, s.opening(s.hand[0], other * s.hand[0].first, other)]


def card_of_the_pile(s: Showing) -> list[Any]:
    """The index names a card that was never dealt to the hand."""
    return [s.shuffled, PLAY, len(s.hand), s.opening(s.hand[0], s.key * s.hand[0].first)]


def index_of_another(s: Showing) -> list[Any]:
    """The opening is good, but the index names the card beside it."""
    return [s.shuffled, PLAY, 1, s.opening(s.hand[0], s.key * s.hand[0].first)]


def buried_by_a_wrong_index(s: Showing) -> list[Any]:
    """What is discarded unseen must exist too."""
    return [s.shuffled, BURY, len(s.hand), None]


def buried_and_opened(s: Showing) -> list[Any]:
    """Nothing is opened for a card that is discarded unseen."""
    return [s.shuffled, BURY, 0, s.opening(s.hand[0], s.key * s.hand[0].first)]


def played_unseen(s: Showing) -> list[Any]:
    """A card that is played is shown."""
    return [s.shuffled, PLAY, 0, None]


def spied_with_a_card(s: Showing) -> list[Any]:
    """A move without a card names none."""
    return [s.shuffled, SPY, 0, None]


def hand_not_shuffled(s: Showing) -> list[Any]:
    """The hand is always shuffled first."""
    return [None, BURY, 0, None]


SHOWS = [
    (reads_as_another, Reason.PROOF, "shares"),
    (share_of_another, Reason.PROOF, "shares"),
    (share_by_another_key, Reason.PROOF, "key"),
    (index_of_another, Reason.PROOF, "key"),
    (card_of_the_pile, Reason.INDEX, "play.index"),
    (buried_by_a_wrong_index, Reason.INDEX, "play.index"),
    (buried_and_opened, Reason.ENCODING, "nil"),
    (played_unseen, Reason.ENCODING, "array"),
    (spied_with_a_card, Reason.ENCODING, "nil"),
    (hand_not_shuffled, Reason.ENCODING, "array"),
]


@pytest.mark.parametrize(("make", "reason", "check"), SHOWS, ids=[make.__name__ for make, *_ in SHOWS])
def test_false_showing(make: Callable[[Showing], list[Any]], reason: Reason, check: str) -> None:
    """Only an own card can be shown, only as what it is, and only one that is there."""
    caught(content("play", lambda moment, _: make(Showing(moment)), reason, check, when=has_two), choose=eager)


def has_two(moment: Moment) -> bool:
    """Wait for a moment with a whole hand."""
    return len(moment.session.zone("hand")) == 2


@pytest.mark.parametrize(("player", "move"), [(eager, PLAY), (burying, BURY)])
def test_index_that_was_played_before(player: Callable[..., Choice], move: bytes) -> None:
    """A card that has left the hand cannot leave it again, whether seen or unseen."""

    def again(moment: Moment, honest: list[Any]) -> list[Any]:
        return [honest[0], move, 1, honest[3]]

    last = content("play", again, Reason.INDEX, "play.index", when=lambda m: len(m.session.zone("hand")) == 1)
    caught(last, choose=player)


def test_badge_that_is_shown_as_another() -> None:
    """Nobody lies about the card that was dealt to it in the beginning."""

    def lie(moment: Moment, _: object) -> list[Any]:
        table, seat = moment.table, moment.me.seat
        (badge,) = table.ledger.zone(seat, "badge")
        (number,) = moment.session.zone("badge")
        share = badge.second - cards.points(FAST, table.decks["badge"])[number - 1]
        key = secret_keys(FAST, moment.me, table.setup).hand
        statement = dleq.Statement(key=table.setup.keys[seat].hand, inputs=(badge.first,), outputs=(share,))
        proof = prove_shares(moment.site.spot(seat), moment.me, statement, key)
        return [share.encode(), proof.encode()]

    caught(content("show", lie, Reason.PROOF, "shares"))
    caught(content("show", lambda _moment, _honest: None, Reason.ENCODING, "array"))
