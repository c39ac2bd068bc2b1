"""What one player alone knew at a moment, for the one who asks to share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.picture.art import card_name, use
from p2p_saboteur.picture.geometry import HEIGHT, WIDTH
from p2p_saboteur.picture.markup import Markup, lines, tag, text
from p2p_saboteur.picture.players import role_word
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.cards import Goal, Role

GAP: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A player's own knowledge.

    Attributes:
        role: in the round; None where it is not known any more.
        hand: numbers of the cards in the hand (indices of `cards.DRAW`).
        peeked: what lies under each goal that the player looked at; None for the others.
        purse: values of the nugget cards that he owns.
    """

    role: Role | None = None
    hand: tuple[int, ...] = ()
    peeked: tuple[Goal | None, ...] = (None, None, None)
    purse: tuple[int, ...] = ()


def own_line(own: Own) -> str:
    """Return role and hand in words."""
    role = role_word(own.role) if own.role else "?"
    hand = "; ".join(card_text(DRAW[number]) for number in own.hand) or "-"
    return _("Only the maker of this page knew then: {role}; {hand}.").format(role=role, hand=hand)


def draw_hand(own: Own) -> Markup:
    """Return the cards of a hand side by side, as an element of their own."""
    cards = [use(card_name(DRAW[number]), place * (WIDTH + GAP), 0) for place, number in enumerate(own.hand)]
    wide = max(1, len(cards)) * (WIDTH + GAP) - GAP
    return tag(
        "svg",
        tag("title", text(own_line(own))),
        lines(cards),
        class_="hand",
        role="img",
        viewBox=f"0 0 {wide} {HEIGHT}",
        width=wide,
        height=HEIGHT,
    )


def own_names(own: Own) -> set[str]:
    """Return the names of the card drawings that a hand needs."""
    return {card_name(DRAW[number]) for number in own.hand}
