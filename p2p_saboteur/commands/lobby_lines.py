"""What the line mode tells of a lobby: who is there, what is played, and what can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.app.joining import Guest, Opener
from p2p_saboteur.app.lobby import GuestLobby
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
            for number, (name, (_name, ready, bot)) in enumerate(zip(names, now, strict=True), 1)
        ]
    return [
        (_("{name} is ready.") if ready else _("{name} is not ready yet.")).format(name=name)
        for name, (_name, was, _bot), (_same, ready, _kind) in zip(names, before, now, strict=True)
        if was != ready
    ]


def own_place(lobby: Opener | Guest | None, state: LobbyState) -> int | None:
    """Return the place of the player among the people of a lobby; None while it is not known, or if he only watches."""
    match lobby:
        case Opener():
            return 0
        case Guest(lobby=GuestLobby(name=own)):
            names = [name for name, _ready, _bot in state.people]
            return names.index(own) if own in names else None
    return None


def own_name(lobby: Opener | Guest | None) -> str | None:
    """Return what the player is called in the lobby, as far as he knows; None for who only watches."""
    match lobby:
        case Opener(lobby=own):
            return own.people[own.own].application.name
        case Guest(lobby=GuestLobby(name=name, application=application)):
            return name or application.name
    return None


def renamed_text(lobby: Opener | Guest | None) -> str:
    """Return what is told a guest who is called otherwise than he wanted; empty for all others."""
    match lobby:
        case Guest(lobby=GuestLobby(name=name, application=application)) if name:
            called, wanted = clean_name(name), clean_name(application.name)
            if called != wanted:
                return _("Somebody here is called {wanted} already; you are {called}.").format(
                    wanted=wanted, called=called
                )
    return ""


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
