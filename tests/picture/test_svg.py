"""The picture of one moment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.clean import clean_names, width
from p2p_saboteur.games.saboteur.cards import PASSABLE, PATHS
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, START, neighbours
from p2p_saboteur.picture.art import catalogue, face_name
from p2p_saboteur.picture.geometry import Box
from p2p_saboteur.picture.palette import drawing_style
from p2p_saboteur.picture.svg import picture, wrap
from tests.helpers.drawings import SVG, corner_of, game, local_name, parsed, tunnel_ends, used
from tests.picture.golden import KEPT, NAMES, drawn, small

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from p2p_saboteur.games.saboteur.grid import Cell

HOSTILE: Final = ("</text><script>alert(1)</script>", "\"' onload='x' &amp;", "\u202e]]>\x1b[2J\u0000<!--")


def texts(root: Element) -> list[str]:
    """Return all texts of a drawing, the style sheet left out."""
    return [element.text or "" for element in root.iter() if local_name(element) in {"text", "title", "desc"}]


def test_a_small_board_is_drawn_as_it_was() -> None:
    """The kept picture; `python -m tests.picture.golden` makes it anew."""
    assert drawn() == KEPT.read_text(encoding="utf-8")


def edge_of(root: Element, cell: Cell, face_name: str, box: Box) -> set[tuple[float, float]]:
    """Return where the tunnels of a card in a drawing reach its edge."""
    x, y = corner_of(root, cell, box.west, box.north)
    assert (face_name, x, y) in set(used(root))
    return {(x + end_x, y + end_y) for end_x, end_y in tunnel_ends(root, face_name)}


@pytest.mark.parametrize("seed", range(6))
def test_tunnels_meet_across_cards(seed: int) -> None:
    """Where two neighbours are open to one another their tunnels end at the same place, else neither ends there."""
    moment = max(game(seed, NAMES), key=lambda moment: len(moment.state.board.faces))
    board, root = moment.state.board, parsed(picture(moment, NAMES))
    box = Box.around([board])
    names = {(x, y): name for name, x, y in used(root)}
    edges = {}
    for cell in board.faces:
        edges[cell] = edge_of(root, cell, names[corner_of(root, cell, box.west, box.north)], box)
        assert len(edges[cell]) == (board.faces[cell] & 15).bit_count(), (seed, cell)
    joints = 0
    for cell, face in board.faces.items():
        for side, facing, other in neighbours(cell):
            if other in board.faces and cell not in GOAL_CELLS and other not in GOAL_CELLS:
                shared = edges[cell] & edges[other]
                assert len(shared) == bool(face & side) == bool(board.faces[other] & facing), (seed, cell, other)
                joints += len(shared)
    assert joints > 10, seed


def test_every_card_has_a_drawing_of_its_own() -> None:
    """In both ways up; a dead end's has boulders in its middle, a path's has not."""
    drawings = {face: catalogue()[face_name(face)] for face in PATHS}
    assert len(set(drawings.values())) == len(PATHS)
    assert {face for face, drawing in drawings.items() if "boulder" in drawing} == {
        f for f in PATHS if not f & PASSABLE
    }


def test_all_that_is_used_is_defined() -> None:
    """Every drawing that is used is there, once, and every class has a look; nothing lies elsewhere."""
    for moment in game(1, NAMES)[::9]:
        root = parsed(picture(moment, NAMES))
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert {name for name, _, _ in used(root)} <= set(ids)
        classes = {name for element in root.iter() for name in element.get("class", "").split()}
        assert classes <= set(re.findall(r"\.([a-z-]+)\{", drawing_style()))
        addresses = [value for element in root.iter() for value in element.attrib.values() if "//" in value]
        assert addresses == []


def test_a_picture_says_in_words_what_it_shows() -> None:
    """Title and description, which the root names, hold players, round, maze, goals, tools and counts."""
    root = parsed(drawn())
    assert root.get("role") == "img"
    title, description = (root.find(f"{SVG}{name}") for name in ("title", "desc"))
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "Saboteur: Ada, Borek, \u010cen\u011bk. Turn 5."
    assert description.text is not None
    for words in (
        "Borek lays X NSW at 3,0. Round 1 of 3",
        "Laid: P EW 1,0; P NE 2,-1; P ESW 2,0; X NSW 3,0; A NE 8,2.",
        "The north goal is stone. The middle goal is face down.",
        "Ada: 3 cards, 0 nugget cards, broken lamp.",
        "Borek: saboteur, 3 cards",
        "\u010cen\u011bk: 3 cards, 0 nugget cards, to move.",
    ):
        assert words in description.text


def test_names_are_inert() -> None:
    """A name stays a text, without anything that a terminal would obey, and is cut off where its room ends."""
    names = clean_names(HOSTILE)
    plain, root = parsed(drawn()), parsed(picture(small(), names))
    assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]
    assert [set(element.attrib) for element in root.iter()] == [set(element.attrib) for element in plain.iter()]
    rooms = [element for element in root.iter(f"{SVG}svg") if element is not root]
    assert [room[0].text for room in rooms] == list(names)
    assert all({"x", "y", "width", "height"} <= set(room.attrib) for room in rooms)
    assert not any(sign in text for text in texts(root) for sign in "\x1b\x00\u202e")


def test_a_banner_is_drawn_and_told() -> None:
    """What is wrong with a log stands on the picture and in its description."""
    banner = "The file is damaged at byte 7: " + "and so on " * 30
    root = parsed(picture(small(), NAMES, banner=banner))
    description = root.findtext(f"{SVG}desc")
    assert description is not None
    assert banner in description
    shown = " ".join(texts(root))
    assert " ".join(wrap(banner, 90)[0].split()[:9]) in shown


def test_lines_are_broken_between_words() -> None:
    """No line is wider than it may be; what has no blanks is cut off."""
    content = "one two \u65e5\u672c\u8a9e three " * 5 + "x" * 30
    found = wrap(content, 12)
    assert all(width(line) <= 12 for line in found)
    assert " ".join(found[:-1]).split() == content.split()[:-1]
    assert wrap("", 12) == ()


def test_cells_lie_as_the_coordinates_say() -> None:
    """North is up, east is right: the start left of all goals, the north goal above the others."""
    root = parsed(drawn())
    places = {name: (x, y) for name, x, y in used(root)}
    backs = sorted(y for name, _, y in used(root) if name == "back")
    assert places["goal-A-NE"][1] < backs[0] < backs[1]
    assert places["start"][0] < places["P-EW"][0] < places["goal-A-NE"][0]
    assert corner_of(root, START, START.x, GOAL_CELLS[0].y) == places["start"]
