"""Published test values, kept in our own form beside the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "vectors"


def load(name: str) -> Any:  # noqa: ANN401 - each file has a shape of its own
    """Return the content of ``vectors/NAME.json``."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
