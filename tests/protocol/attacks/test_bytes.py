"""Every byte and every field of every kind of entry counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec
from protocol.errors import Reason
from protocol.events import Drop
from protocol.frames import encode_frame
from protocol.log import Entry, sign_entry
from protocol.steps.base import Choice
from tests.helpers.adversary import SLOT, Bench
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.proofs import flips
from tests.helpers.small_game import SPY, SmallGame, choose
from tests.protocol.attacks.test_cards import burying, eager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from protocol.session import Session
    from protocol.steps.base import AnyChoice

KINDS = ["sit", "nonce", "keys", "shuffle", "deal", "agree", "peek", "reveal", "show", "close"]


def spying(session: Session, random: Random) -> AnyChoice:
    """Look at the trump once, then play as usual."""
    return choose(session, random) if session.peeked() else Choice(move=SPY)


@pytest.mark.parametrize("kind", KINDS)
def test_every_byte_of_a_forced_entry(kind: str) -> None:
    """Flipped once each and signed again, the body is refused and its signer named."""
    bench = Bench(kind, choose=spying)
    body = bench.moment.honest().body
    for changed in flips(body):
        bench.refuse(changed)


@pytest.mark.parametrize("player", [eager, burying, spying], ids=["show", "hide", "none"])
def test_every_byte_of_a_move(player: Callable[..., Choice]) -> None:
    """Likewise for moves that show a card, hide one, and use none."""
    bench = Bench("play", choose=player)
    for changed in flips(bench.moment.honest().body):
        bench.refuse(changed)


GOLD = [
    ("pick", GoldGame((3, 2, 2, 1), packet=4)),
    ("total", GoldGame((3, 2, 2, 1), packet=4)),
    ("pay", GoldGame((1, 2, 3), due=3)),
    ("settle", GoldGame((3, 3, 3), due=2)),
    ("settle deal", GoldGame((3, 3, 3), due=2)),
    ("settle sum", GoldGame((3, 3, 3), due=2)),
    ("settle", GoldGame((1, 1), due=4)),
    ("settle sum", GoldGame((1, 1), due=4)),
]


@pytest.mark.parametrize(("kind", "game"), GOLD, ids=lambda value: value if isinstance(value, str) else "")
def test_every_byte_of_an_entry_about_gold(kind: str, game: GoldGame) -> None:
    """Drafts, pays, settlements and totals."""
    bench = Bench(kind, game=game, choose=GoldPlayers(), cheat_seat=0)
    for changed in flips(bench.moment.honest().body):
        bench.refuse(changed)


def test_every_byte_of_an_opened_choice() -> None:
    """Value and salt."""
    bench = Bench("open", game=SmallGame(0, guess=True))
    for changed in flips(bench.moment.honest().body):
        bench.refuse(changed)


@pytest.mark.parametrize("kind", ["commit", "lock"])
def test_every_byte_of_a_commitment(kind: str) -> None:
    """Before its last 32 bytes everything is refused; of those, whatever they are, the opening is."""
    bench = Bench(kind, game=SmallGame(0, guess=True))
    body = bench.moment.honest().body
    for at, changed in enumerate(flips(body)):
        if at < len(body) - 32:
            bench.refuse(changed)


def leaves(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:  # noqa: ANN401 - of the codec
    """Yield every value that is no array, with the way to it."""
    if isinstance(value, list):
        for at, item in enumerate(value):
            yield from leaves(item, (*path, at))
    else:
        yield path, value


def replaced(value: Any, path: tuple[int, ...], leaf: Any) -> Any:  # noqa: ANN401 - of the codec
    """Return the value with another leaf."""
    if not path:
        return leaf
    return [replaced(item, path[1:], leaf) if at == path[0] else item for at, item in enumerate(value)]


@pytest.mark.parametrize("kind", ["nonce", "keys", "shuffle", "deal", "peek", "play", "reveal", "show", "close"])
def test_each_field_of_another_run(kind: str) -> None:
    """Every field of a valid entry, taken alone from another valid run, is refused."""
    player = spying if kind == "peek" else eager
    bench, other = Bench(kind, choose=player), Bench(kind, choose=player, seed=9)
    mine: Any = codec.decode(bench.moment.honest().body)
    theirs: Any = codec.decode(other.moment.honest().body)
    swapped = 0
    for (path, leaf), (at, foreign) in zip(leaves(mine), leaves(theirs), strict=True):
        assert path == at
        if leaf != foreign:
            bench.refuse(codec.encode(replaced(mine, path, foreign)))
            swapped += 1
    assert swapped


def test_each_field_of_the_slot() -> None:
    """Another session, seat or version is nobody's; another kind or target is not expected; a head may be a fork's."""
    bench, other = Bench("deal"), Bench("deal", seed=9)
    moment, signing = bench.moment, bench.moment.me.signing
    body = moment.honest().body
    slot = dict(zip(SLOT, moment.site.slot(moment.me.seat), strict=True))
    foreign = dict(zip(SLOT, other.moment.site.slot(other.moment.me.seat), strict=True))
    foreign |= {"seat": 0, "kind": "peek", "target": 1}
    outcome: dict[str, object] = {}
    for name in ("session", "seat", "kind", "target", "head"):
        changed = tuple((slot | {name: foreign[name]}).values())
        fault = bench.send(encode_frame(sign_entry(signing, changed, body)))  # type: ignore[arg-type]
        drops = [output for output in bench.outputs if isinstance(output, Drop)]
        outcome[name] = fault.reason if fault else "dropped" if drops else "ignored"
    assert outcome == {
        "session": "dropped",
        "seat": "dropped",
        "kind": Reason.NOT_EXPECTED,
        "target": Reason.NOT_EXPECTED,
        "head": "ignored",
    }


def test_every_byte_of_an_envelope() -> None:
    """Flipped in a frame that an honest peer sent, nobody is named: whoever passes it on may have done it."""
    bench = Bench("deal")
    entry: Entry = bench.moment.honest()
    for data in flips(encode_frame(entry)):
        assert bench.send(data) is None
