"""Moves that the rules of Saboteur forbid, signed with good proofs: each honest peer names the rule and the culprit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from p2p_saboteur.games.saboteur.cards import DRAW, BreakCard, Card, Goal, MapCard, PathCard, RepairCard
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Board, Cell
from p2p_saboteur.games.saboteur.legality import is_legal, legal_moves
from p2p_saboteur.games.saboteur.moves import Break, Lay, Map, Move, Repair
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import Phase
from protocol import cards
from protocol.errors import Reason
from protocol.steps.keys import secret_keys
from protocol.steps.reveal import make_shares
from protocol.steps.shuffle import make_shuffle
from tests.helpers.adversary import CrookedRoom, content
from tests.helpers.cases import mostly_long
from tests.helpers.saboteur import RandomPlayers

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.games.saboteur.state import State
    from protocol.game import Fact
    from tests.helpers.adversary import Moment

FAR: Final = Cell(20, 20)


def far(card: Card, _moment: Moment) -> Move | None:
    """Lay a path where nothing is near."""
    return Lay(card, FAR) if isinstance(card, PathCard) else None


def with_a_broken_tool(card: Card, moment: Moment) -> Move | None:
    """Lay a path where it would fit, with a broken tool."""
    state, me = moment.table.state, moment.me.seat
    if not isinstance(card, PathCard) or not state.tools[me]:
        return None
    mended = state._replace(tools=tuple(0 if seat == me else tools for seat, tools in enumerate(state.tools)))
    fitting = legal_moves(mended, me, (DRAW.index(card),))
    return next((move for move in fitting if isinstance(move, Lay)), None)


def of_a_whole_tool(card: Card, moment: Moment) -> Move | None:
    """Mend what is not broken."""
    if not isinstance(card, RepairCard):
        return None
    whole = [seat for seat, tools in enumerate(moment.table.state.tools) if not tools & card.tools[0].bit]
    return Repair(card, whole[0], card.tools[0]) if whole else None


def of_a_broken_tool(card: Card, moment: Moment) -> Move | None:
    """Break what is broken."""
    if not isinstance(card, BreakCard):
        return None
    broken = [seat for seat, tools in enumerate(moment.table.state.tools) if tools & card.tool.bit]
    return Break(card.tool, broken[0]) if broken else None


def map_of_a_shown_goal(card: Card, moment: Moment) -> Move | None:
    """Look at what everybody sees."""
    shown = [cell for cell, goal in zip(GOAL_CELLS, moment.table.state.board.goals, strict=True) if goal]
    return Map(shown[0]) if isinstance(card, MapCard) and shown else None


class ShownGoal(SaboteurGame):
    """The game at a table whose northern goal, a stone, lies face up from the first turn on."""

    def apply(self, state: State, fact: Fact) -> State:
        """Return the next state, with that goal turned up."""
        after = super().apply(state, fact)
        if after.phase is not Phase.TURN or after.board.goals[0]:
            return after
        board = Board.of(after.board.faces, (Goal.STONE_A, *after.board.goals[1:]))
        return after._replace(board=board)


KINDS: Final[dict[str, Callable[[Card, Moment], Move | None]]] = {
    "a far cell": far,
    "with a broken tool": with_a_broken_tool,
    "mending a whole tool": of_a_whole_tool,
    "breaking a broken tool": of_a_broken_tool,
    "a map of a shown goal": map_of_a_shown_goal,
}


def found(make: Callable[[Card, Moment], Move | None], moment: Moment) -> tuple[int, Move] | None:
    """Return a held card and the forbidden move that is made with it."""
    tried = ((number, make(DRAW[number], moment)) for number in moment.session.zone("hand"))
    return next(((number, move) for number, move in tried if move is not None), None)


def played(moment: Moment, number: int, move: Move) -> list[Any]:
    """Return the content that makes this move with this card, in good form and with good proofs."""
    table, seat = moment.table, moment.me.seat
    owned, public = table.ledger.zone(seat, "hand"), table.setup.keys[seat].hand
    hand, proved = make_shuffle(moment.site.spot(seat, "hand"), moment.me, public, owned)
    key = secret_keys(table.group, moment.me, table.setup).hand
    deck = table.zone_deck(seat, "hand")
    index = [cards.number(table.group, deck, card.decrypt(key)) for card in hand].index(number)
    spot = moment.site.spot(seat, "card")
    return [proved, move.wire(), index, make_shares(spot, moment.me, key, public, [hand[index]])]


@pytest.mark.parametrize("kind", mostly_long(KINDS, 2))
def test_a_forbidden_move_is_named_with_its_rule(kind: str) -> None:
    """By everyone, and from each one's log; the rule is the one that the engine gives."""
    make, rules = KINDS[kind], []

    def forbidden(moment: Moment, _honest: object) -> list[Any]:
        held = found(make, moment)
        assert held is not None
        number, move = held
        refusal = is_legal(moment.table.state, moment.me.seat, move)
        assert refusal is not None
        rules.append(refusal.rule)
        return played(moment, number, move)

    def possible(moment: Moment) -> bool:
        return found(make, moment) is not None

    for seed in range(2, 200):
        tweak = replace(content("play", forbidden, Reason.ILLEGAL_MOVE, "", when=possible), check=None)
        game = (ShownGoal if make is map_of_a_shown_goal else SaboteurGame)(Options(rounds=1))
        room = CrookedRoom(tweak, game=game, seats=4, seed=seed, choose=RandomPlayers())
        room.open()
        room.run(until=partial(getattr, room, "quiet"))
        if rules:
            assert [room.check().check] == rules
            return
    raise AssertionError("it never came to such a move")
