"""The set-up of a bare checkout: a `.venv` with what the project requires, made once, then the same command inside.

Standard library only. An installed copy has no checkout around it and needs none of this. Every start comes through
here twice, outside of the environment and inside: little is imported before the set-up is known to be needed.
"""

from p2p_saboteur.bootstrap.entry import enter
from p2p_saboteur.bootstrap.stamp import DEVELOPMENT, RUNTIME

__all__ = ["DEVELOPMENT", "RUNTIME", "enter"]
