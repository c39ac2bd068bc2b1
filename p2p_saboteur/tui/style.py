"""Every style class with its look in each theme. No look says anything that the characters do not say too."""

from __future__ import annotations

from enum import Enum, unique
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prompt_toolkit.styles import Style


@unique
class Theme(Enum):
    """The themes that there are."""

    DEFAULT = "default"
    CONTRAST = "contrast"
    MONO = "mono"


# Default: the palette of Okabe and Ito, which colour-blind people tell apart, on a dark ground.
# class: (default, high contrast, mono)
CLASSES: Final[Mapping[str, tuple[str, str, str]]] = {
    "": ("#d0d0d0 bg:#16181d", "#ffffff bg:#000000", ""),
    "coord": ("#7f8794", "#c0c0c0", ""),
    "coord.focus": ("#f0e442 bold", "#ffff00 bold", "bold"),
    "coord.more": ("#f0e442 bold", "#ffff00 bold", "bold"),
    "empty": ("#4a505c", "#808080", ""),
    "path": ("#e8dcc0 bg:#2a2620", "#ffffff bg:#202020", ""),
    "path.cut": ("#a09880 bg:#2a2620", "#b8b8b8 bg:#202020", ""),
    "dead": ("#f07820 bg:#2a2620", "#ffa060 bg:#202020", ""),
    "start": ("#56b4e9 bg:#2a2620 bold", "#80d0ff bg:#202020 bold", "bold"),
    "goal": ("#cc79a7", "#ffa0d0", "bold"),
    "goal.private": ("#56b4e9 italic", "#80d0ff italic", "underline"),
    "treasure": ("#f0e442 bg:#2a2620 bold", "#ffff00 bg:#202020 bold", "bold"),
    "stone": ("#a0a0a8 bg:#2a2620", "#c0c0c0 bg:#202020", ""),
    "last": ("bold", "bold", "bold"),
    "ghost": ("#5fb894", "#40ffb0", ""),
    "target": ("#5fb894", "#40ffb0", "underline"),
    "focus": ("#16181d bg:#56b4e9 bold", "#000000 bg:#80d0ff bold", "reverse bold"),
    "focus.bad": ("#ffffff bg:#a03c00 bold", "#000000 bg:#ff8040 bold", "bold underline"),
    "player": ("", "", ""),
    "player.turn": ("#f0e442 bold", "#ffff00 bold", "bold"),
    "player.own": ("#56b4e9", "#80d0ff", "underline"),
    "player.lost": ("#6a707c", "#909090", ""),
    "tool.broken": ("#e69f00 bold", "#ffc040 bold", "bold"),
    "hand": ("#e8dcc0", "#ffffff", ""),
    "hand.label": ("#a0a8b4", "#e0e0e0", ""),
    "hand.chosen": ("#f0e442 bold", "#ffff00 bold", "bold"),
    "header": ("#16181d bg:#a0a8b4", "#000000 bg:#ffffff", "reverse"),
    "header.digger": ("#16181d bg:#56b4e9 bold", "#000000 bg:#80d0ff bold", "reverse bold"),
    "header.saboteur": ("#16181d bg:#e69f00 bold", "#000000 bg:#ffc040 bold", "reverse bold"),
    "rule": ("#5a616e", "#a0a0a0", ""),
    "panel": ("", "", ""),
    "panel.dim": ("#8a92a0", "#c0c0c0", ""),
    "panel.title": ("#e8dcc0 bold", "#ffffff bold", "bold"),
    "log": ("", "", ""),
    "log.turn": ("#7f8794", "#c0c0c0", ""),
    "log.own": ("#56b4e9", "#80d0ff", ""),
    "log.private": ("#56b4e9 italic", "#80d0ff italic", "underline"),
    "log.talk": ("#f0e442", "#ffff00", "bold"),
    "log.round": ("#a0a8b4", "#e0e0e0", ""),
    "prompt": ("", "", ""),
    "prompt.turn": ("#f0e442 bold", "#ffff00 bold", "bold"),
    "prompt.bad": ("#ff8c42 bold", "#ff8040 bold", "bold underline"),
    "input": ("#ffffff", "#ffffff", ""),
    "footer": ("#8a92a0", "#c0c0c0", ""),
    "footer.key": ("#e8dcc0 bold", "#ffffff bold", "bold"),
    "page": ("", "", ""),
    "page.dim": ("#8a92a0", "#c0c0c0", ""),
    "page.head": ("#f0e442 bold", "#ffff00 bold", "bold"),
    "page.title": ("#16181d bg:#a0a8b4 bold", "#000000 bg:#ffffff bold", "reverse"),
    "page.saboteur": ("#e69f00", "#ffc040", ""),
    "page.qr": ("#ffffff bg:#000000", "#ffffff bg:#000000", ""),
}


def theme_style(theme: Theme) -> Style:
    """Return a theme as prompt_toolkit takes it."""
    from prompt_toolkit.styles import Style  # noqa: PLC0415 - takes half a second, and a game in lines has no styles

    place = list(Theme).index(theme)
    return Style.from_dict({_flat(name): looks[place] for name, looks in CLASSES.items()})


def style_string(classes: str) -> str:
    """Return what prompt_toolkit calls a set of our classes."""
    return " ".join(f"class:{_flat(name)}" for name in classes.split())


def _flat(name: str) -> str:
    """Return a class's name without dots, which would make it inherit."""
    return name.replace(".", "-")
