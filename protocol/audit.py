"""Replay a log without secrets: check everything, name the first fault, give the result. PROTOCOL section "Audit"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from protocol.chain import Chain, Verdict
from protocol.errors import Invalid, Reason
from protocol.faults import Fault, PeerFault
from protocol.log import decode_entry
from protocol.worths import is_worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Game
    from protocol.group import Group
    from protocol.header import Header


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What a log shows.

    Attributes:
        chain: the log as accepted; its table has the last public state.
        entries: how many entries count.
    """

    chain: Chain
    entries: int

    @property
    def fault(self) -> Fault | None:
        """The first proved fault; None if there is none."""
        return self.chain.fault

    @property
    def finished(self) -> bool:
        """Whether everyone has signed the result."""
        return self.chain.step is None and not self.abandoned

    @property
    def abandoned(self) -> bool:
        """Whether more than half of the seats have ended the game early."""
        return self.chain.ballots.abandoned


def audit(*, group: Group, game: Game[Any], header: Header, records: Iterable[bytes]) -> Audit:
    """Algorithm 57 (Audit). Check every entry of a log.

    Args:
        group: of the suite.
        game: the rules with the header's options.
        header: roster and options.
        records: the entries as bytes, in the order in which they were accepted.

    Raises:
        Invalid: the records prove nothing about a player: one is damaged, signed by nobody, out of order or repeated.
    """
    return go_on(Chain(group=group, game=game, header=header), records)


def go_on(chain: Chain, records: Iterable[bytes]) -> Audit:
    """Check what follows in a log on what a chain has accepted; else as `audit`.

    When it raises, the chain holds all that is good before the fault.
    """
    count, early = 0, False
    for record in records:
        entry = decode_entry(record)
        try:
            verdict = chain.accept(entry)
        except PeerFault:
            count += sum(map(chain.has, chain.take_accepted()))
            if chain.halted:
                return Audit(chain=chain, entries=count)
            continue
        if verdict in {Verdict.KNOWN, Verdict.FOREIGN}:
            raise Invalid(Reason.ENCODING, f"log.{verdict.value}")
        # A vote keeps the step open for who only reads until it is answered; the log's owner may have gone on before,
        # and so may stand a step further when the game is ended.
        early = early or (verdict is Verdict.LATER and not chain.kept_open and not is_worth(entry))
        count += len(chain.take_accepted())
    if early:
        raise Invalid(Reason.ENCODING, "log.order")
    return Audit(chain=chain, entries=count)
