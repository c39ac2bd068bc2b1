"""Leaving out of texts for reports what may be secret."""

from __future__ import annotations

import re
from typing import Final

# What may be secret in a traceback of ours: invites, long hexadecimal or base-64 words, byte strings.
_SECRETS: Final = re.compile(r"SAB1:[A-Z2-7]+|\b[0-9A-Za-z+]{32,}={0,2}|\bb'[^'\n]*'|\bb\"[^\"\n]*\"", re.IGNORECASE)


def redact(text: str) -> str:
    """Return a text without anything that may be a secret."""
    return _SECRETS.sub("<redacted>", text)
