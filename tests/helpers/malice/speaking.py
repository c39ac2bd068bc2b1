"""Attacks with what is said to whom, when, and how often; with votes; and with silence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.moves import Discard
from protocol.absence import KEEP, OUT, keep_body, out_body
from protocol.errors import Reason
from protocol.root import Root
from protocol.steps.base import Choice
from protocol.stopping import STOP, stop_body
from tests.helpers.adversary import Tweak
from tests.helpers.malice.plot import Attack

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.log import Entry
    from tests.helpers.adversary import Moment, Sent

DISCARD: Final = Discard(None).wire()
BAD: Final = b"\xc1"
"""What nothing decodes to."""


def others(moment: Moment) -> list[int]:
    """Return the other chairs."""
    return [chair for chair in range(len(moment.table.header.chairs)) if chair != moment.session.chair]


def innocents(moment: Moment) -> list[int]:
    """Return the other seats that are in the game."""
    return [seat for seat in moment.table.present if seat != moment.me.seat]


# --- two versions ----------------------------------------------------------------------------------------------------


def versions(moment: Moment) -> tuple[Entry, Entry]:
    """Return two entries for one slot, each of them good by itself."""
    me, choice = moment.me, moment.me.choice
    if isinstance(choice, Choice):
        hand = moment.session.zone("hand")
        cards = (card for card in hand if (choice.move, choice.card) != (DISCARD, card))
        other = replace(me, choice=Choice(move=DISCARD, card=next(cards)))
    else:
        other = replace(me, root=Root(bytes(range(32))))
    return moment.honest(), moment.sign(moment.body(moment.step.make(moment.table, moment.site, other)))


def two_good(moment: Moment) -> list[Sent]:
    """Show one of the others another good version than the rest."""
    one, two = versions(moment)
    return [(others(moment)[:1], one), (others(moment)[1:], two)]


def one_bad(moment: Moment) -> list[Sent]:
    """Show one of the others what proves a fault, and the rest what is good."""
    good = moment.honest()
    return [(others(moment)[1:], good), (others(moment)[:1], moment.sign(BAD))]


def two_results(moment: Moment) -> list[Sent]:
    """Sign the true result for some, and another one for the last of the others."""
    other = moment.sign(moment.body(moment.content()[:-1] + b"\x07"))
    return [(others(moment)[:-1], moment.honest()), (others(moment)[-1:], other)]


def late(moment: Moment) -> list[Sent]:
    """Sign a second version of what one has said long ago, beside what is to be said now."""
    done = next(done for done in moment.session.chain.done if done.step.kind == "commit")
    slot = {"step": done.site.step, "head": done.site.head, "kind": "commit"}
    return [(None, moment.honest()), (None, moment.sign(BAD, **slot))]


def equivocation(act: Callable[[Moment], list[Sent]], kind: str, check: str | None = "slot") -> Tweak:
    """Return the tweak of who says two things and plays on."""
    return Tweak(kind=kind, act=act, reason=Reason.EQUIVOCATION, check=check, stays=True)


def rich(moment: Moment) -> bool:
    """Wait for a moment with another card to discard."""
    return moment.site.kind != "play" or len(moment.session.zone("hand")) > 1


VERSIONS: Final = (
    *(
        Attack(
            what=f"shows two versions of its {kind}",
            tweak=replace(equivocation(two_good, kind), when=rich),
            whole=kind == "play",
            void=kind in {"deal", "reveal"},
        )
        for kind in ("play", "shuffle", "deal", "peek", "reveal")
    ),
    *(
        Attack(
            what=f"shows one player alone a bad {kind}",
            tweak=equivocation(one_bad, kind, None),
            also=Reason.ENCODING,
        )
        for kind in ("deal", "agree")
    ),
    Attack(
        what="signs two results",
        tweak=equivocation(two_results, "close", None),
        also=Reason.RESULT,
        whole=True,
    ),
    Attack(what="changes long afterwards what it has said", tweak=equivocation(late, "agree")),
)

# --- votes -----------------------------------------------------------------------------------------------------------


def voting(*votes: tuple[str, Callable[[Moment], list[tuple[int, bytes]]]]) -> Callable[[Moment], list[Sent]]:
    """Return what signs the honest entry and votes, each with its kind and whom it is about."""

    def act(moment: Moment) -> list[Sent]:
        cast = [
            (None, moment.sign(body, kind=kind, target=about)) for kind, make in votes for about, body in make(moment)
        ]
        return [(None, moment.honest()), *cast]

    return act


def out_one(moment: Moment) -> list[tuple[int, bytes]]:
    """Vote against one who is there."""
    return [(innocents(moment)[0], out_body(None, None))]


def keep_one(moment: Moment) -> list[tuple[int, bytes]]:
    """Say that he is there."""
    return [(innocents(moment)[0], keep_body(bytes(32)))]


def out_two(moment: Moment) -> list[tuple[int, bytes]]:
    """Vote against two at once."""
    return [(seat, out_body(None, None)) for seat in innocents(moment)[:2]]


def out_both_ways(moment: Moment) -> list[tuple[int, bytes]]:
    """Vote against one in two versions."""
    return [(innocents(moment)[0], body) for body in (out_body(None, None), out_body(bytes(32), None))]


def out_self(moment: Moment) -> list[tuple[int, bytes]]:
    """Vote against oneself."""
    return [(moment.me.seat, out_body(None, None))]


def stop_twice(moment: Moment) -> list[tuple[int, bytes]]:
    """Say of an innocent that one stops for him, in two places."""
    heads, present = moment.session.chain.heads, moment.table.present
    return [(innocents(moment)[0], stop_body(last, heads[last], present)) for last in (2, 3)]


def stop_one(moment: Moment) -> list[tuple[int, bytes]]:
    """Say once that one stops for an innocent."""
    return stop_twice(moment)[:1]


VOTES: Final = tuple(
    Attack(what=what, tweak=equivocation(voting(*votes), "deal", check))
    for what, check, votes in (
        ("votes for and against one player", "vote.both", ((OUT, out_one), (KEEP, keep_one))),
        ("votes against two players at once", "vote.unlifted", ((OUT, out_two),)),
        ("signs two versions of a vote", "vote.slot", ((OUT, out_both_ways),)),
        ("votes against itself", "vote.domain", ((OUT, out_self),)),
        ("stops for an innocent in two places", "stop", ((STOP, stop_twice),)),
    )
)

# --- what is refused, ignored or bounded -----------------------------------------------------------------------------


def again(moment: Moment) -> list[Sent]:
    """Send the whole log once more, backwards, twice."""
    chain = moment.session.chain
    old = [entry for done in chain.done for entry in done.entries.values()]
    return [(None, moment.honest()), *((None, entry) for entry in old[::-1] * 2)]


def flood(moment: Moment) -> list[Sent]:
    """Sign five hundred entries of steps to come."""
    step = moment.site.step
    future = (
        moment.sign(bytes(1000), step=step + 1 + number % 128, head=number.to_bytes(32, "big")) for number in range(500)
    )
    return [(None, moment.honest()), *((None, entry) for entry in future)]


def other_heads(moment: Moment) -> list[Sent]:
    """Sign for a hundred heads that nobody has."""
    heads = (number.to_bytes(32, "big") for number in range(100))
    return [(None, moment.honest()), *((None, moment.sign(b"\xc0", head=head)) for head in heads)]


def forged(moment: Moment) -> list[Sent]:
    """Send an entry in another one's name, which nobody has signed."""
    entry = moment.sign(moment.honest().body, seat=innocents(moment)[0])
    return [(None, moment.honest()), (None, replace(entry, signature=bytes(64)))]


def foreign(moment: Moment) -> list[Sent]:
    """Send an entry of another game."""
    return [(None, moment.honest()), (None, moment.sign(moment.honest().body, session=bytes(32)))]


def signed_twice(moment: Moment) -> list[Sent]:
    """Send one payload with two good signatures."""
    return [(None, moment.honest()), (None, moment.honest())]


def quiet(kind: str, act: Callable[[Moment], list[Sent]]) -> Tweak:
    """Return the tweak of what blames nobody; the game goes on with whoever does it."""
    return Tweak(kind=kind, act=act, reason=None, stays=True)


IGNORED: Final = (
    Attack(what="sends the whole log again", tweak=quiet("agree", again)),
    Attack(what="floods the table with entries of steps to come", tweak=quiet("deal", flood)),
    Attack(what="signs for heads that nobody has", tweak=quiet("deal", other_heads)),
    Attack(what="forges an entry of another player", tweak=quiet("deal", forged), cut=True),
    Attack(what="signs one payload twice", tweak=quiet("deal", signed_twice)),
    Attack(what="sends an entry of another game", tweak=quiet("deal", foreign), cut=True),
    Attack(what="answers one player only", tweak=quiet("deal", lambda m: [(others(m)[:1], m.honest())])),
    Attack(what="stops once for an innocent", tweak=quiet("deal", voting((STOP, stop_one)))),
    Attack(what="votes against one who is there", tweak=quiet("deal", voting((OUT, out_one)))),
)
SILENT: Final = tuple(
    Attack(what=f"falls silent before its {kind}", tweak=Tweak(kind=kind, act=lambda _: [], reason=None), voted=True)
    for kind in ("shuffle", "keys", "shares", "deal", "play")
)
