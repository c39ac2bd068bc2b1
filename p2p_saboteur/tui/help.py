"""The pages of help: the keys of the current screen, and a tour for the first game."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias

from p2p_saboteur.clean import width
from p2p_saboteur.seat import WATCHER
from p2p_saboteur.text import _, pgettext
from p2p_saboteur.tui.canvas import FIXED, wrap
from p2p_saboteur.tui.state import Mode

if TYPE_CHECKING:
    from p2p_saboteur.table_view import TableView
    from p2p_saboteur.tui.state import ViewState

Lines: TypeAlias = list[tuple[str, str]]
"""Lines of text with their style."""


def help_lines(table: TableView, ui: ViewState) -> Lines:
    """Return the keys of the current screen, those of what one is doing first."""
    groups = [(_("At any time"), _general())]
    if table.seat_view is None:
        groups = [(_("Before the game"), _lobby(opener=bool(table.lobby and table.lobby.opener)))]
    elif table.replay:
        groups = [(_("A game that was played"), _replay()), (_("The board"), _board()), (_("At any time"), _reading())]
    elif table.seat_view.seat == WATCHER:
        groups = [(_("The board"), _board()), (_("At any time"), _reading())]
    elif ui.mode in (Mode.TALK, Mode.NOTE, Mode.CLAIM):
        groups.insert(0, (_("While you talk"), _talking()))
    else:
        groups.insert(0, (_("A turn"), _turn()))
        groups.insert(1, (_("The board"), _board()))
    column = 2 + max(width(key) for _name, keys in groups for key, _does in keys)
    lines: Lines = []
    for name, keys in groups:
        lines += [(name, "page.head"), *((_row(key, does, column), "page") for key, does in keys), ("", "page")]
    return lines


def _row(key: str, does: str, column: int) -> str:
    return f"{key}{FIXED * (column - width(key))}{does}"


def _lobby(*, opener: bool) -> list[tuple[str, str]]:
    own = [
        (pgettext("key", "Enter"), _("you are ready; when all are and every seat is taken, the table closes")),
        ("w", _("not ready yet after all")),
    ]
    opening = [
        ("c", _("copy the invitation to the clipboard, where the terminal has one")),
        ("i", _("the invitation as a QR code")),
        ("b", _("add a bot")),
        ("+ -", _("more or fewer seats")),
        ("2-9, 0", _("take the guest with this number out for good; you are asked once")),
    ]
    pages = [
        ("g", _("a tour for the first game")),
        ("h", _("the rules, chapter by chapter")),
        (pgettext("key", "arrows"), _("scroll")),
        ("q, Ctrl+C", _("leave the table")),
    ]
    return [*own, *(opening if opener else []), *pages]


def _replay() -> list[tuple[str, str]]:
    return [
        (pgettext("key", "right, ]"), _("the next moment; left or [ the one before")),
        (pgettext("key", "Shift+arrows, } {"), _("ten moments on or back")),
        (pgettext("key", "Up, Down"), _("where this round began, or the next one")),
        (pgettext("key", "Home, End"), _("the beginning and the end")),
        (pgettext("key", "Space"), _("play by itself, or stop")),
    ]


def _reading() -> list[tuple[str, str]]:
    """Return the keys of who only looks."""
    for_players = {"c", "k", "a", "w"}
    return [line for line in _general() if line[0] not in for_players]


def _turn() -> list[tuple[str, str]]:
    return [
        ("1-6", _("choose a card; the upper row of Czech and French keyboards does it too")),
        (pgettext("key", "arrows"), _("move among the cells or players where it can be used")),
        (pgettext("key", "Shift+arrows"), _("move cell by cell; where a card does not fit, the reason is told")),
        ("r", _("turn the card round")),
        (pgettext("key", "Enter"), _("confirm; there is no way back after that")),
        (pgettext("key", "Esc"), _("put the card back into the hand")),
        ("d", _("discard; you are asked once")),
        ("p", _("pass, at tables where that is allowed")),
    ]


def _board() -> list[tuple[str, str]]:
    return [
        ("z", _("larger or smaller cells")),
        (pgettext("key", "Ctrl+arrows"), _("scroll; 0 goes back to where it was")),
        (pgettext("key", "mouse"), _("choose cards, cells, players, panels and keys")),
    ]


def _talking() -> list[tuple[str, str]]:
    return [
        (pgettext("key", "Enter"), _("send it")),
        (pgettext("key", "Up, Down"), _("what you said before")),
        (pgettext("key", "Esc"), _("leave it")),
    ]


def _general() -> list[tuple[str, str]]:
    return [
        ("c", _("chat")),
        ("k", _("claim something with one key")),
        ("m", _("mute a player, or hear him again")),
        (pgettext("key", "Tab"), _("the next panel; Shift+Tab the one before")),
        ("v", _("the panel on the whole screen")),
        ("f", _("filter the log")),
        (pgettext("key", "Page Up, Page Down"), _("scroll the panel")),
        ("n", _("write a private note; it stays with the game")),
        ("a", _("let a bot play for you, or play yourself again; after the end another game")),
        ("w", _("for whom the table waits")),
        ("F2, o", _("hide or show your role")),
        ("b", _("the results of the rounds so far")),
        ("g", _("a tour for the first game")),
        ("h", _("the rules, chapter by chapter")),
        ("?, F1", _("this help")),
        ("q, Ctrl+C", _("leave the table; you are asked once")),
        ("Ctrl+L", _("draw the screen anew")),
    ]


def rules_lines(ui: ViewState, columns: int) -> Lines:
    """Return the open chapter of the rules: paragraphs joined, tables in so many columns, lists as they are."""
    if not ui.rules:
        return [(_("The rules do not lie with this copy of the program."), "page")]
    lines: Lines = [(ui.rules[ui.chapter].title, "page.head"), ("", "page")]
    for block in ui.rules[ui.chapter].text.split("\n\n"):
        rows = block.split("\n")
        if rows[0].startswith("#"):
            lines.append((rows[0].lstrip("# "), "page.head"))
        elif rows[0].startswith("|"):
            lines += [(row, "page") for row in _table(rows, columns)]
        else:
            lines += [(row, "page") for row in _joined(rows)]
        lines.append(("", "page"))
    return [(text.replace("`", "").replace("*", ""), style) for text, style in lines]


def _table(rows: list[str], columns: int) -> list[str]:
    """Return the rows of a table in Markdown with its cells in columns, long ones in several lines where they must."""
    marks = str.maketrans("", "", "`*")
    cells = [[cell.strip().translate(marks) for cell in row.strip("|").split("|")] for row in rows]
    cells = [row for row in cells if not row[0].startswith("--")]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    least = [max(width(word) for cell in column for word in cell.split(" ")) for column in zip(*cells, strict=True)]
    while sum(widths) + len(widths) - 1 > columns and widths != least:
        widest = max(range(len(widths)), key=lambda place: widths[place] - least[place])
        widths[widest] -= 1
    lines = []
    for row in cells:
        parts = [wrap(cell, room) for cell, room in zip(row, widths, strict=True)]
        for texts in zip_longest(*parts, fillvalue=""):
            filled = (text + FIXED * (room - width(text)) for text, room in zip(texts, widths, strict=True))
            lines.append(FIXED.join(filled).replace(" ", FIXED).rstrip(FIXED))
    return lines


def _joined(rows: list[str]) -> list[str]:
    """Return the paragraphs and items of a list, each in one line."""
    found: list[str] = []
    for row in rows:
        if found and not row.startswith("- "):
            found[-1] += f" {row.strip()}"
        else:
            found.append(row.replace("- ", f"-{FIXED}", 1) if row.startswith("- ") else row)
    return found


def tour_lines() -> Lines:
    """Return what one needs to know for the first game."""
    heads_and_texts = [
        (
            _("What it is about"),
            _(
                "You are a digger or a saboteur; nobody else knows. The diggers dig a tunnel from the ladder in the "
                "west to the three goals in the east, of which one is the treasure. The saboteurs win if they do not "
                "get there."
            ),
        ),
        (
            _("Your turn"),
            _(
                "Choose a card with 1 to 6. A path card shows where it can lie: go there with the arrows, turn it with "
                "r, lay it with Enter. Then you draw a new card. A card that you cannot use you may discard with d."
            ),
        ),
        (
            _("The other cards"),
            _(
                "Broken tools go before other players, who then cannot dig until they are mended. A map lets you alone "
                "look at a goal. A rockfall takes a card out of the maze. Dead ends, marked x, lead nowhere."
            ),
        ),
        (
            _("Whom to trust"),
            _(
                "Watch what the others do: the panels on Tab keep it for you. Talk with c, claim things with k, true "
                "or not. After each round all roles are turned up and the winners share the gold."
            ),
        ),
    ]
    return [line for head, text in heads_and_texts for line in ((head, "page.head"), (text, "page"), ("", "page"))]
