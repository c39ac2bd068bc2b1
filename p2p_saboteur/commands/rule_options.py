"""The rule options as words of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.lobby import USUALLY_TOLERANT
from p2p_saboteur.games.saboteur.options import CHOICES, Options, allowed, value_text
from protocol.header import STRICT, TOLERANT

if TYPE_CHECKING:
    import argparse


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Declare an argument for each rule option."""
    group = parser.add_argument_group("rules", "The first value is the default; docs/RULES.md explains them.")
    for name, values in CHOICES.items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            dest=f"rule_{name}",
            choices=[value_text(value) for value in values],
            default=value_text(values[0]),
            metavar="VALUE",
            help=allowed(name),
        )


def add_kind(parser: argparse.ArgumentParser) -> None:
    """Declare the kind of the table."""
    parser.add_argument(
        "--kind",
        choices=[STRICT, TOLERANT],
        default="",
        help="strict: a player who is lost voids the round; tolerant: it goes on without one, but all others together "
        f"could read a hand ({TOLERANT} from {USUALLY_TOLERANT} players on)",
    )


def rule_options(arguments: argparse.Namespace) -> Options:
    """Return the rule options that the arguments choose."""
    found = {
        name: next(value for value in values if value_text(value) == getattr(arguments, f"rule_{name}"))
        for name, values in CHOICES.items()
    }
    return Options(**found)  # type: ignore[arg-type]  # every value was found among the option's choices
