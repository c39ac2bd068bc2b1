"""Who looks at every member of a table after everything that happens to it, and knows all secrets."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.state import Phase, State
from protocol import cards
from protocol.chain import Chain
from protocol.faults import PeerFault
from protocol.ledger import PASSED, PURSE
from protocol.log import decode_entry
from protocol.steps.keys import purse_secret, secret_keys
from protocol.steps.sums import owned_value
from tests.helpers.require import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.done import Done
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.group import Element, Scalar
    from protocol.steps.keys import SecretKeys
    from protocol.table import SetUp, Table
    from tests.helpers.storm_room import StormRoom

ROUNDS = 5
"""Of so many rounds no log may hold the root."""


class Witness:
    """Requires after each event: what the log says again, one head, no secret told, all cards there, nobody blamed."""

    def __init__(self, room: StormRoom) -> None:
        """Watch a table that has not begun."""
        self.room, self.secrets = room, list(room.secrets)
        roots = [known.roots.of(number) for known in self.secrets for number in range(ROUNDS)]
        self._secret = [root.to_disk() for root in [*roots, *(known.purse for known in self.secrets)]]
        self._copies = [self._chain(chair) for chair in range(len(room.members))]
        self._read, self._seen = [0] * len(room.members), [0] * len(room.members)
        self._told: set[bytes] = set()
        self._heads: set[bytes] = set()
        self._keys: dict[tuple[int, bytes], dict[Seat, SecretKeys]] = {}
        self._points: dict[tuple[Element | None, Ciphertext], Element] = {}
        room.watch = self.look

    def _chain(self, chair: int) -> Chain:
        room = self.room
        return Chain(group=room.group, game=room.game, header=room.header, chair=chair)

    def look(self, chair: int) -> None:
        """Look at a member."""
        self._replay(chair)
        chain = self.room.members[chair].session.chain
        self._say(summary(chain) == summary(self._copies[chair]), f"member {chair} is not where its log is")
        if chair == self.room.cheat:
            return
        for fault in chain.faults:
            self._say(self.room.crook_acted and fault.culprit == self.room.culprit, f"{fault}")
        self._compare_worths(chair)
        if not self.room.crook_acted:
            for done in chain.done[self._seen[chair] :]:
                self._compare(chair, done)
            self._seen[chair] = chain.number

    def _say(self, holds: object, what: str) -> None:
        require(holds, f"seed {self.room.seed}: {what}")

    def _replay(self, chair: int) -> None:
        """Let a chain take what has been added to a member's log, from its bytes."""
        disk = self.room.members[chair].disk
        for record in disk[self._read[chair] :]:
            if record not in self._told:
                self._told.add(record)
                self._say(not any(secret in record for secret in self._secret), "a log tells a secret")
            try:
                self._copies[chair].accept(decode_entry(record))
            except PeerFault as error:
                self._say(self.room.crook_acted, str(error))
        self._read[chair] = len(disk)

    def _compare(self, chair: int, done: Done) -> None:
        """Require that whoever else is so far, and not lost, has come to the same head; count the cards under it."""
        at = done.site.step + 1
        chains = [self.room.members[other].session.chain for other in self.room.honest]
        lost = {other.table.seating[seat] for other in chains for seat in other.table.lost}
        own = self.room.members[chair].session.chain
        for other, chain in zip(self.room.honest, chains, strict=True):
            same = at >= len(chain.heads) or own.heads[at] == chain.heads[at]
            self._say(same or {chair, other} & lost, f"members {chair} and {other} end step {at - 1} differently")
        if own.heads[at] not in self._heads:
            self._heads.add(own.heads[at])
            self._count(done.table)

    def _compare_worths(self, chair: int) -> None:
        """Require that all that honest seats are said to have proved is what they own."""
        chain = self.room.members[chair].session.chain
        for seat, value in chain.worths.values.items():
            if (other := chain.table.seating[seat]) == self.room.cheat:
                continue
            table = chain.before(chain.worths.entries[seat].step)
            me = self.secrets[other].me(seat, table.setup.number)
            owned = table.ledger.zone(seat, PURSE)
            true = owned_value(table.group, table.zone_deck(seat, PURSE), owned, purse_secret(table.group, me))
            self._say(value == true, f"seat {seat} owns {true}, and member {chair} has {value} proved")

    def _count(self, table: Table) -> None:
        """Require that no card is in two places, and that as many are there as the state says."""
        found: dict[str, Counter[Element]] = {}
        for label, owner, card in in_place(table):
            found.setdefault(label, Counter())[self._point(table, label, owner, card)] += 1
        for label, points in found.items():
            deck = Counter(cards.points(table.group, table.decks[label]))
            self._say(points <= deck, f"the deck {label} has other cards than before: {points - deck}")
        if isinstance(table.state, State):
            self._say(draw_cards(table.state) in {None, len(DRAW)}, f"the draw deck has changed: {table.state}")

    def _point(self, table: Table, label: str, owner: Seat | None, card: Ciphertext) -> Element:
        """Return what lies in a ciphertext."""
        keys = self._setup_keys(table)
        key = self._joint(table.setup, keys) if owner is None else keys[owner].hand
        if owner is not None and table.decks[label].values is not None:
            key = keys[owner].purse
        known = key * table.group.base, card
        if known not in self._points:
            self._points[known] = card.decrypt(key)
        return self._points[known]

    def _joint(self, setup: SetUp, keys: dict[Seat, SecretKeys]) -> Scalar:
        """Return the key that all who are still in it have together."""
        return reduce(add, (keys[seat].table for seat in setup.keys if seat not in setup.stripped))

    def _setup_keys(self, table: Table) -> dict[Seat, SecretKeys]:
        """Return the secret keys of all seats in the present set-up; its logs may not hold them either."""
        at = (table.setup.number, table.setup.head)
        if at not in self._keys:
            self._keys[at] = {seat: self._secret_keys(table, seat) for seat in range(len(table.seating))}
            each = [key for keys in self._keys[at].values() for key in (keys.table, keys.hand, keys.purse, keys.share)]
            self._secret += [key.encode() for key in each]
        return self._keys[at]

    def _secret_keys(self, table: Table, seat: Seat) -> SecretKeys:
        me = self.secrets[table.seating[seat]].me(seat, table.setup.number)
        return secret_keys(table.group, me, table.setup)


def in_place(table: Table) -> Iterator[tuple[str, Seat | None, Ciphertext]]:
    """Yield deck, owner and ciphertext of every card, each once: no copies, and nothing as it lay before."""
    yield from ((name.deck, None, card) for name, card in table.ledger.table.items())
    for (seat, name), zone in table.ledger.zones.items():
        yield from ((zone.deck, seat, card) for card in zone.cards if name != PASSED)


def draw_cards(state: State) -> int | None:
    """Return how many cards of the draw deck are accounted for; None where nobody can know."""
    if state.lost or not state.dealt or state.phase in {Phase.SHUFFLE, Phase.DEAL}:
        return None
    return state.pile + sum(state.hands) + state.shown.bit_count() + state.hidden_discards


def summary(chain: Chain) -> tuple[object, ...]:
    """Return where a log stands and what it comes to."""
    return (
        chain.number,
        chain.heads[-1],
        chain.table.state_hashes,
        chain.held(chain.number),
        chain.ballots.votes.keys(),
        chain.absence.marks(0),
        chain.stops.entries,
        chain.worths.values,
        tuple(chain.faults),
        chain.halted,
        chain.expelled,
    )


def fingerprint(room: StormRoom) -> str:
    """Return a hash of all that the members have kept, in order."""
    return hashlib.sha256(b"".join(bytes(file) for file in room.files)).hexdigest()[:16]
