"""The table before the game: who is there, how others get here, and the words that all compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.clean import clean_line, clean_name
from p2p_saboteur.text import _, ngettext, pgettext
from p2p_saboteur.tui.canvas import FIXED
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.pages import MARGIN, READING, columned, frame, page_hints, reading_text, room, text_columns
from p2p_saboteur.tui.panels import draw_runs
from p2p_saboteur.tui.prompt import draw_footer, waiting_sentence
from p2p_saboteur.tui.state import Mode, Page, ViewState
from p2p_saboteur.viewmodel.kinds import explained_kind

if TYPE_CHECKING:
    from p2p_saboteur.table_view import Lobby, TableView
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.tui.help import Lines
    from p2p_saboteur.tui.prompt import Hint

_LONGEST_INVITE = 2000


def draw_before(area: Area, table: TableView, ui: ViewState) -> None:
    """Draw what there is before the game: the question about the words, or the lobby; in any window."""
    if ui.page is Page.WORDS:
        draw_words(area, table, ui)
    elif ui.page is Page.QR and table.lobby:
        draw_qr(area, table.lobby)
    elif ui.page is Page.QUIT:
        lines: Lines = [(_("Enter leaves, Esc goes back to the table."), "page.head"), ("", "page")]
        lines.append((_("The table closes for all who are in the lobby."), "page"))
        _draw(area, _("Leave the table?"), lines, page_hints(None, table, ui), ui)
    elif ui.page in READING:
        title, lines = reading_text(table, ui, text_columns(area))
        _draw(area, title, lines, page_hints(None, table, ui), ui)
    else:
        draw_lobby(area, table, ui)


def draw_words(area: Area, table: TableView, ui: ViewState) -> None:
    """Draw the question whether all see the same words."""
    lines: Lines = [
        (_("The table is closed. Its words are:"), "page"),
        ("", "page"),
        (FIXED * 4 + (FIXED * 2).join(clean_line(word, 20) for word in table.words), "page.head"),
        ("", "page"),
        (_("Read them to each other, best by voice: nobody who sits in between can make them equal."), "page"),
        ("", "page"),
        (_("y: all see the same words, the game begins. n: they differ, you leave the table."), "page"),
    ]
    if table.notice:
        lines = [(clean_line(table.notice, _LONGEST_INVITE), "prompt.bad"), ("", "page"), *lines]
    hints: list[Hint] = [("y", _("the same"), "y"), ("n", _("they differ"), "n"), ("q", _("leave"), "q")]
    _draw(area, _("Do all see the same words?"), lines, hints, ui)


def draw_qr(area: Area, lobby: Lobby) -> None:
    """Draw the invitation as a picture alone, for which a small window has just the room."""
    rows = _squares(lobby.qr)
    columns, need = len(rows[0]) if rows else 0, len(rows)
    above = area.part(0, 0, area.columns, area.rows - 1)
    if columns > above.columns or need > above.rows:
        told = _("The QR code needs {columns}x{rows}; make the window larger or its letters smaller.")
        draw_runs(above, [(told.format(columns=columns, rows=need + 1), "prompt.bad")], 0)
    else:
        for y, row in enumerate(rows):
            above.center(y + (above.rows - need) // 2, row, "page.qr")
    draw_footer(
        area.part(0, area.rows - 1, area.columns, 1), [(pgettext("key", "Esc"), _("back"), "escape")], ViewState()
    )
    area.cursor(0, area.rows - 1)


def draw_lobby(area: Area, table: TableView, ui: ViewState) -> None:
    """Draw the table before the game."""
    hints: list[Hint] = [("q", _("leave"), "q"), ("?", _("help"), "?")]
    if table.lobby and not table.stage and not table.lobby.watching:
        own: list[Hint] = [
            (pgettext("key", "Enter"), _("ready"), "enter"),
            ("w", _("not yet"), "w"),
        ]
        opener: list[Hint] = [
            ("c", _("copy it"), "c"),
            ("b", _("bot"), "b"),
            ("+ -", _("seats"), "+"),
            ("2-9", _("take out"), ""),
        ]
        hints = [*own, *(opener if table.lobby.opener else []), *hints]
    going = ui.place is not None and ui.place < len(ui.guests)
    if going:
        hints = [(pgettext("key", "Enter"), _("takes out"), "enter"), (pgettext("key", "Esc"), _("keeps"), "escape")]
    message = ui.message
    if ui.mode is Mode.UNHEARD:
        message = _("There is no chat before the game begins: nobody hears what you type. Enter or Esc goes back.")
        hints = [(pgettext("key", "Enter"), _("back"), "enter"), (pgettext("key", "Esc"), _("back"), "escape")]
    picture = ui.glyphs is GlyphSet.UNICODE
    lines = lobby_lines(table, message, picture=picture)
    if ui.place is not None and going:
        told = _("Take {name} out for good? Enter does it, Esc does not.")
        lines = [(told.format(name=clean_name(ui.guests[ui.place])), "prompt.bad"), ("", "page"), *lines]
    if table.lobby and not table.words and picture:
        lines += [(row, "page.qr") for row in _squares(table.lobby.qr)]
    _draw(area, _("Before the game"), lines, hints, ui)


def _draw(area: Area, title: str, lines: Lines, hints: list[Hint], ui: ViewState) -> None:
    draw_runs(frame(area.part(0, 0, area.columns, area.rows - 1), title), lines, ui.scroll)
    draw_footer(area.part(0, area.rows - 1, area.columns, 1), hints, ui)
    area.cursor(MARGIN, 2)


def lobby_lines(table: TableView, message: str = "", *, picture: bool = False) -> Lines:
    """Return who is there, how others get here, and what is being done."""
    lines: Lines = []
    told = message or waiting_sentence(table)
    if told:
        lines += [(clean_line(told), "page.head"), ("", "page")]
    lobby = table.lobby
    if lobby is None:
        return lines or [(_("The table is being opened."), "page")]
    if lobby.watching:
        lines += [
            (_("You are watching; the game begins when every seat is taken and all are ready."), "page"),
            ("", "page"),
        ]
    lines += _guest_lines(lobby)
    lines += [("", "page"), *_rule_lines(lobby)]
    if table.words:
        lines += [("", "page"), (_("Words: {words}").format(words=" ".join(table.words)), "page.head")]
    elif lobby.invite:
        lines += _invite_lines(lobby, picture=picture)
    return lines


def _guest_lines(lobby: Lobby) -> Lines:
    told = ngettext("{count} player of {seats}:", "{count} players of {seats}:", len(lobby.guests))
    lines: Lines = [(told.format(count=len(lobby.guests), seats=lobby.seats), "page.head")]
    states = room(14, _("ready"), _("not ready"))
    for number, guest in enumerate(lobby.guests, 1):
        state = _("ready") if guest.ready else _("not ready")
        kind = _("you") if guest.own else _("bot") if guest.bot else ""
        name = f"{number % 10} {clean_line(guest.name, 16)}" if lobby.opener else clean_line(guest.name, 16)
        lines.append((columned((name, 20), (state, states), (kind, 0)), "page"))
    return lines


def _rule_lines(lobby: Lobby) -> Lines:
    """Return what is played, so far as it is not as usual, in words."""
    if lobby.options:
        lines: Lines = [(_("The rules are as usual, but:"), "page")]
        lines += [(f"-{FIXED}{clean_line(option)}", "page") for option in lobby.options]
    else:
        lines = [(_("The rules are as usual: three rounds, nuggets and discards stay secret."), "page")]
    if lobby.turn_limit:
        limit = ngettext(
            "A turn takes at most {seconds} second.", "A turn takes at most {seconds} seconds.", lobby.turn_limit
        )
        lines.append((limit.format(seconds=lobby.turn_limit), "page"))
    if lobby.watchers:
        lines.append((_("Others may watch."), "page"))
    if lobby.kind:
        lines.append((explained_kind(lobby.kind), "page"))
    return lines


def _invite_lines(lobby: Lobby, *, picture: bool) -> Lines:
    """Return how others get here: to play, and only to watch."""
    told = _("Others join with this invitation:")
    if lobby.qr and picture:
        told = _("Others join with this invitation; i shows it as a QR code:")
    lines: Lines = [("", "page"), (told, "page")]
    lines.append((clean_line(lobby.invite, _LONGEST_INVITE), "page.head"))
    lines += [(clean_line(endpoint), "page.dim") for endpoint in lobby.endpoints]
    if lobby.advice:
        lines.append((clean_line(lobby.advice), "page"))
    if lobby.watch_invite:
        lines.append((_("Whoever is only to watch gets this one:"), "page"))
        lines.append((clean_line(lobby.watch_invite, _LONGEST_INVITE), "page.head"))
    return lines


def _squares(qr: tuple[str, ...]) -> list[str]:
    """Return a QR code two rows a line in half blocks, light on dark."""
    blocks = {(False, False): "\u2588", (True, False): "\u2584", (False, True): "\u2580", (True, True): FIXED}
    rows = [*qr, *[" " * len(qr[0])] * (len(qr) % 2)] if qr else []
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(blocks[(a == "#", b == "#")] for a, b in zip(up, low, strict=True)) for up, low in pairs]
