"""Seats that share their table key badly, or complain of what is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec, commitment, labels
from protocol.errors import Invalid, Reason
from protocol.header import TOLERANT
from protocol.proofs import linear, relations
from protocol.steps.keys import secret_keys, share_secret
from protocol.steps.shares import make_complaint, share_key
from tests.helpers.adversary import Bench, CrookedRoom, Tweak, caught, content
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.faults import Fault
    from protocol.group import Group
    from protocol.sharing import SealedShare
    from tests.helpers.adversary import Moment

SEATS = 4


def found(tweak: Tweak) -> Fault:
    """Return the fault that everyone must see at a tolerant table."""
    return caught(tweak, kind=TOLERANT, seats=SEATS)


def test_a_tolerant_table_shares_its_keys_and_plays_to_the_end() -> None:
    """In every set-up, with nobody complaining; all agree."""
    room = Room(SmallGame(), seats=SEATS, seed=1, choose=choose, kind=TOLERANT)
    room.open()
    room.run()
    assert len(room.heads) == 1
    assert all(member.fault is None for member in room.members)
    chain = room.members[0].session.chain
    kinds = [done.site.kind for done in chain.done]
    assert kinds[kinds.index("shares") - 1 : kinds.index("shares") + 3] == ["shuffle", "shares", "shares ok", "deal"]
    assert {seat: set(shares) for seat, shares in chain.table.setup.sharings.items()} == {
        seat: set(range(SEATS)) - {seat} for seat in range(SEATS)
    }


def test_seats_that_crash_while_they_share_say_the_same_again() -> None:
    """Polynomials and pads follow from the root; nobody looks guilty."""
    room = Room(SmallGame(), seats=3, seed=5, choose=choose, kind=TOLERANT)
    room.open()
    for kind in ("shares", "shares ok"):
        room.run(until=lambda kind=kind: kind in {each.session.chain.site.kind for each in room.members})  # type: ignore[misc]
        for chair in range(3):
            room.restart(chair)
    room.run()
    assert len(room.heads) == 1
    assert all(member.fault is None for member in room.members)


# --- sharings that everybody sees to be wrong ------------------------------------------------------------------------


def size(moment: Moment) -> int:
    """Return how many bytes an element has."""
    return moment.table.group.element_size


def scalar_size(moment: Moment) -> int:
    """Return how many bytes a scalar has."""
    return moment.table.group.scalar_size


def with_zero(moment: Moment, honest: list[bytes]) -> list[bytes]:
    """Return points by which the share of seat 0 is zero, whatever it is under its pad."""
    group, table = moment.table.group, moment.table.next_setup.keys[moment.me.seat].table
    first = group.elements(honest[0], SEATS - 2)[0]
    return [first.data + (-(table + first)).data, honest[1]]


BAD: tuple[tuple[str, Callable[[Any, Any], Any], Reason, str], ...] = (
    ("a degree too high", lambda m, c: [c[0] + m.table.group.base.data, c[1]], Reason.ENCODING, "bytes"),
    ("a degree too low", lambda m, c: [c[0][size(m) :], c[1]], Reason.ENCODING, "bytes"),
    (
        "a point is the identity",
        lambda m, c: [m.table.group.identity.data + c[0][size(m) :], c[1]],
        Reason.POINT,
        "encoding",
    ),
    ("the last one is", lambda m, c: [c[0][: -size(m)] + m.table.group.identity.data, c[1]], Reason.POINT, "encoding"),
    ("a share is zero", with_zero, Reason.POINT, "share image"),
    ("a share too few", lambda m, c: [c[0], c[1][scalar_size(m) :]], Reason.ENCODING, "bytes"),
    ("a share for oneself, too", lambda m, c: [c[0], c[1] + bytes(scalar_size(m))], Reason.ENCODING, "bytes"),
    (
        "a share out of range",
        lambda m, c: [c[0], b"\xff" * scalar_size(m) + c[1][scalar_size(m) :]],
        Reason.SCALAR,
        "range",
    ),
    ("nothing", lambda _, _c: None, Reason.ENCODING, "array"),
)


@pytest.mark.parametrize(("change", "reason", "check"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_sharings_that_everybody_sees_to_be_wrong(change: Any, reason: Reason, check: str) -> None:  # noqa: ANN401 - see BAD
    """They are refused at once, without a complaint."""
    found(content("shares", change, reason, check))


# --- sharings that only the receiver sees to be wrong ----------------------------------------------------------------


def sharing_badly(change: Callable[[Moment, Any], Any], last: tuple[str, ...] = ()) -> Tweak:
    """Return the tweak of who signs another sharing, and confirms its own shares like everyone."""
    return Tweak(
        kind="shares ok",
        act=lambda moment: [(None, moment.honest())],
        reason=Reason.SHARE,
        before={"shares": change},
        last=last,
    )


def one_more(group: Group, data: bytes, at: int = 0) -> bytes:
    """Return scalars of which one is the next."""
    place = slice(at * group.scalar_size, (at + 1) * group.scalar_size)
    scalar = group.decode_scalar(data[place]) + group.scalar(1)
    return data[: place.start] + scalar.encode() + data[place.stop :]


@pytest.mark.parametrize("victim", [0, *(pytest.param(victim, marks=pytest.mark.long) for victim in (1, 2))])
def test_a_wrong_share_is_shown_by_whoever_got_it(victim: int) -> None:
    """The dealer is named, wherever its victim sits."""
    found(sharing_badly(lambda m, honest: [honest[0], one_more(m.table.group, honest[1], victim)]))


def test_points_of_another_polynomial() -> None:
    """All complain, and one fault is proved."""

    def change(_: Moment, honest: list[bytes]) -> list[bytes]:
        points = FAST.elements(honest[0], SEATS - 2)
        return [(points[0] + FAST.base).data + points[1].data, honest[1]]

    fault = found(sharing_badly(change))
    assert fault.check == "share for 0"


def copied(moment: Moment, honest: list[bytes]) -> list[bytes]:
    """Return the honest points with another dealer's encrypted shares, which it must have published before."""
    published = moment.session.chain._contributions
    other: dict[int, SealedShare] = published[min(published)]
    mine = {seat: share for seat, share in other.items() if seat != moment.me.seat}
    own = honest[1][: scalar_size(moment)]  # the other dealer sends nothing to itself
    return [honest[0], own + b"".join(share.sealed.encode() for share in mine.values())]


def test_copied_ciphertexts_of_another_dealer_open_nothing() -> None:
    """Who copies them is named, and what the complaint opens is no key to the shares that were copied."""
    room = CrookedRoom(sharing_badly(copied, last=("shares",)), kind=TOLERANT, seats=SEATS)
    room.play()
    room.check()
    chain = room.members[room.honest[0]].session.chain
    setup = chain.table.next_setup
    complaints = {seat: entry.body for seat, entry in chain.pending.items() if seat != room.culprit}
    opened = 0
    for seat, body in complaints.items():
        complaint: Any = codec.array(codec.decode(body), 2)[1]
        if complaint is None:
            continue
        assert complaint[0] == [room.culprit]
        point = FAST.element(complaint[1])
        for dealer in set(range(SEATS)) - {seat, room.culprit}:
            with pytest.raises(Invalid, match="share"):
                setup.sharings[dealer][seat].open(point)
            opened += 1
    assert opened


# --- complaints ------------------------------------------------------------------------------------------------------


def complaining(moment: Moment, dealers: list[int]) -> Any:  # noqa: ANN401 - a content
    """Return a complaint of these dealers, with a good proof."""
    setup = moment.table.next_setup
    secret = share_secret(moment.table.group, moment.me, setup)
    theirs = {dealer: share_key(setup, dealer) for dealer in dealers}
    return make_complaint(moment.site.spot(moment.me.seat), moment.me, secret, theirs)


def others(moment: Moment) -> list[int]:
    """Return the other seats."""
    return [seat for seat in range(SEATS) if seat != moment.me.seat]


def test_a_complaint_about_a_good_share_is_the_complainers_fault() -> None:
    """The opened point shows that the share is right; the dealer is not named."""
    late = content("shares ok", lambda m, _: complaining(m, others(m)[-1:]), Reason.COMPLAINT, f"share of {SEATS - 1}")
    found(late)


def test_a_complaint_with_another_point() -> None:
    """It would make a good share look wrong, and cannot be proved."""

    def change(moment: Moment, _: object) -> Any:  # noqa: ANN401 - a content
        dealers, points, proof = complaining(moment, others(moment)[:1])
        return [dealers, (FAST.element(points) + FAST.base).data, proof]

    found(content("shares ok", change, Reason.PROOF, "key"))


def test_a_complaint_that_is_none() -> None:
    """About nobody, oneself, a dealer twice or in another order."""
    bench = Bench("shares ok", kind=TOLERANT, seats=SEATS)
    moment = bench.moment
    mine = others(moment)
    _, points, proof = complaining(moment, mine)
    for dealers in ([], [moment.me.seat], mine[:1] * 2, mine[::-1], [*mine[:-1], SEATS]):
        fault = bench.refuse(moment.body([dealers, points, proof]))
        assert (fault.reason, fault.check) == (Reason.ENCODING, "dealers")


def test_a_share_key_that_is_the_table_key_is_refused() -> None:
    """The complaint's opened points would be layers of cards."""

    def known(moment: Moment) -> tuple[Any, ...]:
        setup = moment.table.coming or moment.step._setup(moment.table, moment.site)  # type: ignore[attr-defined]
        keys = secret_keys(FAST, moment.me, setup)
        return keys.table, keys.hand, keys.purse, keys.table

    def value(moment: Moment) -> bytes:
        return b"".join((secret * FAST.base).data for secret in known(moment))

    def commit(moment: Moment, _: object) -> bytes:
        context = codec.encode([moment.site.head, moment.me.seat])
        return commitment.commit(labels.KEY_COMMITMENT, context, value(moment), bytes(32))

    def opening(moment: Moment, _: object) -> list[Any]:
        public = FAST.elements(value(moment), 4)
        statement = relations.key_knowledge(list(zip(("table", "hand", "purse", "share"), public, strict=True)))
        proof = linear.prove(moment.site.spot(moment.me.seat).transcript(), statement, known(moment), moment.me.root)
        return [bytes(32), value(moment), proof.encode()]

    tweak = Tweak(
        kind="keys",
        act=lambda m: [(None, m.sign(m.body(opening(m, None))))],
        reason=Reason.DUPLICATE_KEY,
        check="share",
        before={"commit": commit},
    )
    found(tweak)
