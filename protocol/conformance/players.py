"""The chairs of a log whose secrets are known, so that the log can be made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError
from protocol.header import STRICT, Chair, Header, nonce_commitment
from protocol.log import Entry, sign_entry
from protocol.root import Root, Roots
from protocol.signing import SigningKey
from protocol.steps.base import AnyChoice, Me
from protocol.steps.opening import own_nonce

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json
    from protocol.steps.base import AnyStep

SECRETS: Final = ("signing", "root", "purse", "link")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Player:
    """What a chair brings; everything secret of it is written in the file.

    Attributes:
        name: for people.
        signing: seed of its signing key.
        root: of round 0.
        purse: root of the purse key.
        link: its transport key.
    """

    name: str
    signing: bytes
    root: bytes
    purse: bytes
    link: bytes

    def chair(self) -> Chair:
        """Return its part of the header."""
        key = SigningKey.from_seed(self.signing).public
        commitment = nonce_commitment(key, own_nonce(Root(self.root)))
        return Chair(name=self.name, key=key, link=self.link, commitment=commitment)

    def me(self, chain: Chain, seat: int, choice: AnyChoice | None = None) -> Me:
        """Return its secrets in the present step."""
        roots = Roots(Root(self.root))
        return Me(
            seat=seat,
            signing=SigningKey.from_seed(self.signing),
            roots=roots,
            root=roots.of(present(chain).round_number(chain.table)),
            purse=Root(self.purse),
            choice=choice,
        )

    def to_json(self) -> Json:
        """Return it as JSON."""
        return {"name": self.name, **{name: getattr(self, name).hex() for name in SECRETS}}


def read(node: Node) -> tuple[Player, ...]:
    """Read the chairs."""
    return tuple(_player(item) for item in node.items(10))


def _player(node: Node) -> Player:
    signing, root, purse, link = (node[name].blob(32) for name in SECRETS)
    player = Player(name=node["name"].text(64), signing=signing, root=root, purse=purse, link=link)
    node.finish()
    return player


def header(players: tuple[Player, ...], game: str, options: bytes, kind: str = STRICT) -> Header:
    """Return the header of a table at which these sit."""
    return Header(game=game, options=options, chairs=tuple(player.chair() for player in players), kind=kind)


def present(chain: Chain) -> AnyStep:
    """Return the step that a log waits for; raise LocalError if there is none."""
    if chain.step is None:
        raise LocalError("the game is over")
    return chain.step


def sign(chain: Chain, me: Me, body: bytes) -> Entry:
    """Return the entry that says `body` in the present step."""
    return sign_entry(me.signing, chain.site.slot(me.seat), body)


def honest(chain: Chain, me: Me) -> Entry:
    """Return the entry that an honest seat signs in the present step."""
    return sign(chain, me, present(chain).make_body(chain.table, chain.site, me))
