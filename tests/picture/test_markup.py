"""Putting XML together."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.picture.markup import block, raw, tag, text
from tests.helpers.drawings import parsed

LEGAL: Final = re.compile("[ -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@given(st.text())
def test_a_text_stays_a_text(content: str) -> None:
    """As content and as an attribute it reads back as it was, but for what XML cannot hold at all."""
    root = parsed(tag("a", tag("b", text(content), name=content), x=1))
    (inside,) = root
    kept = content.replace("\r\n", "\n").replace("\r", "\n")
    legal = "".join(sign if sign in "\t\n" or LEGAL.match(sign) else "\ufffd" for sign in kept)
    assert (inside.text or "") == legal
    assert [child.tag for child in root.iter()] == ["a", "b"]
    assert set(inside.attrib) == {"name"}


def test_attributes_are_named_and_rounded() -> None:
    """Underscores become hyphens, one at the end goes; numbers are short."""
    assert tag("a", class_="x", stroke_width=2.04, y=3.0) == '<a class="x" stroke-width="2" y="3"/>'


def test_a_block_is_never_written_short() -> None:
    """HTML would take the start for the whole and swallow what follows."""
    assert block("div") == "<div>\n\n</div>"


@pytest.mark.parametrize("content", ["a < b", "a & b", "]]>"])
def test_styles_and_scripts_hold_no_markup(content: str) -> None:
    """A browser and an XML reader would read them differently."""
    with pytest.raises(ValueError, match="read as markup"):
        raw(content)
