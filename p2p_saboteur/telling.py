"""What happens at a table in plain sentences, one thing a line, for screens without pictures and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import DRAW, Goal, Role
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.legality import broken_tools
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall, Take, from_wire
from p2p_saboteur.games.saboteur.notation import card_text, cell_text
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.games.saboteur.state import Phase
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
    from collections.abc import Iterable, Sequence

    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Event, SeatView
    from protocol.game import Seat

GOAL_NAMES: Final = tuple(
    f"{where} goal at {cell_text(cell)}" for where, cell in zip(("north", "middle", "south"), GOAL_CELLS, strict=True)
)
_GOALS: Final = {
    Goal.TREASURE: "the treasure",
    Goal.STONE_A: "stone, with a bend",
    Goal.STONE_B: "stone, with a bend",
}
_PAID: Final = {
    PayAnswer.KEEP: "keeps it",
    PayAnswer.STOP: "keeps it: that is exactly what is due",
    PayAnswer.BACK: "puts it back: it is worth too much",
    PayAnswer.SETTLE: "settles: drawing on would not end",
}


def sentences(event: Event, names: Sequence[str]) -> tuple[str, ...]:  # noqa: C901, PLR0911 - one case a fact
    """Return what an event means for people, none for what goes without saying.

    Args:
        event: what happened.
        names: the players' names by seat, fit for printing.
    """
    before, after = event.before, event.after
    match event.fact:
        case Shuffled():
            return (f"Round {after.round} of {after.options.rounds}: the cards are shuffled.",)
        case Dealt():
            return _dealt(before, after, names)
        case Moved() as fact:
            move = from_wire(fact.move, None if fact.card is None else DRAW[fact.card])
            return (f"{names[fact.seat]} {_move(move, fact.seat, before, after, names)}.", *_pile(before, after))
        case Revealed():
            return tuple(_revealed(before, after, names))
        case Shown():
            side = "diggers" if after.winner is Role.DIGGER else "saboteurs"
            roles = (f"{names[seat]} is a {role.value}" for seat, role in enumerate(after.roles) if role)
            return (f"The {side} win the round.", f"Roles: {', '.join(roles)}.")
        case Picked(seat=seat):
            rest = len(after.gold.packet)
            return (f"{names[seat]} picks a nugget card in secret" + (f"; {rest} go on." if rest else "."),)
        case Paid(seat=seat, answer=answer):
            return (f"{names[seat]} draws a nugget card and {_PAID[answer]}.",)
        case Closed():
            return tuple(_result(after, names))
        case Lost(seat=seat):
            return (f"{names[seat]} has left the game.",)
        case Voided():
            return ("The round cannot go on; it is dealt anew.",)
        case DeckLost(label=label):
            return (f"The rest of the deck '{label}' is lost to everyone.",)
    return ()


def _dealt(before: State, after: State, names: Sequence[str]) -> tuple[str, ...]:
    if before.phase is Phase.DEAL:
        cards = max(after.hands)
        return (f"Everyone has a role and {cards} cards in hand. {names[after.turn]} begins.",)
    if before.phase is Phase.PACKET:
        picker = names[after.gold.picker or 0]
        return (f"{len(after.gold.packet)} nugget cards are shared among the diggers; {picker} picks first.",)
    return _pile(before, after)


def _pile(before: State, after: State) -> tuple[str, ...]:
    return ("The draw pile is empty now.",) if before.pile and not after.pile else ()


def _move(  # noqa: PLR0911 - one return a kind of move
    move: Move, seat: Seat, before: State, after: State, names: Sequence[str]
) -> str:
    """Return what somebody does, as the rest of a sentence that begins with a name."""
    match move:
        case Lay(card=card, cell=cell):
            return f"lays {card_text(card)} at {cell_text(cell)}"
        case Break(tool=tool, seat=target):
            return f"breaks {_whose(target, seat, names)} {tool.value}"
        case Repair(seat=target):
            mended = set(broken_tools(before, target)) - set(broken_tools(after, target))
            tools = " and ".join(tool.value for tool in mended)
            return f"repairs {_whose(target, seat, names)} {tools}"
        case Rockfall(cell=cell):
            return f"removes the card at {cell_text(cell)} by a rockfall"
        case Map(cell=cell):
            return f"looks at the {GOAL_NAMES[GOAL_CELLS.index(cell)]}"
        case Discard(card=card):
            return f"discards {card_text(card)}" if card else "discards a card"
        case Pass():
            return "passes"
        case Take(value=value):
            return f"takes a nugget card worth {value}"


def _whose(target: Seat, seat: Seat, names: Sequence[str]) -> str:
    return "their own" if target == seat else f"{names[target]}'s"


def _revealed(before: State, after: State, names: Sequence[str]) -> Iterable[str]:
    """Yield what was turned up: goals, the left-over role, or open nuggets."""
    for name, old, new in zip(GOAL_NAMES, before.board.goals, after.board.goals, strict=True):
        if old is None and new is not None:
            yield f"The {name} is turned up: {_GOALS[new]}."
    if after.left_over and not before.left_over:
        yield f"The role card left over is a {after.left_over.value}."
    values = [new for old, new in zip(before.gold.faces, after.gold.faces, strict=True) if new and not old]
    if values:
        whose = "" if before.gold.picker is None else f" for {names[before.gold.picker]}"
        yield f"Nugget cards are turned up{whose}: {', '.join(map(str, values))}."


def _result(state: State, names: Sequence[str]) -> Iterable[str]:
    result = outcome(state)
    if result is None:
        return
    totals = (f"{names[seat]} {value}" for seat, value in enumerate(result.totals) if value is not None)
    yield f"Gold: {', '.join(totals)}."
    winners = [names[seat] for seat in result.winners]
    yield f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} the game. Everyone has signed the result."


def own_sentences(before: SeatView | None, now: SeatView) -> tuple[str, ...]:
    """Return what a seat alone has got to know between two of its views: role, cards, goals, nuggets.

    Args:
        before: the view that was told last; None at the beginning.
        now: the view to be told.
    """
    found = []
    new_round = before is None or before.role is None or before.state.round != now.state.round
    if now.role is not None and new_round:
        found.append(f"You are a {now.role.value}.")
    elif before is not None:
        gone = [card for card in before.hand if card not in now.hand and not now.state.shown >> card & 1]
        found += [f"You discarded {card_text(DRAW[card])}; only you know." for card in gone]
        found += [f"You drew {card_text(DRAW[card])}." for card in now.hand if card not in before.hand]
    for index, cell in enumerate(GOAL_CELLS):
        goal = now.peeked[index]
        if goal is not None and (before is None or before.peeked[index] is None):
            found.append(f"Under {cell_text(cell)} you saw {_GOALS[goal]}; only you know.")
    if before is not None and len(now.purse) > len(before.purse):
        found.append(f"Your nugget cards: {', '.join(map(str, now.purse))}.")
    return tuple(found)
