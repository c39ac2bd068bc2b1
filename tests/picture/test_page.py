"""The page of a whole game."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.cards import KINDS, Goal, Role
from p2p_saboteur.picture.art import card_name
from p2p_saboteur.picture.own import Own
from p2p_saboteur.picture.page import page
from tests.helpers.drawings import game, local_name, parsed
from tests.picture.test_svg import HOSTILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

NAMES: Final = ("Ada", "Borek", "Cilka")
ACTIVE: Final = {"a", "base", "embed", "form", "foreignObject", "iframe", "image", "img", "link", "object", "script"}
"""Elements that lead somewhere, load something or do something."""


@pytest.fixture(scope="module")
def drawn() -> str:
    """Return the page of a game."""
    return page(game(1, NAMES), NAMES, note="Made for a test.")


def named(root: Element, name: str) -> list[Element]:
    """Return all elements of a name, whatever their namespace."""
    return [element for element in root.iter() if local_name(element) == name]


def classed(root: Element, class_: str) -> list[Element]:
    """Return all elements of a class."""
    return [element for element in root.iter() if element.get("class") == class_]


def words(element: Element) -> str:
    """Return all text in an element, blanks made single."""
    return " ".join("".join(element.itertext()).split())


def test_every_moment_has_its_section_and_its_link(drawn: str) -> None:
    """All turns of the game are there, with what happened and a board each."""
    root, found = parsed(drawn), game(1, NAMES)
    sections, links = classed(root, "moment"), named(root, "a")
    assert [section.get("id") for section in sections] == [f"m{place}" for place in range(len(found))]
    assert [link.get("href") for link in links] == [f"#m{place}" for place in range(len(found))]
    for section, link, moment in zip(sections, links, found, strict=True):
        assert words(named(section, "h2")[0]) == moment.heading
        assert [words(told) for told in named(section, "li")] == [" ".join(told.split()) for told in moment.told]
        assert words(link).startswith(moment.heading)
        assert len(classed(section, "board")) == len(classed(section, "players")) == 1
    (slider,) = named(root, "input")
    assert slider.get("max") == str(len(found) - 1)


def policy_of(root: Element) -> dict[str, str]:
    """Return the page's policy by directive."""
    (meta,) = (element for element in named(root, "meta") if element.get("http-equiv") == "Content-Security-Policy")
    directives = (part.strip().partition(" ") for part in meta.attrib["content"].split(";"))
    return {name: value for name, _, value in directives}


def test_the_policy_allows_what_is_there_and_nothing_else(drawn: str) -> None:
    """One style sheet and one script, each by its hash; no address, no form, no base."""
    root = parsed(drawn)
    policy = policy_of(root)
    allowed = {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'"}
    for name, directive in (("style", "style-src"), ("script", "script-src")):
        (element,) = named(root, name)
        content = (element.text or "").encode()
        allowed[directive] = f"'sha256-{b64encode(sha256(content).digest()).decode()}'"
        assert content in drawn.encode(), "what is hashed is what stands there, not what was unescaped"
    assert policy == allowed


def test_the_page_needs_nothing_else(drawn: str) -> None:
    """No address but of itself, nothing that loads, no style or handler in an attribute."""
    root = parsed(drawn)
    assert {local_name(element) for element in root.iter()} & ACTIVE == {"a", "script"}
    for element in root.iter():
        attributes = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
        assert not {"src", "style", "srcset", "action"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("href", "#").startswith("#")
    assert re.findall(r"[a-z]+://[^\s\"']*", drawn) == ["http://www.w3.org/1999/xhtml"]
    assert "@import" not in drawn
    assert "url(" not in drawn


def test_every_id_is_there_once_and_what_is_used_is_there(drawn: str) -> None:
    """Drawings, links and labels find what they name."""
    root = parsed(drawn)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {element.attrib["href"].removeprefix("#") for element in root.iter() if "href" in element.attrib} <= set(ids)
    labels = {name for element in root.iter() for name in element.get("aria-labelledby", "").split()}
    assert labels <= set(ids)
    script = named(root, "script")[0].text or ""
    assert set(re.findall(r'find\("([\w-]+)"\)', script)) <= set(ids)


def test_a_round_is_drawn_in_one_frame(drawn: str) -> None:
    """From turn to turn nothing jumps."""
    root = parsed(drawn)
    frames: dict[int, set[str]] = {}
    for section, moment in zip(classed(root, "moment"), game(1, NAMES), strict=True):
        frames.setdefault(moment.state.round, set()).add(classed(section, "board")[0].attrib["viewBox"])
    assert [len(frame) for frame in frames.values()] == [1, 1, 1]


def test_names_are_inert(drawn: str) -> None:
    """Whatever they hold, the page has the same elements and attributes as with plain ones."""
    names = clean_names(HOSTILE)
    root, plain = parsed(page(game(1, names), names)), parsed(page(game(1, NAMES), NAMES))
    assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]
    assert [set(element.attrib) for element in root.iter()] == [set(element.attrib) for element in plain.iter()]
    assert words(named(root, "h1")[0]) == " ".join(f"Saboteur: {', '.join(names)}".split())


def test_a_banner_stands_at_the_top() -> None:
    """What is wrong with the log is read before anything else."""
    found = game(1, NAMES)[:2]
    (banner,) = classed(parsed(page(found, NAMES, banner="The <log> is damaged.")), "banner")
    assert words(banner) == "The <log> is damaged."
    assert classed(parsed(page(found, NAMES)), "banner") == []


def knowing(place: int) -> Own:
    """Return a player's knowledge with a hand that changes."""
    return Own(role=Role.SABOTEUR, hand=(place % 67, 66 - place % 67), peeked=(None, Goal.TREASURE, None))


def test_own_cards_are_shown_only_if_they_are_given(drawn: str) -> None:
    """Role, hand and what a map showed; without them the page holds none of it."""
    found = game(1, NAMES)[:40]
    own = [knowing(place) if place % 2 else None for place in range(len(found))]
    root = parsed(page(found, NAMES, own=own))
    shown = [len(classed(section, "hand")) for section in classed(root, "moment")]
    assert shown == [place % 2 for place in range(len(found))]
    told = [words(line) for line in classed(root, "private") if local_name(line) == "li"]
    assert len(told) == len(found) // 2
    assert all(line.startswith("Only the maker of this page knew then: saboteur; ") for line in told)
    assert classed(parsed(drawn), "private") == []
    assert "Only the maker of this page" not in drawn


def hands() -> Iterator[str]:
    """Yield the name of the drawing of every kind of card."""
    yield from (card_name(card) for card in KINDS)


def test_every_kind_of_card_can_be_in_a_hand() -> None:
    """Each is drawn as itself."""
    found = game(1, NAMES)[:1]
    root = parsed(page(found, NAMES, own=[Own(role=Role.DIGGER, hand=tuple(range(67)))]))
    (hand,) = classed(root, "hand")
    assert {element.attrib["href"] for element in named(hand, "use")} == {f"#{name}" for name in hands()}
    assert len(set(hands())) == len(KINDS)
