"""What reads bytes from outside, what may be thrown at it, and what it may do with that.

A target draws mutated bytes and judges them: nothing but the error that its callers expect comes out of it, what it
takes is canonical, and nobody is ever blamed for what he has not signed.
"""

from __future__ import annotations

import tempfile
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from p2p_saboteur.app.lobby_messages import (
    Application,
    Join,
    LobbyState,
    Ready,
    Refusal,
    Refused,
    Roster,
    Watch,
    decode,
    encode,
)
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.position import parse_state
from p2p_saboteur.games.saboteur.sections import state_text
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.net.invite import BadInvite, Invite, read_invite
from p2p_saboteur.store.errors import StoreError
from p2p_saboteur.store.log_file import MAGIC, LogFile, encode_block
from protocol.audit import audit
from protocol.errors import Invalid
from protocol.frames import Heads, Hello, decode_frame, encode_frame
from protocol.header import decode_header
from protocol.log import decode_entry
from tests.games.saboteur.test_position import examples
from tests.helpers.adversary import Bench
from tests.helpers.mutations import invented, mutated
from tests.helpers.require import require
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose
from tests.protocol.attacks.test_mutations import SEATS, take

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from p2p_saboteur.app.lobby_messages import Message

KINDS: Final = ("keys", "shuffle", "deal", "play", "reveal", "show", "close")
ADDRESSES: Final = ("tcp://127.0.0.1:7243", "tcp://[2001:db8::1]:7243", "tcp://table.example:65535")


class Target(Protocol):
    """Something that reads bytes from outside."""

    def draw(self, random: Random) -> bytes:
        """Return mutated bytes."""

    def judge(self, data: bytes) -> None:
        """Let it read them; whatever this raises is a finding."""


class Codec:
    """What is encoded in one way only.

    Args:
        samples: good bytes.
        again: reads bytes and encodes what it has read.
        refusals: the errors of bytes that are none.
    """

    def __init__(self, samples: Sequence[bytes], again: Callable[[bytes], bytes], *refusals: type[Exception]) -> None:
        self.samples, self._again, self._refusals = samples, again, refusals
        require(all(again(sample) == sample for sample in samples))

    def draw(self, random: Random) -> bytes:
        """Return a mutated sample."""
        return mutated(random, self.samples)

    def judge(self, data: bytes) -> None:
        """Require that the bytes are refused, or come out again as they went in."""
        with suppress(*self._refusals):
            require(self._again(data) == data, "it is read, though it is not canonical")


class Frames:
    """A table that plays on while odd frames come over its links."""

    def __init__(self) -> None:
        self._seen = deque[bytes]([encode_frame(Heads(first=0, heads=()))], maxlen=500)
        self._games, self._tried = 0, 0
        self.room = self._open()

    def _open(self) -> Room:
        self._games += 1
        room = Room(SmallGame(), seats=SEATS, seed=self._games, choose=choose)

        def listen(_source: int, _target: int, data: bytes) -> bytes:
            self._seen.append(data)
            return data

        room.tweak = listen
        room.open()
        return room

    def draw(self, random: Random) -> bytes:
        """Return a change of what was said, or a frontier of any content."""
        heads = self.room.members[0].session.chain.heads
        return invented(random, heads) if random.random() < 0.2 else mutated(random, self._seen)

    def judge(self, data: bytes) -> None:
        """Let one member receive the frame; now and then the game goes on, and ends with one head."""
        self._tried += 1
        take(self.room, self._tried % SEATS, (self._tried + 1 + self._tried // SEATS % 2) % SEATS, data)
        if self._tried % 20 == 0:
            self.room.step()
        if self.room.quiet:
            require(len(self.room.heads) == 1 and not any(member.fault for member in self.room.members))
            self.room = self._open()


class Bodies:
    """Tables that wait for one entry; whoever signs something odd in its place is named."""

    def __init__(self) -> None:
        self._benches = [Bench(kind, seed=2) for kind in KINDS]
        self._honest = [bench.moment.honest().body for bench in self._benches]

    def draw(self, random: Random) -> bytes:
        """Return the number of a table, and a mutated body."""
        at = random.randrange(len(KINDS))
        return bytes([at]) + mutated(random, [self._honest[at]] * 3 + self._honest)

    def judge(self, data: bytes) -> None:
        """Require that the body is refused with a fault of its signer."""
        at, body = data[0], data[1:]
        if body != self._honest[at]:
            self._benches[at].refuse(body)


class LogFiles:
    """The log of a whole game as a file."""

    def __init__(self) -> None:
        self._room = played()
        self._records = self._room.members[0].disk
        self._file = MAGIC + b"".join(encode_block([record]) for record in self._records)

    def draw(self, random: Random) -> bytes:
        """Return the file with changed bytes, or with blocks left out, twice or elsewhere."""
        if random.random() < 0.5:
            return mutated(random, [self._file])
        records, at = list(self._records), sorted(random.randrange(len(self._records)) for _ in range(2))
        moved = random.choice(([], records[at[0] : at[1]], records[: at[0]]))
        return MAGIC + b"".join(map(_block, (*records[: at[0]], *moved, *records[at[1] :])))

    def judge(self, data: bytes) -> None:
        """Open it; what is read is what was written, and blames nobody."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.log"
            path.write_bytes(data)
            try:
                log = LogFile(path)
            except StoreError:
                return
            log.close()
        require(set(log.records) <= set(self._records), "a record is read that was never written")
        room = self._room
        with suppress(Invalid):
            require(audit(group=room.group, game=room.game, header=room.header, records=log.records).fault is None)


class Positions:
    """The texts of whole positions."""

    def __init__(self) -> None:
        self._texts = [state_text(state).encode() for state in examples().values()]

    def draw(self, random: Random) -> bytes:
        """Return a text with changed bytes, or with lines and words of others."""
        if random.random() < 0.4:
            return mutated(random, self._texts)
        one, other = (random.choice(self._texts).split(b"\n") for _ in range(2))
        at = random.randrange(len(one))
        words = other[at % len(other)].split(b" ")
        if random.random() < 0.5:
            words[random.randrange(len(words))] = random.choice(random.choice(self._texts).split())
        return b"\n".join([*one[:at], b" ".join(words), *one[at + 1 :]])

    def judge(self, data: bytes) -> None:
        """Read it; what is read is printed in the same way, and whoever's turn it is has a move."""
        try:
            state = parse_state(data.decode("latin-1"))
        except InvalidText:
            return
        require(parse_state(state_text(state)) == state, "it is printed as another position")
        if state.phase is Phase.TURN:
            hand = [number for number in range(len(DRAW)) if not state.shown >> number & 1][: state.hands[state.turn]]
            require(legal_moves(state, state.turn, hand), "whose turn it is has no move")


def _block(record: bytes) -> bytes:
    return encode_block([record])


def played() -> Room:
    """Return a small game that has ended."""
    room = Room(SmallGame(0), seats=SEATS, seed=1, choose=choose)
    room.open()
    room.run()
    return room


def entries() -> Codec:
    """Return the target that reads entries."""
    return Codec(played().members[0].disk, lambda data: decode_entry(data).encode(), Invalid)


def hellos() -> Codec:
    """Return the target that reads frontiers and lists of heads."""
    hello = Hello(step=7, head=bytes(range(32)), have=5, votes=2, links=7, absence=bytes(8) + bytes(range(8)))
    random = Random(1)
    samples = [encode_frame(hello), *(invented(random, [bytes(32), bytes(range(32))]) for _ in range(20))]
    return Codec(samples, lambda data: encode_frame(decode_frame(data)), Invalid)


def lobby() -> Codec:
    """Return the target that reads what is said in the lobby."""
    application = Application(name="Ada", key=bytes(32), commitment=bytes(range(32)), endpoints=ADDRESSES, bot=False)
    messages: list[Message] = [
        Join(version=1, package="1", game="g", application=application, proof=bytes(32)),
        LobbyState(seats=3, options=b"a=b", people=(("Ada", True, False), ("Bo", False, True)), turn_limit=60),
        Ready(True, 3),
        Refused(Refusal.FULL),
        Roster(header=played().header, endpoints=(ADDRESSES, (), ADDRESSES[:1]), turn_limit=60, bots=2),
        Watch(version=1, game="g", proof=bytes(32)),
    ]
    return Codec([encode(message) for message in messages], lambda data: encode(decode(data)), Invalid)


def headers() -> Codec:
    """Return the target that reads the headers of tables."""
    return Codec([played().header.encode()], lambda data: decode_header(data).encode(), Invalid)


class Invites(Codec):
    """The texts of invites; blanks and lower case do not matter."""

    def __init__(self) -> None:
        invites = [Invite(key=bytes(range(32)), secret=bytes(16), endpoints=ADDRESSES[:n]) for n in (1, 2, 3)]
        super().__init__([invite.text().encode() for invite in invites], self._read, BadInvite)

    def _read(self, data: bytes) -> bytes:
        return read_invite(data.decode("latin-1")).text().encode()

    def judge(self, data: bytes) -> None:
        """Require that the text is refused, or is an invite that was made."""
        with suppress(BadInvite):
            require(self._read(data) in self.samples, "an invite is read that was never made")


TARGETS: Final[dict[str, Callable[[], Target]]] = {
    "frames": Frames,
    "bodies": Bodies,
    "entries": entries,
    "frontiers": hellos,
    "lobby": lobby,
    "headers": headers,
    "invites": Invites,
    "logs": LogFiles,
    "positions": Positions,
}
"""By name; each is made anew for a run."""
