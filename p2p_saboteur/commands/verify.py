"""``p2p-saboteur verify``: check everything in a log, which may be anybody's, and print what it shows."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from p2p_saboteur.app.game import game_of, header_of
from p2p_saboteur.commands.blame import explain_fault, names_of
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.gold_so_far import owned
from p2p_saboteur.commands.reading import Counter, damaged, wrong_record
from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.store.dirs import find_log
from p2p_saboteur.store.log_file import read_log
from p2p_saboteur.text import _, listed, ngettext
from protocol.audit import audit
from protocol.errors import Invalid
from protocol.group import RISTRETTO255

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.store.log_file import LogContents
    from protocol.audit import Audit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the log."""
    parser.epilog = (
        "Exit status: 0 all is good so far, 6 a validly signed entry is at fault, and so its signer, "
        "7 the bytes prove nothing about a player, 5 the log is of another game or version."
    )
    parser.add_argument("game", metavar="GAME", help="a log file, a game's name, or last")


def run(arguments: argparse.Namespace) -> int:
    """Check a log and print the result."""
    path = find_log(arguments.game)
    contents = read_log(path)
    print(_("Log: {path}").format(path=path))
    begun = time.monotonic()
    counter = Counter(contents.records[1:])
    try:
        shown = _audit(contents, counter)
    except Invalid as error:
        print(wrong_record(counter.number, error))
        return _no_proof()
    finally:
        counter.line.clear()
    seconds = time.monotonic() - begun
    _print_result(shown)
    print(_("Head: {head}").format(head=shown.chain.heads[-1].hex()))
    told = ngettext(
        "Checked: {entries} entry in {seconds} s.", "Checked: {entries} entries in {seconds} s.", shown.entries
    )
    print(told.format(entries=shown.entries, seconds=f"{seconds:.1f}"))
    return _verdict(shown, contents)


def _audit(contents: LogContents, records: Iterable[bytes]) -> Audit:
    """Check all records; raise `Invalid` if they prove nothing, `OtherGame` for a table that we do not know."""
    header = header_of(contents.records[0] if contents.records else b"")
    return audit(group=RISTRETTO255, game=game_of(header), header=header, records=records)


def _print_result(shown: Audit) -> None:
    table, state = shown.chain.table, shown.chain.table.state
    chairs = names_of(table.header)
    names = [chairs[chair] for chair in table.seating]
    print(_("Players: {names}.").format(names=", ".join(names)))
    if table.lost:
        print(_("Out of the game: {names}.").format(names=listed(names[seat] for seat in sorted(table.lost))))
    if state is not None:
        for line in _result(state, names):
            print(line)
        if shown.abandoned:
            for line in owned(shown.chain, names):
                print(line)


def _result(state: State, names: list[str]) -> Iterator[str]:
    """Yield rounds, winner of the last one, totals and winners, as far as they are known."""
    yield _("Rounds: {round} of {rounds}.").format(round=state.round, rounds=state.options.rounds)
    if state.winner:
        won = (
            _("Round {round}: the diggers win.")
            if state.winner is Role.DIGGER
            else _("Round {round}: the saboteurs win.")
        )
        yield won.format(round=state.round)
    result = outcome(state)
    if result:
        totals = (f"{names[seat]} {'-' if value is None else value}" for seat, value in enumerate(result.totals))
        yield _("Gold: {totals}.").format(totals=", ".join(totals))
        winners = ", ".join(names[seat] for seat in result.winners)
        yield ngettext("Winner: {names}.", "Winners: {names}.", len(result.winners)).format(names=winners)


def _verdict(shown: Audit, contents: LogContents) -> int:
    for fault in shown.chain.faults:
        print(explain_fault(fault, shown.chain.table))
    if shown.chain.faults:
        if shown.finished:
            print(_("The game went on without the cheat; all others have signed the result."))
        return ExitCode.CHEATING
    if contents.damage:
        print(f"{damaged(contents.damage)} {_('All before that is good.')}")
        return _no_proof()
    if shown.finished:
        print(_("Good: everyone has signed the result."))
    elif shown.abandoned:
        print(_("Good: more than half of the players have ended the game early."))
    else:
        print(_("Good so far; the game is not finished."))
    return ExitCode.OK


def _no_proof() -> int:
    print(_("That proves nothing about any player: anybody can have changed the file."))
    return ExitCode.NO_PROOF
