"""What the player is told to do now: the prompt above the keys, and the keys themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.clean import clean_name, width
from p2p_saboteur.games.saboteur.cards import BreakCard, MapCard, PathCard, RepairCard, RockfallCard
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.moves import Repair
from p2p_saboteur.games.saboteur.notation import cell_text
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.table_view import Work
from p2p_saboteur.text import _, marked, ngettext, pgettext
from p2p_saboteur.tui.aim import Aim, aim_of
from p2p_saboteur.tui.canvas import wrap
from p2p_saboteur.tui.glyphs import GLYPHS
from p2p_saboteur.tui.state import HitKey, Mode, Page, ViewState
from p2p_saboteur.viewmodel.scene import Ask
from p2p_saboteur.viewmodel.silence import waited_for
from p2p_saboteur.viewmodel.words import broken_name, card_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.games.saboteur.moves import Break
    from p2p_saboteur.table_view import TableView
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.viewmodel.scene import Scene

Hint: TypeAlias = tuple[str, str, str]
"""A key as people call it, what it does, and the key that a click on it presses (or nothing)."""

_BUSY: Final = {
    Phase.SHUFFLE: marked("The cards are being shuffled."),
    Phase.DEAL: marked("The cards are being dealt."),
    Phase.REVEAL: marked("A goal is being turned up."),
    Phase.DRAW: marked("A card is being drawn."),
    Phase.SHOW: marked("The roles are being turned up."),
    Phase.TURN_UP: marked("The remaining goals are being turned up."),
    Phase.PACKET: marked("The nuggets are being dealt."),
    Phase.PAY_DRAW: marked("A nugget card is being drawn."),
    Phase.TOTAL: marked("Everyone proves what their nuggets are worth."),
    Phase.CLOSE: marked("Everyone signs the result."),
    Phase.OVER: marked("The game is over."),
}
_USELESS: Final = {
    PathCard: marked("This card fits nowhere now."),
    BreakCard: marked("That tool is broken before everyone already."),
    RepairCard: marked("Nobody has a broken tool that this card mends."),
    MapCard: marked("Every goal lies face up already."),
    RockfallCard: marked("No path card lies there yet that could be taken away."),
}
"""Why a card cannot be used at all, by its kind."""
_ASKING: Final = {
    Mode.CLAIM: marked("Press the number of what you say, or Esc to keep silent."),
    Mode.MUTE: marked("Press the number of whom you mute or hear again, or Esc."),
    Mode.AWAY: marked("Let a bot play for you until you come back? Enter does it."),
    Mode.PASSING: marked("Pass? Enter does it."),
}
_PAUSE: Final = 10.0
"""Seconds that a table may wait before it is said for how long."""
_STAGES: Final = {
    Work.KEYS: marked("Keys are being made."),
    Work.SHUFFLE: marked("The cards are being shuffled."),
    Work.DEAL: marked("The cards are being dealt."),
}


def draw_prompt(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw what is to be done, or the line that is being typed."""
    if ui.mode in (Mode.TALK, Mode.NOTE):
        draw_typed(area, ui)
        return
    sentences, style = prompt(scene, ui)
    while len(sentences) > 1 and len(wrap(" ".join(sentences), area.columns)) > area.rows:
        sentences = sentences[:-1]
    *lines, last = wrap(" ".join(sentences), area.columns)
    for y, line in enumerate([*lines[: area.rows - 1], " ".join([*lines[area.rows - 1 :], last])]):
        area.line(y, line, style)
    if ui.mode is Mode.IDLE and not scene.nuggets:
        area.cursor(0, 0)


def prompt_rows(scene: Scene, ui: ViewState, columns: int) -> int:
    """Return how many rows the most important sentence of the prompt takes."""
    if ui.mode in (Mode.TALK, Mode.NOTE):
        return 1
    (first, *_others), _style = prompt(scene, ui)
    return len(wrap(first, columns))


def draw_typed(area: Area, ui: ViewState) -> None:
    """Draw the line that is being typed, with the cursor in it."""
    label = _("Say: ") if ui.mode is Mode.TALK else _("Note: ")
    area.put(0, 0, label, "prompt.turn")
    start = width(label)
    shown, column = ui.line.window(area.columns - start - 1)
    area.put(start, 0, shown, "input")
    area.cursor(start + column, 0)


def prompt(scene: Scene, ui: ViewState) -> tuple[tuple[str, ...], str]:
    """Return the sentences for the prompt, the most important first, and their style."""
    if ui.message:
        return ((f"! {ui.message}",), "prompt.bad") if ui.alarming else ((ui.message,), "prompt")
    aim = aim_of(scene, ui)
    if aim is not None or ui.mode is Mode.DROP:
        sentences, style = _aiming(scene, aim) if aim else ((_dropping(scene, ui),), "prompt.turn")
        return (sentences, style) if scene.ask is Ask.MOVE else ((_("Not your turn yet."), *sentences), "prompt")
    if ui.mode in _ASKING:
        return (_(_ASKING[ui.mode]),), "prompt.turn"
    if _is_away(scene):
        return (_("You are away: a bot plays for you. Press a to come back."),), "prompt.turn"
    sentence, style = _asked(scene)
    return (sentence,), style


def _is_away(scene: Scene) -> bool:
    return not scene.watches and scene.view.request is not None and scene.presence(scene.own).away


def _aiming(scene: Scene, aim: Aim) -> tuple[tuple[str, ...], str]:
    """Return what to do with the chosen card."""
    if aim.refusal:
        return (f"! {_(aim.refusal.sentence)}",), "prompt.bad"
    if aim.target:
        return (_target_sentence(scene, aim.target),), "prompt.turn"
    if aim.focus and aim.move:
        far = (_distances(aim.focus),) if isinstance(aim.card, PathCard) else ()
        return (_cell_sentence(aim, aim.focus), *far), "prompt.turn"
    return (_(_USELESS[type(aim.card)]), _("d discards it.")), "prompt"


def _target_sentence(scene: Scene, move: Break | Repair) -> str:
    tool = broken_name(move.tool) if move.tool else ""
    if isinstance(move, Repair):
        return _("Mend {tool} of {name}? Enter does it.").format(tool=tool, name=scene.names[move.seat])
    return _("Lay {tool} before {name}? Enter does it.").format(tool=tool, name=scene.names[move.seat])


def _cell_sentence(aim: Aim, cell: Cell) -> str:
    place = cell_text(cell)
    if isinstance(aim.card, PathCard):
        face = aim.card.printed if aim.face == aim.card.face else aim.card
        told = _("{card} at {cell}: Enter lays it, r turns it.") if aim.turns else _("{card} at {cell}: Enter lays it.")
        return told.format(card=card_name(face), cell=place)
    if cell in GOAL_CELLS:
        return _("Look at the goal at {cell}? Enter does it.").format(cell=place)
    return _("Take away the card at {cell}? Enter does it.").format(cell=place)


def _distances(cell: Cell) -> str:
    """Return how far the goals are from a cell, in cells."""
    far = [abs(goal.x - cell.x) + abs(goal.y - cell.y) for goal in GOAL_CELLS]
    return _("Goals: {north}, {middle}, {south} away.").format(north=far[0], middle=far[1], south=far[2])


def _card_keys(scene: Scene) -> str:
    """Return the keys that choose a card of the own hand."""
    last = len(scene.view.hand)
    return f"1-{last}" if last > 1 else "1"


def _dropping(scene: Scene, ui: ViewState) -> str:
    if ui.place is None:
        last = len(scene.view.hand)
        told = ngettext(
            "Which card do you discard? Press {last}, or Esc to keep it.",
            "Which card do you discard? Press 1 to {last}, or Esc to keep all.",
            last,
        )
        return told.format(last=last)
    told = _("Discard {card} for good? Enter does it, Esc keeps the card.")
    return told.format(card=card_name(scene.card(ui.place)))


def _asked(scene: Scene) -> tuple[str, str]:
    """Return what the own seat is asked for, or what the table waits for."""
    last = len(scene.view.hand)
    match scene.ask:
        case Ask.MOVE if scene.may_pass:
            told = ngettext(
                "Your turn: choose your card with {last}, or pass with p.",
                "Your turn: choose a card with 1 to {last}, or pass with p.",
                last,
            )
            return told.format(last=last), "prompt.turn"
        case Ask.MOVE:
            told = ngettext(
                "Your turn: choose your card with {last}.", "Your turn: choose a card with 1 to {last}.", last
            )
            return told.format(last=last), "prompt.turn"
        case Ask.KEEP:
            return _("Choose the nugget card that you keep, then Enter; the others go on."), "prompt.turn"
        case Ask.TAKE:
            return _("Choose the nugget card that you take, then Enter."), "prompt.turn"
        case Ask.PAY:
            return _paying(scene), "prompt.turn"
    return _waited_for(scene)


def _waited_for(scene: Scene) -> tuple[str, str]:
    """Return what the table waits for, where that is not the own seat."""
    table = scene.table
    if table.stopped:
        return table.notice or _("Somebody has cheated; q leaves."), "prompt.bad"
    if table.catching_up:
        return _("It is your turn once the others have told how far the game is."), "prompt"
    if scene.active is not None and table.notice and table.replay:
        return table.notice, "prompt.bad"
    if scene.active is not None:
        told = f"{_('{name} is to move.').format(name=scene.names[scene.active])}{_since(scene)}"
        return f"{table.notice} {told}".lstrip(), "prompt"
    if scene.view.request is None:
        return _over(scene), "prompt"
    told = waiting_sentence(table) or _(_BUSY.get(scene.state.phase, ""))
    if table.silence and table.silence.seconds >= _PAUSE:
        told = f"{told} {waited_for(table.silence, scene.names)}".lstrip()
    return told, "prompt"


def _paying(scene: Scene) -> str:
    drawn, due = sum(scene.view.drawn), scene.state.gold.due
    told = _("You have drawn nuggets worth {drawn}, and {due} are due to you. Enter goes on.")
    return told.format(drawn=drawn, due=due)


def _since(scene: Scene) -> str:
    """Return how long the table has been waiting, as a clock behind a sentence; nothing at first."""
    silence = scene.table.silence
    if silence is None or silence.seconds < _PAUSE:
        return ""
    minutes, seconds = divmod(round(silence.seconds), 60)
    return f" ({minutes}:{seconds:02})"


def _over(scene: Scene) -> str:
    """Return what can be done when the game is over."""
    heard = "" if scene.table.replay else scene.table.notice
    told = f"{_(_BUSY[Phase.OVER])} {heard}".rstrip()
    offered = scene.table.offered_by
    if offered is not None:
        return f"{told} " + _("{name} offers another game: press a to sit down.").format(name=scene.names[offered])
    return f"{told} " + _("Press a for another game, q to leave.") if scene.table.may_again else told


def waiting_sentence(table: TableView) -> str:
    """Return how far the set-up has come; empty while there is none."""
    stage = table.stage
    if stage is None:
        return table.notice
    told = _(_STAGES[stage.work])
    if not stage.parts:
        return told
    told = f"{told} " + _("{part} of {parts}").format(part=stage.part, parts=stage.parts)
    view = table.seat_view
    if view is None or stage.work is not Work.SHUFFLE:
        return told
    names = [name for seat, name in enumerate(view.names) if seat not in view.state.lost]
    return f"{told}: {clean_name(names[stage.part - 1])}" if 0 < stage.part <= len(names) else told


def draw_footer(area: Area, hints: Sequence[Hint], ui: ViewState) -> None:
    """Draw as many keys as fit; the last one, help, always."""
    if not hints:
        return
    dot = f" {GLYPHS[ui.glyphs].dot} "
    *others, last = hints
    room = area.columns - _length(last)
    x = 0
    for hint in others:
        if x + _length(hint) + len(dot) > room:
            break
        x = area.put(_draw_hint(area, x, hint), 0, dot, "footer")
    _draw_hint(area, x, last)


def _length(hint: Hint) -> int:
    return width(hint[0]) + 1 + width(hint[1])


def _draw_hint(area: Area, x: int, hint: Hint) -> int:
    name, does, key = hint
    end = area.put(area.put(x, 0, name, "footer.key") + 1, 0, does, "footer")
    if key:
        area.zone(HitKey(key), x, 0, end - x)
    return end


def table_hints(scene: Scene, ui: ViewState) -> list[Hint]:
    """Return the keys that matter at the table now, the most important first and help last."""
    enter = pgettext("key", "Enter")
    if ui.mode is not Mode.IDLE:
        return _mode_hints(scene, ui, enter, pgettext("key", "Esc"))
    if ui.page is Page.ROUND:
        return [(enter, _("goes on"), "enter"), *_common()]
    if scene.table.replay:
        return [*_replay_hints(playing=scene.table.replay.playing), *_looking()]
    if scene.view.request is None or scene.watches or scene.table.stopped:
        again: list[Hint] = [("a", _("another game"), "a")] if scene.table.may_again and not scene.watches else []
        return [*again, ("b", _("results"), "b"), *(_looking() if scene.watches else _common())]
    if _is_away(scene):
        return [("a", _("come back"), "a"), *_common()]
    playing: list[Hint] = [(_card_keys(scene), _("choose"), ""), ("d", _("discard"), "d")] if scene.view.hand else []
    return [*playing, *_common()]


def _mode_hints(scene: Scene, ui: ViewState, enter: str, escape: str) -> list[Hint]:
    """Return the keys for what one is about to do."""
    match ui.mode:
        case Mode.TALK | Mode.NOTE:
            return [
                (enter, _("sends it") if ui.mode is Mode.TALK else _("keeps it"), "enter"),
                (escape, _("leaves it"), "escape"),
            ]
        case Mode.CLAIM:
            return [("1-9", _("says it"), ""), (escape, _("keeps silent"), "escape")]
        case Mode.AWAY | Mode.PASSING:
            return [(enter, _("confirm"), "enter"), (escape, _("undo"), "escape")]
        case Mode.MUTE:
            return [("1-9", _("mute or hear"), ""), (escape, _("back"), "escape")]
        case Mode.DROP:
            keeps: Hint = (escape, _("keeps it"), "escape")
            discards: list[Hint] = [] if ui.place is None else [(enter, _("discards it"), "enter")]
            return [(_card_keys(scene), _("choose"), ""), *discards, keeps]
    return _aim_hints(aim_of(scene, ui), enter, escape, asked=scene.ask is Ask.MOVE)


def _aim_hints(aim: Aim | None, enter: str, escape: str, *, asked: bool) -> list[Hint]:
    """Return what can be done with the chosen card; nothing that would change nothing."""
    confirm: list[Hint] = [(enter, _("confirm"), "enter")] if aim and aim.move and asked else []
    move: list[Hint] = [(pgettext("key", "arrows"), _("move"), "")] if aim and (aim.cells or aim.targets) else []
    turn: list[Hint] = [("r", _("turn"), "r")] if aim and aim.turns and aim.focus else []
    return [*confirm, (escape, _("undo"), "escape"), *move, *turn, ("d", _("discard"), "d"), ("?", _("help"), "?")]


def _replay_hints(*, playing: bool) -> list[Hint]:
    return [
        ("[ ]", _("step"), "]"),
        ("{ }", _("ten steps"), "}"),
        (pgettext("key", "up, down"), _("round"), "down"),
        (pgettext("key", "Space"), _("stop") if playing else _("play"), " "),
    ]


def _common() -> list[Hint]:
    panel, *others = _looking()
    return [("c", _("chat"), "c"), ("k", _("claim"), "k"), panel, ("F2", _("hide role"), "f2"), *others]


def _looking() -> list[Hint]:
    return [(pgettext("key", "Tab"), _("panel"), "tab"), ("q", _("leave"), "q"), ("?", _("help"), "?")]
