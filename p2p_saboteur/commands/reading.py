"""Reading a game from a log, which may be anybody's: all is checked, and what is good before a fault is kept."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.game import game_of, header_of
from p2p_saboteur.commands.blame import explain_fault, names_of
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.playing import ProgressLine
from p2p_saboteur.seat import Event
from p2p_saboteur.store.dirs import find_log
from p2p_saboteur.store.log_file import read_log
from p2p_saboteur.text import _, marked
from protocol.audit import go_on
from protocol.chain import Chain
from protocol.errors import Invalid
from protocol.group import RISTRETTO255

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from p2p_saboteur.store.log_file import Damage
    from protocol.done import Done
    from protocol.table import Table

STEP: Final = 10  # entries between two looks at the clock
SLOW: Final = 1.0  # seconds until a progress line appears
GROUP: Final = RISTRETTO255
_PROVES_NOTHING: Final = marked("That proves nothing about any player.")
_UP_TO_THERE: Final = marked("The game is shown up to there.")


class NothingToShow(Exception):
    """A log holds no game that could be shown; the message is for the user."""


class Counter:
    """Hands out records and shows how far it has come."""

    def __init__(self, records: tuple[bytes, ...], tell: Callable[[str], None] | None = None) -> None:
        """Begin; `tell` shows how far it has come, unless a line below what was printed does."""
        self.number = 0
        self.line = ProgressLine()
        self._tell = tell
        self._records = records

    def __iter__(self) -> Iterator[bytes]:
        begun = time.monotonic()
        for record in self._records:
            self.number += 1
            if self.number % STEP == 0 and time.monotonic() - begun > SLOW:
                percent = self.number * 100 // len(self._records)
                told = _("Checking: {percent} %").format(percent=percent)
                if self._tell:
                    self._tell(told)
                else:
                    self.line.show(told, stage=_("Checking..."))
            yield record


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game as a log tells it.

    Attributes:
        path: of the log.
        chain: the log as far as it is good.
        names: the players' names by seat, fit for printing.
        events: everything public that has happened, oldest first.
        tables: what followed from the log after each event.
        steps: number of the step that each event came of.
        warning: what is wrong with the log, in sentences; empty if all is good so far.
        code: the exit code that says the same.
    """

    path: Path
    chain: Chain
    names: tuple[str, ...]
    events: tuple[Event, ...]
    tables: tuple[Table, ...]
    steps: tuple[int, ...]
    warning: str
    code: ExitCode


def read_game(name: str, tell: Callable[[str], None] | None = None) -> Record:
    """Read and check a game.

    Args:
        name: a log file, a game's name or the start of it, or ``last``.
        tell: shows how far it has come; None for a line below what was printed.

    Raises:
        StoreError: there is no such log, or the disk refuses.
        OtherGame: the log is of another game or version.
        NothingToShow: the log has no header, or ends before the seats are drawn.
    """
    path = find_log(name)
    contents = read_log(path)
    try:
        header = header_of(contents.records[0] if contents.records else b"")
    except Invalid as error:
        told = _("{path} does not begin like a log ({error}).").format(path=path, error=error)
        raise NothingToShow(f"{told} {_(_PROVES_NOTHING)}") from None
    chain = Chain(group=GROUP, game=game_of(header), header=header)
    warning, code = _check(chain, Counter(contents.records[1:], tell))
    if not warning and contents.damage:
        warning = f"{damaged(contents.damage)} {_(_PROVES_NOTHING)} {_(_UP_TO_THERE)}"
        code = ExitCode.NO_PROOF
    if chain.table.state is None:
        told = _("The game has not begun in {path}: there is nothing to show.").format(path=path)
        raise NothingToShow(f"{told} {warning}".rstrip())
    chairs = names_of(header)
    history = tuple(_history(chain.done))
    return Record(
        path=path,
        chain=chain,
        names=tuple(isolated(chairs[chair]) for chair in chain.table.seating),
        events=tuple(event for event, _table in history),
        tables=tuple(done.table for _, done in history),
        steps=tuple(done.site.step for _, done in history),
        warning=warning,
        code=code,
    )


def _check(chain: Chain, counter: Counter) -> tuple[str, ExitCode]:
    """Take the records into the chain; return what is wrong with them, and the code for it."""
    try:
        go_on(chain, counter)
    except Invalid as error:
        return f"{wrong_record(counter.number, error)} {_(_PROVES_NOTHING)} {_(_UP_TO_THERE)}", ExitCode.NO_PROOF
    finally:
        counter.line.clear()
    if chain.faults:
        told = [explain_fault(fault, chain.table) for fault in chain.faults]
        return " ".join([*told, _(_UP_TO_THERE)] if chain.halted else told), ExitCode.CHEATING
    return "", ExitCode.OK


def wrong_record(number: int, error: Invalid) -> str:
    """Return that a record proves nothing, by its number in the log; 0 is the first one."""
    if number:
        told = _("Record {number} of the log is not what a player's program writes ({error}).")
    else:
        told = _("The first record, which says who plays, is not what a player's program writes ({error}).")
    return told.format(number=number, error=error)


def damaged(damage: Damage) -> str:
    """Return where and how a log is damaged."""
    return _("The file is damaged at byte {at}: {what}.").format(at=damage.at, what=_(damage.what))


def _history(steps: list[Done]) -> Iterator[tuple[Event, Done]]:
    """Yield what everybody saw, each with the step that it came of."""
    before = None
    for done in steps:
        after = done.table.state
        for fact in done.facts:
            yield Event(fact=fact, before=before or after, after=after), done
        before = after


def isolated(name: str) -> str:
    """Return a clean name that cannot turn the direction of what is written around it."""
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name
