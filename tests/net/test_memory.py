"""The wire in memory: equal seeds give equal runs, and faults look as they do on real links."""

from __future__ import annotations

import pytest

from p2p_saboteur.net.memory import Delivered, Down, Faults, Up, Wire, WireEvent


def drain(wire: Wire) -> list[WireEvent]:
    """Return all events that are under way."""
    events = []
    while (event := wire.step()) is not None:
        events.append(event)
    return events


def payloads(wire: Wire) -> list[bytes]:
    """Return the data of all frames that still arrive."""
    return [event.data for event in drain(wire) if isinstance(event, Delivered)]


def ready(faults: Faults | None = None, *, seed: int = 1, nodes: int = 3) -> Wire:
    """Return a wire whose links have come up."""
    wire = Wire(seed=seed, nodes=nodes, faults=faults)
    drain(wire)
    return wire


def run(seed: int) -> tuple[list[WireEvent], float]:
    """Return the events of a busy run and when it ended."""
    wire = Wire(seed=seed, nodes=4, faults=Faults(reorder=True, duplicate=0.3, drop=0.3))
    for number in range(30):
        wire.send(number % 4, (number + 1) % 4, bytes([number]))
    events = list(wire.advance(0.02))
    wire.partition([0, 1], [2])
    return events + drain(wire), wire.now


def test_equal_seeds_give_equal_runs() -> None:
    """All chance comes from the seed."""
    assert run(5) == run(5)
    assert run(5) != run(6)


def test_every_link_comes_up_at_both_ends() -> None:
    """Three nodes have three links, each told twice."""
    events = drain(Wire(seed=0, nodes=3))
    assert {(event.node, event.peer) for event in events if isinstance(event, Up)} == {
        (one, other) for one in range(3) for other in range(3) if one != other
    }
    assert len(events) == 6


def test_a_link_keeps_its_order_unless_told_otherwise() -> None:
    """Frames of one link overtake each other only with `reorder`."""
    sent = [bytes([number]) for number in range(50)]
    for reorder in (False, True):
        wire = ready(Faults(reorder=reorder))
        for data in sent:
            assert wire.send(0, 1, data)
        arrived = payloads(wire)
        assert sorted(arrived) == sent
        assert (arrived == sent) is not reorder


def test_frames_can_be_doubled_and_lost() -> None:
    """The chances 0 and 1 are certain."""
    for faults, expected in ((Faults(duplicate=1.0), [b"a", b"a"]), (Faults(drop=1.0), []), (Faults(), [b"a"])):
        wire = ready(faults)
        assert wire.send(2, 0, b"a")
        assert payloads(wire) == expected


def test_a_partition_loses_what_is_under_way() -> None:
    """As on a real link, nothing sent before the cut arrives after the healing."""
    wire = ready()
    wire.send(0, 1, b"lost")
    wire.send(0, 2, b"kept")
    wire.partition([0, 2], [1])
    assert not wire.send(0, 1, b"refused")
    wire.heal()
    wire.send(0, 1, b"later")
    events = drain(wire)
    assert sorted(event.data for event in events if isinstance(event, Delivered)) == [b"kept", b"later"]
    told = [event for event in events if isinstance(event, Up | Down)]
    assert told[:2] == [Down(node=0, peer=1), Down(node=1, peer=0)]
    assert sum(isinstance(event, Up) for event in told) == sum(isinstance(event, Down) for event in told) == 4


def test_a_node_in_no_group_is_alone() -> None:
    """Two nodes that no group names are not linked to each other either."""
    wire = ready(nodes=4)
    wire.partition([0, 1])
    assert wire.is_up(0, 1)
    assert not wire.is_up(2, 3)
    assert not wire.is_up(0, 0)


def test_time_stands_still_between_events() -> None:
    """`until` bounds how far the clock goes, and it reaches that when nothing comes."""
    wire = ready(Faults(delay=(1.0, 1.0)))
    wire.send(0, 1, b"x")
    assert wire.next_at == 1.0
    assert wire.step(until=0.5) is None
    assert wire.now == 0.5
    assert wire.step() == Delivered(node=1, source=0, data=b"x")
    assert wire.now == 1.0
    assert wire.idle


@pytest.mark.parametrize("make", [lambda: Faults(delay=(2.0, 1.0)), lambda: Faults(drop=1.5)])
def test_impossible_faults_are_refused(make: object) -> None:
    """Delays run forward and chances lie between 0 and 1."""
    assert callable(make)
    with pytest.raises(ValueError, match=r"delay|chances"):
        make()
