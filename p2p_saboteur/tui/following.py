"""How the screen follows what happens at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.tui.aiming import put_back
from p2p_saboteur.tui.state import Mode, Page, ViewState
from p2p_saboteur.viewmodel.scene import Ask

if TYPE_CHECKING:
    from p2p_saboteur.table_view import TableView
    from p2p_saboteur.viewmodel.scene import Scene

TYPING: Final = (Mode.TALK, Mode.NOTE)
"""While one types letters are letters, whatever happens at the table."""
_SAYING: Final = (*TYPING, Mode.CLAIM, Mode.MUTE, Mode.AWAY)


def follow(ui: ViewState, before: Scene | None, now: Scene) -> ViewState:
    """Return the state of the screen once something has happened.

    Args:
        ui: the state so far.
        before: what was shown; None at the beginning.
        now: what is to be shown.
    """
    if before is None or before.view.hand != now.view.hand or before.nuggets != now.nuggets:
        ui = replace(put_back(ui), mode=ui.mode if ui.mode in _SAYING else Mode.IDLE)
    if before is None or (before.ask, before.active) != (now.ask, now.active):
        ui = replace(ui, message="", alarming=False)
    return ui if now.table.replay else _opened(ui, now)


def _opened(ui: ViewState, scene: Scene) -> ViewState:
    """Open the page of what must not be missed, each only once, and not over a line that is being typed."""
    if ui.mode in TYPING:
        return ui
    table, rounds = scene.table, scene.memory.rounds
    silent = bool(table.silence and table.silence.late)
    seen = replace(
        ui,
        rounds_seen=len(rounds) if not rounds or any(rounds[-1].roles) else ui.rounds_seen,
        result_seen=bool(scene.state.totals),
        faults_seen=len(table.faults),
        silence_seen=silent,
    )
    page = ui.page
    if len(table.faults) > ui.faults_seen:
        page = Page.FAULT
    elif seen.result_seen and not ui.result_seen:
        page = Page.RESULT
    elif seen.rounds_seen > ui.rounds_seen:
        page = Page.ROUND
    elif silent and not ui.silence_seen:
        page = Page.SILENCE
    elif ui.silence_seen and not silent and ui.page is Page.SILENCE:
        page = Page.TABLE
    return seen if page is ui.page else replace(seen, page=page, scroll=0)


def _guests(ui: ViewState, table: TableView) -> ViewState:
    """Return the state of the screen with the guests as they are now; who was chosen to go is not if they changed."""
    lobby = table.lobby
    names = tuple(guest.name for guest in lobby.guests) if lobby and lobby.opener else ()
    return ui if names == ui.guests else replace(ui, guests=names, place=None)


def before_the_game(ui: ViewState, table: TableView) -> ViewState:
    """Return the state of the screen in the lobby; the page of words is open exactly while the player is asked."""
    ui = _guests(ui, table)
    if table.asks_words and ui.page is not Page.WORDS:
        return replace(ui, page=Page.WORDS, scroll=0)
    over = (ui.page is Page.WORDS and not table.asks_words) or (ui.page is Page.QR and table.lobby is None)
    return replace(ui, page=Page.TABLE) if over else ui


def calls(before: Scene | None, now: Scene) -> bool:
    """Return whether the player is wanted at the table now and was not before."""
    was = before is not None and before.ask is not Ask.NOTHING and before.view.request == now.view.request
    return now.ask is not Ask.NOTHING and not was
