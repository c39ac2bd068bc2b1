"""Whole three-seat games that are played once, so that their courses can be given to the vectors of logs.

`python -m tests.helpers.courses` plays them and writes the files into the package anew; afterwards
`python -m protocol.conformance generate` makes the same files from their courses alone.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import protocol
from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol import own_cards
from protocol.conformance.cases import encode
from protocol.conformance.course import RecordedGame, recorded
from protocol.conformance.generating import generate
from protocol.conformance.gone import BAD_BODY, LEAVES, TWO_BODIES, VOTED_OUT, Gone
from protocol.conformance.log_file import Log
from protocol.conformance.making import play
from protocol.conformance.players import Player
from protocol.game import CardUse, IllegalMove, Moved, Turn
from protocol.header import STRICT, TOLERANT
from protocol.steps.base import PickChoice
from tests.docs import scripted_game
from tests.helpers.gold_game import GoldGame, GoldState

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.chain import Chain
    from protocol.game import Game, TableCard
    from protocol.steps.base import AnyChoice, Me
    from protocol.table import Table

FOLDER: Final = Path(protocol.__file__).parent / "vectors"
SEED: Final = 3
PASS, UNREADABLE = b"P", b"?"
"""Moves of Saboteur that are forbidden in the first turn: a pass with cards in hand, and what is no move."""

PLAYERS: Final = tuple(
    Player(
        name=("Ida", "Jan", "Sara")[chair],
        signing=bytes([0x10 + chair]) * 32,
        root=bytes([0x20 + chair]) * 32,
        purse=bytes([0x30 + chair]) * 32,
        link=bytes([0x40 + chair]) * 32,
    )
    for chair in range(3)
)
"""Three chairs whose seats all have other numbers, at a strict table of Saboteur."""
FIVE_PLAYERS: Final = tuple(
    Player(
        name=("Ema", "Fil", "Gita", "Hugo", "Iva")[chair],
        signing=bytes([0x50 + chair]) * 32,
        root=bytes([0x60 + chair]) * 32,
        purse=bytes([0x70 + chair]) * 32,
        link=bytes([0x80 + chair]) * 32,
    )
    for chair in range(5)
)
"""Those of whom two are gone in the end."""
LOST_IN, LEFT_IN = 14, 18
"""Numbers of the steps in which they go: both picks."""
TWO_IN, BAD_IN = 3, 15
"""Numbers of the steps in which two cheat: of the first keys, and of a pick."""
TOLERANT_PLAYERS: Final = (*PLAYERS[:2], replace(PLAYERS[2], name="Nik"))
"""The same for the tolerant table."""


class Everything(scripted_game.ScriptedGame):
    """The game that asks for everything once, with a public state that can be read."""

    def sections(self, state: int) -> tuple[tuple[str, bytes], ...]:
        """Return one line."""
        return (("place", f"place: {state}\n".encode()),)


class SeatOf:
    """What a viewer needs of a session, for one seat of a log."""

    def __init__(self) -> None:
        self.chain: Chain
        self.me: Me

    @property
    def table(self) -> Table:
        """The public state."""
        return self.chain.table

    @property
    def seat(self) -> int:
        """The own seat."""
        return self.me.seat

    def zone(self, name: str, table: Table | None = None) -> tuple[int, ...]:
        """Return the own cards in a zone."""
        return own_cards.zone(table or self.table, self.me, name)

    def peeked(self) -> dict[TableCard, int]:
        """Return what was peeked at."""
        return own_cards.peeked(self.table, self.me)


class Bots:
    """The steady bot in every seat."""

    def __init__(self, seed: int) -> None:
        self.seats = [SeatOf() for _ in PLAYERS]
        self.viewers = [Viewer(seat) for seat in self.seats]  # type: ignore[arg-type]  # it asks for no more
        self.policies = [SteadyPolicy(Random(f"{seed} {seat}")) for seat in range(len(PLAYERS))]
        self.told = [0] * len(PLAYERS)
        self.refused: dict[bytes, str] = {}

    def __call__(self, chain: Chain, me: Me) -> AnyChoice:
        """Return what the bot in a seat decides."""
        seat = self.seats[me.seat]
        seat.chain, seat.me = chain, me
        self.refused = self.refused or {move: refusal(chain, me.seat, move) for move in (PASS, UNREADABLE)}
        for done in chain.done[self.told[me.seat] :]:
            self.viewers[me.seat].note(done)
        self.told[me.seat] = len(chain.done)
        view = self.viewers[me.seat].view()
        return session_choice(self.policies[me.seat].choose(view), view)


def refusal(chain: Chain, seat: int, move: bytes) -> str:
    """Return the rule by which a move without a card is forbidden."""
    try:
        chain.table.game.apply(chain.table.state, Moved(seat=seat, move=move, card=None))
    except IllegalMove as error:
        return error.rule
    raise AssertionError(f"the move {move!r} is legal")


def record(
    game: Game[Any],
    choose: Callable[[Chain, Me], AnyChoice | None],
    kind: str = STRICT,
    players: tuple[Player, ...] = PLAYERS,
    gone: tuple[Gone, ...] = (),
) -> Log:
    """Play a game and return its log, with the course that it took."""
    choices: dict[int, dict[int, AnyChoice]] = {}

    def noted(chain: Chain, me: Me) -> AnyChoice | None:
        choice = choose(chain, me)
        if choice is not None:
            choices.setdefault(sum(len(done.facts) for done in chain.done), {})[me.seat] = choice
        return choice

    *_, (chain, _) = play(game, players, noted, kind, gone)
    course = [replace(moment, choices=choices.get(index, {})) for index, moment in enumerate(recorded(chain))]
    recorded_game = RecordedGame(game.name, game.options, ())
    return Log(players=players, game=recorded_game, course=tuple(course), records=(), kind=kind, gone=gone)


def saboteur() -> Log:
    """Return a whole game of Saboteur, of one round, among steady bots."""
    bots = Bots(SEED)
    log = record(SaboteurGame(Options(rounds=1)), bots)
    turn = next(index for index, moment in enumerate(log.course) if isinstance(moment.request, Turn))
    first = replace(log.course[turn], refused=bots.refused, uses={**log.course[turn].uses, PASS: CardUse.NONE})
    return replace(log, course=(*log.course[:turn], first, *log.course[turn + 1 :]))


def everything() -> Log:
    """Return a log of the game that asks for everything once."""
    return record(Everything(), scripted_game.choice, TOLERANT, TOLERANT_PLAYERS)


class Draft(GoldGame):
    """A draft with a public state that can be read."""

    def sections(self, state: GoldState) -> tuple[tuple[str, bytes], ...]:
        """Return one line."""
        totals = ",".join(map(str, state.totals))
        return (("draft", f"packet: {state.packet}\nlost: {state.lost}\ntotals: {totals}\n".encode()),)


def losses() -> Log:
    """Return a log of five at a draft: one is lost with the packet in front of it, another leaves with it."""
    game = Draft((3, 3, 2, 2, 2, 1, 1, 1, 1), packet=6)
    gone = (Gone(step=LOST_IN, seat=2, way=VOTED_OUT), Gone(step=LEFT_IN, seat=4, way=LEAVES))
    return record(game, lambda _chain, _me: PickChoice(0), TOLERANT, FIVE_PLAYERS, gone)


def caught() -> Log:
    """Return a log of five at a draft, of whom two cheat: one with its keys, the other when it is to pick."""
    game = Draft((3, 3, 2, 2, 2, 1, 1, 1, 1), packet=6)
    gone = (Gone(step=TWO_IN, seat=1, way=TWO_BODIES), Gone(step=BAD_IN, seat=3, way=BAD_BODY))
    return record(game, lambda _chain, _me: PickChoice(0), TOLERANT, FIVE_PLAYERS, gone)


def main() -> None:
    """Write the files of all logs into the package."""
    logs = {
        "log-caught.json": caught(),
        "log-everything.json": everything(),
        "log-losses.json": losses(),
        "log-saboteur.json": saboteur(),
    }
    for name, data in generate({name: encode([], log) for name, log in logs.items()}):
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
