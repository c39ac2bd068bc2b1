"""A whole game as one page of HTML that needs nothing else: no other file, no network, no server.

The page is well-formed XML too. Its policy allows no more than the one style sheet and the one script in it, each named
by its hash. Without the script all moments stand one below the other.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Final

from p2p_saboteur.picture.art import SIGNS, catalogue
from p2p_saboteur.picture.board import board_size, draw_board, names_of
from p2p_saboteur.picture.geometry import Box, Point
from p2p_saboteur.picture.markup import NOTHING, Markup, block, lines, raw, tag, text
from p2p_saboteur.picture.own import Own, draw_hand, own_line, own_names
from p2p_saboteur.picture.palette import drawing_style, page_colours
from p2p_saboteur.picture.players import draw_players, players_size
from p2p_saboteur.picture.script import LAYOUT, SCRIPT
from p2p_saboteur.picture.svg import description, title
from p2p_saboteur.text import _, language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from p2p_saboteur.picture.moments import Moment

XHTML: Final = "http://www.w3.org/1999/xhtml"


def page(
    moments: Sequence[Moment], names: Sequence[str], *, banner: str = "", note: str = "", own: Sequence[Own | None] = ()
) -> str:
    """Return the page.

    Args:
        moments: all that are to be shown, in order; at least one.
        names: the players' names by seat, fit for printing.
        banner: a sentence that must not be overlooked; empty for none.
        note: a sentence about where the page comes from, for its foot.
        own: what its maker knew at each moment; empty where that is not to be shared.
    """
    style, script = f"\n{drawing_style()}\n{LAYOUT}\n{page_colours()}\n", f"\n{SCRIPT}\n"
    heading = f"Saboteur: {', '.join(names)}"
    head = block(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", text(heading)),
        tag("style", raw(style)),
    )
    body = block(
        "body",
        _header(heading, banner),
        _drawings(moments, own),
        _controls(len(moments)),
        block("main", *_sections(moments, names, own)),
        _contents(moments),
        block("footer", tag("p", text(note))),
        tag("script", raw(script)),
    )
    return f"<!DOCTYPE html>\n{block('html', head, body, xmlns=XHTML, lang=language())}\n"


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _header(heading: str, banner: str) -> Markup:
    warning = tag("p", text(banner), class_="banner", role="note") if banner else NOTHING
    return block("header", tag("h1", text(heading)), warning)


def _drawings(moments: Sequence[Moment], own: Sequence[Own | None]) -> Markup:
    """Return what the pictures are put together from."""
    needed = names_of(moment.state.board for moment in moments).union(SIGNS)
    needed.update(*(own_names(each) for each in own if each))
    used = [drawing for name, drawing in catalogue().items() if name in needed or name.startswith(("tool-", "goal-"))]
    return block("svg", block("defs", *used), class_="drawings", width=0, height=0, aria_hidden="true")


def _controls(count: int) -> Markup:
    buttons = (
        ("to-first", "\u21e4", _("First")),
        ("to-back", "\u2190", _("Back")),
        ("play", "\u25b6", _("Play")),
        ("to-on", "\u2192", _("On")),
        ("to-end", "\u21e5", _("Last")),
    )
    return block(
        "nav",
        *(
            tag("button", text(sign), id=name, type="button", title=word, aria_label=word)
            for name, sign, word in buttons
        ),
        tag("input", id="place", type="range", min=0, max=count - 1, value=0, step=1, aria_label=_("Moment")),
        tag("output", text(" "), id="status", role="status", for_="place"),
        aria_label=_("Moments of the game"),
        hidden="hidden",
        id="controls",
    )


def _sections(moments: Sequence[Moment], names: Sequence[str], own: Sequence[Own | None]) -> Iterator[Markup]:
    """Yield a section a moment; all boards of a round are drawn in one frame, so that nothing jumps."""
    place = 0
    for _round, group in groupby(moments, key=lambda moment: moment.state.round):
        members = list(group)
        box = Box.around(moment.state.board for moment in members)
        for moment in members:
            yield _section(place, moment, names, box, own[place] if own else None)
            place += 1


def _section(place: int, moment: Moment, names: Sequence[str], box: Box, own: Own | None) -> Markup:
    told = [tag("li", text(sentence)) for sentence in moment.told]
    hand = NOTHING
    if own:
        told.append(tag("li", text(own_line(own)), class_="private"))
        hand = draw_hand(own) if own.hand else NOTHING
    board = draw_board(moment.state.board, box, last=moment.last, peeked=own.peeked if own else (None, None, None))
    players = draw_players(moment.state, names, moment.heading)
    return block(
        "section",
        tag("h2", text(moment.heading)),
        block("ul", *told, class_="told"),
        block(
            "div",
            block(
                "svg",
                tag("title", text(title(moment, names)), id=f"t{place}"),
                tag("desc", text(" ".join(description(moment, names))), id=f"d{place}"),
                board,
                class_="board",
                role="img",
                aria_labelledby=f"t{place} d{place}",
                viewBox=_view(board_size(box)),
            ),
            block("svg", players, class_="players", aria_hidden="true", viewBox=_view(players_size(moment.state))),
            class_="table",
        ),
        hand,
        id=f"m{place}",
        class_="moment",
    )


def _view(size: Point) -> str:
    return f"0 0 {size.x:g} {size.y:g}"


def _contents(moments: Sequence[Moment]) -> Markup:
    """Return the list of all moments, each with a link to it."""
    rows = [
        tag("li", tag("a", tag("b", text(moment.heading)), text(f" {' '.join(moment.told[:1])}"), href=f"#m{place}"))
        for place, moment in enumerate(moments)
    ]
    return tag("nav", tag("ol", lines(rows)), class_="moments", aria_label=_("All moments"))
