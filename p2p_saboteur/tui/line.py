"""A line that is being typed."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_saboteur.clean import LINE_COLUMNS, clean_line, clip, width


@dataclass(frozen=True, slots=True)
class Line:
    """Text with a cursor before its character `place`."""

    text: str = ""
    place: int = 0

    @classmethod
    def of(cls, text: str) -> Line:
        """Return a line with the cursor at its end."""
        return cls(text, len(text))

    def insert(self, typed: str) -> Line:
        """Return the line with typed or pasted text; what cannot be said is left out."""
        blank = typed[:1].isspace() and bool(self.text)
        after = typed[-1:].isspace() and len(typed) > 1
        clean = " " * blank + clean_line(typed) + " " * after
        if width(self.text) + width(clean) > LINE_COLUMNS:
            return self
        return Line(self.text[: self.place] + clean + self.text[self.place :], self.place + len(clean))

    def press(self, key: str) -> Line:  # noqa: PLR0911 - one return a key
        """Return the line after a key that moves or deletes; other keys change nothing."""
        text, place = self.text, self.place
        match key:
            case "backspace" if place:
                return Line(text[: place - 1] + text[place:], place - 1)
            case "delete":
                return Line(text[:place] + text[place + 1 :], place)
            case "left":
                return Line(text, max(0, place - 1))
            case "right":
                return Line(text, min(len(text), place + 1))
            case "home" | "c-a":
                return Line(text, 0)
            case "end" | "c-e":
                return Line(text, len(text))
            case "c-u":
                return Line(text[place:], 0)
            case "c-w":
                kept = text[:place].rstrip().rpartition(" ")[0]
                kept = kept + " " if kept else ""
                return Line(kept + text[place:], len(kept))
        return self

    def window(self, columns: int) -> tuple[str, int]:
        """Return the part of the line that is shown in so many columns, and the cursor's column in it."""
        start = 0
        while width(self.text[start : self.place]) >= columns:
            start += 1
        return clip(self.text[start:], columns), width(self.text[start : self.place])
