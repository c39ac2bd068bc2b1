"""Who is not to be trusted at a real table: strangers at the port, cheats among the players, names that do things."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app import lobby_messages
from p2p_saboteur.app.lobby_messages import Application, Join, Message, Ready, Refusal, Refused, room_proof
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.curve import new_keys
from p2p_saboteur.net.transport import Cause, DialFailed, Frame, LinkDown, LinkUp
from protocol.header import VERSION
from tests.helpers import meshes
from tests.helpers.altered import altered
from tests.helpers.flood import Flood
from tests.helpers.players import Players, failing
from tests.helpers.processes import logs, run, wait_for

if TYPE_CHECKING:
    from p2p_saboteur.net.invite import Invite

pytestmark = pytest.mark.network

ESCAPES = "\x1b[31mEve\x07\u202e\n"


@pytest.mark.long
def test_a_full_table_and_a_closed_one(tmp_path: Path) -> None:
    """Code 4, with the reason: before the game the seats are taken, afterwards the key is nobody's."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto", "--rounds=1")
        players.join("Bo", invite, "--auto")
        players.join("Cy", invite, typing=True)
        wait_for(lambda: '"Bo"' in players.output("Ada") and '"Cy"' in players.output("Ada"))
        early = failing(tmp_path / "Eve", 4, "join", invite.text(), "--auto")
        assert early == "The table is full. Ask the host for another one."
        typing = players.processes["Cy"].stdin
        assert typing is not None
        print('{"do":"ready"}', file=typing, flush=True)
        players.wait_for("Ada", "stage")
        late = failing(tmp_path / "late", 4, "join", invite.text(), "--auto", "--patience=3600")
        assert late == "The game has begun without you. Ask the host for another table."


@pytest.mark.long
def test_proved_cheating_and_an_edited_log(tmp_path: Path) -> None:
    """Everyone honest is told, with the path of the proof, and plays on; 7 for a log with a byte changed."""
    with Players(tmp_path) as players:
        invite = players.host("Zoe", "--players=3", "--auto")
        players.join("Bo", invite, "--auto")
        kind = "--kind=tests.helpers.cheating_bot:CheatingBot"
        players.start("Ada", "bot", "--join", invite.text(), "--name=Ada", kind)
        for name in ("Zoe", "Bo"):
            assert players.code(name) == 0
            (told,) = (line for line in map(json.loads, players.output(name).splitlines()) if line["event"] == "fault")
            accusation, log = told["what"], Path(told["proof"])
            assert accusation.startswith("Ada is proved to have broken the rules while dealing (step 7): ")
            assert log.parent == logs(tmp_path / name)[0].parent
        assert players.code("Ada") == 6
    code, shown, _ = run(tmp_path / "verify", "verify", str(log))
    assert (code, accusation in shown) == (6, True), shown
    edited = bytearray(log.read_bytes())
    edited[len(edited) // 2] ^= 1
    (tmp_path / "edited.log").write_bytes(edited)
    code, shown, complaints = run(tmp_path / "verify", "verify", str(tmp_path / "edited.log"))
    assert code == 7, (shown, complaints)
    assert shown.splitlines()[-1] == "That proves nothing about any player: anybody can have changed the file."


def test_names_with_escapes_come_out_clean(tmp_path: Path) -> None:
    """What a name would make a terminal do is left out on every screen, whoever gives it."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto")
        players.join("Eve", invite, "--auto", f"--name={ESCAPES}", program=altered("raw-name"))
        players.start("Cy", "join", invite.text(), "--auto", "--name=Cy")
        wait_for(lambda: '"[31mEve"' in players.output("Ada"))
        players.wait_for("Ada", "state")
        for name in ("Ada", "Cy"):
            for stream in ("output", "complaints"):
                said = (tmp_path / name / stream).read_bytes().decode()
                assert all(character.isprintable() or character == "\n" for character in said), (name, said)


def asking(invite: Invite, secret: bytes, key: bytes) -> Join:
    """Return a request for a seat whose proof is made with this secret for this transport key."""
    application = Application(name="Eve", key=bytes(range(32)), commitment=bytes(32), endpoints=(), bot=False)
    proof = room_proof(secret, invite.key, key, application)
    return Join(version=VERSION, package="0", game=SaboteurGame().name, application=application, proof=proof)


@pytest.mark.long
def test_nobody_sits_down_without_the_secret(tmp_path: Path) -> None:
    """Whatever a stranger says: guesses, what was made for another key, what only members or the opener may say."""

    async def scenario(invite: Invite) -> None:
        async with meshes.opened((new_keys(), meshes.everyone())) as (eve,):
            eve.dial(invite.key, invite.endpoints[0])
            await meshes.up(eve)
            requests: list[Message] = [
                asking(invite, bytes(16), eve.key),
                asking(invite, invite.secret, new_keys().public),
                Ready(True, 3),
                Refused(Refusal.FULL),
            ]
            for message in requests:
                eve.send(invite.key, lobby_messages.CHANNEL, lobby_messages.encode(message))
            answers = [await eve.next_event() for _ in requests[:2]]
            refused = lobby_messages.encode(Refused(Refusal.SECRET))
            assert [answer.data for answer in answers if isinstance(answer, Frame)] == [refused, refused]
            players.join("Cy", invite, "--auto")
            await asyncio.to_thread(players.wait_for, "Ada", "stage")
            event = await eve.next_event()
            while isinstance(event, LinkDown | LinkUp):  # who proves nothing is cut in the lobby, too, and dials again
                event = await eve.next_event()
            assert isinstance(event, DialFailed)
            assert event.cause is Cause.REFUSED

    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto")
        players.join("Bo", invite, "--auto")
        wait_for(lambda: '"Bo"' in players.output("Ada"))
        meshes.run(scenario(invite), 60)
        seated = [event["people"] for event in players.events("Ada") if event["event"] == "lobby"]
        assert {person["name"] for people in seated for person in people} == {"Ada", "Bo", "Cy"}


@pytest.mark.long
def test_handshakes_and_garbage_do_not_stop_a_game(tmp_path: Path) -> None:
    """A hundred strangers a second at the opener's port, from the keys to the last signature."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto", "--rounds=1")
        for name in ("Bo", "Cy"):
            players.join(name, invite, "--auto")
        players.wait_for("Ada", "stage")

        async def scenario() -> None:
            strangers = Flood(invite)
            await strangers.run(lambda: players.has_said("Ada", "over"))
            reached = f"{strangers.rate:.0f} a second, busy for {strangers.busy:.0%} of the time"
            # More than this computer can do is not asked for.
            assert strangers.rate >= 100 or strangers.busy > 0.9, reached

        meshes.run(scenario(), 120)
        players.finish()
