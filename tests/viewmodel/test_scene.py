"""A view made ready for a screen."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import PASSABLE, BreakCard, MapCard, RockfallCard, Tool
from p2p_saboteur.games.saboteur.grid import Cell
from p2p_saboteur.games.saboteur.legality import BROKEN_TOOL, FACE_UP_GOAL, MISMATCH, NOT_REMOVABLE, OCCUPIED
from p2p_saboteur.games.saboteur.notation import parse_board, parse_card
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.table_view import Presence, TableView
from p2p_saboteur.viewmodel.scene import Ask, make_scene
from protocol.errors import LocalError
from protocol.game import Pay as PayRequest
from protocol.game import PayAnswer, Pick
from tests.helpers.positions import in_turn
from tests.helpers.views import scene_of, view_of


def test_before_the_game_there_is_no_scene() -> None:
    """Only the lobby."""
    with pytest.raises(LocalError):
        make_scene(TableView())


def test_names_are_cleaned_once_for_everything() -> None:
    """And no two are alike."""
    view = view_of(in_turn(seats=3), names=("Ada", "\x1b[2JAda", "Ada\u200b"))
    scene = make_scene(TableView(seat_view=view))
    assert scene.names == ("Ada", "[2JAda", "Ada 2")
    assert scene.presence(2) == Presence()


def test_what_is_asked_follows_from_the_request() -> None:
    """Of the own seat only."""
    view = view_of(in_turn(seats=3))
    pay = PayRequest(seat=0, due=3, guard=False, pile=())
    asks = {
        view.request: Ask.MOVE,
        Pick(seat=0, to=1): Ask.KEEP,
        Pick(seat=1, to=0): Ask.NOTHING,
        pay: Ask.PAY,
        None: Ask.NOTHING,
    }
    for request, ask in asks.items():
        scene = make_scene(TableView(seat_view=view_of(view.state, request=request, packet=(1, 2))))
        assert scene.ask is ask
        assert scene.nuggets == ((1, 2) if ask is Ask.KEEP else ())
    assert scene_of(turn=3).active == 3
    assert PayAnswer.KEEP


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.DRAW, Phase.PEEK])
def test_moves_are_those_of_the_own_turn_at_any_time(phase: Phase) -> None:
    """So that one can plan; equal cards once, discards apart."""
    own = scene_of(hand="P EW, P EW, map")
    others = make_scene(
        TableView(seat_view=view_of(own.state._replace(turn=2, phase=phase, looked=0), "P EW, P EW, map"))
    )
    assert others.moves == own.moves
    assert {move.held for move in own.moves} == {parse_card("P EW"), MapCard()}


def test_where_a_card_can_be_used() -> None:
    """Cells from the north-west on, each with the orientations that fit; players in the order of seats."""
    scene = scene_of("P EW 1,0", "P NES, rockfall, map, break lamp", tools=(2, 0, 0, 0, 0))
    assert scene.cells(parse_card("P NES")) == {}
    assert scene.no_use(parse_card("P NES")) is BROKEN_TOOL
    assert list(scene.cells(RockfallCard())) == [Cell(1, 0)]
    assert list(scene.cells(MapCard())) == [Cell(8, 2), Cell(8, 0), Cell(8, -2)]
    assert [move.seat for move in scene.targets(BreakCard(Tool.LAMP))] == [1, 2, 3, 4]
    free = scene_of("P EW 1,0", "P NES")
    assert [(cell, len(moves)) for cell, moves in free.cells(parse_card("P NES")).items()] == [
        (Cell(0, 1), 2),
        (Cell(-1, 0), 1),
        (Cell(2, 0), 1),
        (Cell(0, -1), 2),
    ]


def test_why_a_card_cannot_be_used_somewhere() -> None:
    """In the engine's own words."""
    board = "P EW 1,0; G 8,0"
    scene = scene_of(board, "P NS, map, rockfall")
    path, face = parse_card("P NS"), 5 | PASSABLE
    assert scene.why_not(path, Cell(1, 0), face) is OCCUPIED
    assert scene.why_not(path, Cell(2, 0), face) is MISMATCH[8]
    assert scene.why_not(MapCard(), Cell(8, 0), None) is FACE_UP_GOAL
    assert scene.why_not(MapCard(), Cell(8, 2), None) is None
    assert scene.why_not(RockfallCard(), Cell(0, 0), None) is NOT_REMOVABLE
    assert scene.state.board == parse_board(board)
