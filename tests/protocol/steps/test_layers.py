"""A seat is gone in the middle of a round: its layer comes off what is still to be dealt, and off nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import cards
from protocol.errors import Invalid, LocalError, Reason
from protocol.game import Deal, Handout
from protocol.steps.deal import DealCards
from protocol.steps.keys import secret_keys
from protocol.steps.layers import StripLayers, undealt
from protocol.steps.leaving import Leave
from protocol.steps.reveal import RevealCards
from tests.helpers.small_game import TRUMP
from tests.helpers.tolerant import MidRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from protocol.game import Seat, TableCard
    from protocol.table import Table

LOST = 2
MID = MidRound()
STRIP = StripLayers((0, 1, 3), lost=LOST)
LEAVE = Leave((LOST,))
REST = [0, 1, 3]


def under(table: Table, seats: Iterable[Seat]) -> dict[TableCard, int]:
    """Return the numbers of the undealt cards if exactly these seats' keys lie on them."""
    keys = [secret_keys(table.group, MID.me(seat), table.setup).table for seat in seats]
    secret = sum(keys[1:], keys[0])
    return {
        name: cards.number(table.group, table.decks[name.deck], card.decrypt(secret))
        for name, card in table.ledger.table.items()
    }


def others(owned: Mapping[tuple[Seat, Any], object]) -> dict[tuple[Seat, Any], object]:
    """Return what all but the lost seat own."""
    return {place: what for place, what in owned.items() if place[0] != LOST}


@pytest.mark.parametrize("step", [STRIP, LEAVE], ids=lambda step: step.kind)
def test_the_cards_stay_the_same_without_the_layer(step: StripLayers | Leave) -> None:
    """Under the keys of the rest lie the cards that lay there under all; what is dealt is as it was."""
    before, after = MID.table, MID.take(step)
    assert under(after, REST) == under(before, range(4))
    assert len(undealt(before)) > 3
    assert others(before.ledger.zones) == others(after.ledger.zones)
    assert others(before.ledger.peeks) == others(after.ledger.peeks)
    keys = [secret_keys(before.group, MID.me(seat), before.setup).table for seat in REST]
    assert after.setup.joint == sum(keys[1:], keys[0]) * before.group.base


class Agreeing:
    """A game that takes any fact."""

    def apply(self, state: Any, _fact: object) -> Any:  # noqa: ANN401 - as a game does
        """Go on."""
        return state

    def sections(self, _state: object) -> tuple[tuple[str, bytes], ...]:
        """Return nothing."""
        return ()


AGREEING: Any = Agreeing()


@pytest.mark.parametrize("step", [STRIP, LEAVE], ids=lambda step: step.kind)
def test_the_round_goes_on_without_the_seat(step: StripLayers | Leave) -> None:
    """The others turn up a card and deal one, as if there had never been more of them."""
    after, seats = MID.take(step), (0, 1, 3)
    numbers = under(after, REST)
    shown = MID.take(RevealCards(seats, (TRUMP,)), replace(after, game=AGREEING))
    assert shown.ledger.known[TRUMP] == numbers[TRUMP]
    card = next(name for name in numbers if name.deck == "pile")
    handout = Handout(card=card, seat=3, zone="hand")
    dealt = MID.take(DealCards(seats, Deal(handouts=(handout,)).handouts), replace(after, game=AGREEING))
    got = dealt.ledger.zone(3, "hand")[-1]
    hand = secret_keys(after.group, MID.me(3), after.setup).hand
    assert cards.number(after.group, after.decks["pile"], got.decrypt(hand)) == numbers[card]


@pytest.mark.parametrize("seat", STRIP.seats)
def test_a_lie_in_stripping_is_the_lies_authors(seat: Seat) -> None:
    """Another element, another seat's, and none at all are refused, whoever says it."""
    table, site, honest = MID.table, MID.site(STRIP), MID.contents(STRIP)
    own: Any = honest[seat]
    theirs: Any = honest[0 if seat else 1]
    other = (table.group.base + table.group.elements(own[0][: table.group.element_size], 1)[0]).data
    lies: tuple[tuple[Any, Reason, str], ...] = (
        ([other + own[0][len(other) :], own[1]], Reason.PROOF, "key"),
        (theirs, Reason.PROOF, "key"),
        (None, Reason.ENCODING, "array"),
        ([own[0][len(other) :], own[1]], Reason.ENCODING, "bytes"),
    )
    for lie, reason, check in lies:
        with pytest.raises(Invalid) as caught:
            STRIP.read(table, site, seat, lie)
        assert (caught.value.reason, caught.value.check) == (reason, check)


def test_a_leaver_cannot_take_off_more_than_its_own_layer() -> None:
    """A share under another key is refused."""
    table, site = MID.table, MID.site(LEAVE)
    mine: Any = LEAVE.make(table, site, MID.me(LOST))
    with pytest.raises(Invalid, match=r"proof: key"):
        Leave((1,)).read(table, site, 1, mine)


def test_a_layer_needs_everybodys_share() -> None:
    """Fewer would give nonsense, and no card."""
    with pytest.raises(LocalError, match="all who got one"):
        MID.take(StripLayers((0, 1), lost=LOST))
