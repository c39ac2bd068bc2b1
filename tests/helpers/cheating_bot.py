"""A bot whose session signs, in one of its steps, something that no honest program signs."""

from __future__ import annotations

import sys
from typing import Final

from p2p_saboteur.app import client
from p2p_saboteur.bots.random import RandomPolicy
from protocol import codec
from protocol.log import sign_entry
from protocol.session import Session

CHEAT: Final = "Ada"
STEP: Final = "deal"


class CheatingSession(Session):
    """Honest until its first deal; then it signs an empty body, sends it to everyone and falls silent."""

    cheated = False

    def _my_turn(self) -> bool:
        return not self.cheated and super()._my_turn()

    def _sign(self, now: float) -> None:
        step, me = self.chain.step, self._me()
        if step is None or step.kind != STEP:
            super()._sign(now)
            return
        body = codec.encode([self.table.state_hashes, []])
        self.cheated = True
        self._send(self._gossip.spread(sign_entry(me.signing, self.chain.site.slot(me.seat), body), None))


class CheatingBot(RandomPolicy):
    """Chooses at random; the cheating is done elsewhere."""


if f"--name={CHEAT}" in sys.argv:
    vars(client)["Session"] = CheatingSession
