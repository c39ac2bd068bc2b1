"""Whole tables over real sockets within one process: topologies, talk, watchers."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.control import Stopped
from p2p_saboteur.app.game import game_of
from p2p_saboteur.app.joining import NotAdmitted
from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.lobby_messages import Refusal
from p2p_saboteur.app.news import LinksChanged, Talked, Words
from p2p_saboteur.app.own_view import read_own
from p2p_saboteur.app.secrets import SEAT_FILE
from p2p_saboteur.app.talk import Kind
from p2p_saboteur.commands.tables import ResumedTable, new_secret
from p2p_saboteur.store.log_file import read_log
from protocol.audit import audit
from protocol.group import RISTRETTO255
from protocol.header import decode_header
from protocol.steps.closing import SignResult
from tests.helpers.sitting import Player, gather, watcher

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.net.transport import PeerKey

pytestmark = pytest.mark.network


def head(log: Path) -> bytes:
    """Return the head of a log that is complete and good."""
    records = read_log(log).records
    header = decode_header(records[0])
    shown = audit(group=RISTRETTO255, game=game_of(header), header=header, records=records[1:])
    assert shown.fault is None
    assert shown.finished
    return shown.chain.heads[-1]


def wait_until_seated(player: Player) -> None:
    """Return once the cards are dealt."""
    deadline = time.monotonic() + 60
    while not player.sentences:
        assert time.monotonic() < deadline
        assert not player.error, player.error
        time.sleep(0.02)


def talk(player: Player) -> list[str]:
    """Return what a player has heard."""
    return [news.note.text for news in player.news if isinstance(news, Talked) and news.note.kind is Kind.SAY]


@pytest.mark.long
def test_a_line_of_three_plays_a_whole_game() -> None:
    """Two guests that cannot reach each other play and talk through the host; all logs and words are equal."""
    players, _ = gather(["Bo", "Cy"], reachable=False)
    wait_until_seated(players[1])
    players[1].control.say("hello from the end of the line")
    for player in players:
        player.join()
    for guest in players[1:]:
        links = [news.linked for news in guest.news if isinstance(news, LinksChanged)]
        assert set().union(*links) <= {0}
    assert len({head(player.log) for player in players}) == 1
    assert talk(players[2]) == talk(players[0]) == ["hello from the end of the line"]
    words = [next(news.words for news in player.news if isinstance(news, Words)) for player in players]
    assert words[0] == words[1] == words[2]


@pytest.mark.long
def test_the_end_erases_the_secrets_and_keeps_the_own_view() -> None:
    """When all have the whole log nothing is left that opens a card; what one saw oneself is kept."""
    players, _ = gather(["Bo", "Cy"])
    for player in players:
        player.join()
        names = {path.name for path in player.log.parent.iterdir()}
        assert SEAT_FILE not in names
        assert not any(name.startswith("root-") for name in names)
    kept = read_own(players[0].log.parent)
    assert [own.step for own in kept] == sorted({own.step for own in kept})
    assert any(own.role and own.hand for own in kept)
    assert read_own(players[1].log.parent) == []  # a bot looks at nothing again


@pytest.mark.long
def test_watchers_see_and_check_it_all() -> None:
    """From the beginning or in the middle of a round; they hold the same log, hear the talk and have no seat."""
    players, invite = gather(["Bo", "Cy"], watch=new_secret())
    assert invite is not None
    early = watcher(invite)
    with pytest.raises(NotAdmitted) as refused:
        watcher(replace(invite, secret=bytes(16))).join()
    assert refused.value.why is Refusal.SECRET
    wait_until_seated(players[0])
    late = watcher(invite)
    for player in (*players, early, late):
        player.join()
    assert early.sentences == late.sentences == players[0].sentences
    assert len({head(player.log) for player in (*players, early, late)}) == 1
    assert read_own(early.log.parent) == []
    assert not (early.log.parent / SEAT_FILE).exists()


@pytest.mark.long
def test_nobody_watches_where_that_is_not_wanted() -> None:
    """The invite to play lets nobody watch."""
    players, _ = gather(["Bo", "Cy"])
    wait_until_seated(players[0])
    client = players[0].control.client
    assert client is not None
    with pytest.raises(NotAdmitted) as refused:
        watcher(client.invite(bytes(16)), patience=3600).join()  # the end of the table would not be an answer
    assert refused.value.why is Refusal.SECRET
    for player in players:
        player.join()


@pytest.mark.long
def test_whoever_crashes_as_the_result_is_signed_finds_the_others_when_it_comes_back() -> None:
    """They have everything and no link to it, but know that it has not; nobody else could give it their signatures."""
    players, _ = gather(["Bo", "Cy"])
    wait_until_seated(players[2])
    clients = [player.control.client for player in players]
    lost = clients[2]
    assert lost is not None
    for client in clients[:2]:
        assert client is not None
        _keep_the_end_from(client, lost.mesh.key)
    _wait_for(lambda: all(player.control.over for player in players[:2]))
    assert not players[2].control.over
    players[2].control.stop()
    with pytest.raises(Stopped):
        players[2].join()
    _wait_for(lambda: not any(client and lost.chair in client.linked for client in clients[:2]))
    time.sleep(1)
    table = ResumedTable(folder=lost.folder, sitting=Sitting.load(lost.folder), bot=True, auto=True, patience=20)
    back = Player("Cy", table)
    back.start()
    for player in (players[0], players[1], back):
        player.join()
    assert len({head(player.log) for player in (players[0], players[1], back)}) == 1


def _keep_the_end_from(client: Client, guest: PeerKey) -> None:
    """Let a client send nothing more to a peer, until their link is another, once only signatures are missing."""
    send, mesh, pump = client.mesh.send, client.mesh, client.pump
    assert pump is not None
    gone = False

    def partly(peer: PeerKey, channel: int, data: bytes) -> bool:
        nonlocal gone
        step = pump.session.chain.step
        gone = gone or guest not in mesh.linked
        late = step is None or step.kind == SignResult.kind
        return send(peer, channel, data) if peer != guest or gone or not late else True

    mesh.send = partly  # type: ignore[method-assign]


def _wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)
