"""``python3 -m p2p_saboteur``: the program, from a bare checkout as well as from an installed copy.

Old Pythons must be able to read this file: no annotations, no f-strings.
"""

import p2p_saboteur.required_python  # noqa: F401 - first of all: the next line needs a new enough Python
from p2p_saboteur.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    from p2p_saboteur import bootstrap

    bootstrap.enter(bootstrap.RUNTIME)
    raise SystemExit(main())
