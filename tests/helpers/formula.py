"""Formulas of propositional logic as clauses, and whether anything makes them true.

A literal is a number: a variable, or its negative. Gates are written as clauses of a variable that stands for them
(Tseitin, "On the complexity of derivation in propositional calculus", 1968), and equal gates are one.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from pysat.solvers import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable

TRUE: Final = 1
FALSE: Final = -1


class Formula:
    """Clauses that all hold."""

    def __init__(self) -> None:
        self._solver = Solver(name="cadical195")
        self._last = TRUE
        self.clauses = 0
        self._gates: dict[frozenset[int], int] = {}
        self._solver.add_clause([TRUE])

    @property
    def variables(self) -> int:
        """How many there are."""
        return self._last

    def new(self) -> int:
        """Return a variable that is free."""
        self._last += 1
        return self._last

    def add(self, *literals: int) -> None:
        """Demand that one of these holds."""
        if TRUE not in literals:
            self.clauses += 1
            self._solver.add_clause([one for one in literals if one != FALSE])

    def demand(self, condition: int, *consequences: int) -> None:
        """Demand that a condition implies each of these."""
        for one in consequences:
            self.add(-condition, one)

    def same(self, one: int, other: int) -> None:
        """Demand that both hold or none."""
        self.add(-one, other)
        self.add(-other, one)

    def all_of(self, *literals: int) -> int:
        """Return what holds exactly if all of these do."""
        parts = frozenset(literals) - {TRUE}
        if FALSE in parts or any(-one in parts for one in parts):
            return FALSE
        if len(parts) <= 1:
            return next(iter(parts), TRUE)
        if parts not in self._gates:
            gate = self._gates[parts] = self.new()
            for one in parts:
                self.add(-gate, one)
            self.add(gate, *(-one for one in parts))
        return self._gates[parts]

    def any_of(self, *literals: int) -> int:
        """Return what holds exactly if one of these does."""
        return -self.all_of(*(-one for one in literals))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Demand that no two of these hold."""
        for one, other in combinations(literals, 2):
            self.add(-one, -other)

    def holds_with(self, *assumed: int) -> bool:
        """Return whether all clauses can hold together with what is assumed."""
        return bool(self._solver.solve(assumptions=list(assumed)))

    def true(self) -> frozenset[int]:
        """Return the variables that hold in what was found last."""
        return frozenset(one for one in self._solver.get_model() or () if one > 0)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()
