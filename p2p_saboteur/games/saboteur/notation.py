"""Short texts for cards, moves, options and boards that people can type and say; reading and printing are inverses.

=========  ==========================================================================================
thing      text
=========  ==========================================================================================
card       ``P NES`` a path, ``X NES`` a dead end, ``break cart``, ``repair cart``, ``repair cart+lamp``,
           ``rockfall``, ``map``
cell       ``3,-1``
move       ``P NES 3,-1``, ``break cart 2``, ``repair cart 2``, ``repair cart+lamp 2 cart``, ``rockfall 3,-1``,
           ``map 8,2``, ``discard P NES``, ``discard`` (the card is not seen), ``pass``, ``take 3``
options    ``bounds=5x9,rounds=1``: those that differ from the default; the empty text is the default
board      ``P NES 1,0; X EW 2,0; A SW 8,2; G 8,0``: the laid cards and the face-up goals
=========  ==========================================================================================

Case, the order of openings and the amount of blank space do not matter. What cannot be read is refused with the place
and with what is allowed there.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from p2p_saboteur.games.saboteur.cards import (
    COPIES,
    PASSABLE,
    PATHS,
    SIDE_LETTERS,
    START_FACE,
    TOOLS,
    BreakCard,
    Card,
    Face,
    Goal,
    MapCard,
    Openings,
    PathCard,
    RepairCard,
    RockfallCard,
    Tool,
    half_turn,
    side_letters,
)
from p2p_saboteur.games.saboteur.grid import COORDINATE_LIMIT, GOAL_CELLS, START, Board, Cell, neighbours
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall, Take
from p2p_saboteur.games.saboteur.options import CHOICES, Options, Value, allowed, value_text
from p2p_saboteur.games.saboteur.word_reader import InvalidText, WordReader, check_text, wanted

MOVE_LIMIT: Final = 100
OPTIONS_LIMIT: Final = 500
BOARD_LIMIT: Final = 2000
"""Longer texts are refused unread, in characters."""

_NUMBER: Final = re.compile(r"-?[0-9]{1,4}\Z", re.ASCII)


_CARD_WORDS: Final = wanted("P, X, break, repair, rockfall or map")
_MOVE_WORDS: Final = wanted("P, X, break, repair, rockfall, map, discard, pass or take")
_TOOL_WORDS: Final = wanted("cart, lamp or pick")
_LYING_WORDS: Final = wanted("P, X, G, A or B")


class Reader(WordReader):
    """Reads a text word by word."""

    def number(self, low: int, high: int, what: str) -> int:
        """Return the next word as a number from `low` to `high`."""
        word = self.word(what)
        if not _NUMBER.match(word) or not low <= int(word) <= high:
            raise self.fault("allowed is {wanted}", back=True, wanted=what)
        return int(word)

    def cell(self) -> Cell:
        """Return the next word as a cell."""
        what = wanted("a cell like 3,-1 with numbers from -64 to 64")
        parts = self.word(what).split(",")
        if len(parts) == 2 and all(_NUMBER.match(part) and abs(int(part)) <= COORDINATE_LIMIT for part in parts):
            return Cell(int(parts[0]), int(parts[1]))
        raise self.fault("allowed is {wanted}", back=True, wanted=what)

    def openings(self) -> Openings:
        """Return the next word as a mask of open sides."""
        what = wanted("one or more of N, E, S, W, each once")
        word = self.word(what).upper()
        if len(set(word)) != len(word) or not set(word) <= set("NESW"):
            raise self.fault("allowed is {wanted}", back=True, wanted=what)
        return sum(side for side, letter in SIDE_LETTERS.items() if letter in word)

    def tool(self) -> Tool:
        """Return the next word as a tool."""
        word = self.word(_TOOL_WORDS).lower()
        if word not in {tool.value for tool in TOOLS}:
            raise self.fault("allowed is {wanted}", back=True, wanted=_TOOL_WORDS)
        return Tool(word)

    def path(self, letter: str) -> PathCard:
        """Return the next word as the openings of a path (P) or dead end (X)."""
        face = self.openings() | (PASSABLE if letter == "P" else 0)
        if face not in PATHS:
            raise self.fault("there is no such card; a path has two openings or more", back=True)
        return PATHS[face]

    def repair(self) -> RepairCard:
        """Return the next word as the tools of a repair card."""
        what = wanted("one tool, or two different ones like cart+lamp")
        words = self.word(what).lower().split("+")
        tools = tuple(tool for tool in TOOLS if tool.value in words)
        if len(words) > 2 or len(tools) != len(words):
            raise self.fault("allowed is {wanted}", back=True, wanted=what)
        return RepairCard(tools)

    def seat(self) -> int:
        """Return the next word as a seat."""
        return self.number(0, 9, wanted("a seat from 0 to 9"))

    def card(self) -> Card:
        """Return the next words as a card, as it is held."""
        match self.word(_CARD_WORDS).lower():
            case "p" | "x" as letter:
                return self.path(letter.upper()).printed
            case "break":
                return BreakCard(self.tool())
            case "repair":
                return self.repair()
            case "rockfall":
                return RockfallCard()
            case "map":
                return MapCard()
        raise self.fault("allowed is {wanted}", back=True, wanted=_CARD_WORDS)

    def move(self) -> Move:  # noqa: PLR0911 - one return a kind of move
        """Return the next words as a move."""
        match self.word(_MOVE_WORDS).lower():
            case "p" | "x" as letter:
                return Lay(self.path(letter.upper()), self.cell())
            case "break":
                return Break(self.tool(), self.seat())
            case "repair":
                return self._repair_move()
            case "rockfall":
                return Rockfall(self.cell())
            case "map":
                return self._map_move()
            case "discard":
                return Discard(self.card() if self.more() else None)
            case "pass":
                return Pass()
            case "take":
                return Take(self.number(1, 3, wanted("a value from 1 to 3")))
        raise self.fault("allowed is {wanted}", back=True, wanted=_MOVE_WORDS)

    def _repair_move(self) -> Repair:
        card, seat = self.repair(), self.seat()
        if len(card.tools) == 1:
            return Repair(card, seat, card.tools[0])
        tool = self.tool() if self.more() else None
        if tool is not None and tool not in card.tools:
            raise self.fault("the card does not mend that tool", back=True)
        return Repair(card, seat, tool)

    def _map_move(self) -> Map:
        cell = self.cell()
        if cell not in GOAL_CELLS:
            raise self.fault("allowed is {wanted}", back=True, wanted=wanted("a goal's cell: 8,2 or 8,0 or 8,-2"))
        return Map(cell)


def card_text(card: Card) -> str:
    """Return a card's text."""
    match card:
        case PathCard():
            return f"{'P' if card.passable else 'X'} {side_letters(card.openings)}"
        case BreakCard():
            return f"break {card.tool.value}"
        case RepairCard():
            return f"repair {_tools_text(card)}"
        case RockfallCard():
            return "rockfall"
    return "map"


def parse_card(text: str) -> Card:
    """Read a card; a path card may be named either way up."""
    reader = Reader(text, limit=MOVE_LIMIT)
    card = reader.card()
    reader.end()
    return card


def cell_text(cell: Cell) -> str:
    """Return a cell's text."""
    return f"{cell.x},{cell.y}"


def move_text(move: Move) -> str:  # noqa: PLR0911 - one return a kind of move
    """Return a move's text."""
    match move:
        case Lay():
            return f"{card_text(move.card)} {cell_text(move.cell)}"
        case Break():
            return f"break {move.tool.value} {move.seat}"
        case Repair():
            named = f" {move.tool.value}" if move.tool and len(move.card.tools) == 2 else ""
            return f"repair {_tools_text(move.card)} {move.seat}{named}"
        case Rockfall():
            return f"rockfall {cell_text(move.cell)}"
        case Map():
            return f"map {cell_text(move.cell)}"
        case Discard():
            return f"discard {card_text(move.card)}" if move.card else "discard"
        case Take():
            return f"take {move.value}"
    return "pass"


def parse_move(text: str) -> Move:
    """Read a move."""
    reader = Reader(text, limit=MOVE_LIMIT)
    move = reader.move()
    reader.end()
    return move


def _tools_text(card: RepairCard) -> str:
    return "+".join(tool.value for tool in card.tools)


def options_text(options: Options) -> str:
    """Return the options that differ from the default, as ``key=value,...``."""
    return ",".join(f"{name}={value_text(value)}" for name, value in options.items() if value != CHOICES[name][0])


def parse_options(text: str, *, start: int = 0) -> Options:
    """Read a set of options; those that are not named have their default.

    Args:
        text: the options' text.
        start: its place in the whole text, which counts in errors.

    Raises:
        InvalidText: an option or value is unknown, or an option is named twice.
    """
    check_text(text, limit=OPTIONS_LIMIT, start=start)
    found: dict[str, Value] = {}
    place = start
    for part in text.split(",") if text.strip() else []:
        name, value = _parse_option(part, place)
        if name in found:
            raise InvalidText(place, "{name} is named twice", name=name)
        found[name] = value
        place += len(part) + 1
    return Options(**found)  # type: ignore[arg-type]  # every value was found among the option's choices


def _parse_option(part: str, place: int) -> tuple[str, Value]:
    name, _, word = (piece.strip().lower() for piece in part.partition("="))
    if name not in CHOICES:
        raise InvalidText(place, "there is no such option; allowed is {wanted}", wanted=", ".join(CHOICES))
    for value in CHOICES[name]:
        if value_text(value) == word:
            return name, value
    raise InvalidText(place, "{name} can be {values}", name=name, values=allowed(name))


def board_text(board: Board) -> str:
    """Return the laid cards and face-up goals of a board, sorted by cell."""
    return "; ".join(_lying_text(board, cell) for cell in sorted(board.faces) if cell != START)


def _lying_text(board: Board, cell: Cell) -> str:
    face = board.faces[cell]
    if cell not in GOAL_CELLS:
        return f"{card_text(PATHS[face])} {cell_text(cell)}"
    goal = board.goals[GOAL_CELLS.index(cell)]
    letters = "" if goal is Goal.TREASURE else f" {side_letters(face & 15)}"
    return f"{goal.value if goal else '?'}{letters} {cell_text(cell)}"


def parse_board(text: str, *, start: int = 0) -> Board:
    """Read a board.

    Args:
        text: the board's text.
        start: its place in the whole text, which counts in errors.

    Raises:
        InvalidText: a card is unknown, lies on another, is there more often than the deck has it, or (R9) does not
            match its neighbours.
    """
    check_text(text, limit=BOARD_LIMIT, start=start)
    faces: dict[Cell, Face] = {START: START_FACE}
    goals: list[Goal | None] = [None, None, None]
    used: Counter[Card | Goal] = Counter()
    place = start
    for part in text.split(";") if text.strip() else []:
        reader = Reader(part, limit=BOARD_LIMIT, start=place)
        thing, face, cell = _parse_lying(reader)
        reader.end()
        used[thing] += 1
        if used[thing] > (1 if isinstance(thing, Goal) else COPIES[thing]):
            raise InvalidText(place, "there are not so many copies of this card")
        if cell in faces:
            raise InvalidText(place, "a card lies at {cell} already", cell=cell_text(cell))
        if isinstance(thing, Goal):
            goals[GOAL_CELLS.index(cell)] = thing
        _check_sides(faces, cell, face, place)
        faces[cell] = face
        place += len(part) + 1
    return Board.of(faces, (goals[0], goals[1], goals[2]))


def _parse_lying(reader: Reader) -> tuple[PathCard | Goal, Face, Cell]:
    letter = reader.word(_LYING_WORDS).upper()
    if letter in ("P", "X"):
        card = reader.path(letter)
        cell = reader.cell()
        if cell in GOAL_CELLS:
            raise reader.fault("only a goal lies here", back=True)
        return card.printed, card.face, cell
    if letter not in ("G", "A", "B"):
        raise reader.fault("allowed is {wanted}", back=True, wanted=_LYING_WORDS)
    goal = Goal(letter)
    openings = goal.openings
    if goal is not Goal.TREASURE:
        openings = reader.openings()
        if openings not in (goal.openings, half_turn(goal.openings)):
            raise reader.fault("stone {letter} does not lie like that", back=True, letter=letter)
    cell = reader.cell()
    if cell not in GOAL_CELLS:
        raise reader.fault("a goal lies at 8,2 or 8,0 or 8,-2", back=True)
    return goal, openings | PASSABLE, cell


def _check_sides(faces: dict[Cell, Face], cell: Cell, face: Face, place: int) -> None:
    """R9, R17: refuse a card that does not match a neighbour, except where one of them is a goal."""
    for side, facing, other in neighbours(cell):
        excepted = other not in faces or cell in GOAL_CELLS or other in GOAL_CELLS
        if not excepted and bool(face & side) != bool(faces[other] & facing):
            problem = "the card at {cell} does not match the one at {other}"
            raise InvalidText(place, problem, cell=cell_text(cell), other=cell_text(other))
