"""Every text for people goes through here: message ids are whole English sentences, catalogues lie in ``locale``."""

from __future__ import annotations

from gettext import NullTranslations, translation
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.language import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterable

DOMAIN: Final = "p2p_saboteur"
LOCALE: Final = Path(__file__).parent / "locale"


class _Language:
    """The language of this process; English until another one is chosen."""

    catalogue: NullTranslations = NullTranslations()


def choose_language(code: str) -> None:
    """Translate from now on into a language, one of `language.LANGUAGES`."""
    _Language.catalogue = NullTranslations() if code == SOURCE else translation(DOMAIN, LOCALE, [code])


def _(message: str) -> str:
    """Return a message in the language of the process; of nothing, nothing (catalogues keep their heads there)."""
    return _Language.catalogue.gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message that fits a number."""
    return _Language.catalogue.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """Return a message that means different things in different places; the context tells translators which."""
    return _Language.catalogue.pgettext(context, message)


def listed(parts: Iterable[str]) -> str:
    """Return names or things in one phrase: "Borek, Ada and Hana"."""
    *others, last = parts
    return f"{', '.join(others)}{_(' and ')}{last}" if others else last


def marked(message: str) -> str:
    """Mark a message for translation where it is written down but not yet shown."""
    return message


def language() -> str:
    """Return the code of the language of this process."""
    return _Language.catalogue.info().get("language") or SOURCE
