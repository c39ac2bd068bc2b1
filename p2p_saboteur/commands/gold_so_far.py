"""The gold of a game that has ended early, as far as its log proves it, and what the own nugget cards are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from p2p_saboteur.app.own_view import read_own
from p2p_saboteur.commands.waits import seat_names
from p2p_saboteur.games.saboteur.cards import NUGGETS
from p2p_saboteur.text import _, ngettext
from protocol.ledger import PURSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.games.saboteur.state import State
    from protocol.chain import Chain
    from protocol.game import Seat


def gold_so_far(client: Client) -> Iterator[str]:
    """Yield what everybody owns at a table, then what the player's own cards are worth if only he knows that."""
    chain = client.pump.session.chain if client.pump else None
    if chain is None or chain.table.state is None:
        return
    yield from owned(chain, seat_names(client))
    seen = read_own(client.folder)
    values = [NUGGETS[number] for number in seen[-1].purse] if seen else []
    if values and chain.own not in proved(chain):
        told = _("Your nugget cards: {values}, together {total} (only you know).")
        yield told.format(values=", ".join(map(str, values)), total=sum(values))


def gold_listed(client: Client) -> list[dict[str, Any]]:
    """Return what everybody owns at a table, for JSON: by seat who, the proved total or null, cards, open nuggets."""
    chain = client.pump.session.chain if client.pump else None
    if chain is None or chain.table.state is None:
        return []
    state: State = chain.table.state
    totals, gold, names = proved(chain), state.gold, seat_names(client)
    return [
        {"seat": s, "name": names[s], "gold": totals.get(s), "cards": gold.counts[s], "open": gold.known[s]}
        for s in state.present
    ]


def owned(chain: Chain, names: Sequence[str]) -> Iterator[str]:
    """Yield what each who is there has proved to own; of the others how many nugget cards, and what is public of it."""
    state: State = chain.table.state
    totals = proved(chain)
    if totals:
        told = ", ".join(f"{names[seat]} {total}" for seat, total in totals.items())
        yield _("Gold proved: {totals}.").format(totals=told)
    rest = ", ".join(f"{names[seat]} {_owned(state, seat)}" for seat in state.present if seat not in totals)
    if rest and totals:
        yield _("Gold not proved: {totals}.").format(totals=rest)
    elif rest:
        yield _("Gold: {totals}.").format(totals=rest)


def proved(chain: Chain) -> dict[Seat, int]:
    """Return the totals of a game that was ended early, by seat, as far as they are proved; none if nobody owns a card.

    Of who owns no card there is nothing to prove. A sum that a seat has shown in an earlier step is no total if it has
    got more cards since.
    """
    state: State = chain.table.state
    shown = {
        seat: value
        for seat, value in chain.worths.values.items()
        if len(chain.before(chain.worths.entries[seat].step).ledger.zone(seat, PURSE)) == state.gold.counts[seat]
    }
    cards = {seat: state.gold.counts[seat] for seat in state.present}
    values = shown | {seat: 0 for seat, count in cards.items() if any(cards.values()) and not count}
    return {seat: state.gold.known[seat] + values[seat] for seat in state.present if seat in values}


def _owned(state: State, seat: Seat) -> str:
    cards, known = state.gold.counts[seat], state.gold.known[seat]
    told = [ngettext("{count} nugget", "{count} nuggets", known).format(count=known)] if known else []
    if cards or not known:
        told.append(ngettext("{count} nugget card", "{count} nugget cards", cards).format(count=cards))
    return " + ".join(told)
