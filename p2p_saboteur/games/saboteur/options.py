"""The rule options: what a table may agree on before it sits down."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal, TypeAlias

Value: TypeAlias = str | bool | int

CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "placement": ("connected", "adjacent"),
    "bounds": ("none", "5x9"),
    "self_break": (True, False),
    "early_end": ("off", "all_pass"),
    "gold_cards": ("players", "diggers"),
    "payout": ("draw", "value"),
    "next_starter": ("after_last", "rotate"),
    "first_starter": ("random", "opener"),
    "discards": ("hidden", "public"),
    "gold": ("secret", "open"),
    "sabotaged_no_gold": (False, True),
    "exact_roles": (False, True),
    "rounds": (3, 1, 2),
}
"""Every option with all its values, the default first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A complete set of rule options.

    Attributes:
        placement: D1: whether a path card must be joined to the start or just lie beside a face-up card.
        bounds: D8: whether the maze is unlimited or 5 rows by 9 columns.
        self_break: D20: whether one may break one's own tool.
        early_end: D27: whether the round ends when all who hold cards pass in a row.
        gold_cards: D31: whether as many nuggets are drawn as there are players or diggers.
        payout: D37: whether saboteurs draw nuggets or are credited a number.
        next_starter: D39: who begins the next round.
        first_starter: D40: who begins the first round.
        discards: D41: whether discards stay hidden.
        gold: D42: whether nuggets are secret.
        sabotaged_no_gold: R21: whether a digger with a broken tool gets no gold.
        exact_roles: R1: whether no role card is left over.
        rounds: R25: how many rounds are played.
    """

    placement: Literal["connected", "adjacent"] = "connected"
    bounds: Literal["none", "5x9"] = "none"
    self_break: bool = True
    early_end: Literal["off", "all_pass"] = "off"
    gold_cards: Literal["players", "diggers"] = "players"
    payout: Literal["draw", "value"] = "draw"
    next_starter: Literal["after_last", "rotate"] = "after_last"
    first_starter: Literal["random", "opener"] = "random"
    discards: Literal["hidden", "public"] = "hidden"
    gold: Literal["secret", "open"] = "secret"
    sabotaged_no_gold: bool = False
    exact_roles: bool = False
    rounds: Literal[1, 2, 3] = 3

    def __post_init__(self) -> None:
        for name, value in self.items():
            if (type(value), value) not in [(type(choice), choice) for choice in CHOICES[name]]:
                raise ValueError(f"{name} is {allowed(name)}, not {value_text(value)[:20]}")

    def items(self) -> tuple[tuple[str, Value], ...]:
        """Return all options with their values, in a fixed order."""
        return tuple((field.name, getattr(self, field.name)) for field in fields(self))

    def encode(self) -> bytes:
        """Return the canonical bytes: ``key=value,...`` with every option, so that a later default changes nothing."""
        return ",".join(f"{name}={value_text(value)}" for name, value in self.items()).encode("ascii")


def value_text(value: Value) -> str:
    """Return an option's value as people write it; booleans are ``on`` and ``off``."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def allowed(name: str) -> str:
    """Return the values that an option may have, for people."""
    return " or ".join(value_text(value) for value in CHOICES[name])
