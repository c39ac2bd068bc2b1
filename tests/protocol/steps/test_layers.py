"""A seat is gone in the middle of a round: its layer comes off what is still to be dealt, and off nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import cards, sharing
from protocol.errors import Invalid, LocalError, Reason
from protocol.game import Deal, Handout
from protocol.steps.deal import DealCards
from protocol.steps.keys import secret_keys
from protocol.steps.layers import StripLayers, undealt
from protocol.steps.leaving import Leave
from protocol.steps.reveal import RevealCards
from protocol.steps.shares import own_share
from tests.helpers.coalition import Coalition, placed
from tests.helpers.small_game import TRUMP
from tests.helpers.tolerant import MidRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Seat, TableCard
    from protocol.group import Element
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


# --- what colluders can read -----------------------------------------------------------------------------------------


def colluders(seats: list[Seat]) -> Coalition:
    """Return these seats together."""
    return Coalition(MID.chain, {seat: MID.room.secrets[MID.table.seating[seat]] for seat in seats})


def everything() -> dict[Ciphertext, tuple[str, int]]:
    """Return all cards of the log."""
    return colluders([0, 1, 2, 3]).read()


def owned(*seats: Seat) -> set[Ciphertext]:
    """Return all that some seats have ever owned or looked at, as it lay with them and, before that, on the table."""
    own = {card for done in MID.chain.done for _, owner, card in placed(done.table) if owner in seats}
    return own | {one for one, other in colluders([0, 1, 2, 3]).links if other in own}


def firsts() -> set[Element]:
    """Return the first components of all ciphertexts of the log."""
    return {card.first for done in MID.chain.done for _, _, card in placed(done.table)}


def learn_by_stripping(those: Coalition) -> None:
    """Let colluders combine their shares of the lost seat's key with what all publish in stripping its layer."""
    table, members = MID.table, those.keys.keys() - {LOST}
    shares = {seat: own_share(table, MID.me(seat), LOST) for seat in STRIP.seats}
    public = {card.first for card in undealt(table).values()}
    for first in firsts():
        known = {seat: share * first for seat, share in shares.items() if seat in members or first in public}
        those.products.add(sharing.combine(table.group, known))


def test_n_minus_2_colluders_read_no_dealt_card_after_stripping() -> None:
    """Neither the lost seat's nor the honest one's; nor do they read what is still to be dealt."""
    for honest in REST:
        those = colluders([seat for seat in REST if seat != honest])
        before = those.read()
        learn_by_stripping(those)
        known = those.read()
        assert known.keys() == before.keys()
        assert not known.keys() & owned(honest, LOST)
        hidden = {card for name, card in MID.table.ledger.table.items() if name != TRUMP}
        assert hidden
        assert not known.keys() & hidden


def test_all_the_others_together_would_read_the_lost_seats_cards() -> None:
    """The control: with the last share, too, the layer comes off every card, and all are read right."""
    those = colluders(REST)
    assert not those.read().keys() & owned(LOST)
    learn_by_stripping(those)
    known = those.read()
    on_table = {one for one, _ in colluders([0, 1, 2, 3]).links}
    assert owned(LOST) & on_table
    assert owned(LOST) & on_table <= known.keys()
    assert known.items() <= everything().items()


def test_who_leaves_gives_away_no_card_that_it_was_dealt() -> None:
    """All the others together read what is to be dealt, which is theirs now, and nothing of the leaver's."""
    those = colluders(REST)
    before = those.read()
    zones = {
        card
        for done in MID.chain.done
        for (seat, _), zone in done.table.ledger.zones.items()
        for card in zone.cards
        if seat == LOST
    }
    dealt = zones | {one for one, other in colluders([0, 1, 2, 3]).links if other in zones}
    content: Any = LEAVE.make(MID.table, MID.site(LEAVE), MID.me(LOST))
    those.products.update(those._elements(content[0]))
    known = those.read()
    assert set(MID.table.ledger.table.values()) <= known.keys()
    assert dealt
    assert not known.keys() & dealt
    assert before.keys() < known.keys()
