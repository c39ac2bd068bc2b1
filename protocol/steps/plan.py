"""Which steps a game's request becomes. PROTOCOL section "Steps"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.errors import LocalError
from protocol.game import Close, Deal, Peek, Reveal, Show, Shuffle, Turn
from protocol.steps.closing import Agree, SignResult
from protocol.steps.deal import DealCards, PeekCard
from protocol.steps.keys import KeyCommit, KeyOpen
from protocol.steps.opening import Nonce, Sit
from protocol.steps.play import Play
from protocol.steps.reveal import RevealCards, ShowZones
from protocol.steps.shuffle import ShuffleDecks

if TYPE_CHECKING:
    from protocol.game import Request, Seat
    from protocol.steps.base import AnyStep
    from protocol.table import Table

Steps = tuple["AnyStep", ...]


def opening(table: Table) -> Steps:
    """Return the steps with which every log begins."""
    return (Sit(table.everyone), Nonce(table.everyone))


def following(table: Table, last: AnyStep) -> Steps:
    """Return the steps that come after `last`, none when the game is over.

    A turn that is not followed by a step that all seats sign gets one of its own.
    """
    request = table.game.request(table.state)
    if request is None:
        return ()
    steps = _steps(request, table.everyone)
    by_all = steps[0].witnessed and steps[0].seats == table.everyone
    return steps if by_all or not isinstance(last, Play) else (Agree(table.everyone), *steps)


def _steps(request: Request, everyone: tuple[Seat, ...]) -> Steps:  # noqa: PLR0911 - one return a request
    match request:
        case Shuffle(decks=decks) if not any(deck.carried for deck in decks):
            turns = (
                ShuffleDecks((seat,), decks, first=seat == everyone[0], last=seat == everyone[-1]) for seat in everyone
            )
            return (KeyCommit(everyone), KeyOpen(everyone), *turns)
        case Deal(handouts=handouts):
            return (DealCards(everyone, handouts),)
        case Peek(seat=seat, card=card):
            return (PeekCard(everyone, seat, card),)
        case Reveal(cards=cards):
            return (RevealCards(everyone, cards),)
        case Show(seats=seats, zone=zone):
            return (ShowZones(seats, zone),)
        case Turn(seat=seat, zone=zone):
            return (Play((seat,), zone),)
        case Close(result=result):
            return (SignResult(everyone, result),)
        case _:
            raise LocalError(f"no steps are known for {request}")
