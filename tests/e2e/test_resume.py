"""Who comes back may do so at another port, and from any folder."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.net.interfaces import split_endpoint
from tests.helpers.json_player import JsonPlayer

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network

HOST = ("host", "--players=3", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--only-advertised", "--name=Ada")


@pytest.mark.long
def test_a_port_that_is_taken_meanwhile_is_left_to_who_has_it(tmp_path: Path) -> None:
    """The opened lobby moves, its new invite leads there; at a closed table one may move, but nobody is told."""
    with JsonPlayer(tmp_path / "ada", *HOST) as ada:
        (before,) = ada.until("invite")["endpoints"]
        ada.until("lobby")
    with socket.create_server(("127.0.0.1", split_endpoint(before)[1])):
        with JsonPlayer(tmp_path / "ada", "resume") as ada:
            code, said = ada.end()
            assert code == 1
            assert "take another one with --port" in said
        with JsonPlayer(tmp_path / "ada", "resume", "--port=0", "--advertise=localhost") as ada:
            opened = ada.until("invite")
            hosts, ports = zip(*map(split_endpoint, opened["endpoints"]), strict=True)
            assert hosts == ("localhost", "127.0.0.1")
            assert len({*ports, split_endpoint(before)[1]}) == 2
            with JsonPlayer(tmp_path / "bo", "join", opened["invite"], "--name=Bo") as bo:
                bo.until("lobby")
                ada.do("bot")
                for player in (ada, bo):
                    player.do("ready")
                for player in (ada, bo):
                    while not player.until("words")["asked"]:
                        pass
                    player.do("confirm")
                bo.until("stage")
            with JsonPlayer(tmp_path / "bo", "resume", "--advertise=127.0.0.1") as bo:
                code, said = bo.end()
                assert code == 2
                assert "The table is closed: nobody can be told another address any more." in said
            with JsonPlayer(tmp_path / "bo", "resume", "--port=0") as bo:
                while (event := bo.until("words", "state")).get("phase") != "turn":
                    assert not event.get("asked"), "the words were compared before"


OWN_BOT = """\
from p2p_saboteur.bots.random import RandomPolicy


class Mine(RandomPolicy):
    pass
"""


@pytest.mark.long
def test_a_solo_game_with_bots_of_ones_own_goes_on_from_any_folder(tmp_path: Path) -> None:
    """Where the file of their class lies was kept with the game."""
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
    (here / "bot_of_ones_own.py").write_text(OWN_BOT, encoding="utf-8")
    words = ("--json", "--name=Zoe")
    own = ("--bots=bot_of_ones_own:Mine", "--players=3", "--rounds=1")
    with JsonPlayer(tmp_path, "solo", *own, *words, folder=here) as zoe:
        zoe.until("turn")
    with JsonPlayer(tmp_path, "resume", "--auto", *words, folder=elsewhere) as zoe:
        zoe.until("over")
        assert zoe.end()[0] == 0
