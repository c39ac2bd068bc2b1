"""XML put together from parts, so that a text cannot become anything else than text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NewType

if TYPE_CHECKING:
    from collections.abc import Iterable

Markup = NewType("Markup", str)
"""Well-formed XML content; only this module makes it."""

NOTHING: Final = Markup("")
_ILLEGAL: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 does not allow even when it is escaped."""


def text(content: str) -> Markup:
    """Return a text as content, or as the value of an attribute in double quotes."""
    legal = _ILLEGAL.sub("\ufffd", content)
    for sign, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        legal = legal.replace(sign, reference)
    return Markup(legal)


def tag(name: str, /, *children: Markup, **attributes: str | float) -> Markup:
    """Return an element.

    Args:
        name: of the element.
        children: its content.
        attributes: by name; a trailing underscore is left out (``class_``) and the others become hyphens. Numbers are
            written with at most one decimal.
    """
    given = "".join(f' {_name(key)}="{text(_value(value))}"' for key, value in attributes.items())
    inside = "".join(children)
    return Markup(f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>")


def block(name: str, /, *children: Markup, **attributes: str | float) -> Markup:
    """Return an element with its children line by line; it is never written in the short form that HTML lacks."""
    given = "".join(f' {_name(key)}="{text(_value(value))}"' for key, value in attributes.items())
    return Markup(f"<{name}{given}>\n{lines(children)}\n</{name}>")


def lines(parts: Iterable[Markup]) -> Markup:
    """Return parts one under the other."""
    return Markup("\n".join(part for part in parts if part))


def raw(content: str) -> Markup:
    """Return a style sheet or script of our own, which must hold no sign that XML would read."""
    if set(content) & set("<&") or "]]>" in content:
        raise ValueError("this would be read as markup")
    return Markup(content)


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 1):g}"
