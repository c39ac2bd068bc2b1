"""Whole games by a hypothesis state machine: three to ten seats, all options, lost seats, legal and illegal moves."""

from __future__ import annotations

from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.cards import DRAW, NUGGETS, PATHS, TOOLS, RepairCard
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.games.saboteur.legality import is_legal, legal_moves
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall, Take
from p2p_saboteur.games.saboteur.notation import move_text, parse_move
from p2p_saboteur.games.saboteur.options import CHOICES, Options
from p2p_saboteur.games.saboteur.position import parse_state
from p2p_saboteur.games.saboteur.sections import digests, encode_sections, state_text
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.local import LocalTable
from protocol.game import IllegalMove, Moved, Shuffled, Turn
from tests.helpers.cases import examples

SEATS = st.integers(0, 9)
CELLS = st.builds(Cell, st.integers(-3, 11), st.integers(-4, 4))
MOVES = st.one_of(
    st.builds(Lay, st.sampled_from(sorted(PATHS.items())).map(lambda item: item[1]), CELLS),
    st.builds(Break, st.sampled_from(TOOLS), SEATS),
    st.sampled_from([card for card in dict.fromkeys(DRAW) if isinstance(card, RepairCard)]).flatmap(
        lambda card: st.builds(
            Repair, st.just(card), SEATS, st.sampled_from([*card.tools, *[None] * (len(card.tools) - 1)])
        )
    ),
    st.builds(Rockfall, CELLS),
    st.builds(Map, st.sampled_from(GOAL_CELLS)),
    st.builds(Discard, st.sampled_from(DRAW)),
    st.builds(Pass),
    st.builds(Take, st.integers(1, 3)),
)
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()})


class WholeGames(RuleBasedStateMachine):
    """Plays at a local table, which knows all cards."""

    table: LocalTable

    @initialize(seats=st.integers(3, 10), seed=st.integers(0, 1 << 32), options=OPTIONS, opener=SEATS)
    def sit_down(self, seats: int, seed: int, options: dict[str, Any], opener: int) -> None:
        """Open a table."""
        self.table = LocalTable(seats=seats, chance=Random(seed), options=Options(**options), opener=opener % seats)
        self.gone = 0

    @rule(moves=st.integers(1, 80), seed=st.integers(0, 1 << 32))
    def play_on(self, moves: int, seed: int) -> None:
        """Let everyone play at random for some moves, or until the game is over."""
        policy = RandomPolicy(Random(seed))
        for _ in range(moves):
            seat = self.table.asked
            if seat is not None:
                self.table.submit(seat, policy.choose(self.table.view(seat)))
                self._forget_lost_cards()

    @precondition(lambda self: isinstance(self.table.request, Turn))
    @rule(move=MOVES, seat=SEATS)
    def try_a_move(self, move: Move, seat: int) -> None:
        """R5: any move by anyone is made if and only if it is listed; a refused one changes nothing."""
        table = self.table
        seat %= table.state.seats
        hand = table.view(seat).hand
        listed = move in legal_moves(table.state, seat, hand)
        before = table.state, len(table.history), table.view(seat)
        refusal = is_legal(table.state, seat, move, hand)
        if isinstance(move, Repair) and move.tool is None and refusal is None:
            listed = True  # a double repair need not name the one tool that fits
        assert (refusal is None) is listed
        if refusal is None:
            table.submit(seat, move)
            self._forget_lost_cards()
            return
        with pytest.raises(IllegalMove) as refused:
            table.submit(seat, move)
        assert refused.value.rule == refusal.rule
        assert (table.state, len(table.history), table.view(seat)) == before

    @precondition(lambda self: self.table.asked is not None and len(self.table.state.present) > 1)
    @rule(seat=SEATS, really=st.integers(0, 3))
    def lose(self, seat: int, really: int) -> None:
        """L1: now and then a seat is lost for good."""
        seat %= self.table.state.seats
        if really or seat in self.table.state.lost:
            return
        self.gone += self.table.state.hands[seat]
        self.table.lose(seat)
        self._forget_lost_cards()

    def _forget_lost_cards(self) -> None:
        """R24: with a shuffle all cards but the nuggets are back."""
        if self.table.state.pile + sum(self.table.state.hands) == len(DRAW):
            self.gone = 0

    @invariant()
    def nobody_is_stuck(self) -> None:
        """R5: somebody is asked and has a legal answer, until the game is over."""
        seat = self.table.asked
        assert (seat is None) is (self.table.state.phase is Phase.OVER)
        if seat is not None and isinstance(self.table.request, Turn):
            moves = legal_moves(self.table.state, seat, self.table.view(seat).hand)
            assert moves
            assert len(set(moves)) == len(moves)
            assert all(parse_move(move_text(move)) == move for move in moves)

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        """R3, R6: pile, hands, shown, discarded unseen or gone with a lost seat."""
        state, dealer = self.table.state, self.table.dealer
        pile = [card.number for place, card in dealer.table.items() if place.deck == "draw"]
        hands = [[card.number for card in dealer.zone(seat, "hand")] for seat in range(state.seats)]
        shown = [number for number in range(len(DRAW)) if state.shown >> number & 1]
        places = [*pile, *(number for hand in hands for number in hand), *shown]
        assert len(set(places)) == len(places)
        assert len(places) + state.hidden_discards + self.gone == len(DRAW)
        assert (len(pile), [len(hand) for hand in hands]) == (state.pile, list(state.hands))

    @invariant()
    def nuggets_are_where_the_state_says(self) -> None:
        """R22, R23: the number of each seat's nugget cards and of the pile's is public."""
        state, dealer = self.table.state, self.table.dealer
        if state.options.gold == "secret":
            purses = [len(dealer.zone(seat, "purse")) for seat in range(state.seats)]
            assert purses == list(state.gold.counts)
            pile = {place.position for place in dealer.table if place.deck == "nugget"}
            assert pile == set(state.gold.pile or ())
            held = [card.number for place, card in dealer.table.items() if place.deck == "nugget"]
            zones = [dealer.zone(seat, name) for seat in range(state.seats) for name in ("purse", "packet")]
            held += [card.number for zone in zones for card in zone]
            assert len(set(held)) == len(held)
            if state.phase is Phase.TURN and not state.lost:
                assert len(held) == len(NUGGETS)
        assert sum(state.gold.counts) <= len(NUGGETS)

    @invariant()
    def a_round_has_at_most_67_card_turns(self) -> None:
        """R5, R6: no card is played or discarded twice in a round."""
        turns = 0
        for event in self.table.history:
            if isinstance(event.fact, Shuffled):
                turns = 0
            turns += isinstance(event.fact, Moved) and event.fact.move[:1] not in (b"P", b"T")
            assert turns <= len(DRAW)

    @invariant()
    def text_and_bytes_are_faithful(self) -> None:
        """A position read from its text is the same position with the same hashes."""
        state = self.table.state
        again = parse_state(state_text(state))
        assert again == state
        assert (encode_sections(again), digests(again)) == (encode_sections(state), digests(state))


TestWholeGames = WholeGames.TestCase
TestWholeGames.settings = settings(examples(short=10, long=1_000), stateful_step_count=20)
