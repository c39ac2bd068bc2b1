"""What the commands that sit at a table have in common."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO

from p2p_saboteur.app.news import LobbyChanged, NotReached
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.clean import clean_name
from p2p_saboteur.seat import Withdrawn
from p2p_saboteur.telling import sentences
from p2p_saboteur.text import _, listed, marked, ngettext
from protocol.game import Pay, Pick, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.lobby_messages import LobbyState
    from p2p_saboteur.app.news import News
    from p2p_saboteur.seat import Policy, SeatControl, SeatView

_STAGES: Final = {
    "keys": (marked("Making keys..."), marked("Making keys: {part} of {parts}...")),
    "shuffle": (marked("Shuffling..."), marked("Shuffling: {part} of {parts}...")),
    "deal": (marked("Dealing..."), marked("Dealing: {part} of {parts}...")),
}
"""For what everyone may be busy with: what is said where it has no parts, and where it has."""


class ProgressLine:
    """One line that is written over on a terminal, and a line for each text elsewhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._shown = ""

    def show(self, text: str, stage: str | None = None) -> None:
        """Show a text in place of the last one; where there is no terminal the stage, once, if that is given."""
        if stage and not self._terminal:
            text = stage
        if text == self._shown:
            return
        self._stream.write(f"\r{text:<{len(self._shown)}}" if self._terminal else f"{text}\n")
        self._stream.flush()
        self._shown = text

    def clear(self) -> None:
        """Leave the line to others."""
        if self._terminal and self._shown:
            self._stream.write(f"\r{'':<{len(self._shown)}}\r")
            self._stream.flush()
        self._shown = ""


def show_news(line: ProgressLine) -> Callable[[News], None]:
    """Return what shows news of lobby and set-up on a progress line."""

    def show(news: News) -> None:
        match news:
            case LobbyChanged(state=state):
                if told := waiting_in_lobby(state):
                    line.show(told)
            case NotReached(cause=cause):
                line.show(f"{_(cause.value)} {_('Trying on...')}")
            case Stage():
                line.show(stage_text(news))

    return show


def waiting_in_lobby(state: LobbyState) -> str:
    """Return for whom a lobby waits: how many seats are free and who is not ready; empty when it is about to close."""
    free = state.seats - len(state.people)
    unready = [clean_name(name) for name, ready, _bot in state.people if not ready]
    more = ngettext("Waiting for {count} more player.", "Waiting for {count} more players.", free)
    return " ".join(
        [
            *([more.format(count=free)] if free else []),
            *([_("Not ready yet: {names}.").format(names=listed(unready))] if unready else []),
        ]
    )


def stage_text(stage: Stage) -> str:
    """Return what everyone is busy with, for people."""
    return _(_STAGES[stage.what][stage.parts > 0]).format(part=stage.part, parts=stage.parts)


def watch_bot(control: SeatControl, policy: Policy, tell: Callable[[str], None]) -> SeatView:
    """Let a bot play a seat to the end, tell what happens, a sentence a line, and return the last view."""
    told = 0
    while True:
        view = control.wait()
        for event in view.history[told:]:
            for sentence in sentences(event, view.names):
                tell(sentence)
        told = len(view.history)
        if view.request is None:
            return view
        if isinstance(view.request, Turn | Pick | Pay) and view.request.seat == view.seat:
            with suppress(Withdrawn):
                control.submit(policy.choose(view))
