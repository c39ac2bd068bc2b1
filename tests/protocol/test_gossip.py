"""What peers tell one another about what they have."""

from __future__ import annotations

from protocol.events import Drop, Send
from protocol.frames import Heads, Hello, decode_frame, encode_frame
from protocol.gossip import Others
from protocol.session import Session
from tests.helpers.room import header_for, link_of, secrets_of
from tests.helpers.small_game import SmallGame
from tests.helpers.toy_groups import FAST


def test_heads_of_another_table_are_answered_with_the_own_ones_only() -> None:
    """Who differs from the header on has nothing in common, and no step that would show a culprit."""
    secrets = [secrets_of(("heads", chair)) for chair in range(3)]
    header = header_for(SmallGame(), secrets)
    session = Session(group=FAST, game=SmallGame(), header=header, secrets=secrets[0])
    session.link_up(link_of(1), 0.0)
    session.outputs()
    session.receive(link_of(1), encode_frame(Heads(first=0, heads=(bytes(32),))), 1.0)
    outputs = session.outputs()
    sent = [decode_frame(output.data) for output in outputs if isinstance(output, Send)]
    assert Heads(first=0, heads=(header.table_id,)) in sent
    assert not any(isinstance(output, Drop) for output in outputs)


def test_what_the_others_say_of_themselves_is_told() -> None:
    """With whom a peer is linked, and whether it stands on another log; both as it said last."""
    secrets = [secrets_of(("others", chair)) for chair in range(4)]
    header = header_for(SmallGame(), secrets)
    session = Session(group=FAST, game=SmallGame(), header=header, secrets=secrets[0])
    session.link_up(link_of(1), 0.0)
    assert session.others == Others(reached=frozenset(), differing=frozenset())
    for head, differing in ((bytes(32), {1}), (header.table_id, set())):
        hello = Hello(step=0, head=head, have=0, votes=0, links=0b0110)
        session.receive(link_of(1), encode_frame(hello), 1.0)
        assert session.others == Others(reached=frozenset({1, 2}), differing=frozenset(differing))
    session.link_down(link_of(1), 2.0)
    assert session.others.reached == frozenset()
