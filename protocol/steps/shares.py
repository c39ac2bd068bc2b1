"""At a tolerant table every seat shares its table key among the others. PROTOCOL section "Tolerant tables".

That happens after the shuffle, since all the others together could stack the deck before it, and before the deal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from protocol import cards, codec, sharing
from protocol.errors import Invalid, LocalError, Reason
from protocol.faults import SeatInvalid
from protocol.header import MAX_SEATS
from protocol.proofs import dleq
from protocol.sharing import SealedShare
from protocol.steps.base import Me, Site, Spot, Step
from protocol.steps.keys import share_secret, table_secret
from protocol.steps.shuffle import lay_down

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Deck, Fact, Seat
    from protocol.group import Element, Scalar
    from protocol.table import SetUp, Table

Sharing: TypeAlias = "Mapping[Seat, SealedShare]"
"""What a dealer has published, by receiver."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """What one seat has got from a dealer.

    Attributes:
        key: the dealer's share key.
        share: of its table key.
    """

    key: Element
    share: SealedShare


Complaints: TypeAlias = "tuple[Seat, ...]"
"""The dealers whose shares for a seat are proved to be wrong."""


def share_key(setup: SetUp, seat: Seat) -> Element:
    """Return the public key to which shares for a seat are encrypted; raise LocalError where there is none."""
    key = setup.keys[seat].share
    if key is None:
        raise LocalError("only the set-ups of a tolerant table have share keys")
    return key


def own_share(table: Table, me: Me, dealer: Seat) -> Scalar:
    """Return the own share of a dealer's table key; raise `Invalid` SHARE if it is wrong."""
    secret = share_secret(table.group, me, table.setup)
    return table.setup.sharings[dealer][me.seat].open(secret * share_key(table.setup, dealer))


def read_sharing(key: Element, contexts: Mapping[Seat, bytes], content: codec.Value) -> Sharing:
    """Algorithm 61 (Sharing.Read). Return a dealer's sharing.

    Args:
        key: its table key.
        contexts: of the pads, by receiver, ascending.
        content: [points, shares under their pads].

    Raises:
        Invalid: ENCODING for another degree or number of shares, POINT, SCALAR.
    """
    data, sealed = codec.array(content, 2)
    group, count = key.group, len(contexts)
    points = (key, *cards.decode_elements(group, data, count - 1))
    scalars = group.decode_scalars(codec.blob(sealed, group.scalar_size * count), count)
    return {
        seat: SealedShare(image=sharing.image(points, seat), sealed=scalar, context=context)
        for (seat, context), scalar in zip(contexts.items(), scalars, strict=True)
    }


@dataclass(frozen=True, slots=True)
class ShareKeys(Step[Sharing]):
    """Every seat publishes a sharing of its table key, and each of the others' shares under a pad."""

    kind: ClassVar[str] = "shares"
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the points of the polynomial, and the shares under their pads."""
        setup, others = table.next_setup, self._others(me.seat)
        key, share = table_secret(table.group, me, setup), share_secret(table.group, me, setup)
        coefficients = sharing.polynomial(me.root, key, site.spot(me.seat).context, len(others))
        points, shares = sharing.deal(coefficients, others)
        pads = (sharing.pad(share * share_key(setup, o), _context(site, me.seat, o)) for o in others)
        sealed = (each + mask for each, mask in zip(shares, pads, strict=True))
        return [cards.encode_elements(points), b"".join(scalar.encode() for scalar in sealed)]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Sharing:
        """Check a seat's sharing as far as everybody can."""
        contexts = {other: _context(site, seat, other) for other in self._others(seat)}
        return read_sharing(table.next_setup.keys[seat].table, contexts, content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Sharing]) -> tuple[Table, tuple[Fact, ...]]:
        """Keep the sharings with the keys."""
        return replace(table, coming=replace(table.next_setup, sharings=dict(contributions))), ()

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in self.seats if other != seat)


def _context(site: Site, dealer: Seat, receiver: Seat) -> bytes:
    """Return what the pad between two seats hangs on."""
    return site.spot(dealer, f"to {receiver}").context


@dataclass(frozen=True, slots=True)
class ConfirmShares(Step[Complaints]):
    """Every seat signs that its shares are right, or shows which are not and how that can be seen.

    Only then the new decks take the place of the old ones: a set-up that fails here starts again from these.
    """

    kind: ClassVar[str] = "shares ok"
    seats: tuple[Seat, ...]
    decks: tuple[Deck, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return nothing if all own shares are right, else a complaint."""
        secret = share_secret(table.group, me, table.next_setup)
        received = _received(table.next_setup, me.seat)
        wrong = {dealer: got.key for dealer, got in received.items() if not _opens(got.share, secret * got.key)}
        return make_complaint(site.spot(me.seat), me, secret, wrong) if wrong else None

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Complaints:
        """Check a seat's complaint; one about a share that is right is the fault of who complains."""
        if content is None:
            return ()
        setup = table.next_setup
        return read_complaint(site.spot(seat), share_key(setup, seat), _received(setup, seat), content)

    def finish(
        self, table: Table, site: Site, contributions: Mapping[Seat, Complaints]
    ) -> tuple[Table, tuple[Fact, ...]]:
        """Blame the first dealer whose share for the first seat that complains is wrong, or lay down the decks."""
        for seat in self.seats:
            for dealer in contributions[seat]:
                raise SeatInvalid(dealer, Invalid(Reason.SHARE, f"share for {seat}"))
        return lay_down(table, self.decks)


def _received(setup: SetUp, seat: Seat) -> dict[Seat, Received]:
    """Return what a seat has got, by dealer."""
    return {
        dealer: Received(key=share_key(setup, dealer), share=shares[seat])
        for dealer, shares in sorted(setup.sharings.items())
        if dealer != seat
    }


def make_complaint(spot: Spot, me: Me, secret: Scalar, theirs: Mapping[Seat, Element]) -> codec.Value:
    """Return the content [dealers, points, proof] that opens the points that one has in common with some dealers.

    Args:
        spot: of the complaint.
        me: who complains.
        secret: e of the own share key e G.
        theirs: share keys of the dealers, by seat, ascending.
    """
    points = tuple(secret * key for key in theirs.values())
    statement = dleq.Statement(key=secret * secret.group.base, inputs=tuple(theirs.values()), outputs=points)
    proof = dleq.prove(spot.transcript(), statement, secret, me.root)
    return [list(theirs), cards.encode_elements(points), proof.encode()]


def read_complaint(spot: Spot, key: Element, received: Mapping[Seat, Received], content: codec.Value) -> Complaints:
    """Algorithm 63 (Complaint.Read). Return the dealers whose shares for a seat are proved to be wrong.

    Args:
        spot: of the complaint.
        key: share key of who complains.
        received: by dealer, all that it has got.
        content: [dealers, points, proof].

    Raises:
        Invalid: what is said is no complaint, or its proof fails; COMPLAINT, if one of the shares is right.
    """
    named, data, proof = codec.array(content, 3)
    dealers = [codec.integer(dealer, 0, MAX_SEATS - 1) for dealer in codec.array_upto(named, MAX_SEATS)]
    if not dealers or dealers != sorted(set(dealers)) or not received.keys() >= set(dealers):
        raise Invalid(Reason.ENCODING, "dealers")
    points = cards.decode_elements(key.group, data, len(dealers))
    statement = dleq.Statement(key=key, inputs=tuple(received[dealer].key for dealer in dealers), outputs=points)
    spot.check(dleq.verify, statement, dleq.Proof.decode(key.group, proof, statement))
    for dealer, point in zip(dealers, points, strict=True):
        if _opens(received[dealer].share, point):
            raise Invalid(Reason.COMPLAINT, f"share of {dealer}")
    return tuple(dealers)


def _opens(share: SealedShare, point: Element) -> bool:
    try:
        share.open(point)
    except Invalid:
        return False
    return True
