"""Rule cases in a short notation a player can read (tests/rules/<game>/*.txt).

The first line after the comments is the table: names, then options as `name=value`. Each further line is what the
rules answer (`ok` or a rule id), then what is said:

    ok            draw Ana                      (green; `draw Ana whisky` face up; `draw Ana panic ups` pink)
    target.door   play Ana sospecha Beto
    ok            respond Beto no-gracias       (`respond Beto` is no defence)
    ok            {"action": "declare", "player": "Ana"}

A line `= key: value` compares a part of the state, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "rules" / "la-cosa"
PANICS = "panic"


@dataclass(frozen=True)
class Case:
    """A table, and what is said at it with the answers wanted."""

    name: str
    setup: dict[str, Any]
    lines: tuple[tuple[str, Any], ...]


def said(words: list[str]) -> dict[str, Any]:
    """One line of the notation as an action."""
    verb, player, *rest = words
    action: dict[str, Any] = {"action": verb, "player": player}
    if verb == "draw":
        pink = rest[:1] == [PANICS]
        action["back"] = PANICS if pink else "away"
        rest = rest[pink:]
    if verb == "respond":
        return {**action, "card": rest[0] if rest else None}
    return {**action, **dict(zip(("card", "target"), rest, strict=False))}


def _table(line: str) -> dict[str, Any]:
    options = dict(word.split("=") for word in line.split() if "=" in word)
    read = {
        key: json.loads(value) if value in ("true", "false") or value.isdecimal() else value
        for key, value in options.items()
    }
    players = [word for word in line.split() if "=" not in word]
    return {"playthrough": 1, "game": "la-cosa", "players": players, "options": read}


def parse(path: Path) -> Iterator[Case]:
    """The cases of a file, parted by empty lines; what stands before the first table is a comment."""
    for number, block in enumerate(path.read_text(encoding="utf-8").split("\n\n"), start=1):
        rows = [row for row in block.splitlines() if row.strip() and not row.startswith("#")]
        if not rows:
            continue
        lines = []
        for row in rows[1:]:
            answer, rest = row.split(maxsplit=1)
            if answer == "=":
                key, value = rest.split(":", 1)
                lines.append(("=", (key.strip(), json.loads(value))))
            else:
                lines.append((answer, json.loads(rest) if rest.startswith("{") else said(rest.split())))
        yield Case(f"{path.stem}-{number}", _table(rows[0]), tuple(lines))


def all_cases() -> list[Case]:
    """Every case of every file."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in parse(path)]
