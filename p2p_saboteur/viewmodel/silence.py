"""What a player is told of a silence: whose, and before he votes how it is seen, what to compare, what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.clean import clean_line
from p2p_saboteur.text import _, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from p2p_saboteur.table_view import Silence


def waited_for(silence: Silence, names: Sequence[str]) -> str:
    """Return for whom the table waits, and since when; `names` are by seat, fit for printing."""
    minutes, seconds = divmod(round(silence.seconds), 60)
    told = _("The table waits for {names} ({minutes}:{seconds:02}).")
    return told.format(names=listed(names[seat] for seat in silence.seats), minutes=minutes, seconds=seconds)


def known_of_silence(silence: Silence) -> Iterator[str]:
    """Yield sentences."""
    if silence.direct and silence.thinking:
        yield _("Your own link to them stands: they may just be thinking.")
    elif silence.direct:
        yield _("Your own link to them stands, but nothing comes over it.")
    else:
        yield _("You have no link to them: only through others would you hear of them.")
    yield _("Silence is no proof of cheating: a computer may sleep, a line may be cut.")
    if silence.stuck:
        yield _("More than one is missing: nobody can be voted out now, since all others would have to vote for it.")
        if silence.may_end:
            yield _("More than half of the players can end the game for all: those who are there are enough.")
        else:
            yield _("More than half of the players could end the game for all: those who are there are too few.")
        yield _("Each can leave for himself: all is saved, and resume brings him back, at any time.")
    if silence.head_words:
        same = _("Compare these words by voice; who has others has another game: {words}")
        yield same.format(words=" ".join(silence.head_words))
    if silence.cost:
        yield clean_line(silence.cost)
