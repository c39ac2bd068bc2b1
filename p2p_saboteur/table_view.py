"""What a screen shows of a table beyond one seat's view: the people, their links, the proofs, talk, faults, the lobby.

Whoever runs a table fills in what it knows; everything has a default that says nothing. Texts of others are cleaned
where they are shown, not here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.game import Seat


@unique
class Link(Enum):
    """How a seat can be reached."""

    NONE = "none"
    """There is no link to speak of: one's own seat, or a table without a network."""
    DIRECT = "direct"
    RELAYED = "relayed"
    """Only through others."""
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """A player behind a seat.

    Attributes:
        link: how it is reached.
        round_trip: seconds there and back; None while it is not known.
        bot: whether it says that it is a bot.
        away: whether it has said, or the table has noticed, that nobody is at the keyboard.
    """

    link: Link = Link.NONE
    round_trip: float | None = None
    bot: bool = False
    away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A line of talk, as it came.

    Attributes:
        seat: who said it.
        text: what.
        events: how many events the history had when it was said.
    """

    seat: Seat
    text: str
    events: int


@unique
class Work(Enum):
    """What all seats are busy with before a round."""

    KEYS = "keys"
    SHUFFLE = "shuffle"
    DEAL = "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How far the set-up of a round has come: `part` of `parts`, or 0 of 0 where it has no parts."""

    work: Work
    part: int = 0
    parts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Proofs:
    """What has been proved so far.

    Attributes:
        entries: signed messages checked.
        shuffles: shuffles of this round that are verified.
        shufflers: how many there are in a round.
        cards: cards dealt or turned up with proof.
        heads_equal: whether all seats were last seen with the same log; None while it is not known.
        log: the path of the log file; empty where there is none.
        game: the name by which the program finds it again; empty where it has none.
    """

    entries: int = 0
    shuffles: int = 0
    shufflers: int = 0
    cards: int = 0
    heads_equal: bool | None = None
    log: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that somebody is proved to have done.

    Attributes:
        culprit: who.
        what: what happened, a sentence.
        meaning: what follows from it, a sentence.
        evidence: the path of the file that proves it.
    """

    culprit: Seat
    what: str
    meaning: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Somebody in the lobby."""

    name: str
    ready: bool = False
    bot: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """The table before it has begun.

    Attributes:
        invite: what others need in order to join; empty for who did not open the table.
        watch_invite: what those need who are only to watch; empty where nobody may.
        endpoints: where the table can be reached, a line each.
        advice: what is to be done so that others reach it; empty where that is nothing.
        qr: the invite as rows of a picture, ``#`` dark and blank light; empty where it is not to be shown.
        seats: how many are to play.
        guests: who is there.
        options: the rule options that differ from the default, a line each.
        turn_limit: seconds that a turn may take; 0 for no limit.
        kind: of the table, strict or tolerant.
        watchers: whether others may watch.
        watching: whether this player does not play.
        opener: whether this player has opened the table, and may add bots and change the seats.
    """

    invite: str = ""
    watch_invite: str = ""
    endpoints: tuple[str, ...] = ()
    advice: str = ""
    qr: tuple[str, ...] = ()
    seats: int = 0
    guests: tuple[Guest, ...] = ()
    options: tuple[str, ...] = ()
    turn_limit: int = 0
    kind: str = ""
    watchers: bool = False
    watching: bool = False
    opener: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Somebody from whom the table waits for a message.

    Attributes:
        seats: who is silent.
        seconds: for how long.
        direct: whether this is seen on a direct link, not only through others.
        thinking: whether they are asked for a choice, about which people think.
        late: whether the client's patience with them is over.
        may_vote: whether the client offers the vote to go on without them.
        stuck: whether more than one is missing for long, so that nobody can be voted out.
        may_end: whether those who are there are enough to end the game for all.
        cost: what going on without them costs in secrecy, a sentence; empty for nothing.
        head_words: words of the last common state of the log, to compare by voice.
    """

    seats: tuple[Seat, ...]
    seconds: float
    direct: bool = True
    thinking: bool = False
    late: bool = False
    may_vote: bool = False
    stuck: bool = False
    may_end: bool = True
    cost: str = ""
    head_words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A game that is looked at again.

    Attributes:
        position: the moment shown, 0 to `last`.
        last: the last moment.
        playing: whether it goes on by itself.
        rounds: the moments with which rounds begin, rising.
    """

    position: int
    last: int
    playing: bool = False
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """All that a screen shows.

    Attributes:
        seat_view: what the own seat may know; None before the game has begun.
        words: the words that people compare.
        asks_words: whether the player is to say if all see the same words; nothing goes on before.
        presences: who sits there, by seat; empty where all are just players.
        proofs: what was proved.
        talk: what was said, oldest first.
        faults: what was proved against somebody.
        stage: the set-up that is going on; None while the game is.
        lobby: the table before the game; None later.
        silence: who keeps the table waiting; None while nobody does.
        replay: where in a finished game this is; None at a table.
        seconds_left: of the turn, where the table has a limit.
        notice: a sentence from whoever runs the table, for example why it cannot be reached.
        catching_up: whether the others have yet to tell how far they are, so that nothing can be chosen.
        stopped: whether the game does not go on, as notice or faults tell.
        may_go: whether the player can leave for good: others would go on, and no bots of his would go with him.
        notes: the player's private notes, oldest first.
        may_again: whether the game is over and another one with the same people can be asked for.
        offered_by: who offers one; None while nobody does.
    """

    seat_view: SeatView | None = None
    words: tuple[str, ...] = ()
    asks_words: bool = False
    presences: tuple[Presence, ...] = ()
    proofs: Proofs = field(default_factory=Proofs)
    talk: tuple[Spoken, ...] = ()
    faults: tuple[Fault, ...] = ()
    stage: Stage | None = None
    lobby: Lobby | None = None
    silence: Silence | None = None
    replay: Replay | None = None
    seconds_left: float | None = None
    notice: str = ""
    catching_up: bool = False
    stopped: bool = False
    may_go: bool = True
    notes: tuple[str, ...] = ()
    may_again: bool = False
    offered_by: Seat | None = None


class TableControl(Protocol):
    """What a screen asks of whoever runs the table; every call returns at once, and a new view follows."""

    def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; raise `IllegalMove` (nothing has changed) if the rules forbid it."""

    def say(self, text: str) -> None:
        """Say something to all at the table."""

    def set_ready(self, *, ready: bool) -> None:
        """Say in the lobby whether one is ready."""

    def add_bot(self) -> None:
        """Add a bot to the own table's lobby."""

    def set_seats(self, seats: int) -> None:
        """Change how many are to play at the own table."""

    def remove(self, place: int) -> None:
        """Take the guest with this place, from 0, out of the own table's lobby for good."""

    def note(self, text: str) -> None:
        """Keep a private note."""

    def turn_away(self, *, away: bool) -> None:
        """Let a bot play for the player, or stop it."""

    def again(self) -> None:
        """Sit down to another game, at the table that was offered or at a new one that is offered to all."""

    def look_again(self) -> None:
        """Leave the table, and show the game that was played on it from its beginning."""

    def confirm_words(self, *, same: bool) -> None:
        """Say whether all see the same words; if not, the table is left."""

    def abandon(self) -> None:
        """Vote to end the game for all."""

    def go(self) -> None:
        """Leave the game for good; the others go on."""

    def vote_out(self, seat: Seat) -> None:
        """Vote to go on without a silent seat."""

    def show_moment(self, position: int, *, playing: bool) -> None:
        """Show another moment of a replay."""

    def leave(self) -> None:
        """Leave the table; the screen has closed."""
