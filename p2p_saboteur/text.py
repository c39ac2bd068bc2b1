"""Every text for people goes through here: message ids are whole English sentences, catalogues lie in ``locale``."""

from __future__ import annotations

from gettext import NullTranslations, translation
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

DOMAIN: Final = "p2p_saboteur"
LOCALE: Final = Path(__file__).parent / "locale"


class _Language:
    """The language of this process; English until another one is chosen."""

    catalogue: NullTranslations = NullTranslations()


def choose_language(languages: Sequence[str]) -> None:
    """Translate from now on into the first of these languages (like ``cs`` or ``fr_CA``) that exists, or English."""
    _Language.catalogue = translation(DOMAIN, LOCALE, list(languages), fallback=True)


def _(message: str) -> str:
    """Return a message in the language of the process."""
    return _Language.catalogue.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message that fits a number."""
    return _Language.catalogue.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """Return a message that means different things in different places; the context tells translators which."""
    return _Language.catalogue.pgettext(context, message)


def marked(message: str) -> str:
    """Mark a message for translation where it is written down but not yet shown."""
    return message


def language() -> str:
    """Return the code of the language of this process."""
    return _Language.catalogue.info().get("language") or "en"
