"""From what a client knows to what is shown of it: the lobby with its invites, talk, notes, and the count of proofs."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_saboteur.app.jottings import read_jottings
from p2p_saboteur.app.keeping import read_notes
from p2p_saboteur.app.talk import KEPT, Kind
from p2p_saboteur.commands.addresses import advice, describe
from p2p_saboteur.commands.comparing import differ_text
from p2p_saboteur.commands.neighbours import heads_equal, presences
from p2p_saboteur.commands.qr import qr_rows
from p2p_saboteur.commands.waits import chair_names
from p2p_saboteur.games.saboteur.notation import parse_options
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.table_view import Guest, Lobby, Proofs, Spoken, TableView
from p2p_saboteur.text import _
from p2p_saboteur.viewmodel.options import explained
from protocol.steps.deal import DealCards, PeekCard
from protocol.steps.reveal import RevealCards
from protocol.words import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.lobby_messages import LobbyState
    from p2p_saboteur.app.talk import Note
    from p2p_saboteur.seat import SeatView
    from protocol.done import Done


def shown_lobby(state: LobbyState, own: str | None) -> Lobby:
    """Return a lobby as anybody in it sees it.

    Args:
        state: what the opener tells.
        own: the name of the player, as far as it is known that it is his; None for who only watches.
    """
    guests = tuple(Guest(name=name, ready=ready, bot=bot, own=name == own) for name, ready, bot in state.people)
    return Lobby(
        seats=state.seats,
        guests=guests,
        options=_options(state.options),
        turn_limit=state.turn_limit,
        kind=state.kind,
        watchers=state.watchers,
        watching=own is None,
    )


def own_lobby(lobby: Lobby, client: Client, secret: bytes) -> Lobby:
    """Return a lobby as its opener sees it, with the invites that hold its secrets."""
    invite, watchers = client.invite(secret).text(), client.watchers
    return replace(
        lobby,
        invite=invite,
        watch_invite=client.invite(watchers.secret).text() if watchers and watchers.secret else "",
        endpoints=tuple(map(describe, client.endpoints)),
        advice=advice(client.endpoints, client.mesh.port),
        qr=qr_rows(invite),
        opener=True,
    )


def _options(encoded: bytes) -> tuple[str, ...]:
    """Return the rule options of a lobby that differ from the default, in words."""
    try:
        return explained(parse_options(encoded.decode("ascii", errors="replace")))
    except InvalidText:
        return (_("Its rules are unknown to this version."),)


def spoken(notes: Sequence[tuple[Note, int]], seating: Sequence[int], steps: Sequence[int]) -> tuple[Spoken, ...]:
    """Return what was said at a table, where it belongs among its events.

    Args:
        notes: that were kept, each with the step in which it came.
        seating: the chair of each seat.
        steps: the step of each event.
    """
    return tuple(
        Spoken(seat=seating.index(note.chair), text=note.text, events=bisect_left(steps, step))
        for note, step in notes
        if note.kind is Kind.SAY and note.chair in seating
    )


def said_before(client: Client) -> tuple[Spoken, ...]:
    """Return what was said at a table as far as it was kept; raise StoreError if the disk refuses."""
    steps = [step.site.step for step in _done(client) for _fact in step.facts]
    return spoken(read_notes(client.folder), client.table.seating, steps)


def heard(view: TableView, note: Note, client: Client) -> TableView:
    """Return a view of a table that is open with what a note tells its people."""
    seat, name = client.table.seating.index(note.chair), chair_names(client)[note.chair]
    if note.kind is Kind.SAY:
        events = len(view.seat_view.history) if view.seat_view else 0
        said = Spoken(seat=seat, text=note.text, events=events)
        return replace(view, talk=(*view.talk, said)[-KEPT:])
    if note.chair == client.chair:
        return view
    if note.kind is Kind.DIFFER:
        return replace(view, notice=differ_text(name))
    if note.kind is Kind.AGAIN and client.offered:
        return replace(view, offered_by=seat)
    if note.kind is Kind.AGAIN and view.may_again:
        return replace(view, notice=_("{name} would like another game.").format(name=name))
    return view


def own_notes(client: Client) -> tuple[str, ...]:
    """Return the player's private notes; none for who only watches. Raise StoreError if the disk refuses."""
    return read_jottings(client.folder) if client.chair is not None else ()


def known_of(client: Client, view: SeatView) -> TableView:
    """Return all that is known of a table that is open, with the own view; raise StoreError if the disk refuses."""
    return TableView(
        seat_view=view,
        words=words_of(client.table.session),
        presences=presences(client),
        proofs=replace(
            reduce(lambda proofs, done: counted(proofs, done, str(client.log)), _done(client), Proofs()),
            heads_equal=heads_equal(client),
        ),
        talk=said_before(client),
        notes=own_notes(client),
    )


def _done(client: Client) -> list[Done]:
    return list(client.pump.session.chain.done) if client.pump else []


def counted(proofs: Proofs, done: Done, log: str) -> Proofs:
    """Return what was proved, with what a step has added."""
    step = done.step
    cards = 0
    match step:
        case DealCards():
            cards = len(step.handouts)
        case RevealCards():
            cards = len(step.cards)
        case PeekCard():
            cards = 1
    shuffles = proofs.shuffles + 1 if step.kind == "shuffle" else 0 if step.kind == "keys" else proofs.shuffles
    return replace(
        proofs,
        entries=proofs.entries + len(done.entries),
        shuffles=shuffles,
        shufflers=len(done.table.present),
        cards=proofs.cards + cards,
        log=log,
        game=Path(log).parent.name,
    )
