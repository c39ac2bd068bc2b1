"""What is given away when a seat is proved to cheat and put out: no card of an honest seat.

The cheat and all others but one honest seat, at a tolerant table but two, put their secrets together. They have seen
every entry that anybody has taken, those of the step in which the cheat is put out and those of either branch that was
taken back, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from protocol.chain import Chain
from protocol.done import Done
from protocol.errors import Reason
from protocol.faults import PeerFault
from protocol.header import STRICT, TOLERANT
from protocol.log import decode_entry
from protocol.steps.base import Choice
from tests.helpers.adversary import CrookedRoom, Tweak
from tests.helpers.coalition import Coalition, placed
from tests.helpers.losing import PATIENCE, silence, vote
from tests.helpers.require import present
from tests.helpers.small_game import BURY, PLAY, TRUMP, SmallGame
from tests.protocol.attacks.test_equivocation import versions
from tests.protocol.test_secrecy import secretive
from tests.protocol.test_secrecy_after_losses import undealt

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.session import Session
    from protocol.steps.base import AnyChoice
    from tests.helpers.adversary import Moment, Sent

AGREED, TAKEN_BACK = "agreed", "taken back"
MOMENTS = (("deal", 0), ("play", 1), ("peek", 0), ("deal", 3), ("play", 5))
"""The kind of the step in which somebody cheats, and how many turns have been taken before, at least."""
SHORT = (TAKEN_BACK, STRICT, MOMENTS[0], False)
"""The game of the short suite, of three."""


def unseen(session: Session, random: Random) -> AnyChoice:
    """Spy once, as seat 1; then bury one card after the other, so that nobody shows any."""
    choice = secretive(session, random)
    shows = isinstance(choice, Choice) and choice.move == PLAY
    return Choice(move=BURY, card=session.zone("hand")[0]) if shows else choice


class Rebuilt(Chain):
    """A log that keeps what it has taken back."""

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - those of a chain
        self.taken: list[list[Done]] = []
        super().__init__(**arguments)

    def _go_back(self, step: int) -> None:
        now, table, entries = present(self.step), self.table, dict(self.pending)
        site = replace(self.site, kind=now.kind)
        self.taken.append(
            [*self.done, Done(site=site, step=now, entries=entries, seats=table.present, facts=(), table=table)]
        )
        super()._go_back(step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game in which a cheat was put out.

    Attributes:
        room: the table.
        chain: the log as it was before the last cards were turned up.
        taken: of every member the steps that it had before the cheat was put out, the present one last.
        cheat: the seat that cheated.
        lost: the seat that was lost before, if any.
    """

    room: CrookedRoom
    chain: Chain
    taken: list[list[Done]]
    cheat: Seat
    lost: Seat | None

    @property
    def seats(self) -> set[Seat]:
        """All of them."""
        return set(range(len(self.room.members)))

    @property
    def logs(self) -> list[list[Done]]:
        """Everything that anybody has seen."""
        return [self.chain.done, *self.taken]

    def read(self, seats: set[Seat], *, taken: bool = True) -> set[Ciphertext]:
        """Return all that these seats read together, in whatever round.

        Args:
            seats: who they are.
            taken: whether they have seen what does not count in the end.
        """
        tables = {done.table.setup.number: done.table for log in self.logs for done in log if done.table.setup.keys}
        secrets = {seat: self.room.secrets[self.chain.table.seating[seat]] for seat in seats}
        also = self.taken if taken else []
        rounds = [Coalition(self.chain, secrets, also=also, table=table).read() for table in tables.values()]
        return {card for found in rounds for card in found}

    @property
    def trumps(self) -> set[Ciphertext]:
        """The trump as it lay at any time, and with whom has looked at it."""
        ledgers = [done.table.ledger for log in self.logs for done in log]
        lying = {ledger.table[TRUMP] for ledger in ledgers if TRUMP in ledger.table}
        return lying | {card for ledger in ledgers for card in ledger.peeks.values()}

    def dealt_to(self, seats: set[Seat]) -> set[Ciphertext]:
        """Return all that these have ever owned or looked at, as it lay with them and, before that, on the table."""
        own = {card for log in self.logs for done in log for _, owner, card in placed(done.table) if owner in seats}
        secrets = {seat: self.room.secrets[chair] for seat, chair in enumerate(self.chain.table.seating)}
        return own | {one for one, other in Coalition(self.chain, secrets, also=self.taken).links if other in own}


def tweak(way: str, moment: tuple[str, int], branch: Sequence[int], *, after_loss: bool) -> Tweak:
    """Return the cheat: a bad entry for all, or a good one for the chairs of a branch and another one for the rest.

    Args:
        way: agreed or taken back.
        moment: when it cheats.
        branch: these chairs.
        after_loss: whether it waits until another seat is lost.
    """
    kind, turns = moment

    def act(m: Moment) -> list[Sent]:
        if way == AGREED:
            return [(None, m.sign(b"\xc1"))]
        one, other = versions(m)
        return [(branch, one), ([chair for chair in m.session.table.seating if chair not in branch], other)]

    def when(m: Moment) -> bool:
        done = m.session.chain.done
        lost = next((each.site.step for each in done if each.lost is not None), None)
        settled = not after_loss if lost is None else len(done) > lost + 4
        return settled and [each.site.kind for each in done].count("play") >= turns

    reason = Reason.ENCODING if way == AGREED else Reason.EQUIVOCATION
    return Tweak(kind=kind, act=act, reason=reason, when=when, stays=way != AGREED)


def lose_one(room: CrookedRoom) -> Seat:
    """Let one of the others fall silent and be voted out."""
    lost = room.honest[-1]
    room.run(until=lambda: room.crook.chain.number > 14)
    silence(room, lost)
    seat = room.crook.table.seating.index(lost)
    rest = [chair for chair in range(len(room.members)) if chair != lost]
    for _ in range(60):
        for _ in range(PATIENCE):
            if all(room.members[chair].session.table.lost for chair in rest):
                return seat
            room.step()
        for chair in rest:
            vote(room, chair)
    raise AssertionError(room.seed)


@cache
def played(way: str, table: str, moment: tuple[str, int], *, loses: bool = False) -> Played:
    """Return a game in which one cheats; in some another one, of one more, is lost before."""
    seats, extra = (3, 0) if (way, table, moment, loses) == SHORT else (4 + loses, 5)
    for seed in range(40):
        cheat = tweak(way, moment, range(0, seats, 2), after_loss=loses)
        room = CrookedRoom(cheat, game=SmallGame(extra), seats=seats, seed=seed, choose=unseen, kind=table)
        room.open()
        lost = lose_one(room) if loses else None
        left = [chair for chair in room.honest if lost is None or chair != room.crook.table.seating[lost]]
        chains = [room.members[chair].session.chain for chair in left]
        room.run(60_000, until=lambda chains=chains: all(chain.step is None for chain in chains))  # type: ignore[misc]
        if room.crook.moment is None:
            continue
        (put_out,) = (done for done in chains[0].done if done.agreed is not None)
        if put_out.agreed == (way == AGREED):
            logs = [rebuilt(room, chair) for chair in left]
            taken = [log for each in logs for log in each.taken]
            assert taken
            return Played(room=room, chain=until_reveal(room, left[0]), taken=taken, cheat=room.culprit, lost=lost)
    raise AssertionError((way, moment))


def rebuilt(room: CrookedRoom, chair: int, end: int | None = None) -> Rebuilt:
    """Return the log of a chair, up to a step."""
    chain = Rebuilt(group=room.group, game=room.game, header=room.header)
    for record in room.members[chair].disk:
        if end is None or chain.number < end or not any(done.agreed is not None for done in chain.done):
            try:
                chain.accept(decode_entry(record))
            except PeerFault:
                continue
    return chain


def until_reveal(room: CrookedRoom, chair: int) -> Chain:
    """Return the log of a chair as it was before the last cards were turned up."""
    done = room.members[chair].session.chain.done
    return rebuilt(room, chair, next(each for each in done if each.step.kind == "reveal").site.step)


def outsiders(game: Played, kind: str) -> list[set[Seat]]:
    """Return who may keep out: any honest seat at a strict table, any two at a tolerant one; who is lost helps."""
    honest = game.seats - {game.cheat, game.lost}
    return [set(some) for some in combinations(sorted(honest), 1 if kind == STRICT else 2)]


WAYS = [
    pytest.param(way, table, moment, loses, marks=pytest.mark.long)
    for way in (AGREED, TAKEN_BACK)
    for table in (TOLERANT, STRICT)
    for loses in (False, True)
    for moment in (MOMENTS[3:] if loses else MOMENTS)
]


@pytest.mark.parametrize(("way", "table", "moment", "loses"), [SHORT, *WAYS])
def test_a_cheat_and_all_who_help_it_read_no_card_of_an_honest_seat(
    way: str, table: str, moment: tuple[str, int], loses: bool
) -> None:
    """Neither of the round in which it cheats nor of the one behind that, and none that nobody has been dealt."""
    game = played(way, table, moment, loses=loses)
    everything = game.read(game.seats)
    for some in outsiders(game, table):
        known, hidden = game.read(game.seats - some), game.dealt_to(some)
        assert len(hidden) > 2
        assert hidden <= everything
        if (way, moment[0]) == (TAKEN_BACK, "play"):  # in one branch the cheat has looked at what another may have seen
            hidden -= game.trumps
        assert not known & (hidden | undealt(game.chain))
        assert game.dealt_to(game.seats - some) & known


def test_what_was_taken_back_is_seen() -> None:
    """The control: without the entries that do not count, the same seats read less."""
    game = played(*SHORT[:3])
    rest = game.seats - outsiders(game, STRICT)[0]
    assert game.read(rest, taken=False) < game.read(rest)


@pytest.mark.long
@pytest.mark.parametrize("way", [AGREED, TAKEN_BACK])
def test_all_but_one_would_read_the_cards_of_the_one_at_a_tolerant_table(way: str) -> None:
    """The control: they have every share of its key, the cheat's too, and with them its layer comes off any card."""
    game = played(way, TOLERANT, MOMENTS[3])
    for honest in game.seats - {game.cheat}:
        assert game.read(game.seats - {honest}) & game.dealt_to({honest})
