"""From a table's header to the rules that it is played by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.notation import parse_options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import MIN_SEATS
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.text import _
from protocol.errors import Invalid
from protocol.header import decode_header

if TYPE_CHECKING:
    from protocol.header import Header


class OtherGame(Exception):
    """The table plays something that this version of the program does not know; the message is for the user."""


def header_of(record: bytes) -> Header:
    """Return the header in a log's first record; raise `OtherGame` for another version's, `Invalid` for none."""
    try:
        return decode_header(record)
    except Invalid as error:
        if error.check == "header.version":
            raise _other() from None
        raise


def _other() -> OtherGame:
    return OtherGame(_("This table plays another game, or another version of the rules. Use the program that made it."))


def game_of(header: Header) -> SaboteurGame:
    """Return the rules with the options of a header; raise `OtherGame` if this program does not know them."""
    if header.game != SaboteurGame().name:
        raise _other()
    if len(header.chairs) < MIN_SEATS:
        raise _not_allowed()
    return rules_with(header.options)


def rules_with(options: bytes) -> SaboteurGame:
    """Return the rules with these options; raise `OtherGame` if this program does not know them."""
    try:
        game = SaboteurGame(parse_options(options.decode("ascii")))
    except (InvalidText, UnicodeDecodeError):
        raise OtherGame(_("This table has rule options that this version does not know. Use the newest one.")) from None
    if game.options != options:
        raise _not_allowed()
    return game


def _not_allowed() -> OtherGame:
    return OtherGame(_("This table's rule options or number of seats are none that the game allows."))
