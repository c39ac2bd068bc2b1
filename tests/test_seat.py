"""The seat's port: the one true answer where the rules leave no choice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from p2p_saboteur.local import LocalTable
from p2p_saboteur.seat import PayChoice, pay_answer
from protocol.errors import LocalError
from protocol.game import Pay, PayAnswer, TableCard


@pytest.mark.parametrize(
    ("drawn", "answer"),
    [((1,), PayAnswer.KEEP), ((3,), PayAnswer.STOP), ((1, 2), PayAnswer.STOP), ((2, 2), PayAnswer.BACK)],
)
def test_a_card_is_answered_by_its_value(drawn: tuple[int, ...], answer: PayAnswer) -> None:
    """R22: less than what is due is kept, exactly what is due is the end, more goes back."""
    view = LocalTable(seats=3, chance=Random(1)).view(0)
    request = Pay(seat=0, due=3, guard=False, pile=(TableCard("nugget", 9),))
    assert pay_answer(replace(view, request=request, drawn=drawn)) == PayChoice(answer=answer)


def test_a_settlement_names_places_in_ascending_order() -> None:
    """R22, D37: the subset is chosen by the order of the pile, its places are named ascending."""
    view = LocalTable(seats=3, chance=Random(1)).view(0)
    pile = tuple(TableCard("nugget", position) for position in (7, 4, 5))
    seen = tuple(zip(pile, (1, 1, 3), strict=True))
    request = Pay(seat=0, due=2, guard=True, pile=pile)
    assert pay_answer(replace(view, request=request, drawn=(), seen=seen)) == PayChoice(
        answer=PayAnswer.SETTLE, take=(TableCard("nugget", 4), TableCard("nugget", 7))
    )


def test_a_pay_answer_needs_a_pay() -> None:
    """Nothing is answered where nothing is asked."""
    with pytest.raises(LocalError):
        pay_answer(LocalTable(seats=3, chance=Random(4)).view(0))
