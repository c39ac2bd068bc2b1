"""What is left of a game that was left before it began."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.joining import NotAdmitted, NotReachable
from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.lobby_messages import Refusal
from p2p_saboteur.app.opening import _gone_if_never_begun
from p2p_saboteur.app.secrets import load_secrets, new_secrets
from p2p_saboteur.net.transport import Cause, PortInUse
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.errors import DiskFull
from p2p_saboteur.store.log_file import LogFile

if TYPE_CHECKING:
    from pathlib import Path

LEAVES = [asyncio.CancelledError(), KeyboardInterrupt()]
REFUSED = [NotAdmitted(Refusal.FULL), NotReachable(Cause.REFUSED), PortInUse("The port is in use.")]
STRUCK = [DiskFull("The disk is full."), ZeroDivisionError()]


def stays(folder: Path, error: BaseException, kind: str = "join", *, sits: bool = True, plays: bool = False) -> bool:
    """Return whether a game's folder is there after an error."""
    folder.mkdir()
    sitting = Sitting(kind=kind)

    def sit() -> None:
        with _gone_if_never_begun(folder, sitting):
            new_secrets(folder)
            if sits:
                sitting.save(folder, host="127.0.0.1", port=1, endpoints=())
            if plays:
                LogFile(folder / LOG).close()
            raise error

    with pytest.raises(type(error)):
        sit()
    return folder.exists()


@pytest.mark.parametrize("error", [*LEAVES, *REFUSED, *STRUCK], ids=repr)
def test_a_game_that_has_begun_stays(tmp_path: Path, error: BaseException) -> None:
    """However it was left."""
    assert stays(tmp_path / "game", error, plays=True)


@pytest.mark.parametrize("error", [*LEAVES, *REFUSED], ids=repr)
def test_who_leaves_or_is_refused_keeps_no_secrets(tmp_path: Path, error: BaseException) -> None:
    """Nothing can come of them; only a bot that leaves may be started again by its owner."""
    assert not stays(tmp_path / "game", error)
    assert stays(tmp_path / "bot", error, kind="bot") == (error in LEAVES)


@pytest.mark.parametrize("error", STRUCK, ids=repr)
def test_who_is_struck_can_come_back_to_the_lobby(tmp_path: Path, error: BaseException) -> None:
    """After an error of the disk or our own the secrets lead to the seat, which the others may count on already."""
    assert stays(tmp_path / "game", error)
    assert load_secrets(tmp_path / "game").seat
    assert stays(tmp_path / "bot", error, kind="bot")
    assert not stays(tmp_path / "early", error, sits=False)
