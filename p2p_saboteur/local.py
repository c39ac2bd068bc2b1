"""A complete game in one process, without cryptography: the same engine that peers run, and a trusted dealer.

Each seat still sees no more than its `SeatView`.

>>> from random import Random
>>> from p2p_saboteur.bots.random import RandomPolicy
>>> table = LocalTable(seats=4, chance=Random(7))
>>> state = play(table, [RandomPolicy(Random(seat)) for seat in range(4)])
>>> state.round, state.phase.value, len(state.totals)
(3, 'over', 4)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.dealer import Chance, Dealer
from p2p_saboteur.games.saboteur.cards import GOALS, roles
from p2p_saboteur.games.saboteur.legality import NOT_IN_PACKET, NOT_NOW
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame, held_index, moved
from p2p_saboteur.seat import Choice, Event, Keep, PayChoice, SeatView, pay_answer
from protocol.errors import LocalError
from protocol.game import (
    Deal,
    Fact,
    IllegalMove,
    Lost,
    Paid,
    Pay,
    Pick,
    Picked,
    Request,
    Seat,
    Shuffle,
    TableCard,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.games.saboteur.cards import Goal
    from p2p_saboteur.games.saboteur.moves import Move
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Policy

NAMES: Final = ("Ada", "Borek", "Cilka", "Darko", "Emil", "Fanny", "Goran", "Hana", "Ivo", "Jana")


class LocalTable:
    """A game whose requests a trusted dealer carries out; whoever is asked for a choice answers by `submit`.

    Attributes:
        game: the rules with their options.
        state: the public state.
        dealer: all cards.
        history: everything public that has happened.
    """

    def __init__(
        self,
        *,
        seats: int,
        chance: Chance,
        options: Options | None = None,
        opener: Seat = 0,
        names: tuple[str, ...] = NAMES,
    ) -> None:
        """Open a table and play on until somebody is asked.

        Args:
            seats: 3 to 10.
            chance: where the coin and the shuffles come from.
            options: the rule options.
            opener: who opened the table.
            names: the players' names by seat, at least as many as seats.
        """
        self.game = SaboteurGame(options or Options())
        self.dealer = Dealer(chance)
        self.history: tuple[Event, ...] = ()
        self._names = names[:seats]
        self._seen: dict[Seat, dict[TableCard, int]] = {}
        coin = bytes(chance.randrange(256) for _ in range(32))
        self.state: State = self.game.start(seats=seats, opener=opener, coin=coin)
        self._play_on()

    @property
    def request(self) -> Request | None:
        """What the game waits for: a `Turn`, `Pick` or `Pay`; None when it is over."""
        return self.game.request(self.state)

    @property
    def asked(self) -> Seat | None:
        """The seat whose choice the game waits for; None when it is over."""
        request = self.request
        return request.seat if isinstance(request, Turn | Pick | Pay) else None

    def view(self, seat: Seat) -> SeatView:
        """Return what a seat may know."""
        dealer = self.dealer
        role_cards = dealer.zone(seat, "role")
        deck = roles(len(self.state.dealt), exact=self.game.rule_options.exact_roles) if role_cards else ()
        return SeatView(
            seat=seat,
            names=self._names,
            state=self.state,
            request=self.request,
            history=self.history,
            role=deck[role_cards[0].number] if role_cards else None,
            hand=tuple(card.number for card in dealer.zone(seat, "hand")),
            peeked=(self._peeked(seat, 0), self._peeked(seat, 1), self._peeked(seat, 2)),
            purse=tuple(card.value for card in dealer.zone(seat, "purse")),
            packet=tuple(card.value for card in dealer.zone(seat, "packet")),
            drawn=tuple(card.value for card in dealer.zone(seat, "drawn")),
            seen=tuple(self._seen.get(seat, {}).items()),
        )

    def submit(self, seat: Seat, choice: Choice) -> None:
        """Answer what a seat is asked and play on until somebody is asked again.

        Raises:
            IllegalMove: the rules forbid it, or the seat is not asked for this; nothing has changed.
        """
        request = self.request
        if isinstance(request, Turn) and not isinstance(choice, Keep | PayChoice):
            self._move(seat, choice)
        elif isinstance(request, Pick) and isinstance(choice, Keep) and request.seat == seat:
            self._pick(request, choice.index)
        elif isinstance(request, Pay) and isinstance(choice, PayChoice) and request.seat == seat:
            self._pay(seat, choice)
        else:
            raise NOT_NOW.error()
        self._play_on()

    def lose(self, seat: Seat) -> None:
        """L1: take a seat out of the game for good."""
        packet = self.dealer.lose(seat)
        self._apply(Lost(seat=seat))
        match self.request:
            case Pick(seat=picker, giver=giver) if giver is not None:
                self.dealer.zone(picker, "packet").extend(packet)
            case Deal(handouts=handouts) if handouts[0].zone == "packet":
                self.dealer.table.update({card.place: card for card in packet})
        self._play_on()

    def _move(self, seat: Seat, move: Move) -> None:
        """Make a move: the card is shown or laid aside, and the rest follows from the state."""
        hand = self.dealer.zone(seat, "hand")
        numbers = [card.number for card in hand]
        self._apply(moved(self.state, seat, move, numbers))
        index = held_index(move, numbers)
        if index is not None:
            del hand[index]

    def _pick(self, request: Pick, index: int) -> None:
        """Let a digger keep a card of the packet."""
        if index not in range(len(self.dealer.zone(request.seat, "packet"))):
            raise NOT_IN_PACKET.error()
        self._apply(Picked(seat=request.seat))
        self.dealer.hand_over(request, index)

    def _pay(self, seat: Seat, choice: PayChoice) -> None:
        """Let a saboteur answer; there is exactly one true answer."""
        if choice != pay_answer(self.view(seat)):
            raise IllegalMove("R22", "That is not what the nuggets that were drawn are worth.")
        paid = Paid(seat=seat, answer=choice.answer, take=choice.take, give=choice.give)
        self._apply(paid)
        self.dealer.pay(paid)

    def _play_on(self) -> None:
        """Carry out requests until somebody is asked for a choice or the game is over."""
        while (request := self.request) is not None and not isinstance(request, Turn | Pick | Pay):
            fact = self.dealer.carry_out(request)
            self._note_pay(request)
            self._apply(fact)

    def _note_pay(self, request: Request) -> None:
        """Remember what saboteurs draw for their pay; a shuffle makes it worthless."""
        if isinstance(request, Shuffle):
            self._seen.clear()
        for handout in request.handouts if isinstance(request, Deal) else ():
            if handout.zone == "drawn":
                value = self.dealer.zone(handout.seat, "drawn")[-1].value
                self._seen.setdefault(handout.seat, {})[handout.card] = value

    def _apply(self, fact: Fact) -> None:
        """Move the public state on."""
        before, self.state = self.state, self.game.apply(self.state, fact)
        self.history += (Event(fact=fact, before=before, after=self.state),)

    def _peeked(self, seat: Seat, index: int) -> Goal | None:
        """Return what a seat saw under a goal."""
        number = self.dealer.peeks.get((seat, TableCard("goal", index)))
        return None if number is None else GOALS[number]


def play(table: LocalTable, policies: Sequence[Policy]) -> State:
    """Let one policy a seat play to the end and return the last state."""
    while (seat := table.asked) is not None:
        table.submit(seat, policies[seat].choose(table.view(seat)))
    return table.state


@dataclass(slots=True)
class LocalControl:
    """One seat's control of a local table; policies play the other seats, a choice at a time.

    Attributes:
        table: the table.
        seat: the seat.
        policies: one a seat; the seat's own is not used.
    """

    table: LocalTable
    seat: Seat
    policies: Sequence[Policy]
    _told: int = 0

    def wait(self) -> SeatView:
        """Return the view at once if there is something new in it, else after one other seat has chosen."""
        asked = self.table.asked
        if len(self.table.history) == self._told and asked is not None and asked != self.seat:
            self.table.submit(asked, self.policies[asked].choose(self.table.view(asked)))
        self._told = len(self.table.history)
        return self.table.view(self.seat)

    def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked."""
        self.table.submit(self.seat, choice)

    def vote_out(self, seat: Seat) -> None:
        """Refuse: nobody at a local table is silent."""
        raise LocalError(f"seat {seat} is not silent")
