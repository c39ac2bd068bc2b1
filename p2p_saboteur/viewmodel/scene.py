"""A view made ready for a screen: clean names, what has happened, and what the own seat may choose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TYPE_CHECKING

from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.cards import DRAW, PATHS, Card, PathCard
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.games.saboteur.legality import BROKEN_TOOL, is_legal, legal_moves, packet_values
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.games.saboteur.state import Phase, State
from p2p_saboteur.seat import WATCHER
from p2p_saboteur.table_view import Presence, TableView
from p2p_saboteur.viewmodel.memory import Memory, remember
from protocol.errors import LocalError
from protocol.game import Pay, Pick, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.games.saboteur.cards import Face
    from p2p_saboteur.games.saboteur.legality import Refusal
    from p2p_saboteur.seat import SeatView
    from protocol.game import Seat

_IN_PLAY = (Phase.TURN, Phase.REVEAL, Phase.PEEK, Phase.DRAW)


@unique
class Ask(Enum):
    """What the own seat is asked for."""

    NOTHING = "nothing"
    MOVE = "move"
    TAKE = "take"
    KEEP = "keep"
    PAY = "pay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that the screens of a running game are drawn from.

    Attributes:
        table: the whole view.
        view: what the own seat may know.
        names: the players' names by seat, fit for printing.
        memory: what has happened.
        ask: what the own seat is asked for.
        planned: the public state as if it were the own seat's turn; what it could do then is shown at all times.
        moves: the moves that the own seat could make in it.
    """

    table: TableView
    view: SeatView
    names: tuple[str, ...]
    memory: Memory
    ask: Ask
    planned: State
    moves: tuple[Move, ...]

    @property
    def state(self) -> State:
        """The public state."""
        return self.view.state

    @property
    def own(self) -> Seat:
        """The own seat."""
        return self.view.seat

    @property
    def watches(self) -> bool:
        """Whether there is no own seat."""
        return self.own == WATCHER

    @property
    def plays(self) -> bool:
        """Whether the player has a part in a game that goes on."""
        return not (self.view.request is None or self.watches or self.table.replay or self.table.stopped)

    @property
    def active(self) -> Seat | None:
        """The seat for whose choice the game waits; None while it waits for none."""
        request = self.view.request
        return request.seat if isinstance(request, Turn | Pick | Pay) else None

    @property
    def kept(self) -> bool:
        """Whether the game is over and its log complete, so that it can be checked and looked at again."""
        return bool(self.table.proofs.log) and self.state.phase is Phase.OVER

    @property
    def nuggets(self) -> tuple[int, ...]:
        """The values that the own seat is to choose from; empty when it is not."""
        if self.ask is Ask.KEEP:
            return self.view.packet
        return packet_values(self.state) if self.ask is Ask.TAKE else ()

    def presence(self, seat: Seat) -> Presence:
        """Return what is known of the player behind a seat."""
        presences = self.table.presences
        return presences[seat] if seat < len(presences) else Presence()

    def card(self, place: int) -> Card:
        """Return the card in a place of the own hand."""
        return DRAW[self.view.hand[place]]

    def cells(self, card: Card) -> dict[Cell, tuple[Move, ...]]:
        """Return the cells that a held card could be used on, each with the moves that do it, from north-west."""
        found: dict[Cell, tuple[Move, ...]] = {}
        for move in self.moves:
            if isinstance(move, Lay | Rockfall | Map) and move.held == card:
                found[move.cell] = (*found.get(move.cell, ()), move)
        return dict(sorted(found.items(), key=lambda item: (-item[0].y, item[0].x)))

    def targets(self, card: Card) -> tuple[Break | Repair, ...]:
        """Return the ways to use a held card on players, in the order of seats."""
        found = [move for move in self.moves if isinstance(move, Break | Repair) and move.held == card]
        return tuple(sorted(found, key=lambda move: move.seat))

    def why_not(self, card: Card, cell: Cell, face: Face | None) -> Refusal | None:
        """Return why a held card cannot be used on a cell now; None if it can.

        Args:
            card: the card.
            cell: where.
            face: how a path card would lie; None for other cards.
        """
        move: Move
        if face is not None:
            move = Lay(PATHS[face], cell)
        elif cell in GOAL_CELLS and Map(cell).held == card:
            move = Map(cell)
        else:
            move = Rockfall(cell)
        return is_legal(self.planned, self.own, move)

    def no_use(self, card: Card) -> Refusal | None:
        """Return why a held card could not be used on anything, where there is one reason for all."""
        if isinstance(card, PathCard):
            return BROKEN_TOOL if self.planned.tools[self.own] else None
        return None

    @property
    def may_pass(self) -> bool:
        """D27: whether the own seat may pass now."""
        return self.ask is Ask.MOVE and Pass() in self.moves


def make_scene(table: TableView, name_card: Callable[[Card], str] = card_text) -> Scene:
    """Return a view made ready.

    Args:
        table: what the table shows.
        name_card: what a card is called in the log; in its notation unless given.

    Raises:
        LocalError: the game has not begun.
    """
    view = table.seat_view
    if view is None:
        raise LocalError("the game has not begun")
    names = clean_names(view.names)
    planned = view.state
    if planned.phase in _IN_PLAY and view.hand:
        planned = planned._replace(phase=Phase.TURN, turn=view.seat)
    return Scene(
        table=table,
        view=view,
        names=names,
        memory=remember(view, names, table.talk, name_card),
        ask=Ask.NOTHING if table.replay or table.stopped or table.catching_up else asked_for(view),
        planned=planned,
        moves=tuple(move for move in legal_moves(planned, view.seat, view.hand) if not isinstance(move, Discard)),
    )


def asked_for(view: SeatView) -> Ask:
    """Return what the own seat is asked for."""
    match view.request:
        case Turn(seat=seat) if seat == view.seat:
            return Ask.TAKE if view.state.phase is Phase.TAKE else Ask.MOVE
        case Pick(seat=seat) if seat == view.seat:
            return Ask.KEEP
        case Pay(seat=seat) if seat == view.seat:
            return Ask.PAY
    return Ask.NOTHING
