"""The line mode, driven by typed lines at a local table."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

import pytest

from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.cards import DRAW, Tool
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, from_wire
from p2p_saboteur.games.saboteur.notation import card_text, parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.local import LocalControl, LocalTable
from p2p_saboteur.plain.mode import HELP, Plain, Quit, TimeUp
from p2p_saboteur.plain.reading import read_choice
from p2p_saboteur.seat import WATCHER, Keep, Withdrawn
from p2p_saboteur.table_view import Link, Presence, Proofs, Silence, Spoken, TableView
from p2p_saboteur.viewmodel.claims import CLAIMS
from protocol.errors import LocalError
from protocol.game import Moved, Peek, Pick, TableCard, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from p2p_saboteur.seat import Choice, SeatView


def _table(seed: int = 5, seats: int = 3) -> LocalTable:
    return LocalTable(seats=seats, chance=Random(seed), options=Options(rounds=1, first_starter="opener"))


def _policies(seats: int = 3) -> list[SteadyPolicy]:
    return [SteadyPolicy(Random(seat)) for seat in range(seats)]


def _type(lines: Iterable[str], table: LocalTable | None = None) -> tuple[bool, str]:
    """Type lines at seat 0 until they end; return whether the game came to its end, and what was printed."""
    typed = iter(lines)
    printed: list[str] = []

    def read(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    table = table or _table()
    ended = Plain(LocalControl(table, 0, _policies(table.state.seats)), read, printed.append).run()
    return ended, "\n".join(printed)


def test_a_whole_game_can_be_typed_by_numbers() -> None:
    """The first move of the list, again and again, plays to the end, and the result is told."""
    ended, printed = _type(["1"] * 80)
    assert ended
    assert "the game. Everyone has signed the result." in printed
    assert "Roles: " in printed


def test_a_number_counts_only_where_the_list_was_seen() -> None:
    """The cards of a hand have numbers, too: whoever types one is shown whose numbers count, and has not moved."""
    table = _table()
    _, printed = _type(["1"], table)
    assert "  1: " in printed
    assert "Numbers are those of this list: type one again." in printed
    assert table.asked == 0
    _type(["1", "1"], table)
    assert any(isinstance(event.fact, Moved) and event.fact.seat == 0 for event in table.view(0).history)


class Refusing(LocalControl):
    """A table that does not take the first two answers."""

    refusals: ClassVar = [LocalError("the other players have not told yet how far they are"), Withdrawn()]

    def __init__(self, table: LocalTable) -> None:
        super().__init__(table, 0, _policies())
        self.left = list(self.refusals)

    def submit(self, choice: Choice) -> None:
        """Take an answer."""
        if self.left:
            raise self.left.pop(0)
        super().submit(choice)


def test_an_answer_that_is_not_taken() -> None:
    """Either it is told why, and can be given again, or the table asks anew."""
    table, typed, printed = _table(), iter(["moves", "1", "1", "moves", "1"]), list[str]()

    def read(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    Plain(Refusing(table), read, printed.append).run()
    assert "That is not possible: the other players have not told yet how far they are." in printed
    assert printed.count("Your turn (help, moves, quit).") == 3
    assert any(isinstance(event.fact, Moved) and event.fact.seat == 0 for event in table.view(0).history)


def test_words_print_without_moving() -> None:
    """Help, hand, board, players and the list of moves leave it one's turn."""
    table = _table()
    ended, printed = _type(["help", "?", "hand", "board", "players", "moves", "", "quit"], table)
    assert not ended
    assert printed.count(HELP) == 2
    assert "Borek: 6 cards, broken tools: none, 0 nugget cards" in printed
    assert f"discard {card_text(DRAW[table.view(0).hand[0]])}" in printed
    assert printed.count("Broken tools: none. Cards in the pile: ") == 2
    assert printed.endswith("You have left the table.")
    assert table.asked == 0


def test_who_cannot_leave_for_good_is_not_offered_it() -> None:
    """Bots of his would go with him; the letter asks again, as any other that is not offered."""
    ended, printed, people, _ = _with_people(["help", "q", "l", "e", "q", "p"], may_go=False)
    assert not ended
    assert people.done == ["abandon"]
    assert printed.count("Type p to pause (resume brings you back), e to vote") == 3
    assert "pause (everything is saved), or end the game for all" in printed
    assert "for good" not in printed
    assert "pause (everything is saved), leave for good, or end" in _with_people(["help"])[1]


def test_who_only_watches_leaves_at_once() -> None:
    """There is nothing to pause, to vote on or to leave for good."""
    printed: list[str] = []
    table = _table()
    plain = Plain(LocalControl(table, 0, _policies()), lambda _prompt: "", printed.append, company=People())
    plain._last = replace(table.view(0), seat=WATCHER)
    with pytest.raises(Quit):
        plain.aside("q")
    assert printed == []


def test_what_one_alone_has_seen_is_beside_the_board() -> None:
    """R15: a goal that one looked at stays in sight."""
    table = _table()
    table.dealer.carry_out(Peek(seat=0, card=TableCard("goal", 1)))
    goal = table.view(0).peeked[1]
    assert goal is not None
    _, printed = _type(["quit"], table)
    assert f"Only you know (G is the treasure, A and B are stones): 8,0 {goal.value}" in printed


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fly", "That cannot be read. At character 1: allowed is P, X, break"),
        ("P NES", "That cannot be read. At character 6: something is missing"),
        ("P NES 1000000,1", "That cannot be read. At character 7: allowed is a cell"),
        ("0", "That cannot be read. At character 1: allowed is a number from 1 to "),
        ("99999999999999999999", "That cannot be read. At character 1: allowed is a number from 1 to "),
        ("discard 7", "That cannot be read. At character 9: allowed is a number from 1 to 6"),
        ("pass", "That is not allowed (D27). "),
        ("rockfall 0,0", "That is not allowed (R"),
        ("x" * 5000, "That cannot be read. At character 101: the text is too long"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_happens(line: str, told: str) -> None:
    """An error has the place and what is allowed, or the rule."""
    table = _table()
    _, printed = _type(["moves", line], table)
    assert told in printed
    assert table.asked == 0


def test_the_end_of_the_input_leaves_the_table() -> None:
    """An empty pipe ends the game without a traceback."""
    ended, printed = _type([])
    assert not ended
    assert printed.endswith("You have left the table.")


def test_an_interrupt_leaves_the_table_and_goes_on_up() -> None:
    """Ctrl+C says goodbye; the command line turns it into its exit code."""
    printed: list[str] = []

    def read(prompt: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Plain(LocalControl(_table(), 0, _policies()), read, printed.append).run()
    assert printed[-1] == "You have left the table."


def test_answers_are_read_in_every_form() -> None:
    """A move's text, its number, a discard by the hand's number, and names instead of seats."""
    view = _table().view(0)
    assert read_choice("discard 2", view) == Discard(DRAW[view.hand[1]])
    assert read_choice("p ew -1,0", view) == read_choice("P WE -1,0", view)
    assert isinstance(read_choice("P EW 1,0", view), Lay)
    for name, seat in (("borek", 1), ("ME", 0), ("you", 0), ("2", 2)):
        choice = read_choice(f"break cart {name}", view)
        assert isinstance(choice, Break)
        assert choice.seat == seat
    with pytest.raises(InvalidText, match="character 12: allowed is the name of a player"):
        read_choice("break cart nobody", view)
    table = replace(view, names=("Ada", "Old Borek", "Borek"))
    assert read_choice("break lamp old borek", table) == Break(Tool.LAMP, 1)
    assert read_choice("repair cart+lamp Old Borek cart", table) == parse_move("repair cart+lamp 1 cart")
    assert read_choice("repair cart borek", table) == parse_move("repair cart 2")


def test_a_digger_picks_by_number() -> None:
    """R21: the packet is shown, and a number keeps its card."""
    for seed in range(60):
        table = _table(seed)
        policies = _policies()
        while (seat := table.asked) is not None and isinstance(table.request, Turn):
            table.submit(seat, policies[seat].choose(table.view(seat)))
        if isinstance(table.request, Pick) and table.asked == 0:
            break
    packet = table.view(0).packet
    assert read_choice("1", table.view(0)) == Keep(0)
    ended, printed = _type(["7", str(len(packet)), *["1"] * 9], table)
    assert ended
    assert "Keep one of the nugget cards; type its number.  1: " in printed
    assert f"allowed is a number from 1 to {len(packet)}" in printed
    assert table.view(0).purse[0] == packet[-1]


class People:
    """A table's company that remembers what was done."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.away = False
        self.may_go = True

    def say(self, text: str) -> None:
        """Remember."""
        if text == "too fast":
            raise LocalError("not so fast")
        self.done.append(("say", text))

    def abandon(self) -> None:
        """Remember."""
        self.done.append("abandon")

    def go(self) -> None:
        """Remember."""
        self.done.append("go")

    def vote_out(self, who: str) -> None:
        """Remember."""
        if who == "nobody":
            raise LocalError("there is nobody of that name")
        self.done.append(("out", who))

    def tell_away(self, *, away: bool) -> None:
        """Remember."""
        self.done.append(("away", away))
        self.away = away

    def note(self, text: str) -> None:
        """Remember."""
        self.done.append(("note", text))

    def table(self, view: SeatView) -> TableView:
        """Tell of a bot, of what was said, and of proofs."""
        return TableView(
            seat_view=view,
            words=("one", "two", "three", "four"),
            silence=Silence(seats=(1, 2), seconds=65),
            presences=(Presence(), Presence(bot=True, link=Link.DIRECT), Presence(away=True, link=Link.RELAYED)),
            proofs=Proofs(entries=12, shuffles=3, shufflers=3, cards=18),
            talk=(Spoken(seat=1, text="hi\x1b", events=0), Spoken(seat=2, text=next(iter(CLAIMS)), events=99)),
            notes=("first", "second"),
        )


def _with_people(
    lines: Iterable[str | Exception], seats: int = 3, *, may_go: bool = True
) -> tuple[bool, str, People, LocalTable]:
    """Type lines (or let other things happen) at seat 0 of a table with people, from which one may go for good."""
    typed = iter(lines)
    printed: list[str] = []
    table, people = _table(seats=seats), People()
    people.may_go = may_go

    def read(prompt: str) -> str:
        line = next(typed, EOFError())
        if isinstance(line, Exception):
            raise line
        return line

    control = LocalControl(table, 0, _policies(seats))
    stand_in = SteadyPolicy(Random(9))
    ended = Plain(control, read, printed.append, company=people, stand_in=stand_in).run()
    return ended, "\n".join(printed), people, table


def test_one_talks_and_claims() -> None:
    """Claims go by number, and what cannot be said is told."""
    _, printed, people, _ = _with_people(["say hello", "claim 1", "claim 99", "claim", "say", "say too fast", "help"])
    assert people.done == [("say", "hello"), ("say", next(iter(CLAIMS)))]
    assert printed.count("Say claim with a number from 1 to ") == 2
    assert "That was not said: not so fast." in printed
    assert "At any time, also while others think:" in printed


def test_who_is_away_is_stood_in_for() -> None:
    """A bot answers from then on, to the end of the game, and all are told."""
    ended, printed, people, _ = _with_people(["a"])
    assert ended
    assert people.done == [("away", True)]
    assert printed.count("Your turn") == 1


def test_a_silent_player_is_voted_out_by_name() -> None:
    """What the table refuses is told."""
    _, printed, people, _ = _with_people(["out Borek", "out nobody"])
    assert people.done == [("out", "Borek")]
    assert "That is not possible: there is nobody of that name." in printed


def test_leaving_asks_first() -> None:
    """Pause, end for all, or stay; anything else asks again."""
    ended, printed, people, table = _with_people(["q", "x", "s", "q", "e", "q", "l", "who", "q", "p", "1"])
    assert not ended
    assert people.done == ["abandon", "go"]
    assert printed.count("Type p to pause") == 5
    assert "You leave as soon as the table waits for you" in printed
    assert "Borek: 6 cards, broken tools: none, 0 nugget cards, a bot, linked" in printed
    assert "0 nugget cards, away: a bot plays on, only through others" in printed
    assert "The table waits for Borek and Cilka (1:05)." in printed
    assert table.asked == 0


def test_when_time_is_up_a_card_is_laid_aside() -> None:
    """The first one that may be; the game goes on."""
    _, printed, _, table = _with_people([TimeUp()])
    assert "Your time is up" in printed
    moves = [event.fact for event in table.history if isinstance(event.fact, Moved)]
    assert isinstance(from_wire(moves[0].move, None), Discard)


def test_the_log_tells_the_last_things_again() -> None:
    """Each sentence as it was, with the number of its turn, and what was said."""
    _, printed, _, _ = _with_people(["1", "1", "log"])
    assert printed.count("begins.") == 2
    assert "\n  2 Borek lays P NESW at 1,0.\n" in printed
    assert "    Borek: hi" in printed


def test_what_the_screen_tells_is_told_in_lines() -> None:
    """Of tools, goals and cards, and among people of notes and proofs; by the same view model."""
    _, printed, people, _ = _with_people(["tools", "goals", "cards", "notes", "note for me", "trust"])
    assert people.done == [("note", "for me")]
    for told in (
        "Nobody has broken or mended anything in this round.",
        "North, 8,2: ?",
        "Claims, true or not:",
        "Cards that may still come, of all:",
        "second\nfirst",
        "Words: one two three four",
        "Shuffles verified: 3 of 3",
        "Borek: linked",
    ):
        assert f"{told}\n" in printed
    _, alone = _type(["trust", "notes", "note"])
    assert "At this table nothing is proved: it runs on this computer alone." in alone
