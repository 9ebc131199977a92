"""What a page asks for by itself is given up some time: an answer that never comes would hold back all that follows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.web

STATIC = Path(companion.web.__file__).parent / "static"
SCRIPTS = sorted(path.name for path in STATIC.glob("*.js") if "fetch(" in path.read_text("utf-8"))
DEADLINE = re.compile(r"\bsignal\b")


def _calls(script: str) -> list[str]:
    """Every call of `fetch` with the line before it, where what it is given may stand."""
    lines = script.splitlines()
    return [
        "\n".join(lines[max(k - 1, 0) : k + 1])
        for k, line in enumerate(lines)
        if re.search(r"(?<![\w.])fetch\(", line) and "function" not in line
    ]


@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_is_waited_for_without_an_end(name: str) -> None:
    calls = _calls((STATIC / name).read_text("utf-8"))
    assert calls
    assert not [call for call in calls if not DEADLINE.search(call)]
