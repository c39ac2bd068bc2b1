"""Who may watch."""

from __future__ import annotations

from p2p_saboteur.app.lobby_messages import Refusal, Watch, watch_proof
from p2p_saboteur.app.watchers import MAX_WATCHERS, Watchers
from protocol.header import VERSION

OWN = b"O" * 32
SECRET = b"S" * 16
GAME = "saboteur/1"


def ask(number: int, *, secret: bytes = SECRET, version: int = VERSION, game: str = GAME) -> Watch:
    """Return what a watcher asks."""
    return Watch(version=version, game=game, proof=watch_proof(secret, OWN, key(number)))


def key(number: int) -> bytes:
    """Return a watcher's transport key."""
    return bytes([number]) * 32


def test_only_so_many_may_watch() -> None:
    """Who leaves makes room, and who comes again takes none."""
    watchers = Watchers(own=OWN, secret=SECRET, game=GAME)
    for number in range(MAX_WATCHERS):
        assert watchers.ask(key(number), ask(number)) is None
    assert watchers.ask(key(0), ask(0)) is None
    assert watchers.ask(key(99), ask(99)) is Refusal.FULL
    assert watchers.left(key(3))
    assert not watchers.left(key(3))
    assert watchers.ask(key(99), ask(99)) is None


def test_the_secret_comes_first() -> None:
    """Who does not know it learns nothing else; a proof is good for one key."""
    watchers = Watchers(own=OWN, secret=SECRET, game=GAME)
    assert watchers.ask(key(1), ask(1, secret=bytes(16), version=99)) is Refusal.SECRET
    assert watchers.ask(key(2), ask(1)) is Refusal.SECRET
    assert watchers.ask(key(1), ask(1, version=99)) is Refusal.VERSION
    assert watchers.ask(key(1), ask(1, game="chess/1")) is Refusal.GAME
    assert watchers.proved == set()


def test_without_a_secret_nobody_watches() -> None:
    """Not even by a proof under an empty one."""
    watchers = Watchers(own=OWN, secret=None, game=GAME)
    assert watchers.ask(key(1), ask(1, secret=b"")) is Refusal.SECRET
