"""What a session says to a player when it refuses something, for the catalogues."""

from __future__ import annotations

from typing import Final

from p2p_saboteur.text import marked

REFUSALS: Final = (
    marked("it is not your turn"),
    marked("the other players have not told yet how far they are"),
    marked("there is no game to end"),
    marked("there is no game to go on with"),
    marked("of two players neither can be voted out, nor can who is not at the table"),
    marked("the table waits for you, too; play first, then vote"),
    marked("the step has ended"),
    marked("you have voted on that player in this step"),
    marked("your last vote still stands"),
    marked("another player says that this one is there"),
    marked("the table does not wait for that player"),
    marked("the others could not go on without you"),
    marked("first a player who is proved to cheat has to be out"),
)
"""What a session, which knows no languages, may say to a player; it is translated where it is shown."""
