"""The upper row of the keyboard, with shift or without, in whatever language."""

from __future__ import annotations

from typing import Final

DIGITS: Final = {
    **{str(number): number for number in range(1, 10)},
    # the unshifted upper row of Czech keyboards
    **dict(zip("+ěščřžýáí", range(1, 10), strict=True)),
    # and of French ones
    **dict(zip("&é\"'(-è_ç", range(1, 10), strict=True)),
}
"""What the keys of the upper row mean, from 1."""
TENTH: Final = ("0", "à")
LAST: Final = 9
"""The place of the tenth in a list."""
