"""Pages that fill the screen above the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import clean_line, clip, width
from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.text import _, listed, ngettext, pgettext
from p2p_saboteur.tui.canvas import FIXED
from p2p_saboteur.tui.help import Lines, help_lines, rules_lines, tour_lines
from p2p_saboteur.tui.panels import draw_panel_body, draw_runs, panel_name
from p2p_saboteur.tui.state import Page, Panel, ViewState
from p2p_saboteur.viewmodel.scene import Ask
from p2p_saboteur.viewmodel.silence import known_of_silence
from p2p_saboteur.viewmodel.words import role_word

if TYPE_CHECKING:
    from p2p_saboteur.table_view import TableView
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.tui.prompt import Hint
    from p2p_saboteur.viewmodel.memory import RoundResult
    from p2p_saboteur.viewmodel.scene import Scene

MARGIN: Final = 2
"""Columns at the left of a page."""
_WIDEST: Final = 90
READING: Final = (Page.HELP, Page.RULES, Page.TOUR)
"""Pages that can be read before the game, too."""


def draw_page(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw the page that is open."""
    title, lines = page_text(scene, ui, text_columns(area))
    body = frame(area, title)
    if scene.ask is not Ask.NOTHING and ui.page is not Page.ROUND:  # who reads is not to miss it
        area.right(0, f"{_('your turn')}{FIXED * MARGIN}", "page.title")
    if lines:
        draw_runs(body, lines, ui.scroll)
    else:
        draw_panel_body(body, scene, ui, ui.panel)
    area.cursor(MARGIN, 0)


def text_columns(area: Area) -> int:
    """Return how wide the text of a page is."""
    return min(area.columns - 2 * MARGIN, _WIDEST)


def frame(area: Area, title: str) -> Area:
    """Draw the title of a page and return where its text goes."""
    area.part(0, 0, area.columns, 1).fill("page.title")
    area.line(0, title, "page.title", x=MARGIN)
    return area.part(MARGIN, 2, text_columns(area), area.rows - 2)


def page_text(scene: Scene, ui: ViewState, columns: int) -> tuple[str, Lines]:  # noqa: PLR0911 - one return a page
    """Return the title and the lines of the page that is open; tables in them are laid out in so many columns."""
    if ui.page in READING:
        return reading_text(scene.table, ui, columns)
    match ui.page:
        case Page.ROUND:
            return _("The rounds so far"), round_lines(scene)
        case Page.RESULT:
            return _("The game is over"), result_lines(scene)
        case Page.FAULT:
            return _("Somebody has cheated"), fault_lines(scene)
        case Page.SILENCE:
            return _("For whom the table waits"), silence_lines(scene)
        case Page.QUIT:
            return _("Leave the table?"), quit_lines(scene)
        case Page.SUSPEND:
            return _("Stop for a while?"), suspend_lines(scene)
    return panel_name(ui, ui.panel), []


def reading_text(table: TableView, ui: ViewState, columns: int) -> tuple[str, Lines]:
    """Return the title and the lines of a page that needs no game."""
    if ui.page is Page.RULES:
        place = f" {ui.chapter + 1}/{len(ui.rules)}" if ui.rules else ""
        return _("The rules") + place, rules_lines(ui, columns)
    if ui.page is Page.TOUR:
        return _("A tour for the first game"), tour_lines()
    return _("Keys"), help_lines(table, ui)


def round_lines(scene: Scene) -> Lines:
    """Return the results of the rounds so far, the last one first."""
    lines: Lines = _purse(scene)
    for result in reversed(scene.memory.rounds):
        lines += [*_one_round(scene, result), ("", "page")]
    return lines or [(_("No round has ended yet."), "page")]


def _one_round(scene: Scene, result: RoundResult) -> Lines:
    if result.winner is Role.DIGGER:
        told = _("Round {number}: the diggers reached the treasure.")
    else:
        told = _("Round {number}: the saboteurs kept the treasure from everyone.")
    lines: Lines = [(told.format(number=result.number), "page.head")]
    roles = room(12, *map(role_word, Role))
    for seat, role in enumerate(result.roles):
        cards, gold = result.cards[seat], result.gold[seat]
        got = ngettext("{count} nugget card", "{count} nugget cards", cards).format(count=cards) if cards else ""
        if gold:
            got = ngettext("{count} nugget", "{count} nuggets", gold).format(count=gold)
        style = "page.saboteur" if role is Role.SABOTEUR else "page"
        lines.append((columned((scene.names[seat], 18), (role_word(role), roles), (got, 0)), style))
    if result.left_over:
        told = _("The role card left over: {role}")
        lines.append((told.format(role=role_word(result.left_over)), "page.dim"))
    return lines


def columned(*parts: tuple[str, int]) -> str:
    """Return texts in columns of these widths; blanks that a line is not to be broken at hold them apart."""
    cut = [(clip(text, columns) if columns else text, columns) for text, columns in parts]
    return "".join(text + FIXED * (columns - width(text)) for text, columns in cut)


def room(least: int, *texts: str) -> int:
    """Return how wide a column of these texts is."""
    return max(least, *(width(text) + 2 for text in texts))


def result_lines(scene: Scene) -> Lines:
    """Return how the game has ended."""
    result = outcome(scene.state)
    if result is None:
        return [(_("The totals are being proved."), "page")]
    winners = " ".join(_("{name} wins.").format(name=scene.names[seat]) for seat in result.winners)
    lines: Lines = [(winners, "page.head"), ("", "page")]
    ranked = sorted(enumerate(result.totals), key=lambda item: -1 if item[1] is None else item[1], reverse=True)
    for seat, total in ranked:
        told = _("left the game") if total is None else _("{gold} gold").format(gold=total)
        lines.append((columned((scene.names[seat], 18), (told, 0)), "page"))
    return [*lines, *_offer(scene), *_verification(scene), ("", "page"), *round_lines(scene)]


def _purse(scene: Scene) -> Lines:
    """Return what the own nugget cards are worth, which only their owner knows."""
    values = scene.view.purse
    if not values:
        return []
    told = _("Your nugget cards: {values}, together {total} (only you know).")
    return [(told.format(values=", ".join(map(str, values)), total=sum(values)), "log.private"), ("", "page")]


def _offer(scene: Scene) -> Lines:
    """Return how another game begins."""
    offered = scene.table.offered_by
    if offered is not None:
        return [
            ("", "page"),
            (_("{name} offers another game: press a to sit down.").format(name=scene.names[offered]), "page.head"),
        ]
    heard: Lines = [("", "page"), (clean_line(scene.table.notice), "page.head")] if scene.table.notice else []
    if not scene.table.may_again:
        return heard
    return [*(heard or [("", "page")]), (_("Press a for another game, q to leave."), "page")]


def _verification(scene: Scene) -> Lines:
    proofs = scene.table.proofs
    if not scene.kept:
        return []
    return [
        ("", "page"),
        (_("Everyone has signed this result. Anybody can check the whole game:"), "page"),
        (clean_line(f"p2p-saboteur verify {proofs.game or proofs.log}"), "page.head"),
    ]


def fault_lines(scene: Scene) -> Lines:
    """Return what was proved against whom."""
    lines: Lines = []
    for fault in scene.table.faults:
        told = _("{name} has cheated, and that is proved.")
        lines += [
            (told.format(name=scene.names[fault.culprit]), "page.head"),
            (clean_line(fault.what), "page"),
            (clean_line(fault.meaning), "page"),
        ]
        if fault.evidence:
            path, game = clean_line(fault.evidence), scene.table.proofs.game
            lines.append((_("The proof is in {path}").format(path=path), "page"))
            lines.append(
                (_("Anybody can check it: {command}").format(command=f"p2p-saboteur verify {game or path}"), "page")
            )
        lines.append(("", "page"))
    return lines


def silence_lines(scene: Scene) -> Lines:
    """Return who is silent, for how long, and what can be done."""
    silence = scene.table.silence
    if silence is None:
        return [(_("The table waits for nobody else."), "page")]
    names = listed(scene.names[seat] for seat in silence.seats)
    told = ngettext(
        "The table has been waiting for {names} for {count} second.",
        "The table has been waiting for {names} for {count} seconds.",
        round(silence.seconds),
    )
    lines: Lines = [(told.format(names=names, count=round(silence.seconds)), "page.head")]
    lines += [(line, "page") for line in known_of_silence(silence)]
    lines.append(("", "page"))
    if silence.may_vote and not silence.stuck:
        lines.append((_("Press o to vote for going on without them, or Esc to wait."), "page"))
    else:
        lines.append((_("Esc goes back to the table; it goes on as soon as they are back."), "page"))
    notice = scene.table.notice  # who has voted, for what, and how to vote with them
    return [*lines, ("", "page"), (clean_line(notice), "page.head")] if notice else lines


def quit_lines(scene: Scene) -> Lines:
    """Return what leaving means."""
    lines: Lines = [(_("Enter leaves, Esc goes back to the table."), "page.head"), ("", "page")]
    if not scene.plays:
        return lines
    going: Lines = [(_("l leaves for good, and the others go on without you at once."), "page")]
    return [
        *lines,
        (_("The game is not over, but it is saved: p2p-saboteur resume brings you back."), "page"),
        *(
            [(_("Until then the others have to wait for you, or to go on without you."), "page")]
            if _people(scene)
            else []
        ),
        *(going if scene.table.may_go else []),
        (_("e votes to end the game for all; it ends when more than half of the players want that."), "page"),
    ]


def _people(scene: Scene) -> bool:
    """Return whether others than bots play."""
    return any(not scene.presence(seat).bot for seat in range(scene.state.seats) if seat != scene.own)


def suspend_lines(scene: Scene) -> Lines:
    """Return what suspending means."""
    waits = _("While it sleeps it says nothing to the others: they wait, and after a while may vote you out.")
    return [
        (_("Enter puts the program to sleep, Esc goes back to the table."), "page.head"),
        ("", "page"),
        (waits if _people(scene) and not scene.watches else _("While it sleeps, the game stands still here."), "page"),
        (_("The command fg of your shell wakes it again."), "page"),
    ]


def _panel_hints(ui: ViewState) -> list[Hint]:
    """Return the keys of a panel that fills the screen."""
    own: dict[Panel, list[Hint]] = {Panel.LOG: [("f", _("filter"), "f")], Panel.NOTES: [("n", _("note"), "n")]}
    return [(pgettext("key", "Tab"), _("panel"), "tab"), *own.get(ui.panel, [])]


def page_hints(scene: Scene | None, table: TableView, ui: ViewState) -> list[Hint]:
    """Return the keys of a page."""
    enter = pgettext("key", "Enter")
    back: Hint = (pgettext("key", "Esc"), _("back"), "escape")
    silence = table.silence
    again: list[Hint] = [("a", _("another game"), "a")] if table.may_again else []
    replay: list[Hint] = [("r", _("replay"), "r")] if scene and scene.kept else []
    scroll: Hint = (pgettext("key", "arrows"), _("scroll"), "")
    ends: list[Hint] = [("e", _("end it for all"), "e")] if scene and scene.plays else []
    going: list[Hint] = [("l", _("for good"), "l")] if ends and table.may_go else []
    leave: Hint = ("q", _("leave"), "q")
    own: dict[Page, list[Hint]] = {
        Page.QUIT: [(enter, _("leave"), "enter"), *going, *ends],
        Page.SUSPEND: [(enter, _("sleep"), "enter")],
        Page.SILENCE: [*([("o", _("vote to go on"), "o")] if silence and silence.may_vote else []), leave, scroll],
        Page.PANEL: [*_panel_hints(ui), scroll],
        Page.FAULT: [leave, scroll],
        Page.RESULT: [*again, *replay, leave, scroll],
        Page.HELP: [scroll, ("g", _("tour"), "g"), ("h", _("rules"), "h")],
        Page.RULES: [(pgettext("key", "left, right"), _("chapter"), "right"), scroll],
    }
    last = [back] if ui.page is Page.HELP else [back, ("?", _("help"), "?")]
    return [*own.get(ui.page, [scroll]), *last]
