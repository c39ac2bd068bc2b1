"""Fresh keys for a set-up: all commit, then all open with proofs of knowledge. PROTOCOL section "Keys".

Nobody can choose a key that hangs on the others': every key is committed to before the first one is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from protocol import codec, commitment, labels
from protocol.errors import Invalid, Reason
from protocol.faults import SeatInvalid
from protocol.proofs import linear, relations
from protocol.steps.base import Me, Site, Step
from protocol.table import SeatKeys, SetUp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Seat
    from protocol.group import Element, Group, Scalar
    from protocol.table import Table


@dataclass(frozen=True, slots=True, repr=False)
class SecretKeys:
    """A seat's secret keys in one set-up."""

    table: Scalar
    hand: Scalar
    purse: Scalar
    share: Scalar


def secret_keys(group: Group, me: Me, setup: SetUp) -> SecretKeys:
    """Return the own keys of a set-up; raise LocalError if its root has been erased."""
    return SecretKeys(
        table_secret(group, me, setup),
        _hand_secret(group, me, setup),
        purse_secret(group, me),
        share_secret(group, me, setup),
    )


def table_secret(group: Group, me: Me, setup: SetUp) -> Scalar:
    """Return the own table key of a set-up; raise LocalError if its root has been erased."""
    return me.roots.of(setup.number).scalar(group, labels.USE_TABLE_KEY, setup.head)


def _hand_secret(group: Group, me: Me, setup: SetUp) -> Scalar:
    return me.roots.of(setup.number).scalar(group, labels.USE_HAND_KEY, setup.head)


def share_secret(group: Group, me: Me, setup: SetUp) -> Scalar:
    """Return the own share key of a set-up, which only a tolerant table uses."""
    return me.roots.of(setup.number).scalar(group, labels.USE_SHARE_KEY, setup.head)


def purse_secret(group: Group, me: Me) -> Scalar:
    """Return the own purse key, which is the same in all rounds."""
    return me.purse.scalar(group, labels.USE_PURSE_KEY, b"")


def owner_secret(table: Table, me: Me, deck: str) -> Scalar:
    """Return the secret of the key under which a seat owns cards of a deck: of `Table.owner_key`."""
    if table.decks[deck].values is None:
        return _hand_secret(table.group, me, table.setup)
    return purse_secret(table.group, me)


def _names(table: Table) -> tuple[str, ...]:
    """Return which keys a set-up makes: a purse key lasts for the game, only a tolerant table shares keys."""
    first = () if table.setup.keys else ("purse",)
    return ("table", "hand", *first, *(("share",) if table.header.tolerant else ()))


def _own(table: Table, me: Me, setup: SetUp) -> tuple[tuple[Scalar, ...], bytes]:
    keys = secret_keys(table.group, me, setup)
    secret = tuple(getattr(keys, name) for name in _names(table))
    return secret, b"".join((key * table.group.base).encode() for key in secret)


def _salt(me: Me, setup: SetUp, value: bytes) -> bytes:
    return me.root.salt(labels.USE_KEY_SALT, setup.head + value)


def _context(setup: SetUp, seat: Seat) -> bytes:
    return codec.encode([setup.head, seat])


@dataclass(frozen=True, slots=True)
class KeyCommit(Step[bytes]):
    """Every seat commits to its public keys; the head of this step is the set-up's name."""

    kind: ClassVar[str] = "commit"
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the commitment to the own keys."""
        setup = self._setup(table, site)
        _, value = _own(table, me, setup)
        return commitment.commit(labels.KEY_COMMITMENT, _context(setup, me.seat), value, _salt(me, setup, value))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> bytes:
        """Take any 32 bytes."""
        return codec.blob(content, 32)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, bytes]) -> tuple[Table, tuple[Fact, ...]]:
        """Remember the commitments and the name of the set-up."""
        return replace(table, coming=replace(self._setup(table, site), commitments=dict(contributions))), ()

    def round_number(self, table: Table) -> int:
        """Return the number of the set-up that begins with this step."""
        return table.setup.number + 1

    def _setup(self, table: Table, site: Site) -> SetUp:
        return SetUp(number=self.round_number(table), head=site.head, joint=table.group.identity)


@dataclass(frozen=True, slots=True)
class KeyOpen(Step[SeatKeys]):
    """Every seat opens its commitment and proves that it knows the secret keys."""

    kind: ClassVar[str] = "keys"
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return salt, keys and proof."""
        setup = table.next_setup
        secret, value = _own(table, me, setup)
        keys = zip(_names(table), table.group.elements(value, len(secret)), strict=True)
        statement = relations.key_knowledge(list(keys))
        proof = linear.prove(site.spot(me.seat).transcript(), statement, secret, me.root)
        return [_salt(me, setup, value), value, proof.encode()]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> SeatKeys:
        """Check commitment, keys and proof."""
        salt, value, proof = codec.array(content, 3)
        names, size = _names(table), table.group.element_size
        data = codec.blob(value, size * len(names))
        setup = table.next_setup
        commitment.verify_opening(
            setup.commitments[seat], labels.KEY_COMMITMENT, _context(setup, seat), data, codec.blob(salt, 32)
        )
        keys = {name: table.group.element(data[i * size : (i + 1) * size]) for i, name in enumerate(names)}
        statement = relations.key_knowledge(list(keys.items()))
        site.spot(seat).check(linear.verify, statement, linear.Proof.decode(table.group, proof, statement))
        purse = keys["purse"] if "purse" in keys else table.setup.keys[seat].purse
        return SeatKeys(table=keys["table"], hand=keys["hand"], purse=purse, share=keys.get("share"))

    def finish(
        self, table: Table, site: Site, contributions: Mapping[Seat, SeatKeys]
    ) -> tuple[Table, tuple[Fact, ...]]:
        """Refuse a key that occurs twice, of the later seat; add up the joint key."""
        seen: set[Element] = set()
        joint = table.group.identity
        for seat in self.seats:
            keys = contributions[seat]
            for name in ("table", "hand", "purse", "share"):
                key = getattr(keys, name)
                if key in seen:
                    raise SeatInvalid(seat, Invalid(Reason.DUPLICATE_KEY, name))
                if key is not None:
                    seen.add(key)
            joint += keys.table
        return replace(table, coming=replace(table.next_setup, keys=dict(contributions), joint=joint)), ()
