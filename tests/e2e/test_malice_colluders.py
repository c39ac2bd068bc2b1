"""Players who put their files together when somebody was lost at a tolerant table, or has left it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.game import game_of
from p2p_saboteur.app.secrets import load_secrets
from p2p_saboteur.store.log_file import read_log
from protocol.audit import audit
from protocol.group import RISTRETTO255
from protocol.header import TOLERANT, decode_header
from tests.helpers.coalition import Coalition, placed
from tests.helpers.malice.middle import HONEST
from tests.helpers.malice.plot import Attack, Plot
from tests.helpers.malice.standing import go_on, turns
from tests.helpers.malice.table import CrookedTable, chain_of
from tests.helpers.require import present

if TYPE_CHECKING:
    from pathlib import Path

    from protocol.chain import Chain
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.seat_secrets import SeatSecrets
    from tests.helpers.sitting import Player

pytestmark = [pytest.mark.network, pytest.mark.long]
SEATS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What lies in the files of a table that all have left in the middle of a round.

    Attributes:
        chain: what the longest log tells.
        secrets: by seat.
        gone: the seat that was not there in the end.
    """

    chain: Chain
    secrets: dict[Seat, SeatSecrets]
    gone: Seat

    def together(self, seats: tuple[Seat, ...]) -> Coalition:
        """Return these seats with all their secrets."""
        return Coalition(self.chain, {seat: self.secrets[seat] for seat in seats})

    def dealt(self, links: list[tuple[Ciphertext, Ciphertext]]) -> dict[Seat, set[Ciphertext]]:
        """Return all that each seat has ever held, as it lay with it and before that on the table; no goals."""
        own: dict[Seat, set[Ciphertext]] = {seat: set() for seat in range(SEATS)}
        for done in self.chain.done:
            for _, owner, card in placed(done.table):
                if owner is not None:
                    own[owner].add(card)
        goals = self._goals()
        return {seat: (held | {one for one, other in links if other in held}) - goals for seat, held in own.items()}

    def _goals(self) -> set[Ciphertext]:
        """Return the goals as they lay at any time, and what anybody looked at: another may have seen the same."""
        ledgers = [done.table.ledger for done in self.chain.done]
        lying = {card for ledger in ledgers for name, card in ledger.table.items() if name.deck == "goal"}
        return lying | {card for ledger in ledgers for card in ledger.peeks.values()}


def secrets_in(folder: Path) -> SeatSecrets:
    """Return what a folder holds of secrets."""
    return present(load_secrets(folder).seat)


def folder_of(player: Player) -> Path:
    """Return where a player's files are."""
    return present(player.control.client).folder


def log_in(folder: Path) -> Chain:
    """Return what a folder's log tells."""
    first, *records = read_log(folder / "table.log").records
    header = decode_header(first)
    assert header.kind == TOLERANT
    return audit(group=RISTRETTO255, game=game_of(header), header=header, records=records).chain


def leave(table: CrookedTable, leaver: Player) -> None:
    """Let a player leave in order in the middle of a round."""
    table.wait_until(lambda: turns(chain_of(leaver)) >= SEATS)
    seat = present(present(chain_of(leaver)).own)
    leaver.control.go()
    others = [present(chain_of(player)) for player in table.players if player is not leaver]
    table.wait_until(lambda: all(seat in chain.table.lost for chain in others))


@pytest.fixture(params=["lost", "leaves"])
def found(request: pytest.FixtureRequest) -> Found:
    """Play until one of four is gone and the others have gone on, and return what lies on the disks then."""
    table = CrookedTable.open(Plot(Attack(what="nothing", tweak=HONEST, seats=SEATS)))
    *others, gone = table.players
    try:
        table.wait_until(lambda: turns(chain_of(gone)) >= 1)
        known = secrets_in(folder_of(gone))  # who leaves in order erases it, or says so
        (leave if request.param == "leaves" else CrookedTable._lose)(table, gone)
        go_on(table, others)
    finally:
        table.end()
    chain = max((log_in(folder_of(player)) for player in others), key=lambda chain: chain.number)
    seat = {player: present(present(chain_of(player)).own) for player in table.players}
    assert chain.table.lost == {seat[gone]}
    assert ("strip" in {done.site.kind for done in chain.done}) == (request.param == "lost")
    secrets = {seat[player]: secrets_in(folder_of(player)) for player in others} | {seat[gone]: known}
    return Found(chain=chain, secrets=secrets, gone=seat[gone])


def test_two_of_four_read_no_card_of_another_player(found: Found) -> None:
    """Not of who is gone, nor of who is honest, whichever two they are; all together would read everything."""
    everybody = found.together(tuple(range(SEATS)))
    dealt, everything = found.dealt(everybody.links), everybody.read().keys()
    for hidden in dealt.values():
        assert len(hidden) > 10
        assert hidden <= everything
    for those in combinations(range(SEATS), SEATS - 2):
        known = found.together(those).read().keys()
        assert known
        for seat in set(range(SEATS)) - set(those):
            assert not known & dealt[seat], (those, seat)
