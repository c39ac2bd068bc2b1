"""Floors: the group operations that something needs, times what each costs in the same run."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol.group import RISTRETTO255, Ristretto255

if TYPE_CHECKING:
    from collections.abc import Callable

Costs: TypeAlias = dict[str, float]
"""Seconds of each group operation."""

ROUNDS: Final = 3
"""How often work and operations are measured in turn, so that both meet the machine in the same mood."""


class CountingGroup(Ristretto255):
    """ristretto255 that counts its operations; for one run beside the one that is timed."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def is_valid(self, data: bytes) -> bool:
        """Count a check of an encoding."""
        self.counts["check"] += 1
        return super().is_valid(data)

    def add(self, left: bytes, right: bytes) -> bytes:
        """Count an addition."""
        self.counts["add"] += 1
        return super().add(left, right)

    def subtract(self, left: bytes, right: bytes) -> bytes:
        """Count a subtraction as an addition: they cost the same."""
        self.counts["add"] += 1
        return super().subtract(left, right)

    def multiply(self, scalar: int, point: bytes) -> bytes:
        """Count a multiplication, of the base apart."""
        self.counts["base" if point == self.base.data else "multiply"] += 1
        return super().multiply(scalar, point)

    def map_to_element(self, wide: bytes) -> bytes:
        """Count a hash to the group."""
        self.counts["hash"] += 1
        return super().map_to_element(wide)

    def during(self, work: Callable[[], object]) -> Counter[str]:
        """Return the operations that the work needs."""
        self.counts.clear()
        work()
        return Counter(self.counts)


def best(work: Callable[[], object], repeats: int) -> float:
    """Return the shortest processor time of one run, in seconds; other programs can only make it longer."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def operation_costs() -> Costs:
    """Return the seconds that each group operation takes here and now, at the level of encodings."""
    group = RISTRETTO255
    scalar = group.scalar(pow(3, 150, group.order)).value
    left, right = group.hash_to_element(b"benchmark", b"left").data, group.hash_to_element(b"benchmark", b"right").data
    work: dict[str, Callable[[], object]] = {
        "add": lambda: group.add(left, right),
        "multiply": lambda: group.multiply(scalar, left),
        "base": lambda: group.multiply(scalar, group.base.data),
        "check": lambda: group.is_valid(left),
        "hash": lambda: group.map_to_element(left + right),
    }
    return {name: _each(one) for name, one in work.items()}


def _each(work: Callable[[], object]) -> float:
    """Return the seconds of one of many calls."""
    return best(lambda: [work() for _ in range(50)], 20) / 50


def cheaper(one: Costs, other: Costs) -> Costs:
    """Return the lower cost of each operation: other programs can only make it higher."""
    return {name: min(cost, other[name]) for name, cost in one.items()}


def floor(counts: Counter[str], costs: Costs) -> float:
    """Return the seconds that these operations take and nothing else."""
    return sum(count * costs[name] for name, count in counts.items())


def beside_floor(
    name: str, work: Callable[[], object], counts: Counter[str], *, repeats: int = 5, **beside: float
) -> None:
    """Report what some work takes, beside its floor: these operations at the costs of the same moments."""
    value, costs = best(work, repeats), operation_costs()
    for _ in range(ROUNDS - 1):
        value = min(value, best(work, repeats))
        costs = cheaper(costs, operation_costs())
    least = floor(counts, costs)
    if least:
        beside = {"floor": least * 1000, "ratio": value / least, **beside}
    report(name, value * 1000, "ms", **beside)


def report(name: str, value: float, unit: str, **beside: float) -> None:
    """Print one figure as a JSON line."""
    rounded = {key: round(number, 3) for key, number in beside.items()}
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit, **rounded}), flush=True)
