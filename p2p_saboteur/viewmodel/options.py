"""The rule options in words, for people who are about to sit down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.options import Options, value_text
from p2p_saboteur.text import _, marked

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.options import Value

_MEANINGS: Final[dict[tuple[str, Value], str]] = {
    ("placement", "adjacent"): marked("a path card need not be joined to the start"),
    ("bounds", "5x9"): marked("the maze ends at the rows and columns of the goals"),
    ("self_break", False): marked("nobody may break a tool of his own"),
    ("early_end", "all_pass"): marked("the round ends when all pass in a row"),
    ("gold_cards", "diggers"): marked("as many nugget cards are shared as there are diggers"),
    ("payout", "value"): marked("saboteurs are credited gold, and draw no nugget cards"),
    ("next_starter", "rotate"): marked("the next round is begun by the next player in turn"),
    ("first_starter", "opener"): marked("whoever opened the table begins"),
    ("discards", "public"): marked("discarded cards lie face up"),
    ("gold", "open"): marked("everybody sees what nuggets are worth"),
    ("sabotaged_no_gold", True): marked("a digger with a broken tool gets no gold"),
    ("exact_roles", True): marked("no role card is left over"),
    ("rounds", 1): marked("there is one round"),
    ("rounds", 2): marked("there are two rounds"),
}
"""What each value means that is not the default; RULES.md has the details."""


def explained(options: Options) -> tuple[str, ...]:
    """Return what differs from the usual rules, a line each."""
    usual = dict(Options().items())
    different = [(name, value) for name, value in options.items() if value != usual[name]]
    return tuple(f"{name}={value_text(value)}: {_(_MEANINGS[name, value])}" for name, value in different)
