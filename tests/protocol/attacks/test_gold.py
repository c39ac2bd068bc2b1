"""Seats that lie about the value of what they have, or hand over something else than they were dealt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import cards, codec
from protocol.elgamal import Ciphertext, value_point
from protocol.errors import Reason
from protocol.game import PayAnswer
from protocol.ledger import PACKET, PURSE
from protocol.proofs import either_or, linear, relations
from protocol.steps import pay, pick, total
from protocol.steps.keys import purse_secret
from protocol.steps.shuffle import prove_shuffle
from tests.helpers.adversary import Tweak, caught, content
from tests.helpers.gold_game import LABEL, GoldGame, GoldPlayers
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from protocol.steps.base import Spot
    from protocol.steps.sums import Worth
    from protocol.steps.switch import Switch
    from tests.helpers.adversary import Moment, Sent


def gold(tweak: Tweak, game: GoldGame) -> None:
    """Let seat 0, which begins the draft or is paid, do this."""
    caught(tweak, game=game, choose=GoldPlayers(), cheat_seat=0)


def claim(moment: Moment, spot: Spot, worth: Worth) -> Any:  # noqa: ANN401 - what goes into the body
    """Return an honest prover's proof of a sum that may be another."""
    secret, branches = purse_secret(moment.table.group, moment.me), worth._branches()
    if len(branches) == 1:
        return linear.prove(spot.transcript(), branches[0], (secret,), moment.me.root).encode()
    witness = either_or.Witness(branch=0, scalars=(secret,))
    statement = either_or.Statement(branches=branches)
    return either_or.prove(spot.transcript(), statement, witness, moment.me.root).encode()


def switching(moment: Moment, spot: Spot, switch: Switch, change: Callable[[Ciphertext], Ciphertext]) -> list[Any]:
    """Return layers of which the first is another, with an honest prover's proof."""
    secret, firsts = purse_secret(moment.table.group, moment.me), [card.first for card in switch.inputs]
    scalars = [moment.me.root.scalar(moment.table.group, "test", b"", i) for i in range(len(firsts))]
    first, *rest = relations.contribute(secret, switch.targets, firsts, scalars)
    layers = (change(first), *rest)
    witness = relations.key_switch_witness(secret, scalars)
    proof = linear.prove(spot.transcript(), switch._statement(layers), witness, moment.me.root)
    return [cards.encode(layers), proof.encode()]


# --- pay -------------------------------------------------------------------------------------------------------------


def answering(answer: PayAnswer) -> Callable[[Moment, object], list[Any]]:
    """Return the change to this answer, whatever the sum is."""

    def change(moment: Moment, _: object) -> list[Any]:
        step, table, seat = moment.step, moment.table, moment.me.seat
        assert isinstance(step, pay.AnswerPay)
        proof = claim(moment, moment.site.spot(seat, pay.SUM), step._worth(table, seat, answer))
        back = None
        if answer is PayAnswer.BACK:
            back = switching(moment, moment.site.spot(seat, pay.BACK), step._switch(table, seat), lambda layer: layer)
        return [answer.value, proof, back]

    return change


def second_card(moment: Moment) -> bool:
    """Wait until two cards are drawn."""
    return len(moment.session.zone("drawn")) == 2


ANSWERS = [
    (GoldGame((2, 2, 2), due=2), PayAnswer.KEEP),  # it has what is due, and wants more
    (GoldGame((2, 2, 2), due=2), PayAnswer.BACK),
    (GoldGame((2, 2, 2), due=3), PayAnswer.STOP),  # it has less, and says that it is enough
    (GoldGame((2, 2, 2), due=3), PayAnswer.BACK),  # it would not overshoot
    (GoldGame((3, 3, 3), due=2), PayAnswer.STOP),  # it has more
    (GoldGame((3, 3, 3), due=2), PayAnswer.KEEP),
]


@pytest.mark.parametrize(("game", "answer"), ANSWERS, ids=[f"{g.values[0]} of {g.due} {a.value}" for g, a in ANSWERS])
def test_wrong_answer(game: GoldGame, answer: PayAnswer) -> None:
    """For every sum exactly one answer can be proved."""
    gold(content("pay", answering(answer), Reason.PROOF, "sum"), game)


def test_wrong_answer_among_several_sums() -> None:
    """Where the right sum is one of several, none of them is proved."""
    lie = content("pay", answering(PayAnswer.KEEP), Reason.PROOF, "branch 0, sum", when=second_card)
    gold(lie, GoldGame((3, 3, 3), due=4))
    gold(content("pay", answering(PayAnswer.BACK), Reason.PROOF, "branch 0, sum"), GoldGame((2, 2, 3), due=4))


@pytest.mark.parametrize("what", ["another key", "another value"])
def test_put_back_falsely(what: str) -> None:
    """What goes back is the card that was drawn, under everybody's key."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        step, seat = moment.step, moment.me.seat
        assert isinstance(step, pay.AnswerPay)
        switch = step._switch(moment.table, seat)
        spot, secret = moment.site.spot(seat, pay.BACK), moment.me.root.scalar(moment.table.group, "test", b"", 0)
        own = secret * (switch.key - switch.targets[0])
        more = value_point(FAST, LABEL) if what == "another value" else own
        back = switching(moment, spot, switch, lambda layer: Ciphertext(layer.first, layer.second + more))
        return [*honest[:2], back]

    gold(content("pay", change, Reason.PROOF, "s 0"), GoldGame((3, 3, 3), due=2))


ODD_ANSWERS = ["settle", "", "KEEP", None, 0, b"keep"]


@pytest.mark.parametrize("answer", ODD_ANSWERS, ids=repr)
def test_answer_that_does_not_exist(answer: codec.Value) -> None:
    """The guard is another step, and nothing else is an answer."""
    odd = content("pay", lambda _, honest: [answer, *honest[1:]], Reason.ENCODING, "pay.answer")
    gold(odd, GoldGame((2, 2, 2), due=3))


def test_guard_that_does_not_hold() -> None:
    """Nobody settles as long as it may draw."""

    def act(moment: Moment) -> Iterable[Sent]:
        return [(None, moment.sign(codec.encode([[0], [], None]), kind="settle"))]

    gold(Tweak(kind="pay", act=act, reason=Reason.NOT_EXPECTED, check="entry.slot"), GoldGame((2, 2, 2), due=3))


PLACES = [
    ([0, 0], [], "settle.places"),
    ([1, 0], [], "settle.places"),
    ([3], [], "integer"),
    ([], [0], "array"),
    ([0, 1, 2, 0], [], "array"),
    ([True], [], "integer"),
    (None, [], "array"),
]


@pytest.mark.parametrize(("take", "give", "check"), PLACES, ids=str)
def test_settlement_with_places_that_do_not_exist(take: codec.Value, give: codec.Value, check: str) -> None:
    """Three cards are in the pile, none is drawn."""
    odd = content("settle", lambda _, honest: [take, give, honest[2]], Reason.ENCODING, check)
    gold(odd, GoldGame((3, 3, 3), due=2))


@pytest.mark.parametrize("claimed", [0, 1, 3, 4])
def test_settlement_with_another_sum(claimed: int) -> None:
    """Two ones are two."""

    def change(moment: Moment, _: object) -> list[Any]:
        worth = pay._worth(moment.table, moment.me.seat, (claimed,))
        return [claimed, claim(moment, moment.site.spot(moment.me.seat, pay.SUM), worth)]

    gold(content("settle sum", change, Reason.PROOF, "sum"), GoldGame((1, 1), due=4))


def test_settlement_above_what_is_due_or_of_nothing() -> None:
    """The sum has a bound; who has nothing cannot claim something."""
    gold(content("settle sum", lambda _, h: [5, h[1]], Reason.ENCODING, "integer"), GoldGame((1, 1), due=4))
    gold(content("settle sum", lambda _, _h: [2, None], Reason.PROOF, "sum"), GoldGame((3, 3, 3), due=2))


# --- draft and totals ------------------------------------------------------------------------------------------------

DRAFT = GoldGame((3, 2, 2, 1), packet=4)


def picking(
    moment: Moment,
    *,
    hand: Callable[[tuple[Ciphertext, ...]], tuple[Ciphertext, ...]] = lambda rest: rest,
    layer: Callable[[Switch, Ciphertext], Ciphertext] = lambda _, first: first,
) -> list[Any]:
    """Return a pick whose shuffle is good, and whose layers are for other cards or are not what they should be."""
    step, table, me = moment.step, moment.table, moment.me
    assert isinstance(step, pick.PickCard)
    packet, spot = table.ledger.zone(me.seat, PACKET), moment.site.spot(me.seat, pick.ORDER)
    outputs, shuffled = prove_shuffle(spot, me, table.setup.keys[me.seat].purse, packet, tuple(range(len(packet))))
    switch = step._switch(table, hand(outputs[1:]))
    return [shuffled, switching(moment, moment.site.spot(me.seat, pick.REST), switch, lambda one: layer(switch, one))]


def kept_key(switch: Switch, first: Ciphertext) -> Ciphertext:
    """Hand a card over to one's own key."""
    r = switch.key.group.scalar(99)
    return Ciphertext(first.first, first.second + r * (switch.key - switch.targets[0]))


def other_value(switch: Switch, first: Ciphertext) -> Ciphertext:
    """Hand over one that is worth less."""
    return Ciphertext(first.first, first.second - value_point(switch.key.group, LABEL))


@pytest.mark.parametrize("layer", [kept_key, other_value])
def test_packet_that_is_handed_over_falsely(layer: Callable[[Switch, Ciphertext], Ciphertext]) -> None:
    """The next one gets what was in the packet, and can read it."""
    gold(content("pick", lambda m, _: picking(m, layer=layer), Reason.PROOF, "s 0"), DRAFT)


def test_packet_that_is_too_small_or_not_what_was_shuffled() -> None:
    """One keeps one card, not two; and hands on the others, not one of them twice."""
    gold(content("pick", lambda m, _: picking(m, hand=lambda rest: rest[1:]), Reason.ENCODING, "bytes"), DRAFT)
    twice = content("pick", lambda m, _: picking(m, hand=lambda rest: (rest[1], *rest[1:])), Reason.PROOF, "key")
    gold(twice, DRAFT)


def test_packet_with_other_cards() -> None:
    """The shuffle in front of it is proved like every shuffle."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        size = 2 * FAST.element_size
        outputs, proof = honest[0]
        card = Ciphertext.decode(FAST, outputs[:size])
        richer = Ciphertext(card.first, card.second + value_point(FAST, LABEL)).encode() + outputs[size:]
        return [[richer, proof], honest[1]]

    gold(content("pick", change, Reason.PROOF, "shuffle.sum"), DRAFT)


@pytest.mark.parametrize("more", [1, -1, 1000])
def test_false_total(more: int) -> None:
    """What one has won is what one can prove."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        seat, claimed = moment.me.seat, honest[0] + more
        worth = total.purse_worth(moment.table, seat, claimed)
        return [claimed, claim(moment, moment.site.spot(seat), worth)]

    gold(content("total", change, Reason.PROOF, "sum"), DRAFT)


def test_total_of_an_empty_purse() -> None:
    """Who has nothing proves nothing, and claims nothing."""
    empty = GoldGame((2,), packet=1)
    caught(
        replace(content("total", lambda _, _h: [1, None], Reason.PROOF, "sum"), when=lambda m: not purse(m)),
        game=empty,
        choose=GoldPlayers(),
        cheat_seat=1,
    )
    gold(content("total", lambda _, _h: [0, None], Reason.ENCODING, "array"), empty)


def purse(moment: Moment) -> tuple[int, ...]:
    """Return what the cheat has won."""
    return moment.session.zone(PURSE)
