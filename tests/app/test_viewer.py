"""What a seat sees: exactly what its session can read, however the cards move, and nothing of the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, NUGGETS
from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.seat import WATCHER, Keep, PayChoice
from protocol.game import IllegalMove, PayAnswer, TableCard, Turn
from protocol.session import Session
from protocol.steps import base
from tests.helpers.losing import until
from tests.helpers.require import present
from tests.helpers.room import Room
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from random import Random

    from p2p_saboteur.seat import SeatView
    from protocol.steps.base import AnyChoice

SEED = 3


class Compared:
    """Random players whose views are compared with what their sessions can read, at each of their turns."""

    def __init__(self) -> None:
        self.viewers: dict[Session, tuple[Viewer, list[int]]] = {}
        self.views = 0
        self.last: SeatView | None = None

    def viewer(self, session: Session) -> Viewer:
        """Return a seat's viewer, which has noted all steps."""
        viewer, read = self.viewers.setdefault(session, (Viewer(session), [0]))
        for done in session.chain.done[read[0] :]:
            viewer.note(done)
        read[0] = len(session.chain.done)
        return viewer

    def __call__(self, session: Session, random: Random) -> AnyChoice:
        """Compare, then choose at random."""
        view = self.viewer(session).view()
        check(view, session)
        late = Viewer(session)
        for done in session.chain.done:
            late.note(done)
        assert late.view() == view
        self.views += 1
        self.last = view
        return session_choice(RandomPolicy(random).choose(view), view)


def check(view: SeatView, session: Session) -> None:
    """Assert that a view holds what the session reads at this moment."""
    values = {zone: tuple(NUGGETS[number] for number in session.zone(zone)) for zone in ("purse", "packet", "drawn")}
    assert (view.purse, view.packet, view.drawn) == (values["purse"], values["packet"], values["drawn"])
    assert view.hand == session.zone("hand")
    peeked = session.peeked()
    goals = [peeked.get(TableCard("goal", place)) for place in range(3)]
    assert view.peeked == tuple(None if number is None else GOALS[number] for number in goals)
    assert [event.fact for event in view.history] == [fact for done in session.chain.done for fact in done.facts]
    assert view.state == session.table.state
    assert view.seat == session.seat


def room(choose: Compared, seed: int = SEED) -> Room:
    """Return an open table of one round, at which the first chair has a nasty name."""
    table = Room(SaboteurGame(Options(rounds=1)), seats=3, seed=seed, choose=choose, group=FAST)
    table.open()
    return table


@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.long) for seed in (0, 1))])
def test_a_view_holds_what_the_session_reads_at_every_turn(seed: int) -> None:
    """Through a whole round with its hand shuffles, peeks and pay; a viewer that comes late sees the same."""
    players = Compared()
    table = room(players, seed)
    table.run()
    assert players.views > 30, seed
    for member in table.members:
        check(players.viewer(member.session).view(), member.session)


def test_names_are_fit_for_printing() -> None:
    """They are others' text: the header may hold anything that is UTF-8."""
    players = Compared()
    table = room(players)
    table.run(until=lambda: players.last is not None)
    session = table.members[0].session
    header = session.table.header
    chairs = (replace(header.chairs[0], name="\x1b[31mred"), *header.chairs[1:])
    session.chain.table = replace(session.table, header=replace(header, chairs=chairs))
    names = Viewer(session).view().names
    assert "[31mred" in names
    assert not any("\x1b" in name for name in names)


def test_a_watcher_sees_what_is_public() -> None:
    """It has no seat, no role and no hand, and the same history as all."""
    players = Compared()
    table = room(players)
    chains = [member.session.chain for member in table.members]
    table.run(until=lambda: players.last is not None and len({chain.number for chain in chains}) == 1)
    watcher = Session(group=FAST, game=table.game, header=table.header, records=table.members[0].disk)
    viewer = Viewer(watcher)
    for event in watcher.events():
        viewer.watch(event)
    view, seated = viewer.view(), players.last
    assert seated is not None
    assert (view.seat, view.role, view.hand, view.purse) == (WATCHER, None, (), ())
    assert view.peeked == (None, None, None)
    assert view.state == watcher.table.state
    assert [event.fact for event in view.history][: len(seated.history)] == [event.fact for event in seated.history]


def test_choices_reach_the_session_as_it_takes_them() -> None:
    """Moves with the first card that serves, picks and pays as they are; a card that is not held is refused."""
    players = Compared()
    room(players).run(until=lambda: players.last is not None and isinstance(players.last.request, Turn))
    view = players.last
    assert view is not None
    card = DRAW[view.hand[2]]
    first = next(number for number in view.hand if DRAW[number] == card)
    assert session_choice(Discard(card), view) == base.Choice(move=b"D", card=first)
    missing = next(card for card in DRAW if card not in [DRAW[number] for number in view.hand])
    with pytest.raises(IllegalMove):
        session_choice(Discard(missing), view)
    assert session_choice(Keep(1), view) == base.PickChoice(1)
    assert session_choice(PayChoice(answer=PayAnswer.BACK), view) == base.PayChoice(answer=PayAnswer.BACK)


def test_between_two_rounds_nobody_has_a_role() -> None:
    """While keys are made and cards are shuffled the last round's role is not taken for the next one's."""
    players = Compared()
    table = Room(SaboteurGame(Options(rounds=2)), seats=3, seed=SEED, choose=players, group=FAST)
    table.open()
    session = table.members[0].session
    table.run(until=lambda: session.chain.number > 1 and session.table.state.round == 2)
    view = players.viewer(session).view()
    assert view.role is None
    assert view.state.dealt == ()


def test_a_round_whose_keys_have_been_erased_shows_nothing() -> None:
    """The log can go back to one; only what lasts for the game can be read then."""
    room = Room(SaboteurGame(Options(rounds=1)), seats=3, seed=SEED, choose=Compared())
    room.open()
    session = room.members[0].session
    assert until(room, "play", 0)
    assert Viewer(session).view().hand
    secrets = present(session.secrets)
    session.secrets = replace(secrets, roots=secrets.roots.since(2))
    view = Viewer(session).view()
    assert (view.hand, view.role, view.peeked) == ((), None, (None, None, None))
