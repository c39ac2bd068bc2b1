"""Whatever has been voted, honest seats go on in one way without a proved cheat, as far as four seats are searched."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from protocol import caught
from protocol.caught import Outcome, Stop
from tests.helpers.cases import mostly_long
from tests.helpers.evidence_bounds import NOBODY, Bounds, Stand, Way, bounded, reach
from tests.helpers.evidence_model import Past
from tests.helpers.evidence_search import courses, tables
from tests.helpers.evidence_views import Note, Sheet
from tests.helpers.votes_model import Broken, bits
from tests.votes_search import main

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.helpers.evidence_bounds import Log, Stands
    from tests.helpers.evidence_model import EvidenceModel, State
    from tests.helpers.evidence_views import View

SEED = 20_261_201
WALKS = 20
COURSES = ["all, then all", *sorted(courses(3).keys() - {"all, then all"})]
SMALLEST_FIRST = sorted(bounded(3), key=lambda name: ("the cheat, then" not in name, name))


def stands(table: Bounds, model: EvidenceModel, state: State) -> Stands:
    """Return where seats stand in a state of the model with every vote."""
    kinds: dict[tuple[Log, int], dict[bytes, int]] = {}
    logs: dict[bytes | None, Log] = {b"0": ()}
    views = [model.views[number] for number in state]
    for view in views:
        for before, head, ended in zip(view.heads, view.heads[1:], view.done, strict=False):
            lost = NOBODY if ended.lost is None else ended.lost
            known = kinds.setdefault((logs[before], lost), {})
            logs[head] = (*logs[before], (lost, known.setdefault(head, len(known))))
    return table.one_of(tuple(stand(table, model, view, logs) for view in views))


def stand(table: Bounds, model: EvidenceModel, view: View, logs: dict[bytes | None, Log]) -> Stand:
    """Return where a seat stands."""
    log, now, seat = logs[view.heads[-1]], len(view.done), view.seat
    has = [model.messages[number] for number in bits(view.has)]
    entered = any(
        isinstance(one, Note)
        and one.head == view.heads[now]
        and isinstance(one.content, Sheet)
        and one.content.voter == seat
        for one in has
    )
    found = view.outcome
    way = () if found is None else (Way(),)
    if found is not None and found.step is not None:
        way = (Way(found.step, logs[found.head], found.agreed, tuple(sorted(found.seats))),)
    bare = Stand(
        seat,
        log,
        signed=entered if seat in model.expected(view, now) else now < len(model.steps) and not model.left(view),
        stop=next(((one.step, one.last) for one in has if isinstance(one, Stop) and one.signer == seat), ()),
        way=way,
    )
    past = Past(model, view)
    known = (step for step in range(1, now + 1) if past.is_common(step, model.faulty))
    return bare._replace(common=tuple(step for step in known if not table.is_certain(bare, step)))


KINDS = {
    "versions and votes": "",
    "a bad one and votes, one may stop": "",
    "versions and votes, one may stop": "",
    "versions, one leaves": ", one leaves",
    "versions and votes, one leaves later": ", one leaves later",
}


@pytest.mark.parametrize("kind", mostly_long(KINDS))
@pytest.mark.parametrize("course", mostly_long(COURSES))
def test_states_of_runs_drawn_at_random_are_among_them(course: str, kind: str) -> None:
    """Three seats, every state on the way, over the real votes."""
    table = bounded(3)[f"{course}; whatever is voted{KINDS[kind]}"]()
    model, rng = tables(3)[f"{course}; {kind}"](), Random(SEED)
    reached = reach(table)[1]
    for _ in range(WALKS):
        state = model.start
        while moves := model.moves(state):
            state = model.after(state, rng.choice(moves))
            assert stands(table, model, state) in reached, f"seed {SEED}"


@pytest.mark.parametrize("name", mostly_long(SMALLEST_FIRST))
def test_three_seats(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """By the command."""
    assert main(["--evidence", "--only", name]) == 0
    first, found, last = capsys.readouterr().out.splitlines()
    assert first == "3 seats, every order"
    assert found.startswith(f"{name}: ")
    assert "'out of step " in found
    assert last.startswith("No split")


@pytest.mark.long
def test_four_seats() -> None:
    """Two steps of which one expects an entry of the cheat, and the other one of another seat."""
    report, _ = reach(bounded(4)["the cheat, then another; whatever is voted"]())
    assert {"out of step 0, agreed", "out of step 0, taken back"} <= set(report.ends)


def all_that_are_here(stops: Iterable[Stop], culprit: int, past: caught.Past) -> Outcome | None:
    """Go on from the last common step that is named by any, as soon as all who are present here have stopped."""
    counted = [stop for stop in stops if caught.counts(stop, past)]
    last = max((stop.last for stop in counted), default=0)
    signers = frozenset(stop.signer for stop in counted)
    here = min((stop.present - {culprit} for stop in counted), key=len, default=frozenset({culprit}))
    return Outcome(step=last, head=past.head(last), agreed=False, seats=signers) if here <= signers else None


def test_a_neighbouring_rule_fails() -> None:
    """Two of those whom votes have set apart would each go on alone."""
    with pytest.raises(Broken, match="two ways"):
        reach(bounded(3, all_that_are_here)["all, then all; whatever is voted"]())
