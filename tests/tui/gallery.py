"""``python3 -m tests.tui.gallery``: draws the screens that are kept in ``golden/`` anew; look at the difference."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import Goal
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.language import SOURCE
from p2p_saboteur.manual import Page as Chapter
from p2p_saboteur.table_view import Fault, Guest, Link, Lobby, Presence, Proofs, Replay, Silence, Spoken, TableView
from p2p_saboteur.text import choose_language
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.following import before_the_game, follow
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.keys import press
from p2p_saboteur.tui.state import ViewState
from p2p_saboteur.tui.tiles import drawn_name
from p2p_saboteur.viewmodel.options import explained
from p2p_saboteur.viewmodel.scene import make_scene
from tests.catalogues import TRANSLATED
from tests.helpers.local_control import LocalControl

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Canvas
    from p2p_saboteur.viewmodel.scene import Scene

GOLDEN: Final = Path(__file__).parent / "golden"
SIZES: Final = ((60, 20), (80, 24), (120, 40), (200, 60))
NAMES: Final = ("Ada", "Borek", "Čeněk", "Darja", "Émile")
CHAPTERS: Final = (
    Chapter(title="One", text="Nothing."),
    Chapter(
        title="Two",
        text="A paragraph\nin two lines of `code`.\n\n### R1 A rule\n\n| kind | copies |\n|---|---|\n| N S | 4 |\n\n"
        "- an item\n- an item that goes on\n  in a second line",
    ),
)
PROOFS: Final = Proofs(entries=412, shuffles=5, shufflers=5, cards=44, heads_equal=True, log="game/log")


def a_table(moves: int = 23, *, seed: int = 6) -> TableView:
    """Return a table of five in the middle of a game, with talk, links and proofs."""
    control = LocalControl(seats=5, seed=seed, names=NAMES)
    for _ in range(moves):
        if not control.bot_moves():
            control.own_bot_moves()
    while control.bot_moves():
        pass
    now = len(control.table.history)
    view = control.table.view(0)
    return TableView(
        seat_view=replace(view, peeked=(None, view.peeked[1], Goal.STONE_B)),
        words=("cave", "lantern", "seven", "mole"),
        presences=(
            Presence(),
            Presence(link=Link.DIRECT, round_trip=0.012),
            Presence(link=Link.DIRECT, round_trip=0.3),
            Presence(link=Link.RELAYED),
            Presence(bot=True),
        ),
        proofs=PROOFS,
        talk=(
            Spoken(seat=2, text="The treasure is on top, I saw it!", events=now - 4),
            Spoken(seat=3, text="/goal 8,2 stone", events=now),
        ),
    )


def scene_in(table: TableView, glyphs: GlyphSet = GlyphSet.UNICODE) -> Scene:
    """Return a table made ready as the client does it."""
    return make_scene(table, lambda card: drawn_name(card, glyphs))


def screen(
    table: TableView,
    columns: int,
    rows: int,
    *keys: str,
    glyphs: GlyphSet = GlyphSet.UNICODE,
    rules: tuple[Chapter, ...] = (),
) -> Canvas:
    """Return the screen of a table after some keys."""
    scene = scene_in(table, glyphs) if table.seat_view else None
    ui = ViewState(glyphs=glyphs, rules=rules)
    for key in keys:
        ui, _ = press(scene, ui, key)
    return draw(table, scene, ui, columns, rows)


def path_key(table: TableView) -> str:
    """Return the key of the first card of the hand that can be used on the board."""
    scene = scene_in(table)
    places = range(len(scene.view.hand))
    return str(1 + next(place for place in places if scene.cells(scene.card(place))))


def screens() -> dict[str, Canvas]:
    """Return every screen that is kept, by name."""
    table = a_table()
    found: dict[str, Canvas] = {}
    for (columns, rows), glyphs in product(SIZES, GlyphSet):
        name = f"{columns}x{rows}-{glyphs.value}"
        found[f"table-{name}"] = screen(table, columns, rows, glyphs=glyphs)
        found[f"aim-{name}"] = screen(table, columns, rows, path_key(table), "right", glyphs=glyphs)
    for page, keys in {"tools": ["tab"], "goals": ["tab"] * 2, "cards": ["tab"] * 3, "trust": ["s-tab"]}.items():
        found[f"panel-{page}"] = screen(table, 80, 24, *keys)
        found[f"page-{page}"] = screen(table, 80, 24, *keys, "v")
    for page, key in {"help": "?", "tour": "g", "quit": "q", "sleep": "c-z", "claims": "k", "mute": "m"}.items():
        found[f"page-{page}"] = screen(table, 80, 24, key)
    found["page-rules"] = screen(table, 80, 24, "h", "right", rules=CHAPTERS)
    found["round"] = screen(a_table(60), 80, 24, "b")
    found["result"] = opened(a_table(1000))
    fault = Fault(culprit=2, what="A card was shown that is not the one that was dealt.", evidence="game/proof")
    found["fault"] = opened(replace(table, faults=(fault,)))
    silence = Silence(
        seats=(3,),
        seconds=75.0,
        late=True,
        may_vote=True,
        cost="It costs something.",
        head_words=("one", "two", "three", "four"),
    )
    found["silence"] = opened(replace(table, silence=silence))
    found["lobby"] = screen(_lobby(), 80, 24)
    found["lobby-help"] = screen(_lobby(), 80, 24, "?")
    found["lobby-watching"] = screen(TableView(lobby=replace(_lobby_of(), watching=True)), 80, 24)
    replayed = replace(table, replay=Replay(position=20, last=90), notes=("3: Borek is slow", "17: Darja lies?"))
    found["replay-notes"] = screen(replayed, 80, 24, "s-tab", "s-tab")
    found["replay-help"] = screen(replayed, 80, 24, "?")
    found["away"] = screen(replace(table, presences=(Presence(away=True),)), 80, 24)
    found["words"] = opened(TableView(words=table.words, asks_words=True))
    found["narrow-59x19"] = screen(table, 59, 19)
    found["narrow-aim-40x12"] = screen(table, 40, 12, path_key(table), "right")
    found["narrow-note-30x8"] = screen(table, 30, 8, "n", *"Emile?")
    for code in TRANSLATED:
        choose_language(code)
        found |= {f"{name}-{code}": canvas for name, canvas in _spoken(table).items()}
    choose_language(SOURCE)
    return found


def _spoken(table: TableView) -> dict[str, Canvas]:
    """Return the screens that are kept in every language."""
    return {
        "table-60x20": screen(table, 60, 20),
        "aim-80x24": screen(table, 80, 24, path_key(table), "right"),
        "goals-60x20": screen(table, 60, 20, "tab", "tab"),
        "refusal-60x20": screen(table, 60, 20, path_key(table), *["L"] * 4),
        "help-80x24": screen(table, 80, 24, "?"),
        "tour-80x24": screen(table, 80, 24, "g"),
        "result-80x24": opened(a_table(1000)),
        "lobby-80x24": screen(_lobby(), 80, 24),
        "narrow-40x12": screen(table, 40, 12, path_key(table), "right"),
    }


def opened(table: TableView) -> Canvas:
    """Return what opens by itself when something like this happens."""
    ui = before_the_game(ViewState(), table)
    scene = scene_in(table) if table.seat_view else None
    return draw(table, scene, follow(ui, None, scene) if scene else ui, 80, 24)


def _lobby() -> TableView:
    lobby = replace(_lobby_of(), invite="SAB1:" + "ABCDEFGH" * 16, opener=True, qr=("# #", " # ", "###"))
    return TableView(lobby=lobby)


def _lobby_of() -> Lobby:
    guests = (Guest(name="Ada", ready=True, own=True), Guest(name="Borek"), Guest(name="Emil", ready=True, bot=True))
    return Lobby(
        seats=4,
        guests=guests,
        options=explained(Options(rounds=1, gold="open")),
        turn_limit=60,
        kind="tolerant",
        watchers=True,
    )


def main() -> None:
    """Write every screen."""
    GOLDEN.mkdir(exist_ok=True)
    kept = {GOLDEN / f"{name}.txt": canvas.text() + "\n" for name, canvas in screens().items()}
    for path in set(GOLDEN.glob("*.txt")) - set(kept):
        path.unlink()
    for path, text in kept.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
