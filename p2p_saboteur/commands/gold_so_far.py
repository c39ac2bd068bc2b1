"""The gold of a game that has ended early, as far as its log proves it, and what the own nugget cards are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.own_view import read_own
from p2p_saboteur.commands.waits import seat_names
from p2p_saboteur.games.saboteur.cards import NUGGETS
from p2p_saboteur.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.games.saboteur.state import State
    from protocol.game import Seat


def gold_so_far(client: Client) -> Iterator[str]:
    """Yield what everybody owns at a table, then what the player's own cards are worth, which he alone can prove."""
    state = client.table.state
    if state is None:
        return
    yield owned(state, seat_names(client))
    seen = read_own(client.folder)
    values = [NUGGETS[number] for number in seen[-1].purse] if seen else []
    if values:
        told = _("Your nugget cards: {values}, together {total} (only you know).")
        yield told.format(values=", ".join(map(str, values)), total=sum(values))


def owned(state: State, names: Sequence[str]) -> str:
    """Return what each who is there owns: how many nugget cards, and what is public of their value."""
    totals = ", ".join(f"{names[seat]} {_owned(state, seat)}" for seat in state.present)
    return _("Gold: {totals}.").format(totals=totals)


def _owned(state: State, seat: Seat) -> str:
    cards, known = state.gold.counts[seat], state.gold.known[seat]
    told = [ngettext("{count} nugget", "{count} nuggets", known).format(count=known)] if known else []
    if cards or not known:
        told.append(ngettext("{count} nugget card", "{count} nugget cards", cards).format(count=cards))
    return " + ".join(told)
