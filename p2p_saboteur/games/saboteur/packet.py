"""R21: the diggers share the gold: a packet of nugget cards goes round and each picks one.

Secret nuggets stay secret: the engine only counts cards. With open gold (D42) the packet is turned up and the players
take from it one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.legality import is_legal, packet_values
from p2p_saboteur.games.saboteur.moves import Take, from_wire
from p2p_saboteur.games.saboteur.rounds import finish_round
from p2p_saboteur.games.saboteur.state import Phase, State, picker_of, with_faces, with_gold, with_item
from protocol.game import Deal, Dealt, Handout, Moved, Pick, Picked, Reveal, Revealed, TableCard, Turn

if TYPE_CHECKING:
    from protocol.game import Seat

MOST_NUGGETS: Final = 9
"""R21: with ten players nine nugget cards are drawn."""


def sharers(state: State) -> tuple[Seat, ...]:
    """R21: return the diggers who share, ascending; with ``sabotaged_no_gold`` those without a broken tool."""
    skipped = state.tools if state.options.sabotaged_no_gold else (0,) * state.seats
    return tuple(seat for seat in state.present if state.roles[seat] is Role.DIGGER and not skipped[seat])


def next_sharer(state: State, seat: Seat, *, itself: bool) -> Seat | None:
    """R21, D32: return the next digger counter-clockwise of a seat who shares; None if there is none."""
    order = state.counter_clockwise(seat if itself else (seat - 1) % state.seats)
    sharing = sharers(state)
    return next((other for other in order if other in sharing), None)


def begin_packet(state: State) -> State:
    """R21, D31, L2: return the state in which the nugget cards are drawn for whoever made the connection.

    If nobody shares, the cards that would be drawn stay in the pile.
    """
    diggers = sum(state.roles[seat] is Role.DIGGER for seat in state.present)
    count = min(diggers if state.options.gold_cards == "diggers" else len(state.present), MOST_NUGGETS)
    pile = state.gold.pile or ()
    picker = next_sharer(state, state.turn, itself=True)
    if picker is None or not pile:
        return finish_round(state)
    state = with_gold(state, packet=pile[:count], pile=pile[count:], picker=picker)
    return state._replace(phase=Phase.PACKET)


def packet(state: State) -> Deal | Reveal:
    """R21: return the request to deal the packet to the first digger, or to turn it up with open gold."""
    cards = [TableCard("nugget", position) for position in state.gold.packet]
    if state.options.gold == "open":
        return Reveal(cards=tuple(cards))
    return Deal(handouts=tuple(Handout(card=card, seat=picker_of(state), zone="packet") for card in cards))


def after_packet(state: State, fact: Dealt | Revealed) -> State:
    """R21, D42: return the state in which the first digger picks a secret nugget or takes an open one."""
    if isinstance(fact, Dealt):
        return state._replace(phase=Phase.PICK)
    return with_faces(state, state.gold.packet, fact.cards)._replace(phase=Phase.TAKE)


def pick(state: State) -> Pick:
    """R21, D32, L3: return the request to pick one card and to hand on the rest (to oneself, if nobody else shares)."""
    picker = picker_of(state)
    last = len(state.gold.packet) == 1
    giver = state.gold.giver if state.gold.again else None
    return Pick(seat=picker, to=None if last else next_sharer(state, picker, itself=False), giver=giver)


def after_pick(state: State, fact: Picked) -> State:
    """R21, R23: return the state after one has picked; that he has one card more is public."""
    picker = picker_of(state)
    if fact.seat != picker:
        raise ValueError("another seat's pick")
    return _after_share(state, picker, state.gold.packet[:-1])


def _after_share(state: State, picker: Seat, rest: tuple[int, ...]) -> State:
    counts = with_item(state.gold.counts, picker, state.gold.counts[picker] + 1)
    state = with_gold(state, counts=counts, packet=rest, giver=picker, again=False)
    if not rest:
        return finish_round(state)
    return with_gold(state, picker=next_sharer(state, picker, itself=False))


def take(state: State) -> Turn:
    """R21, D42: return the request to take one of the open nuggets."""
    return Turn(seat=picker_of(state), zone="packet")


def after_take(state: State, fact: Moved) -> State:
    """R21, D42: return the state after one has taken an open nugget."""
    picker = picker_of(state)
    if fact.seat != picker or fact.card is not None:
        raise ValueError("another seat's turn, or a card where none is shown")
    move = from_wire(fact.move, None)
    if refusal := is_legal(state, picker, move):
        raise refusal.error()
    value = move.value if isinstance(move, Take) else 0
    index = packet_values(state).index(value)
    cards = state.gold.packet
    state = with_gold(state, known=with_item(state.gold.known, picker, state.gold.known[picker] + value))
    return _after_share(state, picker, cards[:index] + cards[index + 1 :])


def packet_lost(state: State, seat: Seat) -> State:
    """L3, L6: return the state after a seat was lost while the packet goes round.

    If the picker is lost, whoever passed him the packet hands it to the next digger; if nobody has yet, the table
    deals it anew. If he who must hand it over is lost himself, or no digger is left, the packet leaves the game.
    """
    gold = state.gold
    if gold.again and seat == gold.giver:
        return finish_round(state)
    if seat != gold.picker:
        return state
    picker = next_sharer(state, seat, itself=False)
    if picker is None:
        return finish_round(state)
    state = with_gold(state, picker=picker)
    if state.phase is not Phase.PICK:
        return state
    if gold.giver is None:
        return finish_round(state) if gold.pile is None else state._replace(phase=Phase.PACKET)
    return finish_round(state) if gold.giver in state.lost else with_gold(state, again=True)
