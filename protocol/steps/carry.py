"""The rest of a deck goes into the next set-up: from the old joint key to the new one. PROTOCOL section "Carry".

It is the operation of a private deal with the new joint key as the owner's; the shuffle that follows hides which card
lay where.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from protocol.errors import LocalError
from protocol.steps.deal import Reseal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol.game import Deck, Fact, Seat, TableCard
    from protocol.group import Element
    from protocol.steps.base import Site
    from protocol.steps.switch import Layers
    from protocol.table import Table


@dataclass(frozen=True, slots=True)
class CarryDecks(Reseal):
    """What is left on the table of some decks goes under the joint key of the coming set-up."""

    kind: ClassVar[str] = "carry"
    seats: tuple[Seat, ...]
    decks: tuple[Deck, ...]

    def targets(self, table: Table) -> Sequence[tuple[TableCard, Element]]:
        """Return each card, by deck and then by position, with the new joint key."""
        left = [card for deck in self.decks for card in remaining(table, deck)]
        return [(card, table.next_setup.joint) for card in left]

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Layers]) -> tuple[Table, tuple[Fact, ...]]:
        """Hand the cards to the shuffle."""
        sealed = self.sealed(table, contributions)
        names = [card.deck for card, _ in self.targets(table)]
        moved = {
            deck.label: tuple(card for card, name in zip(sealed, names, strict=True) if name == deck.label)
            for deck in self.decks
        }
        return replace(table, shuffling=moved), ()


def remaining(table: Table, deck: Deck) -> list[TableCard]:
    """Return the cards of a deck on the table, by position; raise LocalError if the game counts others."""
    left = sorted(card for card in table.ledger.table if card.deck == deck.label)
    if len(left) != deck.size:
        raise LocalError(f"the game carries {deck.size} cards of {deck.label}, but {len(left)} are left")
    return left
