"""Which steps a game's request becomes. PROTOCOL section "Steps"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.errors import LocalError
from protocol.game import Close, Deal, Lock, Pay, Peek, Pick, Reveal, Show, Shuffle, Total, Turn
from protocol.header import MIN_TOLERANT
from protocol.steps.carry import CarryDecks
from protocol.steps.closing import Agree, SignResult
from protocol.steps.deal import DealCards, PeekCard
from protocol.steps.keys import KeyCommit, KeyOpen
from protocol.steps.layers import StripLayers, on_top
from protocol.steps.lock import LockValues, OpenValues
from protocol.steps.opening import Nonce, Sit
from protocol.steps.pay import pay_steps
from protocol.steps.pick import pick_steps
from protocol.steps.play import Play
from protocol.steps.reveal import RevealCards, ShowZones
from protocol.steps.shares import ConfirmShares, ShareKeys
from protocol.steps.shuffle import ShuffleDecks
from protocol.steps.total import ShowTotals

if TYPE_CHECKING:
    from protocol.game import Deck, Request
    from protocol.steps.base import AnyStep
    from protocol.table import Table

Steps = tuple["AnyStep", ...]


def opening(table: Table) -> Steps:
    """Return the steps with which every log begins."""
    return (Sit(table.present), Nonce(table.present))


def following(table: Table, last: AnyStep) -> Steps:
    """Algorithm 54 (NextSteps). Return the steps that come after `last`, none when the game is over.

    The layer of a seat that was lost comes off first. A turn that is not followed by a step that all seats sign gets
    one of its own.
    """
    request = table.game.request(table.state)
    if request is None:
        return ()
    steps = _set_up(table, request.decks) if isinstance(request, Shuffle) else _steps(request, table)
    steps = (*(StripLayers(table.present, seat) for seat in on_top(table)), *steps)
    by_all = steps[0].witnessed and steps[0].seats == table.present
    return steps if by_all or not isinstance(last, Play) else (Agree(table.present), *steps)


def _steps(request: Request, table: Table) -> Steps:
    present = table.present
    match request:
        case Deal(handouts=handouts):
            return (DealCards(present, handouts),)
        case Peek(seat=seat, card=card):
            return (PeekCard(present, seat, card),)
        case Reveal(cards=cards):
            return (RevealCards(present, cards),)
        case Show(seats=seats, zone=zone):
            return (ShowZones(seats, zone),)
        case Turn(seat=seat, zone=zone):
            return (Play((seat,), zone),)
        case _:
            return _other_steps(request, table)


def _set_up(table: Table, decks: tuple[Deck, ...]) -> Steps:
    """Return the steps of a set-up; the keys are not shared between two, of whom each would have the other's."""
    present, shared = table.present, table.header.tolerant and len(table.present) >= MIN_TOLERANT
    carried = tuple(deck for deck in decks if deck.carried)
    carry = (CarryDecks(present, carried),) if carried else ()
    first, last = present[0], present[-1]
    turns = (ShuffleDecks((seat,), decks, first=seat == first, last=seat == last and not shared) for seat in present)
    sharing = (ShareKeys(present), ConfirmShares(present, decks)) if shared else ()
    return (KeyCommit(present), KeyOpen(present), *carry, *turns, *sharing)


def _other_steps(request: Request, table: Table) -> Steps:
    """Return the steps of the requests at the beginning and the end of a round and of the game."""
    match request:
        case Pick():
            return pick_steps(request)
        case Pay():
            return pay_steps(request, table)
        case Lock(seats=seats, values=values):
            return (LockValues(seats, values), OpenValues(seats, values))
        case Total(seats=seats):
            return (ShowTotals(seats),)
        case Close(result=result):
            return (SignResult(table.present, result),)
        case _:
            raise LocalError(f"no steps are known for {request}")
