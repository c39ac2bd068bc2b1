"""Programs play over JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.json_player import JsonPlayer

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network

HOST = ("host", "--players=3", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--name=Ada")


@pytest.mark.long
def test_a_whole_game_with_bots(tmp_path: Path) -> None:
    """Lobby, words, moves that are refused and moves that are made, gold, the result."""
    with JsonPlayer(tmp_path, *HOST, "--turn-limit=60") as ada:
        invite = ada.until("invite")
        assert invite["invite"].startswith("SAB1:")
        assert invite["watch"] is None
        assert ada.until("lobby")["turn_limit"] == 60
        for _ in range(2):
            ada.do("bot")
        while [p["ready"] for p in ada.until("lobby")["people"]] != [False, True, True]:
            pass
        ada.do("ready")
        words = ada.until("words")
        while not words["asked"]:
            words = ada.until("words")
        assert len(words["words"]) == 4
        ada.do("confirm")
        refused = False
        while (event := ada.until("turn", "over"))["event"] == "turn":
            if event["ask"] == "pick":
                ada.do("pick", index=0)
                continue
            if not refused:
                refused = True
                ada.do("move", move="P NESW 20,20")
                assert ada.until("refused")["rule"]
                ada.do("move", move="fly")
                assert ada.until("refused")["why"]
                ada.send(b"no json\n")
                assert ada.until("refused")["why"]
            ada.do("move", move=event["moves"][0])
        states = [event for event in ada.events if event["event"] == "state"]
        assert states[-1]["phase"] == "over"
        assert len(event["totals"]) == 3
        assert all(state["you"]["seat"] == states[0]["you"]["seat"] for state in states)
        ada.do("quit")
        code, complaints = ada.end()
        assert code == 0
        assert "Traceback" not in complaints


@pytest.mark.long
def test_talk_pause_and_a_majority_that_ends_the_game(tmp_path: Path) -> None:
    """Two people and a bot: one hears the other, one leaves and comes back, both vote, both end with code 8."""
    with JsonPlayer(tmp_path / "ada", *HOST) as ada:
        invite = ada.until("invite")["invite"]
        with JsonPlayer(tmp_path / "bo", "join", invite, "--name=Bo") as bo:
            bo.until("lobby")
            ada.do("bot")
            bo.do("ready")
            while [p["ready"] for p in ada.until("lobby")["people"]][1:] != [True, True]:
                pass
            ada.do("ready")
            for player in (ada, bo):
                while not player.until("words")["asked"]:
                    pass
                player.do("confirm")
            bo.until("state")
            bo.do("say", text="hi \x1b[2J there")
            assert ada.until("talk") == {"event": "talk", "name": "Bo", "text": "hi [2J there"}
            bo.do("away")
            assert ada.until("away")["name"] == "Bo"
            bo.do("quit")
            assert bo.end()[0] == 0
        with JsonPlayer(tmp_path / "bo", "resume") as bo:
            bo.until("state")
            for player in (ada, bo):
                player.do("abandon")
            for player in (ada, bo):
                code, complaints = player.end()
                assert code == 8
                assert "Nobody cheated" in complaints


@pytest.mark.long
def test_all_learn_who_says_that_the_words_differ(tmp_path: Path) -> None:
    """The opener and the other guest read the name; it was a mistake, so he comes back, and the game begins."""
    with JsonPlayer(tmp_path / "ada", *HOST) as ada:
        invite = ada.until("invite")["invite"]
        with (
            JsonPlayer(tmp_path / "bo", "join", invite, "--name=Bo") as bo,
            JsonPlayer(tmp_path / "cy", "join", invite, "--name=Cy") as cy,
        ):
            for guest in (bo, cy):
                lobby = guest.until("lobby")
                assert lobby["people"][lobby["you"]]["name"] == ("Bo" if guest is bo else "Cy")
                guest.do("ready")
            while [p["ready"] for p in ada.until("lobby")["people"]][1:] != [True, True]:
                pass
            ada.do("ready")
            for player in (ada, bo, cy):
                while not player.until("words")["asked"]:
                    pass
            ada.do("confirm")
            bo.do("confirm", same=False)
            code, complaints = bo.end()
            assert code == 4
            assert "You have told all that the words differ, and left." in complaints
            for player in (ada, cy):
                assert player.until("differ") == {"event": "differ", "name": "Bo"}
            with JsonPlayer(tmp_path / "bo", "resume") as again:
                while not again.until("words")["asked"]:
                    pass
                for player in (again, cy):
                    player.do("confirm")
                for player in (ada, again, cy):
                    while player.until("stage")["what"] != "shuffle":
                        pass


@pytest.mark.long
def test_the_opener_decides_who_stays_in_the_lobby(tmp_path: Path) -> None:
    """Who is taken out is told so and ends with code 4; a guest cannot take anybody out."""
    with JsonPlayer(tmp_path / "ada", *HOST) as ada:
        invite = ada.until("invite")["invite"]
        with JsonPlayer(tmp_path / "bo", "join", invite, "--name=Bo") as bo:
            bo.until("lobby")
            bo.do("remove", place=0)
            assert "only who has opened" in bo.until("refused")["why"]
            ada.do("remove", place=1)
            code, complaints = bo.end()
            assert code == 4
            assert "taken you out" in complaints
        while len(ada.until("lobby")["people"]) > 1:
            pass
        ada.do("seats", seats=4)
        while ada.until("lobby")["seats"] != 4:
            pass
