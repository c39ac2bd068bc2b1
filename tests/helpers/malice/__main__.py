"""The program with a malicious client: ``python -m tests.helpers.malice ATTACK COMMAND...``, the attack in words."""

from __future__ import annotations

import sys
from dataclasses import replace

from p2p_saboteur import cli
from p2p_saboteur.app import client
from tests.helpers.malice.attacks import NAMED, NOT_NAMED
from tests.helpers.malice.plot import Plot


def main() -> int:
    """Carry out a command with the client of an attack."""
    what = sys.argv.pop(1)
    attack = next(attack for attack in (*NAMED, *NOT_NAMED) if attack.what == what)
    vars(client)["Session"] = Plot(replace(attack, by=None)).session  # whatever he is called
    return cli.main()


if __name__ == "__main__":
    raise SystemExit(main())
