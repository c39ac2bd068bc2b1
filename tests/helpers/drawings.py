"""Reading drawings of ours: their elements, and where the tunnels of each card begin and end."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element, fromstring

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.local import LocalTable, play
from p2p_saboteur.picture.geometry import HEIGHT, WIDTH
from p2p_saboteur.picture.moments import Moment, moments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.seat import Event

SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBERS: Final = re.compile(r"-?[0-9.]+")


@cache
def history(seed: int, seats: int = 3) -> tuple[Event, ...]:
    """Return everything public that happens in a game of random players."""
    table = LocalTable(seats=seats, chance=Random(seed))
    play(table, [RandomPolicy(Random(f"{seed} {seat}")) for seat in range(seats)])
    return table.history


def game(seed: int, names: tuple[str, ...]) -> tuple[Moment, ...]:
    """Return the moments of a game of random players."""
    return moments(history(seed, len(names)), names)


def parsed(drawing: str) -> Element:
    """Return the root of a drawing that we have made ourselves."""
    return fromstring(drawing)  # noqa: S314 - our own output


def local_name(element: Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def used(root: Element) -> Iterator[tuple[str, float, float]]:
    """Yield name and place of every drawing that is used."""
    for element in root.iter(f"{SVG}use"):
        yield element.attrib["href"].removeprefix("#"), float(element.attrib["x"]), float(element.attrib["y"])


def tunnel_ends(root: Element, name: str) -> set[tuple[float, float]]:
    """Return where the tunnels of a defined card reach its edge, seen from its upper left corner."""
    (card,) = (element for element in root.iter() if element.get("id") == name)
    (walls,) = (element for element in card.iter(f"{SVG}path") if element.get("class") == "wall")
    ends = set()
    for piece in walls.attrib["d"].split("M")[1:]:
        numbers = [float(number) for number in _NUMBERS.findall(piece)]
        ends |= {(numbers[0], numbers[1]), (numbers[-2], numbers[-1])}
    return {(x, y) for x, y in ends if x in {0, WIDTH} or y in {0, HEIGHT}}


def corner_of(root: Element, cell: Cell, west: int, north: int) -> tuple[float, float]:
    """Return the upper left corner of a cell, found from the smallest corner of all cards in the drawing."""
    places = [(x, y) for name, x, y in used(root) if name.startswith(("P-", "X-", "start", "back", "goal-"))]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return left + (cell.x - west) * WIDTH, top + (north - cell.y) * HEIGHT
