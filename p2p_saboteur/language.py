"""Which language people are to be addressed in: the one asked for, else the environment's, else the system's.

Imported at every start, before it is known whether anything will be printed: no more than that is needed for.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

SOURCE: Final = "en"
"""The language that all messages are written in."""
LANGUAGES: Final = (SOURCE, "cs", "sl", "fr")
_PLAIN: Final = ("C", "POSIX")
"""Locales without a language, under which ``LANGUAGE`` does not count."""


def choose(wanted: str | None, environment: Mapping[str, str], system: str = "") -> str:
    """Return one of `LANGUAGES`.

    Args:
        wanted: what the user asked for; None or empty if nothing.
        environment: of the process; read as gettext does it: ``LANGUAGE`` is a list, the best first, and goes before
            ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``.
        system: the system's language where the environment names none.
    """
    asked = [wanted] if wanted else _asked(environment) or [system]
    return next((code for code in map(_code, asked) if code in LANGUAGES), SOURCE)


def _asked(environment: Mapping[str, str]) -> list[str]:
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if locale in _PLAIN:
        return [SOURCE]
    return [code for code in (*environment.get("LANGUAGE", "").split(":"), locale) if code]


def _code(locale: str) -> str:
    """Return the language of a locale, like ``cs`` of ``cs_CZ.UTF-8`` or of ``cs-CZ``."""
    for end in "@._-":
        locale = locale.partition(end)[0]
    return locale.lower()


def system_language() -> str:
    """Return the language of a system whose terminals do not tell it through the environment; else nothing."""
    if sys.platform != "win32":
        return ""
    import ctypes  # noqa: PLC0415 - only there
    import locale  # noqa: PLC0415 - likewise

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
