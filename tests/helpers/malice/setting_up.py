"""Attacks on a set-up: seats and keys, the shuffle, the shares of keys that a tolerant table needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from protocol import codec, commitment, labels
from protocol.errors import Reason
from protocol.proofs import linear, relations
from protocol.steps.keys import secret_keys
from tests.helpers.adversary import Tweak, content
from tests.helpers.malice.plot import Attack
from tests.protocol.attacks import test_shares as sharing
from tests.protocol.attacks import test_shuffles as shuffling

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.group import Element, Scalar
    from tests.helpers.adversary import Moment

NAMES: Final = ("table", "hand", "purse", "share")
SALT: Final = bytes(32)
BY: Final = "Cy"

# --- seats and keys --------------------------------------------------------------------------------------------------


def own(moment: Moment) -> tuple[Scalar, ...]:
    """Return the malicious one's own secret keys."""
    setup = moment.table.coming or moment.step._setup(moment.table, moment.site)  # type: ignore[attr-defined]
    known = secret_keys(moment.table.group, moment.me, setup)
    return tuple(getattr(known, name) for name in NAMES)


def public(moment: Moment) -> tuple[Element, ...]:
    """Return its public keys."""
    return tuple(key * moment.table.group.base for key in own(moment))


def opening(moment: Moment, keys: tuple[Element, ...], salt: bytes = SALT) -> list[Any]:
    """Return the content that opens these keys, with an honest prover's proof for its own secrets."""
    statement = relations.key_knowledge(list(zip(NAMES, keys, strict=True)))
    proof = linear.prove(moment.site.spot(moment.me.seat).transcript(), statement, own(moment), moment.me.root)
    return [salt, value_of(keys), proof.encode()]


def value_of(keys: tuple[Element, ...]) -> bytes:
    """Return keys as they are opened."""
    return b"".join(key.encode() for key in keys)


def committing(make: Callable[[Moment], tuple[Element, ...]]) -> Callable[[Moment, Any], bytes]:
    """Return the earlier tweak that commits to these keys."""

    def change(moment: Moment, _: object) -> bytes:
        context = codec.encode([moment.site.head, moment.me.seat])
        return commitment.commit(labels.KEY_COMMITMENT, context, value_of(make(moment)), SALT)

    return change


def rogue(moment: Moment, honest: list[Any]) -> list[Any]:
    """Choose a table key that makes the joint one one's own."""
    mine, *rest = public(moment)
    others = [theirs.table for theirs in moment.session.chain._contributions.values()]
    return opening(moment, (mine - moment.table.group.sum(others), *rest), honest[0])


def copied_commitment(moment: Moment, _: object) -> bytes:
    """Commit to what another seat has committed to."""
    there = moment.session.chain._contributions
    copied: bytes = there[min(there)]
    return copied


def copied_opening(moment: Moment, _: object) -> Any:  # noqa: ANN401 - what another has signed
    """Open what another seat has opened."""
    there = moment.session.chain.pending
    body: Any = codec.decode(there[min(there)].body)
    return body[1]


def unknown(at: int) -> Tweak:
    """Return the tweak of who does not know the secret of one of its keys."""

    def keys(moment: Moment) -> tuple[Element, ...]:
        mine = public(moment)
        return (*mine[:at], mine[at] + moment.table.group.base, *mine[at + 1 :])

    tweak = content("keys", lambda m, _: opening(m, keys(m)), Reason.PROOF, NAMES[at])
    return replace(tweak, before={"commit": committing(keys)})


def one_for_two(moment: Moment) -> tuple[Element, ...]:
    """Return keys of which the hand's is the table's."""
    table, _, *rest = public(moment)
    return table, table, *rest


def twice() -> Tweak:
    """Return the tweak of who has one key for two purposes."""

    def act(moment: Moment) -> list[Any]:
        keys = one_for_two(moment)
        secret = (own(moment)[0], *own(moment)[:1], *own(moment)[2:])
        statement = relations.key_knowledge(list(zip(NAMES, keys, strict=True)))
        proof = linear.prove(moment.site.spot(moment.me.seat).transcript(), statement, secret, moment.me.root)
        return [(None, moment.sign(moment.body([SALT, value_of(keys), proof.encode()])))]

    before = {"commit": committing(one_for_two)}
    return Tweak(kind="keys", act=act, reason=Reason.DUPLICATE_KEY, check="hand", before=before)


NONCE: Final = content("nonce", lambda _moment, _honest: bytes(32), Reason.COMMITMENT, "nonce")
ROGUE: Final = content("keys", rogue, Reason.COMMITMENT, labels.KEY_COMMITMENT)
COPIED: Final = content("keys", copied_opening, Reason.COMMITMENT, labels.KEY_COMMITMENT)
KEYS: Final = (
    Attack(what="opens another nonce when all others are open", tweak=replace(NONCE, last={"nonce"}), by=BY, ends=True),
    Attack(what="chooses its key when all others are open", tweak=replace(ROGUE, last={"keys"}), by=BY, whole=True),
    Attack(
        what="copies another's commitment and keys",
        tweak=replace(COPIED, last={"commit", "keys"}, before={"commit": copied_commitment}),
        by=BY,
    ),
    Attack(what="does not know its table key", tweak=unknown(0), by=BY),
    Attack(what="does not know its share key", tweak=unknown(3), by=BY),
    Attack(what="has one key for table and hand", tweak=twice(), by=BY),
    Attack(what="claims another key at a table of three", tweak=NONCE, seats=3, ends=True),
)

# --- the shuffle -----------------------------------------------------------------------------------------------------


def not_first(moment: Moment) -> bool:
    """Wait until somebody has shuffled before."""
    return moment.me.seat != min(moment.table.present)


def shuffled(make: Callable[[shuffling.Shuffling], list[Any]], reason: Reason, check: str) -> Tweak:
    """Return the tweak of who shuffles the draw pile like this."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        decks = moment.step.decks  # type: ignore[attr-defined]
        at = max(range(len(decks)), key=lambda place: decks[place].size)
        honest[at] = make(shuffling.Shuffling(moment, at))
        return honest

    return content("shuffle", change, reason, check, not_first)


SHUFFLES: Final = tuple(
    Attack(what=f"shuffles falsely: {(make.__doc__ or '').rstrip('.')}", tweak=shuffled(make, reason, check))
    for make, reason, check in shuffling.FALSE
)

# --- shares ----------------------------------------------------------------------------------------------------------


def wrong_share(moment: Moment, honest: list[bytes]) -> list[bytes]:
    """Give the first of the others another share than was committed to."""
    return [honest[0], sharing.one_more(moment.table.group, honest[1])]


def accusing(moment: Moment, _honest: object) -> Any:  # noqa: ANN401 - a content
    """Complain of a good share."""
    return sharing.complaining(moment, sharing.others(moment)[-1:])


def false_opening(moment: Moment, honest: object) -> Any:  # noqa: ANN401 - a content
    """Complain of a good share with a point that is not the one in common."""
    dealers, points, proof = accusing(moment, honest)
    group = moment.table.group
    return [dealers, (group.element(points) + group.base).encode(), proof]


SHARES: Final = (
    *(Attack(what=f"shares its key so that {bad[0]}", tweak=content("shares", *bad[1:])) for bad in sharing.BAD[:6]),
    Attack(what="gives another player a wrong share", tweak=sharing.sharing_badly(wrong_share), by=BY),
    Attack(
        what="copies another's encrypted shares",
        tweak=sharing.sharing_badly(sharing.copied, last=("shares",)),
        by=BY,
    ),
    Attack(
        what="complains of a good share", tweak=replace(content("shares ok", accusing, Reason.COMPLAINT, "")), by=BY
    ),
    Attack(what="complains with a false point", tweak=content("shares ok", false_opening, Reason.PROOF, "key"), by=BY),
)
