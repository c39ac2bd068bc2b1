"""What the bare command offers on a terminal."""

from __future__ import annotations

from typing import Final

from p2p_saboteur.text import _, marked

_CHOICES: Final = (
    (marked("play now, with bots"), ["solo"]),
    (marked("host a table for friends"), ["host"]),
    (marked("join a table"), ["join"]),
    (marked("resume the last game"), ["resume"]),
    (marked("read the rules"), ["rules"]),
)


def choose_command() -> list[str] | None:
    """Ask what the user wants and return the words of that command; None if he wants nothing."""
    for number, (text, _words) in enumerate(_CHOICES, 1):
        print(f"  {number}  {_(text)}")
    while True:
        try:
            typed = input(_("Your choice (1; q leaves):") + " ").strip().lower() or "1"
        except EOFError:
            return None
        if typed in {"q", "quit"}:
            return None
        if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:3]) <= len(_CHOICES):
            words = _CHOICES[int(typed) - 1][1]
            if words != ["join"]:
                return list(words)
            invite = pasted_invite()
            return ["join", invite] if invite else None
        print(_("Type a number from 1 to {last}, or q.").format(last=len(_CHOICES)))


def pasted_invite() -> str:
    """Ask for an invite at a terminal, where it may come in several lines."""
    print(_("Paste the invite; an empty line ends it."))
    lines = []
    try:
        while line := input().strip():
            lines.append(line)
    except EOFError:
        pass
    return " ".join(lines)
