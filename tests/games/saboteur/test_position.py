"""Reading the text of whole positions, good and hostile."""

from __future__ import annotations

import random

import pytest

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.position import STATE_LIMIT, parse_state
from p2p_saboteur.games.saboteur.sections import digests, state_text
from p2p_saboteur.games.saboteur.state import Phase, State, opening, with_gold
from p2p_saboteur.games.saboteur.turns import share_gold
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from protocol.game import Closed, Dealt, Fact, Lost, Paid, PayAnswer, Picked, Revealed, Totals, Voided
from tests.helpers.positions import at_share, go, in_turn, play

TO_THE_GOALS = "P NESW 1,0; P NESW 2,0; P NESW 3,0; P NESW 4,0; P NEW 5,0; P NEW 6,0"
ALL_PATHS = (1 << 40) - 1


def on_the_way(*, options: str = "") -> State:
    """Return a state with a maze, all path cards shown and few cards left."""
    return in_turn(TO_THE_GOALS, options=options, shown=ALL_PATHS, pile=4)


def examples() -> dict[str, State]:
    """Return a state in each phase."""
    at_goal = on_the_way()._replace(shown=ALL_PATHS & ~(1 << 4))
    ended = on_the_way()._replace(pile=0, hands=(0,) * 5, phase=Phase.SHOW, winner=Role.SABOTEUR)
    packet = share_gold(at_share("dsdds", winner=Role.DIGGER))
    opened = share_gold(at_share("dsdds", winner=Role.DIGGER, options="gold=open,rounds=2"))
    paid = go(share_gold(at_share("dsdds", winner=Role.SABOTEUR)), Dealt(), Paid(seat=1, answer=PayAnswer.KEEP))
    nearly = share_gold(with_gold(at_share("dsdds", winner=Role.SABOTEUR), pile=(3,)))
    total = with_gold(in_turn(phase=Phase.TOTAL), counts=(1, 0, 0, 0, 2))
    states = [
        opening(options=Options(), seats=10, starter=9),
        in_turn(phase=Phase.DEAL, pile=67, hands=(0,) * 5),
        on_the_way(options="placement=adjacent"),
        play(at_goal, "P EW 7,0"),
        play(on_the_way(), "map 8,0"),
        play(on_the_way(), "break lamp 3"),
        ended,
        ended._replace(phase=Phase.TURN_UP, roles=(Role.SABOTEUR, *[Role.DIGGER] * 4)),
        packet,
        go(packet, Dealt(), Picked(seat=0), Lost(seat=3)),
        go(opened, Revealed(cards=(0, 16, 24, 1, 2))),
        paid,
        go(paid, Dealt()),
        go(nearly, Dealt(), Paid(seat=1, answer=PayAnswer.KEEP)),
        total,
        go(total, Lost(seat=3), Totals(values=(1, 0, 0, 4))),
    ]
    return {state.phase.value: state for state in states} | {"over": states[-1]._replace(phase=Phase.OVER)}


@pytest.mark.parametrize("phase", [phase.value for phase in Phase])
def test_a_position_is_read_as_it_is_printed(phase: str) -> None:
    """R5: text and hashes survive the round trip, in every phase."""
    state = examples()[phase]
    again = parse_state(state_text(state))
    assert again == state
    assert digests(again) == digests(state)
    assert again.board.frontier == state.board.frontier


def test_what_was_read_goes_on_like_the_original() -> None:
    """R5: the legal moves are the same."""
    state = on_the_way()
    hand = [40, 49, 58, 61]
    assert legal_moves(parse_state(state_text(state)), 0, hand) == legal_moves(state, 0, hand)


def altered(state: State, key: str, value: str) -> str:
    """Return the text of a state in which a line has another value."""
    lines = state_text(state).splitlines()
    index = next(index for index, line in enumerate(lines) if line.startswith(f"{key}: "))
    lines[index] = f"{key}: {value}"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("options", "speed=9", "no such option"),
        ("board", "P EW 1,0; P EW 1,0", "lies at 1,0 already"),
        ("board", "P NS 0,1; P NS 0,2; P NS 0,3; P NS 0,4; P NS 0,5", "not so many copies"),
        ("board", "P EW 44,0", "so few cards do not lead so far"),
        ("laid", "100,0", "a cell like 3,-1"),
        ("laid", "1,0 2,0", "nothing more"),
        ("laid", "8,0", "a cell for path cards"),
        ("looked", "3", "a number from 0 to 2"),
        ("looked", "1", "in the phase peek"),
        ("pile", "68", "a number from 0 to 67"),
        ("pile", "67", "there are only 67 cards"),
        ("pile", "1 2", "nothing more"),
        ("hands", "3,3,3", "one entry for each"),
        ("hands", "3,3,3,3,7", "a number from 0 to 6"),
        ("hands", "0,3,3,3,3", "cannot wait for that"),
        ("shown", "1,0", "ascending order"),
        ("shown", "0,0", "ascending order"),
        ("shown", "0", "every card on the board was shown"),
        ("shown", "67", "a number from 0 to 66"),
        ("discards", "40", "cards that were shown"),
        ("discards", "1,1", "cards that were shown"),
        ("hidden discards", "-1", "a number from 0 to 67"),
        ("tools", "pick+cart,-,-,-,-", "in the order cart, lamp, pick"),
        ("tools", "leg,-,-,-,-", "in the order cart, lamp, pick"),
        ("tools", "-,-,-,-", "one entry for each"),
        ("seats", "2", "a number from 3 to 10"),
        ("seats", "6", "one entry for each of the 6"),
        ("lost", "2,1", "ascending order"),
        ("lost", "0,1,2,3,4", "somebody must be left"),
        ("lost", "1", "a lost seat has no cards"),
        ("lost", "5", "seats from 0 to 4"),
        ("phase", "lunch", "allowed is shuffle, deal, turn"),
        ("phase", "peek", "cannot wait for that"),
        ("phase", "reveal", "cannot wait for that"),
        ("phase", "shuffle", "cannot wait for that"),
        ("phase", "deal", "cannot wait for that"),
        ("phase", "packet", "cannot wait for that"),
        ("phase", "take", "cannot wait for that"),
        ("phase", "settle", "cannot wait for that"),
        ("phase", "show", "a side has won"),
        ("phase", "over", "totals are there when the game is over"),
        ("round", "4", "a number from 1 to 3"),
        ("starter", "7", "seats from 0 to 4"),
        ("dealt", "0,1,2,3", "all seats that are left"),
        ("dealt", "0,1,2,3,4,4", "each once"),
        ("turn", "9", "seats from 0 to 4"),
        ("passed", "1,1", "each once"),
        ("last mover", "x", "a number from 0 to 9"),
        ("winner", "gold", "allowed is digger, saboteur"),
        ("roles", "digger", "one entry for each"),
        ("roles", "saboteur,saboteur,saboteur,-,-", "not so many role cards of a side"),
        ("left over", "king", "allowed is digger, saboteur"),
        ("totals", "1,2,3,4,5", "totals are there when the game is over"),
        ("totals", "1,2", "one entry for each"),
        ("nuggets", ",".join("3" * 5), "16 nugget cards of 1"),
        ("nuggets", "4", "a number from 1 to 3"),
        ("nugget pile", "0,0", "every nugget card lies in one place"),
        ("nugget pile", "28", "a number from 0 to 27"),
        ("faces", ",".join("3" * 5), "not so many nugget cards"),
        ("faces", ",".join("0" * 29), "not so many nugget cards"),
        ("counts", "1", "one entry for each"),
        ("picker", "8", "seats from 0 to 4"),
        ("again", "maybe", "allowed is yes, no"),
        ("due", "5", "a number from 0 to 4"),
        ("queue", "1,1", "each once"),
        ("giver", "", "a number from 0 to 9"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_place(key: str, value: str, problem: str) -> None:
    """R1 to R25: unknown words, numbers out of range, contradictions; the place is in the line that is wrong."""
    text = altered(on_the_way(), key, value)
    with pytest.raises(InvalidText, match=problem) as error:
        parse_state(text)
    assert 0 <= error.value.place <= len(text)
    line = text[: error.value.place].splitlines()[-1].partition(":")[0]
    assert line == CONTRADICTED.get((key, value), key)


CONTRADICTED = {
    ("hands", "0,3,3,3,3"): "phase",
    ("seats", "6"): "tools",
    ("phase", "show"): "winner",
    ("phase", "over"): "totals",
}
"""In which line the contradiction is found, where it is not the altered one."""


@pytest.mark.parametrize(
    ("phase", "key", "value", "problem"),
    [
        ("turn up", "roles", "-,-,-,-,-", "all who are left have turned up their roles"),
        ("take", "faces", "1,2,3,1,1", "one entry for each of the 28 nugget cards"),
        ("take", "round", "3", "only so many rounds: 2"),
    ],
)
def test_what_the_game_could_not_go_on_from_is_refused(phase: str, key: str, value: str, problem: str) -> None:
    """R20, R25, D42: roles that never come, nuggets without a value, a game without an end."""
    with pytest.raises(InvalidText, match=problem):
        parse_state(altered(examples()[phase], key, value))


def test_no_round_is_dealt_to_two() -> None:
    """L5: a round is dealt to three or more, though fewer may be left of them."""
    two = in_turn(seats=3, lost=(2,), hands=(3, 3, 0))
    assert parse_state(state_text(two)) == two
    with pytest.raises(InvalidText, match="at least 3"):
        parse_state(altered(two, "dealt", "0,1"))


@pytest.mark.parametrize(
    "facts",
    [
        (Lost(seat=2), Voided()),
        (Lost(seat=2), Voided(), Totals(values=(0, 0)), Lost(seat=0), Closed()),
        (Voided(), Lost(seat=0)),
        (Voided(), Lost(seat=0), Totals(values=(0, 0)), Closed()),
    ],
)
def test_a_game_that_ends_early_is_read_as_it_is_printed(facts: tuple[Fact, ...]) -> None:
    """L5, L6: fewer than three are left while a goal is looked at, before the deal, or only after the end."""
    state = go(play(in_turn(seats=3), "map 8,0"), *facts)
    assert parse_state(state_text(state)) == state


def test_a_seat_that_is_lost_after_the_end_keeps_its_nuggets() -> None:
    """L1: the result stands, and so does what led to it."""
    state = go(
        with_gold(in_turn(phase=Phase.TOTAL), counts=(1, 0, 0, 0, 2)), Totals(values=(1, 0, 0, 0, 4)), Lost(seat=4)
    )
    assert state.gold.counts[4] == 2
    assert parse_state(state_text(state)) == state


def test_a_total_is_missing() -> None:
    """R25: every seat that is left has one."""
    with pytest.raises(InvalidText, match="every seat that is left has a total"):
        parse_state(altered(examples()["over"], "totals", "1,-,0,-,4"))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: "x" * (STATE_LIMIT + 1), "too long"),
        (lambda text: text.replace("pile: ", "pile:", 1), "a line that begins with pile: "),
        (lambda text: text.replace("turn: 0\n", ""), "a line that begins with turn: "),
        (lambda text: text[:-1], "whole lines are wanted"),
        (lambda text: text + "more: 1\n", "whole lines are wanted"),
        (lambda text: "", "a line that begins with options: "),
        (lambda text: text.partition("backs")[0], "a line that begins with backs: "),
    ],
    ids=range(7),
)
def test_a_text_with_other_lines_is_refused(change: object, problem: str) -> None:
    """R5: every line in its place, and none more."""
    with pytest.raises(InvalidText, match=problem):
        parse_state(change(state_text(on_the_way())))  # type: ignore[operator]  # a function of the text


def test_no_change_of_a_character_breaks_the_reader() -> None:
    """R5: a text with a changed character is a position that prints like that, or is refused."""
    seed = 5
    rng = random.Random(seed)
    text = state_text(on_the_way())
    for _ in range(400):
        place = rng.randrange(len(text))
        other = text[:place] + rng.choice("0123456789-,;:+ \nPXEGoa") + text[place + 1 :]
        try:
            again = parse_state(other)
        except InvalidText as error:
            assert 0 <= error.place <= len(other), f"seed {seed}: {other!r}"  # noqa: PT017 - most are refused
        else:
            assert parse_state(state_text(again)) == again, f"seed {seed}: {other!r}"
