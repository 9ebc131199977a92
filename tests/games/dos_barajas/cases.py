"""Rule cases in a short notation a player can read (tests/rules/dos-barajas/*.txt).

The first line after the comments is the table: names (the first one is the commander), then options as `name=value`.
Each further line is what the rules answer (`ok` or a rule id), then what is said: the verb, its people, and the rest:

    ok               accuse Ana Beto human aces=1
    hand.too-few     supply Ana cups=true
    ok               attack Ana Beto 5 6 trios=1

Lists are written `cards=as-de-oros,dos-de-oros`. A line `= key: value` compares a part of the state, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "rules" / "dos-barajas"
PLACES: dict[str, tuple[str, ...]] = {
    "clubs": ("player", "count"),
    "accuse": ("player", "target", "result"),
    "starve": ("player", "role"),
    "take": ("player", "count"),
    "attack": ("player", "target", "a", "b"),
    "end": ("cause",),
    "skip": (),
    "rename": ("player", "to"),
    "show": ("player", "to"),
}
LISTS = ("cards", "shown")


@dataclass(frozen=True)
class Case:
    """A table, and what is said at it with the answers wanted."""

    name: str
    setup: dict[str, Any]
    lines: tuple[tuple[str, Any], ...]


def _value(text: str) -> Any:
    return json.loads(text) if text in ("true", "false", "null") or text.isdecimal() else text


def said(words: list[str]) -> dict[str, Any]:
    """One line of the notation as an action."""
    verb, *rest = words
    places = [word for word in rest if "=" not in word]
    named = dict(word.split("=") for word in rest if "=" in word)
    action: dict[str, Any] = {"action": verb}
    action.update(zip(PLACES.get(verb, ("player",)), map(_value, places), strict=False))
    action.update({key: value.split(",") if key in LISTS else _value(value) for key, value in named.items()})
    if "a" in action:
        action["dice"] = [action.pop("a"), action.pop("b")]
    return action


def table(line: str) -> dict[str, Any]:
    """The set-up a table line stands for."""
    words = line.split()
    players = [word for word in words if "=" not in word]
    options = {key: _value(value) for key, value in (word.split("=") for word in words if "=" in word)}
    return {"playthrough": 1, "game": "dos-barajas", "players": players, "first": players[0], "options": options}


def parse(path: Path) -> Iterator[Case]:
    """The cases of a file, parted by empty lines; what stands before the first table is a comment."""
    for number, block in enumerate(path.read_text(encoding="utf-8").split("\n\n"), start=1):
        rows = [row for row in block.splitlines() if row.strip() and not row.startswith("#")]
        if rows:
            name, *lines = rows
            yield Case(f"{path.stem}-{number}", table(name), tuple(_line(row) for row in lines))


def _line(row: str) -> tuple[str, Any]:
    if row.startswith("="):
        return "=", json.loads("{" + f'"{row[1:].split(":", 1)[0].strip()}":{row.split(":", 1)[1]}' + "}")
    answer, rest = row.split(maxsplit=1)
    return answer, json.loads(rest) if rest.lstrip().startswith("{") else said(rest.split())


def all_cases() -> list[Case]:
    """Every case there is."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in parse(path)]
