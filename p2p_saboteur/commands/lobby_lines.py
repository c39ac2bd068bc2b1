"""What the line mode tells of a lobby: who is there, what is played, and what can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.clean import clean_name
from p2p_saboteur.games.saboteur.notation import parse_options
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.text import _, marked, ngettext
from p2p_saboteur.viewmodel.kinds import explained_kind

if TYPE_CHECKING:
    from p2p_saboteur.app.lobby_messages import LobbyState

Shown: TypeAlias = tuple[str, bool, bool]
"""Somebody in the lobby, as `LobbyState` tells: name, whether ready, whether a bot."""
LOBBY_HELP: Final = marked("""\
  ready        you want to begin; the table closes when every seat is taken and all are ready
  wait         not yet after all
  q            leave""")
HOST_HELP: Final = marked("""\
  bot          add a bot
  seats N      play with N people instead
  remove N     take the person with this number out, for good""")


def lobby_help(*, opener: bool) -> str:
    """Return what can be typed in a lobby."""
    return _(LOBBY_HELP) + (f"\n{_(HOST_HELP)}" if opener else "")


def people_lines(before: tuple[Shown, ...], now: tuple[Shown, ...]) -> list[str]:
    """Return all people when somebody has come or gone, else who has got ready or not after all."""
    names = [clean_name(name) for name, _ready, _bot in now]
    if [name for name, _ready, _bot in before] != [name for name, _ready, _bot in now]:
        return [
            f"  {number}  {name}{' (' + _('bot') + ')' if bot else ''}{', ' + _('ready') if ready else ''}"
            for number, (name, (_name, ready, bot)) in enumerate(zip(names, now, strict=True))
        ]
    return [
        (_("{name} is ready.") if ready else _("{name} is not ready yet.")).format(name=name)
        for name, (_name, was, _bot), (_same, ready, _kind) in zip(names, before, now, strict=True)
        if was != ready
    ]


def rules_text(state: LobbyState) -> str:
    """Return the rules of a table for people, for each option that is not the default."""
    try:
        options = parse_options(state.options.decode("ascii"))
    except (InvalidText, UnicodeDecodeError):
        return _("Its rules are unknown to this version.")
    default = type(options)()
    named = dict(default.items())
    different = [f"{name}: {value}" for name, value in options.items() if value != named[name]]
    limit = ngettext(
        "A turn takes at most {seconds} second.", "A turn takes at most {seconds} seconds.", state.turn_limit
    )
    return " ".join(
        [
            _("Rules: {rules}.").format(rules=", ".join(different) or _("as usual")),
            *([limit.format(seconds=state.turn_limit)] if state.turn_limit else []),
            *([_("Others may watch.")] if state.watchers else []),
            explained_kind(state.kind),
            _("Who is silent is waited for until all others vote to go on; a majority may end the game."),
        ]
    )
