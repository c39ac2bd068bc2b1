"""A seat's turn: it re-shuffles its own hand, then plays, discards unseen, or passes. PROTOCOL section "Play".

The shuffle hides *when* the card that is played or discarded was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol import cards, codec
from protocol.errors import Invalid, LocalError, Reason
from protocol.game import CardUse, IllegalMove, Moved
from protocol.ledger import Zone
from protocol.steps.base import Me, Site, Step, own_choice
from protocol.steps.keys import owner_secret
from protocol.steps.reveal import make_shares, read_shares
from protocol.steps.shuffle import make_shuffle, read_shuffle
from protocol.table import illegal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Fact, Seat
    from protocol.table import Table

MAX_MOVE = 64  # bytes
HAND, CARD = "hand", "card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What a turn amounts to.

    Attributes:
        fact: for the game, which has agreed to it.
        left: the ciphertexts that stay in the zone.
    """

    fact: Moved
    left: tuple[Ciphertext, ...]


@dataclass(frozen=True, slots=True)
class Play(Step[Played]):
    """One seat chooses a move."""

    kind: ClassVar[str] = "play"
    witnessed: ClassVar[bool] = False
    chosen: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    zone: str

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [hand shuffle, move, index, opening]; raise IllegalMove or LocalError for a choice that cannot be."""
        choice = own_choice(me)
        use = table.game.card_use(table.state, choice.move)
        shown = choice.card if use is CardUse.SHOW else None
        table.game.apply(table.state, Moved(seat=me.seat, move=choice.move, card=shown))
        public = table.zone_key(me.seat, self.zone)
        owned = table.ledger.zone(me.seat, self.zone)
        hand, shuffled = make_shuffle(site.spot(me.seat, HAND), me, public, owned) if owned else ((), None)
        if use is CardUse.NONE:
            return [shuffled, choice.move, None, None]
        if not owned:
            raise LocalError(f"there is no card in zone {self.zone}")
        deck = table.zone_deck(me.seat, self.zone)
        key = owner_secret(table, me, deck.label)
        numbers = [cards.number(table.group, deck, card.decrypt(key)) for card in hand]
        if choice.card not in numbers:
            raise LocalError(f"card {choice.card} is not in zone {self.zone}")
        index = numbers.index(choice.card)
        opening = make_shares(site.spot(me.seat, CARD), me, key, public, [hand[index]]) if use is CardUse.SHOW else None
        return [shuffled, choice.move, index, opening]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Played:
        """Check the shuffle, the opening and the rules."""
        shuffled, raw, index, opening = codec.array(content, 4)
        move = codec.blob_upto(raw, MAX_MOVE)
        hand = self._read_hand(table, site, seat, shuffled)
        try:
            use = table.game.card_use(table.state, move)
        except IllegalMove as error:
            raise illegal(error) from error
        place = _read_index(use, index, len(hand))
        card = None
        if use is CardUse.SHOW:
            deck, named = table.zone_deck(seat, self.zone), [hand[place]]
            (share,) = read_shares(site.spot(seat, CARD), table.zone_key(seat, self.zone), named, opening)
            card = cards.number(table.group, deck, hand[place].second - share)
        else:
            codec.nothing(opening)
        fact = Moved(seat=seat, move=move, card=card)
        try:
            table.game.apply(table.state, fact)
        except IllegalMove as error:
            raise illegal(error) from error
        left = hand if use is CardUse.NONE else hand[:place] + hand[place + 1 :]
        return Played(fact=fact, left=left)

    def _read_hand(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> tuple[Ciphertext, ...]:
        owned = table.ledger.zone(seat, self.zone)
        if owned:
            return read_shuffle(site.spot(seat, HAND), table.zone_key(seat, self.zone), owned, content)
        codec.nothing(content)
        return ()

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Played]) -> tuple[Table, tuple[Fact, ...]]:
        """Take the card from the hand and make the move."""
        (seat,) = self.seats
        played = contributions[seat]
        if table.ledger.zone(seat, self.zone):
            zone = Zone(table.zone_deck(seat, self.zone).label, played.left)
            table = table.with_ledger(table.ledger.put((seat, self.zone), zone))
        return table.tell(played.fact)


def _read_index(use: CardUse, index: codec.Value, size: int) -> int:
    if use is CardUse.NONE:
        codec.nothing(index)
        return 0
    place = codec.integer(index, 0, 255)
    if place >= size:
        raise Invalid(Reason.INDEX, "play.index")
    return place
