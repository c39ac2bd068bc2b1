"""What this computer's player knew at each moment of a game, as it was kept while he played."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from p2p_saboteur.app.own_view import read_own
from p2p_saboteur.commands.reading import NothingToShow
from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, NUGGETS, Role
from p2p_saboteur.picture.own import Own
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.app import own_view
    from p2p_saboteur.commands.reading import Record
    from p2p_saboteur.picture.moments import Moment


def own_knowledge(record: Record, moments: Sequence[Moment]) -> tuple[Own | None, ...]:
    """Return what the player knew at each moment; None before the cards are dealt.

    Raises:
        NothingToShow: this computer has not played the game.
        StoreError: the disk refuses.
    """
    kept = kept_views(record)
    if not kept:
        folder = record.path.parent
        told = _("{folder} holds no cards of yours: you have not played this game on this computer.")
        raise NothingToShow(told.format(folder=folder))
    return tuple(known(at_event(record, kept, moment.events - 1)) for moment in moments)


def kept_views(record: Record) -> list[own_view.Own]:
    """Return what the player alone saw, step by step; empty if he has not played the game here."""
    return [own for own in read_own(record.path.parent) if 0 <= own.seat < len(record.names)]


def at_event(record: Record, kept: Sequence[own_view.Own], event: int) -> own_view.Own | None:
    """Return what the player knew after an event; None before he knew anything."""
    place = bisect_right([own.step for own in kept], record.steps[event])
    return kept[place - 1] if place else None


def known(own: own_view.Own | None) -> Own | None:
    """Return what was kept as it is drawn; None for nothing, and for what no client of ours has written."""
    if own is None or own.role not in {role.value for role in Role}:
        return None
    if not all(0 <= card < len(DRAW) for card in own.hand) or len(own.peeked) != len(GOALS):
        return None
    if not all(number is None or 0 <= number < len(GOALS) for number in own.peeked):
        return None
    if not all(0 <= number < len(NUGGETS) for number in own.purse):
        return None
    return Own(
        role=Role(own.role),
        hand=own.hand,
        peeked=tuple(None if number is None else GOALS[number] for number in own.peeked),
        purse=tuple(NUGGETS[number] for number in own.purse),
    )
