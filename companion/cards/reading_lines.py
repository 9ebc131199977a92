"""On which line of a TOML file a key stands. tomllib gives values without lines; regular expressions find them."""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]
"""The way to a value: keys of tables, and the place in a list of tables from 0."""

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_BLOCK = re.compile(rf"^\s*(\[\[?)\s*({_DOTTED})\s*\]")
_PAIR = re.compile(rf"^\s*({_DOTTED})\s*=")
_ONE_KEY = re.compile(_KEY)
_QUOTES = re.compile("\"\"\"|'''")


def index_of(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and block of a TOML text; the first where something stands twice."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    here: Path = ()
    for number, line in _outside_long_texts(text):
        if block := _BLOCK.match(line):
            here = _keys(block[2])
            if block[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = (*here, counts[here])
            _note(lines, here, number)
        elif pair := _PAIR.match(line):
            _note(lines, (*here, *_keys(pair[1])), number)
    return lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of a value, or of the nearest thing around it that has one; 1 at worst."""
    for length in range(len(path), 0, -1):
        if (line := lines.get(path[:length])) is not None:
            return line
    return 1


def _keys(dotted: str) -> Path:
    return tuple(key.strip("\"'") for key in _ONE_KEY.findall(dotted))


def _note(lines: dict[Path, int], path: Path, number: int) -> None:
    """Note the line of a path and of the tables it opens on the way."""
    for length in range(1, len(path) + 1):
        lines.setdefault(path[:length], number)


def _outside_long_texts(text: str) -> Iterator[tuple[int, str]]:
    """The lines that do not begin inside a text of several lines."""
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if not within:
            yield number, line
        for quotes in _QUOTES.findall(line):
            if not within:
                within = quotes
            elif quotes == within:
                within = ""
