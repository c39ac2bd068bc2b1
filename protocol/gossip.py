"""Who lacks which entries: frontiers, forwarding, asking again, and finding a fork. PROTOCOL section "Exchange".

Own entries go out on every link once; another's entry is forwarded at once to links that have none to its author. All
else is asked for: whoever waits longer than it should tells its frontier, and whoever has more answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain as concatenation
from typing import TYPE_CHECKING, Final

from protocol.absence import MARK, MAX_MARKS, WINDOW, split
from protocol.frames import Heads, Hello
from protocol.log import SIGNATURE_SIZE
from protocol.worths import is_due

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from protocol.chain import Chain
    from protocol.faults import Fault
    from protocol.frames import Frame
    from protocol.game import Seat
    from protocol.log import Entry

Link = bytes
"""The transport key at the other end of a link, 32 bytes."""

FIRST_PATIENCE: Final = 0.3  # seconds without progress before asking
LAST_PATIENCE: Final = 5.0
BURST_BYTES: Final = 192 * 1024  # of old entries sent again over one link at once
REFILL: Final = 1024 * 1024  # bytes a second that are added to what a link may still ask for
SPACING: Final = 0.1  # seconds between two frontiers for one link, unless asked by the timer
FORK_SPACING: Final = 1.0
FORK_HEADS: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """What the others say of themselves, by chairs.

    Attributes:
        reached: who is linked with somebody who is linked here.
        differing: whose last frontier or entry stands on another log than this one.
    """

    reached: frozenset[Seat]
    differing: frozenset[Seat]


Outgoing = tuple[Link, "Frame"]


@dataclass(slots=True)
class Peer:
    """What is known of the other end of a link."""

    seat: Seat | None
    links: int = 0
    told_at: float = float("-inf")
    answered: Hello | None = None
    answered_at: float = float("-inf")
    fork_at: float = float("-inf")
    allowance: float = BURST_BYTES
    filled_at: float = float("-inf")

    def fill(self, now: float) -> None:
        """Add what has accrued since the last time to the bytes that may be sent again."""
        self.allowance = min(BURST_BYTES, self.allowance + REFILL * (now - self.filled_at))
        self.filled_at = now


class Gossip:
    """Decides what to send; knows no secrets and never changes the log."""

    def __init__(self, chain: Chain, own: Seat | None) -> None:
        """Args are the log and the own chair (None for who only watches)."""
        self.chain = chain
        self.own = own
        self.peers: dict[Link, Peer] = {}
        self._differing: set[Seat] = set()
        self._patience = FIRST_PATIENCE
        self._asked_at = 0.0
        self._rotation = 0

    def link_up(self, link: Link, now: float) -> Iterator[Outgoing]:
        """Greet a new link, and tell the others of it."""
        self.peers[link] = Peer(self._chair(link))
        yield from self._tell_all(now)

    def link_down(self, link: Link, now: float) -> Iterator[Outgoing]:
        """Forget a link, and tell the others."""
        self.peers.pop(link, None)
        yield from self._tell_all(now)

    def spread(self, entry: Entry, source: Link | None) -> Iterator[Outgoing]:
        """Send a new entry where it is needed: an own one (no source) everywhere, another's past its author."""
        author = self.chain.chair_of(entry)
        for link, peer in self.peers.items():
            reached = source is not None and (peer.seat == author or bool(peer.links >> author & 1))
            if link != source and not reached:
                yield link, entry

    def flood(self, entry: Entry) -> Iterator[Outgoing]:
        """Send evidence to everyone, whoever it came from: also to the culprit, who has to know why it is out."""
        yield from ((link, entry) for link in self.peers)

    def progress(self, now: float) -> None:
        """Note that an entry has been accepted."""
        self._asked_at, self._patience = now, FIRST_PATIENCE

    def next_timer(self) -> float | None:
        """Return when `tick` has something to do, None when it has not."""
        chain = self.chain
        waits = (chain.step is not None or chain.stopped) and self.peers and not chain.halted
        waits = waits or any(is_due(chain, seat) for seat in self._linked_seats())
        return self._asked_at + self._patience if waits else None

    def _linked_seats(self) -> Iterator[Seat]:
        seats = self.chain.table.seating
        yield from (seats.index(peer.seat) for peer in self.peers.values() if peer.seat is not None)

    def tick(self, now: float) -> Iterator[Outgoing]:
        """Tell one link after the other what is still missing here, less and less often."""
        due = self.next_timer()
        if due is None or now < due:
            return
        self._asked_at, self._patience = now, min(2 * self._patience, LAST_PATIENCE)
        links = sorted(self.peers)
        self._rotation += 1
        link = links[self._rotation % len(links)]
        yield link, self._hello()

    @property
    def others(self) -> Others:
        """What the others say of themselves."""
        links = 0
        for peer in list(self.peers.values()):
            links |= peer.links
        reached = frozenset(chair for chair in range(links.bit_length()) if links >> chair & 1)
        lost = {self.chain.table.seating[seat] for seat in self.chain.table.lost}
        return Others(reached=reached, differing=frozenset(self._differing) - lost)

    def note_log(self, chair: Seat, *, same: bool) -> None:
        """Note whether a chair was last seen with the log that is here."""
        (self._differing.discard if same else self._differing.add)(chair)

    def is_ahead(self, hello: Hello) -> bool:
        """Return whether who told this frontier has something that is missing here, or has another log."""
        return self._has_more(hello) or self.chain.heads[hello.step] != hello.head

    def has_votes(self, hello: Hello) -> bool:
        """Return whether all votes about silent seats, and all stops, that a frontier names are here."""
        return split(hello.absence) <= split(self._marks(0))

    def _has_more(self, hello: Hello) -> bool:
        more_votes = hello.votes & ~_mask(self.chain.ballots.votes)
        if self.chain.ballots.abandoned:
            more_votes |= hello.worths & ~_mask(self.chain.shown)
        further = (hello.step, hello.have & ~self._have()) > (self.chain.number, 0)
        return further or more_votes > 0 or not self.has_votes(hello)

    def on_hello(self, link: Link, hello: Hello, now: float) -> Iterator[Outgoing]:
        """Algorithm 55 (OnHello). Answer a frontier: send what it lacks, ask for what it has more, compare heads."""
        peer = self.peers[link]
        peer.links = hello.links
        if hello.step <= self.chain.number:
            same = self.chain.heads[hello.step] == hello.head
            if peer.seat is not None:
                self.note_log(peer.seat, same=same)
            if not same:
                yield from self.on_fork(link, now)
        yield from self._answer(link, hello, now)
        if self._has_more(hello) and not self.chain.halted:
            yield from self._tell(link, now)

    def _answer(self, link: Link, hello: Hello, now: float) -> Iterator[Outgoing]:
        peer = self.peers[link]
        if peer.answered == hello and now - peer.answered_at < FIRST_PATIENCE / 2:
            return
        peer.answered, peer.answered_at = hello, now
        yield from self._resend(link, concatenation(self._evidence(peer, hello), self._lacking(hello)), now)

    def _evidence(self, peer: Peer, hello: Hello) -> Iterator[Entry]:
        """Yield the evidence on which a peer has not acted as far as it is known here, and the stops that it lacks."""
        chain, known = self.chain, split(hello.absence)
        for fault in chain.faults:
            if chain.matters(fault, hello.step, hello.head) and not self._acted(peer.seat, fault):
                yield from fault.entries
        yield from (stop for stop in chain.recent_stops(hello.step - WINDOW) if stop.digest[:MARK] not in known)

    def _acted(self, chair: Seat | None, fault: Fault) -> bool:
        """Return whether the player of a chair has stopped for a culprit."""
        seat = None if chair is None else self.chain.table.seating.index(chair)
        return seat is not None and self.chain.stops.find(seat, self.chain.seat_of(fault)) is not None

    def _lacking(self, hello: Hello) -> Iterator[Entry]:
        """Yield the accepted entries that the frontier lacks, those of steps only if it is on the same head."""
        lost = self.chain.table.lost
        for vote in self.chain.absence.lacking(hello.absence, hello.step - WINDOW):
            if vote.seat not in lost or vote.step >= hello.step:
                yield vote
        yield from (vote for seat, vote in self.chain.ballots.votes.items() if not hello.votes >> seat & 1)
        yield from (worth for seat, worth in self.chain.worths.entries.items() if not hello.worths >> seat & 1)
        if hello.step > self.chain.number or self.chain.heads[hello.step] != hello.head:
            return
        for step in range(hello.step, self.chain.number + 1):
            for entry in self.chain.entries(step):
                if step > hello.step or not hello.have >> entry.seat & 1:
                    yield entry

    def _resend(self, link: Link, entries: Iterable[Entry], now: float) -> Iterator[Outgoing]:
        """Send entries again as long as the link's allowance lasts: asking is cheap, and must not cost us much."""
        peer = self.peers[link]
        peer.fill(now)
        for entry in entries:
            if peer.allowance <= 0:
                return
            peer.allowance -= len(entry.payload) + SIGNATURE_SIZE
            yield link, entry

    def on_fork(self, link: Link, now: float) -> Iterator[Outgoing]:
        """Show the own heads to a link that has another log."""
        peer = self.peers[link]
        if now - peer.fork_at >= FORK_SPACING:
            peer.fork_at = now
            first = max(0, len(self.chain.heads) - FORK_HEADS)
            yield link, Heads(first=first, heads=tuple(self.chain.heads[first:]))

    def search_fork(self, now: float) -> Iterator[Outgoing]:
        """Show the own heads to every link: some log differs, and which one is not known."""
        for link in self.peers:
            yield from self.on_fork(link, now)

    def on_heads(self, link: Link, heads: Heads, now: float) -> Iterator[Outgoing]:
        """Algorithm 56 (OnHeads). Send the entries of the first step that differs: it has two payloads of somebody."""
        mine = self.chain.heads
        for at, head in enumerate(heads.heads, start=heads.first):
            if at < len(mine) and mine[at] != head:
                if at > heads.first:  # else they differ before, or from the header on
                    yield from self._resend(link, self.chain.entries(at - 1), now)
                    yield from self._resend(link, self.chain.absence.entries(at - 1), now)
                yield from self.on_fork(link, now)
                return

    def _tell_all(self, now: float) -> Iterator[Outgoing]:
        for link, peer in self.peers.items():
            peer.told_at = now
            yield link, self._hello()

    def _tell(self, link: Link, now: float) -> Iterator[Outgoing]:
        peer = self.peers[link]
        if now - peer.told_at >= SPACING:
            peer.told_at = now
            yield link, self._hello()

    def _hello(self) -> Hello:
        chain = self.chain
        chairs = {peer.seat for peer in self.peers.values() if peer.seat is not None}
        if self.own is not None:
            chairs.add(self.own)
        return Hello(
            step=chain.number,
            head=chain.heads[-1],
            have=self._have(),
            votes=_mask(chain.ballots.votes),
            worths=_mask(chain.shown),
            links=_mask(chairs),
            absence=self._marks(max(1, chain.number - WINDOW)),
        )

    def _marks(self, first: int) -> bytes:
        """Return the marks of the stops and the votes that another may lack: not of votes whose signers are lost."""
        chain = self.chain
        votes = split(chain.absence.marks(first, chain.table.lost if first else ()))
        liars = chain.proved if first else {}  # others may have another word of theirs, and nobody gets both
        stops = {stop.digest[:MARK] for stop in chain.recent_stops(first) if stop.seat not in liars}
        return b"".join(sorted(votes | stops)[:MAX_MARKS])

    def _have(self) -> int:
        return _mask(entry.seat for entry in self.chain.entries(self.chain.number))

    def _chair(self, link: Link) -> Seat | None:
        for chair, place in enumerate(self.chain.table.header.chairs):
            if place.link == link:
                return chair
        return None


def _mask(places: Iterable[int]) -> int:
    """Return an integer with these bits set."""
    return sum(1 << place for place in set(places))
