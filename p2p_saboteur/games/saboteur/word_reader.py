"""Reading short texts word by word; what cannot be read is refused with the place and with what is allowed there."""

from __future__ import annotations

import re


class InvalidText(ValueError):
    """The text cannot be read.

    Attributes:
        place: the character at which reading stopped, from 0.
        problem: what is wrong, with names in braces for what `parts` has.
        parts: what is to be put in.
    """

    def __init__(self, place: int, problem: str, **parts: str | int) -> None:
        super().__init__(f"At character {place + 1}: {problem.format(**parts) if parts else problem}.")
        self.place, self.problem, self.parts = place, problem, parts


def wanted(text: str) -> str:
    """Mark for translators what is allowed somewhere."""
    return text


def check_text(text: str, *, limit: int, start: int = 0) -> None:
    """Refuse a text that is too long, or has characters that merely resemble those that are allowed.

    Args:
        text: the text.
        limit: how many characters it may have.
        start: its place in the whole text, which counts in errors.
    """
    if len(text) > limit:
        raise InvalidText(start + limit, "the text is too long, at most {limit} characters are allowed", limit=limit)
    if not text.isascii():
        place = next(place for place, character in enumerate(text) if not character.isascii())
        raise InvalidText(start + place, "allowed are plain letters, digits and signs (ASCII) only")


class WordReader:
    """Takes a text apart into words."""

    def __init__(self, text: str, *, limit: int, start: int = 0) -> None:
        """Split a text into words; `start` is its place in the whole text, which counts in errors."""
        check_text(text, limit=limit, start=start)
        self._words = [(match[0], start + match.start()) for match in re.finditer(r"\S+", text)]
        self._end = start + len(text)
        self._next = 0

    @property
    def place(self) -> int:
        """Where the next word begins, or where the text ends."""
        return self._words[self._next][1] if self.more() else self._end

    def more(self) -> bool:
        """Return whether a word is left."""
        return self._next < len(self._words)

    def word(self, wanted: str) -> str:
        """Return the next word; `wanted` says what is allowed here."""
        if not self.more():
            raise self.fault("something is missing; allowed is {wanted}", wanted=wanted)
        self._next += 1
        return self._words[self._next - 1][0]

    def fault(self, problem: str, *, back: bool = False, **parts: str | int) -> InvalidText:
        """Return the error for the next word, or for the one just read."""
        self._next -= back
        return InvalidText(self.place, problem, **parts)

    def end(self) -> None:
        """Raise InvalidText if a word is left."""
        if self.more():
            raise self.fault("nothing more is allowed here")
