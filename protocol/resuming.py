"""What a seat that resumes takes from its own log without checking it once more. PROTOCOL section "Resuming"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.absence import is_absence
from protocol.ballots import is_vote
from protocol.log import decode_entry
from protocol.stopping import is_stop
from protocol.worths import is_worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from protocol.log import Entry


def own_log(records: Iterable[bytes], *, plays: bool) -> Iterator[tuple[Entry, bool]]:
    """Yield the entries of the own log, each with whether its proofs were checked before it was saved.

    What was saved had been checked, or was evidence. Who holds evidence ends no step any more before somebody has
    stopped; until then the log's last step is the one in which a bad proof was found. Who only watches goes on beside
    the evidence, so that the last step says nothing. What seats prove of their gold when the game was ended is always
    checked: that stands in the last step, or behind it.

    Args:
        records: of the log, without its header.
        plays: whether it is a seat's log, and not a watcher's.

    Raises:
        Invalid: a record is no entry.
    """
    entries = [decode_entry(record) for record in records]
    steps = [entry.step for entry in entries if not (is_vote(entry) or is_absence(entry) or is_worth(entry))]
    last = 0 if not plays or any(map(is_stop, entries)) else max(steps, default=0)
    return ((entry, entry.step < last and not is_worth(entry)) for entry in entries)
