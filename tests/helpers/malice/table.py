"""A table in this process at which one of the players is malicious, and what must be true of it in the end."""

from __future__ import annotations

import argparse
import io
import time
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from p2p_saboteur.app.control import Caught, Gone, Stopped, TableAbandoned, VotedOut
from p2p_saboteur.app.keeping import proof_path
from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.commands import verify
from p2p_saboteur.commands.blame import explain_fault, fault_told
from p2p_saboteur.commands.codes import ExitCode
from protocol.errors import LocalError
from protocol.events import Faulted
from protocol.game import Voided
from protocol.log import OPENING_STEPS
from tests.helpers.require import present, require
from tests.helpers.sitting import Player, gather

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from p2p_saboteur.app.client import Client
    from protocol.chain import Chain
    from protocol.faults import Fault
    from protocol.session import Session
    from tests.helpers.malice.plot import Malicious, Plot

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
BUSY = 300.0
"""Seconds until a game is stuck, on a machine that is busy with other things."""
PATIENCE = 5.0
"""Seconds without a step after which people vote."""
EXPECTED = (Caught, Gone, Stopped, TableAbandoned, VotedOut)
"""What may end a player's game without a mistake of ours."""
FURTHER = 3
"""Steps after the one in which the culprit is out that show that the others go on."""


def chain_of(player: Player) -> Chain | None:
    """Return a player's log, as soon as it has one."""
    client = player.control.client
    return client.pump.session.chain if client and client.pump else None


@cache
def verified(path: Path) -> tuple[int, str]:
    """Return code and output of ``verify`` for a file that changes no more."""
    with redirect_stdout(io.StringIO()) as said:
        code = verify.run(argparse.Namespace(game=str(path)))
    return code, said.getvalue()


@dataclass(slots=True)
class CrookedTable:
    """A table at which an attack is made.

    Attributes:
        plot: of the attack.
        players: all of them.
    """

    plot: Plot
    players: list[Player]

    @classmethod
    def open(cls, plot: Plot) -> CrookedTable:
        """Let everybody sit down; the clients must have their sessions from the plot."""
        attack = plot.attack
        players, _ = gather(NAMES[1 : attack.seats], options=attack.options, policy=attack.policy)
        return cls(plot, players)

    @property
    def crook(self) -> Malicious:
        """The session of the malicious one."""
        return present(self.plot.crook, "the moment of the attack never came")

    @property
    def name(self) -> str:
        """What the malicious one is called."""
        return self.crook.table.header.chairs[present(self.crook.chair)].name

    @property
    def honest(self) -> list[Player]:
        """All others that are still in the game."""
        return [player for player in self.players if player.name not in {self.name, self.plot.attack.lost}]

    def wait_until(self, what: Callable[[], bool], seconds: float = BUSY) -> None:
        """Return once something holds; fail if a player fails, or if it does not come."""
        deadline = time.monotonic() + seconds
        while not what():
            for player in self.players:
                if player.error and not isinstance(player.error, EXPECTED):
                    raise player.error
            require(time.monotonic() < deadline, f"stuck at {[self._place(player) for player in self.players]}")
            time.sleep(0.02)

    @staticmethod
    def _place(player: Player) -> object:
        chain = chain_of(player)
        return chain and (player.name, chain.number, chain.site.kind, chain.missing, chain.faults, player.error)

    def end(self) -> None:
        """Let everybody stop, and wait for that."""
        for player in self.players:
            player.control.stop()
        for player in self.players:
            player.join_quietly()

    def play(self) -> bool:
        """Play until the others have gone on without the malicious one, or to the end.

        Returns:
            Whether the moment of the attack has come.
        """
        attack = self.plot.attack
        if attack.lost:
            self._lose(next(player for player in self.players if player.name == attack.lost))
        self.wait_until(lambda: self.plot.crook is not None or self._over(self.players))
        if self.plot.crook is None:
            return False
        if attack.voted:
            self.vote_out(self.crook, self.honest)
        if attack.cut:
            self._end_with_votes()
            return True
        everyone = self.players if attack.tweak.reason is None and not attack.voted else self.honest
        if attack.ends:
            self.wait_until(lambda: all(isinstance(player.error, Caught) for player in self.honest))
        else:
            self.wait_until(
                lambda: self._over(everyone) if attack.whole or everyone is self.players else self._gone_on()
            )
        return True

    def _lose(self, lost: Player) -> None:
        """Let a player stop in the middle of a round, and the others vote him out."""
        self.wait_until(lambda: self._turns(lost) >= len(self.players))
        session = present(present(lost.control.client).pump).session
        lost.control.stop()
        lost.join_quietly()
        self.vote_out(session, [player for player in self.players if player is not lost])

    @staticmethod
    def _turns(player: Player) -> int:
        chain = chain_of(player)
        return sum(done.site.kind == "play" for done in list(chain.done)) if chain else 0

    def _end_with_votes(self) -> None:
        """Play to the end; vote the malicious one out if for a while all wait for him."""
        places, since = [0], time.monotonic()

        def over() -> bool:
            nonlocal places, since
            chains = [present(chain_of(player)) for player in self.honest]
            if places != (now := [chain.number for chain in chains]):
                places, since = now, time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                for player, chain in zip(self.honest, chains, strict=True):
                    if self.crook.seat in chain.missing:
                        with suppress(LocalError, Stopped):
                            player.control.vote_out(present(self.crook.seat))
            return self._over(self.honest)

        self.wait_until(over)

    def vote_out(self, gone: Session, voters: list[Player]) -> None:
        """Let these vote to go on without a session's seat, whenever they may."""

        def voted() -> bool:
            seat = present(gone.seat)
            chains = [(player, present(chain_of(player))) for player in voters]
            for player, chain in chains:
                if seat not in chain.table.lost and seat in chain.missing:
                    with suppress(LocalError, Stopped):
                        player.control.vote_out(seat)
            return all(seat in chain.table.lost for _, chain in chains)

        self.wait_until(voted)

    @staticmethod
    def _over(players: list[Player]) -> bool:
        """Return whether the game is over for all of these: it may have to be closed once more without a cheat."""
        chains = [chain_of(player) for player in players]
        return all(chain and chain.step is None for chain in chains) and all(player.control.over for player in players)

    def _gone_on(self) -> bool:
        return all(player.control.over or self._went_on(player) for player in self.honest)

    def _went_on(self, player: Player) -> bool:
        chain = chain_of(player)
        if chain is None or self.crook.seat not in chain.table.lost:
            return False
        out = next((done.site.step for done in list(chain.done) if done.lost == self.crook.seat), None)
        return out is not None and chain.number >= out + FURTHER

    # --- what must be true ---------------------------------------------------------------------------------------

    def check_named(self) -> None:
        """Require that all honest players, their proofs and their logs name the malicious one, and nobody else."""
        for player in self.honest:
            client = present(player.control.client)
            faults = told(player)
            require(faults, f"{player.name} was told of no fault")
            for fault in faults:
                self._check_fault(fault, client)
            (fault,) = faults
            sentence = explain_fault(fault, client.table)
            require(fault_told(fault, client).startswith(sentence), sentence)
            self._check_file(proof_path(client.folder, fault.culprit), sentence)
            self._check_file(client.log, sentence)

    def _check_fault(self, fault: Fault, client: Client) -> None:
        tweak = self.plot.attack.tweak
        chair = fault.culprit if fault.step < OPENING_STEPS else client.table.seating[fault.culprit]
        require(chair == self.crook.chair, f"{fault} names another than {self.name}")
        require(fault.reason in {tweak.reason, self.plot.attack.also}, str(fault))
        require(not tweak.check or tweak.check == fault.check, str(fault))

    def _check_file(self, path: Path, sentence: str) -> None:
        code, said = verified(path)
        blames = [line for line in said.splitlines() if "is proved to have broken the rules" in line]
        require(code == ExitCode.CHEATING, said)
        require(blames == [sentence], said)
        require(sentence.startswith(f"{self.name} is proved"), sentence)

    def check_nobody_named(self) -> None:
        """Require that nobody was told of a fault, and that no log shows one."""
        for player in self.honest:
            client = present(player.control.client)
            require(not told(player), f"{player.name} was told of {told(player)}")
            require(
                isinstance(player.error, Stopped | TableAbandoned | None),
                f"{player.name} has ended with {player.error}",
            )
            require(not list(client.folder.glob("proof-*")), "there is a proof")
            code, said = verified(client.log)
            require(code == ExitCode.OK, said)

    def check_void(self) -> None:
        """Require that the round was void, and that nothing of its set-up is on the table any more."""
        for player in self.honest:
            chain = present(chain_of(player))
            voided = [done for done in chain.done if any(isinstance(fact, Voided) for fact in done.facts)]
            require(voided, f"{player.name} goes on with the round")
            old = {card for done in chain.done[: voided[0].site.step] for card in done.table.ledger.table.values()}
            require(not old & set(chain.table.ledger.table.values()), "old cards are on the table")

    def check_one_end(self) -> None:
        """Require that all honest players have come to one end."""
        heads = {present(chain_of(player)).heads[-1] for player in self.honest}
        require(len(heads) == 1, "the logs differ")
        for player in self.honest:
            code, said = verified(present(player.control.client).log)
            finished = "all others have signed" if told(player) else "everyone has signed the result"
            require(finished in said, f"{code} {said}")


def told(player: Player) -> list[Fault]:
    """Return the faults that a player was told of."""
    faults = [
        news.event.fault for news in player.news if isinstance(news, TableEvent) and isinstance(news.event, Faulted)
    ]
    return faults + ([player.error.fault] if isinstance(player.error, Caught) else [])
