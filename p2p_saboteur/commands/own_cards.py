"""What this computer's player knew at each moment of a game, as far as its keys are kept.

A round's key is erased when the next one begins, so that nobody can ever get at its hands again, not even their owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.secrets import SEAT_FILE, load_secrets
from p2p_saboteur.commands.reading import NothingToShow
from p2p_saboteur.games.saboteur.cards import GOALS, roles
from p2p_saboteur.picture.own import Own
from p2p_saboteur.store.dirs import sole_use
from protocol import own_cards
from protocol.errors import LocalError
from protocol.game import TableCard
from protocol.steps.base import Me

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.commands.reading import Record
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.picture.moments import Moment
    from protocol.table import Table


def own_knowledge(record: Record, moments: Sequence[Moment]) -> tuple[Own | None, ...]:
    """Return what the player knew at each moment; None where the key is erased, or nothing was dealt.

    Raises:
        NothingToShow: this computer has not played the game.
        InUse: it is being played.
        StoreError: the disk refuses.
    """
    me = _player(record)
    return tuple(_at(record.tables[moment.events - 1], moment.state, me) for moment in moments)


def _player(record: Record) -> Me:
    folder = record.path.parent
    if not (folder / SEAT_FILE).is_file():
        raise NothingToShow(f"{folder} holds no cards of yours: you have not played this game on this computer.")
    with sole_use(folder):
        seat = load_secrets(folder).seat
    table = record.chain.table
    keys = [table.header.chairs[chair].key for chair in table.seating]
    if seat.signing.public not in keys:
        raise NothingToShow(f"The secrets in {folder} are of another game than its log.")
    root = seat.roots.of(seat.roots.oldest)
    return Me(seat=keys.index(seat.signing.public), signing=seat.signing, roots=seat.roots, root=root, purse=seat.purse)


def _at(table: Table, state: State, me: Me) -> Own | None:
    try:
        hand = own_cards.zone(table, me, "hand")
        role = own_cards.zone(table, me, "role")
        looked = own_cards.peeked(table, me)
    except LocalError:
        return None
    if not role or not state.dealt:
        return None
    deck = roles(len(state.dealt), exact=state.options.exact_roles)
    goals = [looked.get(TableCard("goal", place)) for place in range(len(GOALS))]
    return Own(
        role=deck[role[0]], hand=hand, peeked=tuple(None if number is None else GOALS[number] for number in goals)
    )
