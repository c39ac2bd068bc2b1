"""``python3 -m tests``: all checks and tests, from a bare checkout.

Old Pythons must be able to read this file: no annotations, no f-strings.
"""

import p2p_saboteur.required_python  # noqa: F401 - first of all: the next line needs a new enough Python
from p2p_saboteur import bootstrap

if __name__ == "__main__":
    bootstrap.enter(bootstrap.DEVELOPMENT)
    from tests.runner import main

    raise SystemExit(main())
