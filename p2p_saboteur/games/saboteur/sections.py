"""The canonical form of the public state: lines of text in sections, for people and for hashes alike.

Every field of the state is one line ``name: value`` in a fixed order; ``-`` stands for nothing. The bytes of a section
are its lines in ASCII, each ended by a newline. The text of a whole position is its options and all sections.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import TOOLS
from p2p_saboteur.games.saboteur.notation import board_text, cell_text, options_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from enum import Enum

    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.games.saboteur.state import State

SECTIONS: Final = ("board", "cards", "tools", "turn", "gold")
"""The board; pile and hand counts; tools; turn and round; gold counts."""


def encode_sections(state: State) -> tuple[tuple[str, bytes], ...]:
    """Return the canonical bytes of each section."""
    return tuple(
        (name, "".join(f"{key}: {value}\n" for key, value in lines).encode("ascii"))
        for name, lines in zip(SECTIONS, _lines(state), strict=True)
    )


def digests(state: State) -> tuple[tuple[str, bytes], ...]:
    """Return the hash of each section: the first 32 bytes of SHA-512."""
    return tuple((name, hashlib.sha512(data).digest()[:32]) for name, data in encode_sections(state))


def state_text(state: State) -> str:
    """Return the whole position as text, which `position.parse_state` reads."""
    sections = b"".join(data for _, data in encode_sections(state)).decode("ascii")
    return f"options: {options_text(state.options) or '-'}\n{sections}"


def _lines(state: State) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return the lines of each section."""
    gold = state.gold
    return (
        (
            ("board", board_text(state.board) or "-"),
            ("laid", _cell(state.laid)),
            ("looked", _number(state.looked)),
        ),
        (
            ("pile", str(state.pile)),
            ("hands", _numbers(state.hands)),
            ("shown", _numbers(bits(state.shown))),
            ("discards", _numbers(state.discards)),
            ("hidden discards", str(state.hidden_discards)),
        ),
        (("tools", ",".join(tools_text(mask) for mask in state.tools)),),
        (
            ("seats", str(state.seats)),
            ("lost", _numbers(state.lost)),
            ("phase", state.phase.value),
            ("round", str(state.round)),
            ("starter", str(state.starter)),
            ("dealt", _numbers(state.dealt)),
            ("turn", str(state.turn)),
            ("passed", _numbers(state.passed)),
            ("last mover", _number(state.last_mover)),
            ("winner", _word(state.winner)),
            ("roles", ",".join(_word(role) for role in state.roles)),
            ("left over", _word(state.left_over)),
            ("totals", _numbers(state.totals)),
        ),
        (
            ("nuggets", _numbers(gold.deck)),
            ("nugget pile", "new" if gold.pile is None else _numbers(gold.pile)),
            ("faces", _numbers(gold.faces)),
            ("counts", _numbers(gold.counts)),
            ("known", _numbers(gold.known)),
            ("counts before", _numbers(gold.counts_before)),
            ("known before", _numbers(gold.known_before)),
            ("packet", _numbers(gold.packet)),
            ("picker", _number(gold.picker)),
            ("giver", _number(gold.giver)),
            ("again", "yes" if gold.again else "no"),
            ("queue", _numbers(gold.queue)),
            ("due", str(gold.due)),
            ("drawn", _numbers(gold.drawn)),
            ("backs", str(gold.backs)),
        ),
    )


def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, ascending."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


def tools_text(mask: int) -> str:
    """R12: return the broken tools of a mask, like ``cart+pick``; ``-`` for none."""
    return "+".join(tool.value for tool in TOOLS if mask & tool.bit) or "-"


def _number(number: int | None) -> str:
    return "-" if number is None else str(number)


def _numbers(numbers: Sequence[int | None]) -> str:
    return ",".join(_number(number) for number in numbers) or "-"


def _word(item: Enum | None) -> str:
    return "-" if item is None else str(item.value)


def _cell(cell: Cell | None) -> str:
    return "-" if cell is None else cell_text(cell)
