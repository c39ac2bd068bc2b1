"""``python3 -m tests.catalogues``: brings the catalogues under ``locale`` up to date with the texts in the source.

Each ``.po`` keeps the translations that it has, gets an empty entry for every new text and loses those of texts that
are gone; then each ``.mo`` is made from its ``.po``.
"""

from __future__ import annotations

import ast
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.language import LANGUAGES, SOURCE
from p2p_saboteur.text import DOMAIN, LOCALE

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE: Final = Path(__file__).resolve().parents[1] / "p2p_saboteur"
TRANSLATED: Final = tuple(code for code in LANGUAGES if code != SOURCE)
CALLS: Final = {
    "_": (None, 0, None),
    "marked": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "Refusal": (None, 2, None),
    "IllegalMove": (None, 1, None),
    "InvalidText": (None, 1, None),
    "fault": (None, 0, None),
    "wanted": (None, 0, None),
}
"""By what is called: which arguments are context, message and plural.

The engine knows no languages; the sentences with which it refuses something are translated where they are shown.
"""
NOT_FOR_PLAYERS: Final = ("cases", "conformance", "pay", "position")
"""Modules of the engine whose complaints only other implementations can bring about, or their writers get to see."""
PLURALS: Final = {
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
    "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
    "fr": "nplurals=2; plural=(n > 1);",
}


@dataclass(frozen=True, slots=True)
class Message:
    """A text in the source: its context, the text itself, and its plural."""

    context: str | None
    text: str
    plural: str | None


@dataclass(slots=True)
class Catalogue:
    """What a ``.po`` holds.

    Attributes:
        head: the lines of its header, as one text.
        entries: by message: the translation, or one for each plural form.
    """

    head: str
    entries: dict[Message, list[str]] = field(default_factory=dict)


def messages() -> dict[Message, list[str]]:
    """Return every text of the source, with the modules that it stands in."""
    found: dict[Message, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        if path.parent.name == "saboteur" and path.stem in NOT_FOR_PLAYERS:
            continue
        for message in _messages_of(ast.parse(path.read_text(encoding="utf-8"))):
            modules = found.setdefault(message, [])
            modules += [name] if name not in modules else []
    return found


def _messages_of(tree: ast.AST) -> Iterator[Message]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in CALLS:
            context, text, plural = (_constant(call, place) for place in CALLS[name])
            if text:
                yield Message(context, text, plural)


def _constant(call: ast.Call, place: int | None) -> str | None:
    """Return an argument that is a text written down there."""
    if place is None or place >= len(call.args):
        return None
    argument = call.args[place]
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def po_path(code: str) -> Path:
    """Return where the catalogue of a language lies."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_po(text: str) -> Catalogue:
    """Return what a catalogue as text holds."""
    entries: dict[Message, list[str]] = {}
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith('"'):
                fields[name] += ast.literal_eval(line)
            elif line and not line.startswith("#"):
                name, _, quoted = line.partition(" ")
                fields[name] = ast.literal_eval(quoted)
        if fields:
            message = Message(fields.get("msgctxt"), fields["msgid"], fields.get("msgid_plural"))
            entries[message] = [value for name, value in fields.items() if name.startswith("msgstr")]
    (head,) = entries.pop(Message(None, "", None))
    return Catalogue(head, entries)


def write_po(catalogue: Catalogue, modules: dict[Message, list[str]]) -> str:
    """Return a catalogue as text."""
    blocks = [f'msgid ""\nmsgstr {_quoted(catalogue.head)}']
    for message, translations in catalogue.entries.items():
        lines = [f"#: {' '.join(modules[message])}"]
        if message.context is not None:
            lines.append(f"msgctxt {_quoted(message.context)}")
        lines.append(f"msgid {_quoted(message.text)}")
        if message.plural is None:
            lines.append(f"msgstr {_quoted(translations[0])}")
        else:
            lines.append(f"msgid_plural {_quoted(message.plural)}")
            lines += [f"msgstr[{form}] {_quoted(text)}" for form, text in enumerate(translations)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    """Return a text in quotes, each of its lines on one of its own."""
    lines = text.splitlines(keepends=True) or [""]
    quoted = ['"' + line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' for line in lines]
    return quoted[0] if len(quoted) == 1 else "\n".join(['""', *quoted])


def compile_mo(catalogue: Catalogue) -> bytes:
    """Return a catalogue as the bytes that gettext reads (GNU gettext manual, "The Format of GNU MO Files")."""
    pairs = {b"": catalogue.head.encode()}
    for message, translations in catalogue.entries.items():
        if not all(translations):
            continue  # shown untranslated
        key = message.text if message.plural is None else f"{message.text}\0{message.plural}"
        key = key if message.context is None else f"{message.context}\x04{key}"
        pairs[key.encode()] = "\0".join(translations).encode()
    keys = sorted(pairs)
    place = 28 + 16 * len(keys)
    tables: list[int] = []
    for strings in (keys, [pairs[key] for key in keys]):
        for string in strings:
            tables += [len(string), place]
            place += len(string) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    texts = b"".join(string + b"\0" for string in (*keys, *(pairs[key] for key in keys)))
    return head + struct.pack(f"<{len(tables)}I", *tables) + texts


def new_head(code: str) -> str:
    """Return the header of a new catalogue."""
    return (
        "Project-Id-Version: p2p-saboteur\n"
        f"Language: {code}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {PLURALS[code]}\n"
    )


def forms(code: str, message: Message) -> int:
    """Return how many translations a message needs."""
    return 1 if message.plural is None else int(PLURALS[code][len("nplurals=")])


def main() -> None:
    """Bring every catalogue up to date."""
    modules = messages()
    for code in TRANSLATED:
        path = po_path(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        old = read_po(path.read_text(encoding="utf-8")).entries if path.exists() else {}
        entries = {message: old.get(message, [""] * forms(code, message)) for message in modules}
        catalogue = Catalogue(new_head(code), entries)
        path.write_text(write_po(catalogue, modules), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compile_mo(catalogue))


if __name__ == "__main__":
    main()
