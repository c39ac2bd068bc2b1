"""Attacks on the gold: the miners' draft, the saboteurs' pay, the totals, the pile on its way to the next round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.options import Options
from protocol import codec
from protocol.errors import Reason
from protocol.game import PayAnswer
from protocol.steps.base import PayChoice
from protocol.steps.total import purse_worth
from tests.helpers.adversary import Tweak, content
from tests.helpers.malice.plot import Attack
from tests.protocol.attacks import test_cards as dealing
from tests.protocol.attacks import test_gold as gold

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.helpers.adversary import Moment

RARE: Final = 16
"""Games that are played until somebody has drawn more than is due to him."""


def answers(honest: PayAnswer) -> Callable[[Moment], bool]:
    """Wait until this is the true answer."""
    return lambda moment: isinstance(moment.me.choice, PayChoice) and moment.me.choice.answer is honest


def lying(honest: PayAnswer, claimed: PayAnswer) -> Attack:
    """Return the attack of who answers falsely what was drawn for its pay; the rules may forbid the answer anyway."""
    tweak = replace(content("pay", gold.answering(claimed), Reason.PROOF, "", answers(honest)), check=None)
    return Attack(what=f"answers {claimed.value} where {honest.value} is true", tweak=tweak, also=Reason.ILLEGAL_MOVE)


def settling(moment: Moment) -> list[Any]:
    """Settle, as if there were nothing to draw any more."""
    return [(None, moment.sign(codec.encode([[0], [], None]), kind="settle"))]


def richer(moment: Moment, honest: list[Any]) -> list[Any]:
    """Claim one nugget more than one has."""
    if honest[1] is None:
        return [1, None]
    worth = purse_worth(moment.table, moment.me.seat, honest[0] + 1)
    return [honest[0] + 1, gold.claim(moment, moment.site.spot(moment.me.seat), worth)]


def passes_on(moment: Moment) -> bool:
    """Wait for a picker who has more than one card to pass on."""
    return len(moment.session.zone("packet")) > 2


def picking(what: str, check: str, reason: Reason = Reason.PROOF, **changed: Any) -> Attack:  # noqa: ANN401 - gold's
    """Return the attack of who hands the packet on falsely."""
    tweak = content("pick", lambda m, _: gold.picking(m, **changed), reason, check, passes_on)
    return Attack(what=what, tweak=tweak, policy=SteadyPolicy, tries=4)


SETTLING: Final = Tweak(kind="pay", act=settling, reason=Reason.NOT_EXPECTED, check="entry.slot")
GOLD: Final = (
    replace(picking("hands the packet to its own key", "s 0", layer=gold.kept_key), whole=True),
    picking("changes a value in the packet", "s 0", layer=gold.other_value),
    picking("keeps two nuggets", "bytes", Reason.ENCODING, hand=lambda rest: rest[1:]),
    picking("passes on one nugget twice", "key", hand=lambda rest: (rest[1], *rest[1:])),
    replace(lying(PayAnswer.KEEP, PayAnswer.STOP), whole=True),
    lying(PayAnswer.KEEP, PayAnswer.BACK),
    lying(PayAnswer.STOP, PayAnswer.KEEP),
    lying(PayAnswer.STOP, PayAnswer.BACK),
    replace(lying(PayAnswer.BACK, PayAnswer.KEEP), tries=RARE),
    replace(lying(PayAnswer.BACK, PayAnswer.STOP), tries=RARE),
    Attack(what="settles before it may", tweak=SETTLING),
    Attack(what="claims more gold than it has", tweak=content("total", richer, Reason.PROOF, "sum"), whole=True),
    Attack(
        what="takes the pile into the next round with another key",
        tweak=content("carry", lambda m, _: dealing.another_key(dealing.Dealing(m)), Reason.PROOF, "key"),
        options=Options(rounds=2),
    ),
)
