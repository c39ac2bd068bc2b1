"""Pictures of cards: their sizes, that tunnels join, and that no two cards look alike."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest
from wcwidth import wcswidth

from p2p_saboteur.games.saboteur.cards import EAST, KINDS, NORTH, PASSABLE, PATHS, SOUTH, WEST
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.tiles import CellSize, Tile, framed_tile, hand_tile, path_tile

PICTURED: Final = [CellSize.HUGE, CellSize.WIDE, CellSize.SMALL]
LOOKS: Final = list(product(PICTURED, GlyphSet, [False, True]))


def edge(tile: Tile, side: int) -> str:
    """Return the characters of a picture at one of its sides."""
    match side:
        case 1:
            return tile[0]
        case 2:
            return "".join(row[-1] for row in tile)
        case 4:
            return tile[-1]
    return "".join(row[0] for row in tile)


@pytest.mark.parametrize(("size", "glyphs", "ghost"), LOOKS)
def test_tunnels_join_across_cards(size: CellSize, glyphs: GlyphSet, ghost: bool) -> None:
    """Whatever lies beside it, a tunnel leaves a large enough cell at the same place; a wall shows nothing there."""
    for side, facing in ((EAST, WEST), (SOUTH, NORTH)):
        tiles = {face: path_tile(face, size, glyphs, ghost=ghost) for face in PATHS if face & PASSABLE}
        leaving = {edge(tile, side) for face, tile in tiles.items() if face & side}
        entering = {edge(tile, facing) for face, tile in tiles.items() if face & facing}
        assert len(leaving) == 1
        assert leaving == entering
        assert {edge(tile, side).strip() for face, tile in tiles.items() if not face & side} == {""}


@pytest.mark.parametrize(("size", "glyphs", "ghost"), LOOKS)
def test_every_card_has_a_picture_of_its_own(size: CellSize, glyphs: GlyphSet, ghost: bool) -> None:
    """Each card in each orientation has another picture of the cell's size, dead ends most of all."""
    tiles = [path_tile(face, size, glyphs, ghost=ghost) for face in PATHS]
    assert len(set(tiles)) == len(PATHS)
    assert {(len(tile), *map(wcswidth, tile)) for tile in tiles} == {(size.rows, *[size.columns] * size.rows)}
    for face, tile in zip(PATHS, tiles, strict=True):
        middle = tile[size.rows // 2][size.columns // 2]
        assert (middle == "x") == (not face & PASSABLE)


@pytest.mark.parametrize(("size", "glyphs", "ghost"), LOOKS)
def test_a_dead_end_s_tunnels_stop_before_its_middle(size: CellSize, glyphs: GlyphSet, ghost: bool) -> None:
    """Around the middle of a dead end nothing leads on."""
    for face in PATHS:
        if not face & PASSABLE and size is CellSize.HUGE:
            tile = path_tile(face, size, glyphs, ghost=ghost)
            assert (tile[2][3], tile[2][5]) == (" ", " ")


@pytest.mark.parametrize(("size", "glyphs"), list(product(PICTURED, GlyphSet)))
def test_cards_of_the_hand_keep_to_their_size(size: CellSize, glyphs: GlyphSet) -> None:
    """Also action cards, and all of them differ."""
    tiles = [hand_tile(card, size, glyphs) for card in KINDS]
    assert len(set(tiles)) == len(KINDS)
    assert {(len(tile), *map(wcswidth, tile)) for tile in tiles} == {(size.rows, *[size.columns] * size.rows)}


@pytest.mark.parametrize(("size", "glyphs"), list(product(CellSize, GlyphSet)))
def test_what_only_oneself_knows_looks_different(size: CellSize, glyphs: GlyphSet) -> None:
    """A peeked goal has another frame, not only another colour."""
    assert framed_tile("S", size, glyphs) != framed_tile("S", size, glyphs, private=True)


@pytest.mark.parametrize("size", PICTURED)
def test_ascii_is_ascii(size: CellSize) -> None:
    """Nothing else is drawn with the plain set."""
    for card in KINDS:
        assert "".join(hand_tile(card, size, GlyphSet.ASCII)).isascii()
    for face in PATHS:
        assert "".join(path_tile(face, size, GlyphSet.ASCII, ghost=True)).isascii()
