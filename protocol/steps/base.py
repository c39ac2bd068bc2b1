"""The one shape of every multi-party operation. PROTOCOL section "Steps".

A step says who is expected, what kind of entry, how to make one's own, how to check one, and how to apply them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from protocol import codec
from protocol.errors import LocalError
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from protocol.game import Fact, PayAnswer, Seat, TableCard
    from protocol.log import Slot
    from protocol.root import Root, Roots
    from protocol.signing import SigningKey
    from protocol.table import Table

Contribution = TypeVar("Contribution")
S = TypeVar("S")
P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where in the log a step stands; every proof and every derived secret is bound to it.

    Attributes:
        session: 32 bytes.
        step: number of the step.
        kind: kind of its entries.
        head: hash of the log before the step, 32 bytes.
        own: whether the entry at hand was made or checked here before, so that its proofs need no check.
    """

    session: bytes
    step: int
    kind: str
    head: bytes
    own: bool = False

    def slot(self, seat: Seat) -> Slot:
        """Return the slot of a seat in this step."""
        return (self.session, seat, self.step, self.kind, 0, self.head)

    def spot(self, seat: Seat, part: str = "") -> Spot:
        """Return the place of a seat's proof; `part` tells several proofs of one body apart."""
        slot: list[codec.Value] = [*self.slot(seat)]
        return Spot(session=self.session, seat=seat, context=codec.encode([*slot, part]), own=self.own)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """What one proof, and everything derived for it, is bound to.

    Attributes:
        session: 32 bytes.
        seat: whose proof.
        context: slot and part, canonical bytes; different for any two proofs of a table.
        own: whether the proof was made or checked here before.
    """

    session: bytes
    seat: Seat
    context: bytes
    own: bool = False

    def transcript(self) -> Transcript:
        """Return a new transcript that has absorbed the context."""
        return Transcript(self.session, self.context)

    def check(self, verify: Callable[[Transcript, S, P], None], statement: S, proof: P) -> None:
        """Check a proof, unless it is an own one: others wait for it, and only a fault of ours could make it fail.

        Raises:
            Invalid: as the verifier does.
        """
        if not self.own:
            verify(self.transcript(), statement, proof)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a player decides in its turn.

    Attributes:
        move: the move's bytes, without the card.
        card: number of the card that is shown or hidden for it; None if the move uses none.
    """

    move: bytes
    card: int | None = None


@dataclass(frozen=True, slots=True)
class PickChoice:
    """Which card of its packet a seat keeps: an index from 0."""

    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayChoice:
    """How a seat answers the card that was dealt to it for its pay; fields as in `protocol.game.Paid`."""

    answer: PayAnswer
    take: tuple[TableCard, ...] = ()
    give: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LockChoice:
    """What a seat chooses in secret: one of the values that the game allows."""

    value: bytes


AnyChoice: TypeAlias = Choice | PickChoice | PayChoice | LockChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """What a seat knows that nobody else does.

    Attributes:
        seat: own seat (in the first two steps: own chair).
        signing: key that signs the entries.
        roots: of this round and the last one.
        root: of the round that the step belongs to; keys, permutations, scalars and nonces come from it.
        purse: root of the purse key, which outlives the rounds.
        choice: what the player decided, for steps that wait for that.
    """

    seat: Seat
    signing: SigningKey = field(repr=False)
    roots: Roots = field(repr=False)
    root: Root = field(repr=False)
    purse: Root = field(repr=False)
    choice: AnyChoice | None = None


class Step(ABC, Generic[Contribution]):
    """A step of the game. Implementations are frozen dataclasses.

    Attributes:
        kind: of its entries.
        witnessed: whether each entry carries the hash of the public state as the step begins.
        chosen: whether its signer has a choice; all other entries are forced by log and root.
    """

    kind: ClassVar[str]
    witnessed: ClassVar[bool] = True
    chosen: ClassVar[bool] = False
    seats: tuple[Seat, ...]

    def round_number(self, table: Table) -> int:
        """Return the number of the set-up whose root this step's secrets come from."""
        return table.setup.number if table.coming is None else table.coming.number

    @abstractmethod
    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the content of the own entry."""

    @abstractmethod
    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Contribution:
        """Check a seat's content and return what it contributes; raise `Invalid` if it is at fault."""

    @abstractmethod
    def finish(
        self, table: Table, site: Site, contributions: Mapping[Seat, Contribution]
    ) -> tuple[Table, tuple[Fact, ...]]:
        """Apply all contributions; raise `SeatInvalid` for a fault that only shows when they are together."""

    def make_body(self, table: Table, site: Site, me: Me) -> bytes:
        """Return the canonical bytes of the own entry's body."""
        content = self.make(table, site, me)
        return codec.encode([table.state_hashes, content] if self.witnessed else content)

    def read_body(self, table: Table, site: Site, seat: Seat, body: bytes) -> Contribution:
        """Algorithm 52 (ReadBody). Check a seat's body; raise `Invalid` if it is at fault."""
        content = codec.decode(body)
        if self.witnessed:
            hashes, content = codec.array(content, 2)
            table.check_state_hashes(codec.blob_upto(hashes, 1024))
        return self.read(table, site, seat, content)


AnyStep = Step[Any]


def own_choice(me: Me) -> Choice:
    """Return the player's move; raise LocalError if there is none, or another kind of choice."""
    if not isinstance(me.choice, Choice):
        raise LocalError("this step waits for a move")
    return me.choice
