"""The way into a checkout's environment."""

from __future__ import annotations

import os
import sys

from p2p_saboteur.bootstrap.stamp import digest_sources, is_inside, is_known_good, python_in, read_stamp

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from p2p_saboteur.bootstrap.stamp import Purpose


def enter(purpose: Purpose, module: str = __file__) -> None:
    """Go on inside the checkout's environment, made or renewed if need be; return if that is where we are.

    Otherwise this does not return: the process becomes the same command there (on Windows it waits for that and ends
    with its exit code). Ends with a sentence and code 1 if the set-up fails, with 130 if it is interrupted.

    Args:
        purpose: what for; the tests need more than the program.
        module: a file in a package of the checkout's package.
    """
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(module))))
    digest = digest_sources(root)
    if digest is None:
        return
    venv = os.path.join(root, ".venv")
    if not (is_known_good(read_stamp(venv), purpose, digest) and os.path.exists(python_in(venv))):
        from p2p_saboteur.bootstrap.environment import prepare

        prepare(root, purpose)
    if not is_inside(venv):
        become([python_in(venv), *sys.orig_argv[1:]])


def become(command: list[str]) -> None:
    """Run a command instead of this process; where the system cannot do that, wait for it and end as it does."""
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606 - no shell is meant
    import subprocess

    child = subprocess.Popen(command)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:  # the child gets Ctrl+C too and decides what it means
            continue
