"""What happens at a table in plain sentences, one thing a line, for screens with and without pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import DRAW, Card, Goal, Role, Tool
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.legality import broken_tools
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall, Take, from_wire
from p2p_saboteur.games.saboteur.notation import card_text, cell_text
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.games.saboteur.state import MIN_SEATS, Phase
from p2p_saboteur.text import _, listed, marked, ngettext
from protocol.game import (
    Closed,
    Dealt,
    DeckLost,
    Lost,
    Moved,
    Paid,
    PayAnswer,
    Picked,
    Revealed,
    Shown,
    Shuffled,
    Voided,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Event, SeatView

_LOOKS: Final = (
    marked("{name} looks at the north goal at 8,2."),
    marked("{name} looks at the middle goal at 8,0."),
    marked("{name} looks at the south goal at 8,-2."),
)
_TREASURE: Final = (
    marked("The north goal at 8,2 is turned up: the treasure."),
    marked("The middle goal at 8,0 is turned up: the treasure."),
    marked("The south goal at 8,-2 is turned up: the treasure."),
)
_STONE: Final = (
    marked("The north goal at 8,2 is turned up: stone, with a bend."),
    marked("The middle goal at 8,0 is turned up: stone, with a bend."),
    marked("The south goal at 8,-2 is turned up: stone, with a bend."),
)
_BREAKS: Final = {
    Tool.CART: marked("{name} breaks {target}'s cart."),
    Tool.LAMP: marked("{name} breaks {target}'s lamp."),
    Tool.PICK: marked("{name} breaks {target}'s pick."),
}
_BREAKS_OWN: Final = {
    Tool.CART: marked("{name} breaks their own cart."),
    Tool.LAMP: marked("{name} breaks their own lamp."),
    Tool.PICK: marked("{name} breaks their own pick."),
}
_REPAIRS: Final = {
    Tool.CART: marked("{name} repairs {target}'s cart."),
    Tool.LAMP: marked("{name} repairs {target}'s lamp."),
    Tool.PICK: marked("{name} repairs {target}'s pick."),
}
_REPAIRS_OWN: Final = {
    Tool.CART: marked("{name} repairs their own cart."),
    Tool.LAMP: marked("{name} repairs their own lamp."),
    Tool.PICK: marked("{name} repairs their own pick."),
}
_PAID: Final = {
    PayAnswer.KEEP: marked("{name} draws a nugget card and keeps it."),
    PayAnswer.STOP: marked("{name} draws a nugget card and keeps it: that is exactly what is due."),
    PayAnswer.BACK: marked("{name} draws a nugget card and puts it back: it is worth too much."),
    PayAnswer.SETTLE: marked("{name} draws a nugget card and settles: drawing on would not end."),
}
_IS: Final = {Role.DIGGER: marked("{name} is a digger"), Role.SABOTEUR: marked("{name} is a saboteur")}
_LEFT_OVER: Final = {
    Role.DIGGER: marked("The role card left over is a digger."),
    Role.SABOTEUR: marked("The role card left over is a saboteur."),
}
_DECK_LOST: Final = {
    "draw": marked("The rest of the draw pile is lost to everyone."),
    "nugget": marked("The rest of the nugget pile is lost to everyone."),
}
_VOIDED: Final = marked("The round cannot go on; it is dealt anew.")
_TOO_FEW: Final = marked("The round cannot go on, and fewer than three players are left: the game is over.")
_OTHER_DECK_LOST: Final = marked("The rest of the deck {label} is lost to everyone.")
_YOU_ARE: Final = {Role.DIGGER: marked("You are a digger."), Role.SABOTEUR: marked("You are a saboteur.")}
_YOU_SAW: Final = {
    Goal.TREASURE: marked("Under {cell} you saw the treasure; only you know."),
    Goal.STONE_A: marked("Under {cell} you saw stone, with a bend; only you know."),
    Goal.STONE_B: marked("Under {cell} you saw stone, with a bend; only you know."),
}


def sentences(  # noqa: C901, PLR0911 - one case a fact
    event: Event, names: Sequence[str], name_card: Callable[[Card], str] = card_text
) -> tuple[str, ...]:
    """Return what an event means for people, none for what goes without saying.

    Args:
        event: what happened.
        names: the players' names by seat, fit for printing.
        name_card: what a card is called; in its notation unless given.
    """
    before, after = event.before, event.after
    match event.fact:
        case Shuffled():
            told = _("Round {round} of {rounds}: the cards are shuffled.")
            return (told.format(round=after.round, rounds=after.options.rounds),)
        case Dealt():
            return _dealt(before, after, names)
        case Moved() as fact:
            move = from_wire(fact.move, None if fact.card is None else DRAW[fact.card])
            return (_move(move, event, names, name_card), *_pile(before, after))
        case Revealed():
            return tuple(_revealed(before, event.shown, names))
        case Shown():
            return tuple(_shown(after, names))
        case Picked(seat=seat):
            return (_picked(names[seat], len(after.gold.packet)),)
        case Paid(seat=seat, answer=answer):
            return (_(_PAID[answer]).format(name=names[seat]),)
        case Closed():
            return tuple(_result(after, names))
        case Lost(seat=seat):
            return (_("{name} has left the game.").format(name=names[seat]),)
        case Voided():
            return (_(_VOIDED if len(after.present) >= MIN_SEATS else _TOO_FEW),)
        case DeckLost(label=label):
            told = _DECK_LOST.get(label, _OTHER_DECK_LOST)
            return (_(told).format(label=label),)
    return ()


def _dealt(before: State, after: State, names: Sequence[str]) -> tuple[str, ...]:
    if before.phase is Phase.DEAL:
        cards = max(after.hands)
        told = ngettext(
            "Everyone has a role and {cards} card in hand. {name} begins.",
            "Everyone has a role and {cards} cards in hand. {name} begins.",
            cards,
        )
        return (told.format(cards=cards, name=names[after.turn]),)
    if before.phase is Phase.PACKET:
        cards = len(after.gold.packet)
        told = ngettext(
            "{cards} nugget card is shared among the diggers; {name} picks first.",
            "{cards} nugget cards are shared among the diggers; {name} picks first.",
            cards,
        )
        return (told.format(cards=cards, name=names[after.gold.picker or 0]),)
    return _pile(before, after)


def _pile(before: State, after: State) -> tuple[str, ...]:
    return (_("The draw pile is empty now."),) if before.pile and not after.pile else ()


def _move(  # noqa: PLR0911 - one return a kind of move
    move: Move, event: Event, names: Sequence[str], name_card: Callable[[Card], str]
) -> str:
    """Return what whose turn it was has done; a discard that nobody sees names no card."""
    seat = event.fact.seat if isinstance(event.fact, Moved) else event.before.turn
    name = names[seat]
    match move:
        case Lay(card=card, cell=cell):
            return _("{name} lays {card} at {cell}.").format(name=name, card=name_card(card), cell=cell_text(cell))
        case Break(tool=tool, seat=target):
            told = _BREAKS_OWN if target == seat else _BREAKS
            return _(told[tool]).format(name=name, target=names[target])
        case Repair(seat=target):
            told = _REPAIRS_OWN if target == seat else _REPAIRS
            mended = set(broken_tools(event.before, target)) - set(broken_tools(event.after, target))
            return " ".join(_(told[tool]).format(name=name, target=names[target]) for tool in mended)
        case Rockfall(cell=cell):
            return _("{name} removes the card at {cell} by a rockfall.").format(name=name, cell=cell_text(cell))
        case Map(cell=cell):
            return _(_LOOKS[GOAL_CELLS.index(cell)]).format(name=name)
        case Discard(card=card):
            if card is None:
                return _("{name} discards a card.").format(name=name)
            return _("{name} discards {card}.").format(name=name, card=name_card(card))
        case Pass():
            return _("{name} passes.").format(name=name)
        case Take(value=value):
            return _("{name} takes a nugget card worth {value}.").format(name=name, value=value)


def _picked(name: str, rest: int) -> str:
    if not rest:
        return _("{name} picks a nugget card in secret.").format(name=name)
    told = ngettext(
        "{name} picks a nugget card in secret; {rest} goes on.",
        "{name} picks a nugget card in secret; {rest} go on.",
        rest,
    )
    return told.format(name=name, rest=rest)


def _shown(after: State, names: Sequence[str]) -> Iterable[str]:
    yield _("The diggers win the round.") if after.winner is Role.DIGGER else _("The saboteurs win the round.")
    roles = [_(_IS[role]).format(name=names[seat]) for seat, role in enumerate(after.roles) if role]
    yield _("Roles: {roles}.").format(roles=", ".join(roles))


def _revealed(before: State, after: State, names: Sequence[str]) -> Iterable[str]:
    """Yield what was turned up: goals, the left-over role, or open nuggets."""
    for index, (old, new) in enumerate(zip(before.board.goals, after.board.goals, strict=True)):
        if old is None and new is not None:
            yield _((_TREASURE if new is Goal.TREASURE else _STONE)[index])
    if after.left_over and not before.left_over:
        yield _(_LEFT_OVER[after.left_over])
    values = [new for old, new in zip(before.gold.faces, after.gold.faces, strict=True) if new and not old]
    if values:
        shown = ", ".join(map(str, values))
        if before.gold.picker is None:
            yield _("Nugget cards are turned up: {values}.").format(values=shown)
        else:
            told = _("Nugget cards are turned up for {name}: {values}.")
            yield told.format(name=names[before.gold.picker], values=shown)


def _result(state: State, names: Sequence[str]) -> Iterable[str]:
    result = outcome(state)
    if result is None:
        return
    totals = (f"{names[seat]} {value}" for seat, value in enumerate(result.totals) if value is not None)
    yield _("Gold: {totals}.").format(totals=", ".join(totals))
    winners = [names[seat] for seat in result.winners]
    told = ngettext(
        "{names} wins the game. Everyone has signed the result.",
        "{names} win the game. Everyone has signed the result.",
        len(winners),
    )
    yield told.format(names=listed(winners))


def own_sentences(before: SeatView | None, now: SeatView) -> tuple[str, ...]:
    """Return what a seat alone has got to know between two of its views: role, cards, goals, nuggets.

    Args:
        before: the view that was told last; None at the beginning.
        now: the view to be told.
    """
    found = []
    new_round = before is None or before.role is None or before.state.round != now.state.round
    if now.role is not None and new_round:
        found.append(_(_YOU_ARE[now.role]))
    elif before is not None:
        gone = [card for card in before.hand if card not in now.hand and not now.state.shown >> card & 1]
        drawn = [card for card in now.hand if card not in before.hand]
        found += [_("You discarded {card}; only you know.").format(card=card_text(DRAW[card])) for card in gone]
        found += [_("You drew {card}.").format(card=card_text(DRAW[card])) for card in drawn]
    for index, cell in enumerate(GOAL_CELLS):
        goal = now.peeked[index]
        if goal is not None and (before is None or before.peeked[index] is None):
            found.append(saw_sentence(goal, cell))
    if before is not None and len(now.purse) > len(before.purse):
        found.append(_("Your nugget cards: {values}.").format(values=", ".join(map(str, now.purse))))
    return tuple(found)


def saw_sentence(goal: Goal, cell: Cell) -> str:
    """R15: return what the own map has shown."""
    return _(_YOU_SAW[goal]).format(cell=cell_text(cell))
