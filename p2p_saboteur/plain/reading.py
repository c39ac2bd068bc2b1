"""What a player types as an answer, and what is answered for who types nothing in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.games.saboteur.notation import parse_move
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.seat import Keep
from p2p_saboteur.text import _
from protocol.game import Pick

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.moves import Move
    from p2p_saboteur.seat import Choice, SeatView


def numbered_moves(view: SeatView) -> tuple[Move, ...]:
    """Return the legal moves in the order of their numbers, which begin with 1."""
    return legal_moves(view.state, view.seat, view.hand)


def unreadable(error: InvalidText) -> str:
    """Return why a line cannot be read, for people."""
    parts = {name: _(part) if isinstance(part, str) else part for name, part in error.parts.items()}
    problem = _(error.problem).format(**parts)
    return _("That cannot be read. At character {place}: {problem}.").format(place=error.place + 1, problem=problem)


def forced_choice(view: SeatView) -> Choice:
    """Return what is done for a player whose time is up: the first card that may be laid aside, or the first move."""
    if isinstance(view.request, Pick):
        return Keep(0)
    moves = numbered_moves(view)
    return next((move for move in moves if isinstance(move, Discard)), moves[0])


def read_choice(line: str, view: SeatView) -> Choice:
    """Read what a player types as an answer.

    Args:
        line: a move's text, a number of the list of legal moves or of the packet, or ``discard`` with a number.
        view: the seat's view.

    Raises:
        InvalidText: the line is none of these.
    """
    words = line.split()
    if isinstance(view.request, Pick):
        return Keep(_index(words[0], 0, len(view.packet)))
    if len(words) == 1 and words[0].isdecimal():
        moves = numbered_moves(view)
        return moves[_index(words[0], 0, len(moves))]
    if len(words) == 2 and words[0].lower() == "discard" and words[1].isdecimal():
        return Discard(DRAW[view.hand[_index(words[1], line.index(words[1]), len(view.hand))]])
    if len(words) > 2 and words[0].lower() in ("break", "repair"):
        seated = _with_seat(words[2:], view)
        if not seated[0].isdecimal():
            raise InvalidText(line.index(words[2]), "allowed is the name of a player")
        return parse_move(" ".join([*words[:2], *seated]))
    return parse_move(line)


def _with_seat(words: list[str], view: SeatView) -> list[str]:
    """Return words that begin with somebody's name, which may be several, with the number of his seat instead."""
    names = {"you": view.seat, "me": view.seat}
    names |= {" ".join(name.casefold().split()): seat for seat, name in enumerate(clean_names(view.names))}
    for count in range(len(words), 0, -1):
        seat = names.get(" ".join(words[:count]).casefold())
        if seat is not None:
            return [str(seat), *words[count:]]
    return words


def _index(word: str, place: int, count: int) -> int:
    """Return a number from 1 to `count` as an index."""
    if not (word.isascii() and word.isdecimal() and len(word) < 5 and 1 <= int(word) <= count):
        raise InvalidText(place, "allowed is a number from 1 to {count}", count=count)
    return int(word) - 1
