"""The program's exit codes; docs and help name them."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing takes longer than the rest of help
if TYPE_CHECKING:
    from typing import Final

OK: Final = 0
ERROR: Final = 1
USAGE: Final = 2
NOT_REACHED: Final = 3
REFUSED: Final = 4
OTHER_VERSION: Final = 5
CHEATING: Final = 6
NO_PROOF: Final = 7
ABANDONED: Final = 8
INTERRUPTED: Final = 130
