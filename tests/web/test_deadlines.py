"""What a page asks for by itself is given up some time: an answer that never comes would hold back all that follows."""

from __future__ import annotations

import re
from pathlib import Path

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


def test_nothing_is_waited_for_without_an_end() -> None:
    calls = {name: _calls((STATIC / name).read_text("utf-8")) for name in SCRIPTS}
    assert len(calls) > 10 and all(calls.values())
    assert not {name: call for name, all_of_it in calls.items() for call in all_of_it if not DEADLINE.search(call)}
