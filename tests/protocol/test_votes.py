"""What votes about a silent seat mean."""

from __future__ import annotations

from itertools import permutations

import pytest

from protocol.errors import LocalError
from protocol.votes import Check, Clash, Exclusion, Refusal, StepVotes
from tests.helpers.votes_model import keep, out, paper

ENTRIES = {seat: paper(seat).digest for seat in range(5)}


def papers(*seats: int) -> dict[int, bytes]:
    """Return the entries of some seats."""
    return {seat: ENTRIES[seat] for seat in seats}


def table(*votes: object, seats: int = 4, expected: tuple[int, ...] | None = None) -> StepVotes:
    """Return the votes of a step."""
    taken = StepVotes(range(seats), range(seats) if expected is None else expected)
    for vote in votes:
        taken.take(vote)  # type: ignore[arg-type]  # votes of both kinds
    return taken


def refusal(votes: StepVotes, about: int, *held: int, complete: bool = False) -> Refusal | None:
    """Ask for seat 0."""
    return votes.out_refusal(0, about, held=papers(*held), complete=complete)


def due(votes: StepVotes, *held: int, complete: bool = False) -> tuple[tuple[int, bytes | None], ...]:
    """Ask what seat 0 must sign."""
    return votes.keeps_due(0, held=papers(*held), complete=complete)


def test_all_others_together_end_the_step_without_the_lost_seat() -> None:
    """Three `out`s of four seats are enough when the three entries are here, and two are not."""
    votes = table(out(0, 3, None, None), out(1, 3, None, None))
    assert votes.excluded(0, papers(0, 1, 2)) is None
    votes.take(out(2, 3, None, None))
    assert votes.excluded(0, papers(0, 1, 2)) == Exclusion(seat=3, entry=None)
    assert votes.excluded(0, papers(0, 1)) is None
    assert votes.excluded(None, papers(0, 1, 2)) == Exclusion(seat=3, entry=None)


def test_only_who_has_signed_ends_the_step_without_a_seat() -> None:
    """The lost seat itself, whose own view has no `out`, waits."""
    votes = table(*(out(seat, 3, None, None) for seat in range(3)))
    assert votes.excluded(3, papers(0, 1, 2, 3)) is None


def test_the_lost_seats_entry_counts_if_an_out_names_it() -> None:
    """Whoever lacks it waits for it, since it counts for the others."""
    votes = table(out(0, 3, None, None), out(1, 3, ENTRIES[3], None), out(2, 3, None, None))
    assert votes.excluded(0, papers(0, 1, 2)) is None
    assert votes.excluded(0, papers(0, 1, 2, 3)) == Exclusion(seat=3, entry=ENTRIES[3])


def test_an_entry_that_no_out_names_does_not_count() -> None:
    """It came after all had signed."""
    votes = table(*(out(seat, 3, None, None) for seat in range(3)))
    assert votes.excluded(0, papers(0, 1, 2, 3)) == Exclusion(seat=3, entry=None)


def test_an_unlifted_out_keeps_the_step_open() -> None:
    """Even when the entry has come; for its signer, and for who only reads."""
    votes = table(out(0, 3, None, None))
    assert votes.blocks(0, papers(0, 1, 2, 3))
    assert votes.blocks(None, papers(0, 1, 2, 3))
    assert not votes.blocks(1, papers(0, 1, 2, 3))
    votes.take(keep(1, 3, ENTRIES[3]))
    assert not votes.blocks(0, papers(0, 1, 2, 3))
    assert not votes.blocks(None, papers(0, 1, 2, 3))


def test_the_seat_itself_lifts_nothing() -> None:
    """It cannot vouch for itself."""
    with pytest.raises(Clash) as caught:
        table(out(0, 3, None, None), keep(3, 3, ENTRIES[3]))
    assert (caught.value.culprit, caught.value.check) == (3, Check.DOMAIN)


def test_a_vote_counts_for_who_holds_its_signers_entry() -> None:
    """A `keep` lifts, an `out` is answered, only then."""
    lifted = table(out(0, 3, None, None), keep(1, 3, ENTRIES[3]))
    assert lifted.unlifted(0, papers(0)) == out(0, 3, None, None)
    assert lifted.unlifted(0, papers(0, 1)) is None
    asked = table(out(1, 3, None, None))
    assert due(asked, 0, 3) == ()
    assert due(asked, 0, 1, 3) == ((3, ENTRIES[3]),)


def test_a_step_that_expects_one_seat_counts_votes_of_all() -> None:
    """The others have no entry that could be waited for."""
    votes = table(*(out(seat, 3, None, None) for seat in range(3)), expected=(3,))
    assert votes.excluded(0, {}) == Exclusion(seat=3, entry=None)


def test_who_lacks_an_entry_may_vote() -> None:
    """With nothing else to say first."""
    assert refusal(table(), 3, 0, 1) is None
    assert table().next_out(0, 3, held=papers(0, 1)) == (None, None)


def test_nobody_votes_before_its_own_entry_is_out() -> None:
    """Neither kind."""
    votes = table(out(1, 3, None, None))
    assert refusal(votes, 3, 1, 2) is Refusal.OWN_ENTRY
    assert due(votes, 1, 3) == ()
    with pytest.raises(LocalError):
        votes.next_out(0, 3, held=papers(1, 2))


def test_who_has_ended_the_step_votes_no_more_against_anyone() -> None:
    """What counts is counted."""
    assert refusal(table(), 3, 0, 1, 2, complete=True) is Refusal.COMPLETE


@pytest.mark.parametrize("about", [0, 4])
def test_a_vote_is_about_another_seat_that_is_there(about: int) -> None:
    """Not about oneself."""
    assert refusal(table(), about, 0) is Refusal.SEAT


def test_of_two_seats_neither_throws_out_the_other() -> None:
    """One vote would be all votes."""
    votes = table(seats=2)
    assert refusal(votes, 1, 0) is Refusal.SEAT
    votes.take(out(0, 1, None, None))
    assert votes.excluded(0, papers(0)) is None


def test_a_vote_about_one_of_the_last_two_who_stay_means_nothing() -> None:
    """Seat 2 leaves, whose `keep` cannot lift it any more; while that is not known, it may."""
    votes = table(out(0, 1, None, None), out(1, 0, None, None), seats=3)
    assert votes.blocks(0, papers(0, 1))
    rest = votes.among_others([2])
    assert rest.excluded(0, papers(0, 1, 2)) is None
    assert not rest.blocks(0, papers(0, 1, 2))
    assert rest.out_refusal(0, 1, held=papers(0, 2), complete=False) is Refusal.SEAT


def test_who_leaves_can_be_voted_out_by_the_two_who_stay() -> None:
    """One of them may have ended the step so before the entry came that says it."""
    votes = table(out(0, 2, None, None), out(1, 2, None, None), seats=3)
    for known in (votes, votes.among_others([2])):
        assert known.excluded(0, papers(0, 1, 2)) == Exclusion(seat=2, entry=None)


def test_a_seat_votes_once_about_each() -> None:
    """Whichever way."""
    assert refusal(table(out(0, 3, None, None)), 3, 0) is Refusal.SIGNED
    assert refusal(table(keep(0, 3, ENTRIES[3])), 3, 0) is Refusal.SIGNED


def test_the_next_out_waits_for_the_last_to_be_lifted_and_names_what_did() -> None:
    """Any `keep` will do; the lowest seat's is named."""
    votes = table(out(0, 3, None, None))
    assert refusal(votes, 2, 0, 1) is Refusal.UNLIFTED
    votes.take(keep(1, 3, ENTRIES[3]))
    assert refusal(votes, 2, 0, 1) is None
    assert votes.next_out(0, 2, held=papers(0, 1)) == (None, keep(1, 3, ENTRIES[3]).digest)


def test_no_out_that_is_answered_before_it_is_signed() -> None:
    """Somebody has the entry."""
    votes = table(out(2, 3, None, None), keep(1, 3, ENTRIES[3]))
    assert refusal(votes, 3, 0, 1) is Refusal.ANSWERED
    assert refusal(votes, 3, 0, 2) is None


def test_who_owes_a_vote_may_be_voted_out_though_its_entry_is_here() -> None:
    """A vote about another one is under way; the `out` names the entry."""
    assert refusal(table(), 2, 0, 1, 2) is Refusal.NOTHING_MISSING
    votes = table(out(1, 3, None, None))
    assert refusal(votes, 2, 0, 1, 2) is None
    assert refusal(votes, 1, 0, 1, 2) is Refusal.NOTHING_MISSING
    assert votes.next_out(0, 2, held=papers(0, 1, 2)) == (ENTRIES[2], None)
    votes.take(out(2, 3, None, None))
    assert refusal(votes, 2, 0, 1, 2) is Refusal.NOTHING_MISSING


def test_who_has_the_entry_answers_who_lacks_it() -> None:
    """But not itself, and only once."""
    votes = table(out(1, 3, None, None))
    assert due(votes, 0, 1, 3) == ((3, ENTRIES[3]),)
    assert due(votes, 0, 1) == ()
    votes.take(keep(0, 3, ENTRIES[3]))
    assert due(votes, 0, 1, 3) == ()
    assert due(table(out(1, 0, None, None)), 0, 1) == ()


def test_who_has_signed_out_does_not_answer() -> None:
    """That would be both."""
    votes = table(out(1, 3, None, None), out(0, 3, None, None))
    assert due(votes, 0, 1, 3) == ()


def test_an_out_for_lack_of_votes_is_answered_when_the_seat_has_voted_or_the_step_has_ended() -> None:
    """Before that it may be right."""
    votes = table(out(1, 3, ENTRIES[3], None))
    assert due(votes, 0, 1, 3) == ()
    assert due(votes, 0, 1, 2, 3, complete=True) == ((3, ENTRIES[3]),)
    votes.take(out(3, 2, None, None))
    assert due(votes, 0, 1, 3) == ((3, ENTRIES[3]),)


def test_a_seat_that_is_not_expected_is_kept_without_an_entry() -> None:
    """Once it has voted."""
    votes = table(out(1, 2, None, None), expected=(3,))
    assert votes.keeps_due(0, held={}, complete=False) == ()
    votes.take(out(2, 3, None, None))
    assert votes.keeps_due(0, held={}, complete=False) == ((2, None),)
    assert votes.keeps_due(0, held=papers(3), complete=False) == ((2, None), (3, ENTRIES[3]))


def test_the_same_vote_again_is_nothing_new() -> None:
    """And no fault."""
    votes = table()
    assert [votes.take(one) for one in (out(0, 1, None, None), out(0, 1, None, None))] == [True, False]
    assert [votes.take(one) for one in (keep(0, 2, ENTRIES[2]), keep(0, 2, ENTRIES[2]))] == [True, False]


@pytest.mark.parametrize(
    ("check", "votes"),
    [
        (Check.BOTH, (out(3, 0, None, None), keep(3, 0, ENTRIES[0]))),
        (Check.BOTH, (keep(3, 0, ENTRIES[0]), out(3, 0, None, None))),
        (Check.SLOT, (out(3, 0, None, None), out(3, 0, ENTRIES[0], None))),
        (Check.SLOT, (keep(3, 0, ENTRIES[0]), keep(3, 0, paper(0, 1).digest))),
        (Check.UNLIFTED, (out(3, 0, None, None), out(3, 1, None, None))),
        (Check.UNLIFTED, (out(3, 0, None, b"a"), out(3, 1, None, b"a"))),
    ],
)
def test_two_votes_prove_a_cheat(check: Check, votes: tuple[object, object]) -> None:
    """Whichever comes first."""
    with pytest.raises(Clash) as caught:
        table(*votes)
    assert (caught.value.culprit, caught.value.check, caught.value.votes) == (3, check, votes)


@pytest.mark.parametrize(
    "vote",
    [
        out(3, 3, None, None),
        out(3, 4, None, None),
        out(4, 3, None, None),
        keep(3, 0, None),
        keep(3, 1, ENTRIES[1]),
        out(3, 1, ENTRIES[1], None),
    ],
    ids=["about itself", "about nobody", "by nobody", "keep without entry", "keep of no entry", "out of no entry"],
)
def test_one_vote_proves_a_cheat_if_nobody_may_sign_it(vote: object) -> None:
    """Here seats 0, 2 and 3 are expected, seat 1 is only present."""
    with pytest.raises(Clash) as caught:
        table(vote, expected=(0, 2, 3))
    assert (caught.value.check, caught.value.votes) == (Check.DOMAIN, (vote,))


def test_an_out_whose_lift_has_not_come_counts_later() -> None:
    """In whatever order its chain comes."""
    chain = (out(1, 3, None, None), keep(2, 3, ENTRIES[3]), out(1, 0, None, keep(2, 3, ENTRIES[3]).digest))
    for order in permutations(chain):
        votes = table(*order)
        assert votes.unlifted(1, papers(1, 2)) == chain[2], order
    assert table(chain[2]).unlifted(1, papers(1, 2)) is None
    assert table(chain[0], chain[2]).unlifted(1, papers(1, 2)) == chain[0]
    assert table(chain[1], chain[2]).unlifted(1, papers(1, 2)) is None


def test_two_outs_after_the_same_one_prove_a_cheat_when_their_lifts_are_here() -> None:
    """The evidence holds both `keep`s; they are honest, and the later is stored."""
    lifts = keep(1, 3, ENTRIES[3]), keep(0, 3, ENTRIES[3])
    branches = out(2, 0, None, lifts[0].digest), out(2, 1, None, lifts[1].digest)
    votes = table(*branches, lifts[0])
    with pytest.raises(Clash) as caught:
        votes.take(lifts[1])
    assert (caught.value.culprit, caught.value.check) == (2, Check.UNLIFTED)
    assert set(caught.value.votes) == {*branches, *lifts}
    assert caught.value.votes[:2] == branches
    assert votes.take(lifts[1]) is False


def test_outs_that_lift_each_other_never_count() -> None:
    """Nor does one that its signer's own `keep` would lift, or one about another seat than its `keep`."""
    ring = table(
        keep(1, 3, ENTRIES[3]),
        keep(3, 1, ENTRIES[1]),
        out(2, 3, None, keep(3, 1, ENTRIES[1]).digest),
        out(2, 1, None, keep(1, 3, ENTRIES[3]).digest),
    )
    assert ring.unlifted(2, ENTRIES) is None
    own = table(keep(2, 3, ENTRIES[3]), out(2, 1, None, keep(2, 3, ENTRIES[3]).digest))
    assert own.unlifted(2, ENTRIES) is None
    stray = table(out(2, 0, None, None), keep(1, 3, ENTRIES[3]), out(2, 1, None, keep(1, 3, ENTRIES[3]).digest))
    assert stray.unlifted(2, ENTRIES) == out(2, 0, None, None)


def test_a_copy_goes_its_own_way() -> None:
    """Votes that the copy takes are not in the original."""
    votes = table(out(0, 3, None, None))
    twin = votes.copy()
    twin.take(keep(1, 3, ENTRIES[3]))
    assert (len(list(votes)), len(list(twin))) == (1, 2)


def test_a_step_expects_present_seats() -> None:
    """Anything else is our own mistake."""
    with pytest.raises(LocalError):
        StepVotes((0, 1, 2), (3,))
