"""A malicious player who changes or keeps back what goes through his hands, and who is linked with whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.app import client, dialling
from protocol.events import Send
from protocol.frames import Heads, Hello, decode_frame, encode_frame
from protocol.log import Entry
from protocol.session import Session
from tests.helpers.adversary import Tweak
from tests.helpers.malice.plot import Attack, Malicious, Plot
from tests.helpers.require import present

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from p2p_saboteur.app.lobby_messages import Roster
    from p2p_saboteur.net.transport import PeerKey
    from protocol.chain import Chain
    from protocol.events import Output
    from protocol.frames import Frame
    from tests.helpers.sitting import Player

    Passes = Callable[[Session, bytes, Frame], Frame | None]

HONEST: Final = Tweak(kind="", act=lambda _: [], reason=None)
"""All that he signs is honest."""


class Middle(Plot):
    """Who passes on what he likes.

    Args:
        by: who it is.
        passes: what becomes of a frame that he is about to send over a link; None for nothing.
        begins: whether it is time for it; what is set in `active` afterwards counts.
        seats: how many sit down.
    """

    def __init__(self, by: str, passes: Passes, begins: Callable[[Chain], bool], seats: int) -> None:
        super().__init__(Attack(what="passes on what it likes", tweak=HONEST, by=by, seats=seats))
        self.passes, self.begins = passes, begins
        self.begun = self.active = False

    def session(self, **arguments: Any) -> Session:  # noqa: ANN401 - those of a session
        """Return the session of a client: his, or an honest one."""
        honest = Session(**arguments)
        if honest.chair is None or arguments["header"].chairs[honest.chair].name != self.attack.by:
            return honest
        self.crook = Sieve(self, **arguments)
        return self.crook


class Sieve(Malicious):
    """A session that passes on what it likes."""

    plot: Middle

    def outputs(self) -> list[Output]:
        """Return what is to be saved, and what is sent after all."""
        if not self.plot.begun and self.plot.begins(self.chain):
            self.plot.begun = self.plot.active = True
        outputs = super().outputs()
        return [sent for output in outputs if (sent := self._sifted(output))] if self.plot.active else outputs

    def _sifted(self, output: Output) -> Output | None:
        if not isinstance(output, Send):
            return output
        frame = self.plot.passes(self, output.link, decode_frame(output.data))
        return replace(output, data=encode_frame(frame)) if frame else None


def own_only(session: Session, _link: bytes, frame: Frame) -> Frame | None:
    """Drop all that others have signed."""
    return frame if not isinstance(frame, Entry) or session.chain.chair_of(frame) == session.chair else None


def nothing_of(name: str) -> Passes:
    """Return what keeps a player's own entries from him, and says that there are none."""

    def passes(session: Session, link: bytes, frame: Frame) -> Frame | None:
        chairs = session.table.header.chairs
        chair = next(number for number, each in enumerate(chairs) if each.name == name)
        if link != chairs[chair].link:
            return frame
        match frame:
            case Entry():
                return None if session.chain.chair_of(frame) == chair else frame
            case Hello(links=links):
                return Hello(step=0, head=session.chain.heads[0], have=0, votes=0, links=links, absence=b"")
            case Heads():
                return None

    return passes


@dataclass(slots=True)
class Lines:
    """Who is linked with whom.

    Attributes:
        may: whether somebody may dial another one, by names; links of the lobby with the opener stay.
    """

    may: Callable[[str, str], bool]

    def set_up(self, patch: pytest.MonkeyPatch) -> None:
        """Let all clients of this process dial by this."""
        patch.setattr(client, "dials", self._dials)

    def _dials(
        self, roster: Roster, own: PeerKey, *, resumed: bool, watches: bool
    ) -> Iterator[tuple[PeerKey, str, bool]]:
        names = {chair.link: chair.name for chair in roster.header.chairs}
        for peer, endpoint, at_once in dialling.dials(roster, own, resumed=resumed, watches=watches):
            if self.may(names[own], names[peer]):
                yield peer, endpoint, at_once


def connect(player: Player, other: Player) -> None:
    """Let a player dial another one."""
    mine, theirs = present(player.control.client), present(other.control.client)

    async def dial() -> None:
        for endpoint in theirs.endpoints:
            mine.mesh.dial(theirs.mesh.key, endpoint)

    player.control._do(dial())


def linked(player: Player) -> set[str]:
    """Return the names of those whom a player is linked with."""
    mine = present(player.control.client)
    return {mine.table.header.chairs[chair].name for chair in mine.linked}
