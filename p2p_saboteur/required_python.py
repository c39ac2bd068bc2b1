"""Importing this ends the program with a plain sentence on a Python that is too old for it.

Old Pythons must be able to read this file and what is imported before it: no annotations, no f-strings.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older one shall read more than a SyntaxError
    sys.exit(
        "p2p-saboteur needs Python 3.11 or newer, and this is Python {}.{}. "
        "Install a newer one beside it and run the same command with that.".format(*sys.version_info[:2])
    )
