"""Short words for cards and tools, as labels and in prompts."""

from __future__ import annotations

from typing import Final

from p2p_saboteur.games.saboteur.cards import BreakCard, Card, MapCard, PathCard, RepairCard, Role, Tool, side_letters
from p2p_saboteur.text import _, marked, pgettext

_BREAK: Final = {
    Tool.CART: marked("break cart"),
    Tool.LAMP: marked("break lamp"),
    Tool.PICK: marked("break pick"),
}
_MEND: Final = {Tool.CART: marked("mend cart"), Tool.LAMP: marked("mend lamp"), Tool.PICK: marked("mend pick")}
_BROKEN: Final = {
    Tool.CART: marked("a broken cart"),
    Tool.LAMP: marked("a broken lamp"),
    Tool.PICK: marked("a broken pick"),
}


def tool_letter(tool: Tool) -> str:
    """Return the letter of a tool, one column wide."""
    return {
        Tool.CART: pgettext("one letter for the tool cart", "C"),
        Tool.LAMP: pgettext("one letter for the tool lamp", "L"),
        Tool.PICK: pgettext("one letter for the tool pick", "P"),
    }[tool]


def card_label(card: Card) -> str:
    """Return a few words that stand under a card's picture."""
    match card:
        case PathCard(passable=passable):
            return _("path") if passable else _("dead end")
        case BreakCard(tool=tool):
            return _(_BREAK[tool])
        case RepairCard(tools=(tool,)):
            return _(_MEND[tool])
        case RepairCard(tools=tools):
            return _("mend {tools}").format(tools="/".join(tool_letter(tool) for tool in tools))
        case MapCard():
            return _("map")
    return _("rockfall")


def card_name(card: Card) -> str:
    """Return what a card is called in a sentence; of a path card with its open sides."""
    if isinstance(card, PathCard):
        told = _("path {sides}") if card.passable else _("dead end {sides}")
        return told.format(sides=side_letters(card.openings))
    return card_label(card)


def short_label(card: Card) -> str:
    """Return the shortest label of a card: nothing for a path, whose picture says it all."""
    match card:
        case PathCard():
            return ""
        case BreakCard(tool=tool):
            return _("break {tool}").format(tool=tool_letter(tool))
        case RepairCard(tools=tools):
            return _("mend {tools}").format(tools="/".join(tool_letter(tool) for tool in tools))
    return card_label(card)


def broken_name(tool: Tool) -> str:
    """Return what a broken tool is called."""
    return _(_BROKEN[tool])


def role_sentence(role: Role) -> str:
    """Return a sentence that tells the own role."""
    return _("You are a digger") if role is Role.DIGGER else _("You are a saboteur")


def role_word(role: Role | None) -> str:
    """Return a role's name, or a dash for one that nobody knows."""
    if role is None:
        return "-"
    return pgettext("role", "digger") if role is Role.DIGGER else pgettext("role", "saboteur")
