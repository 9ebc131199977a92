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


def index_of(text: str) -> dict[str, int]:
    """Return the line, from 1, of every key and block of a TOML text by its dotted path (`card.0.slug`)."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    here = ""
    for number, line in _outside_long_texts(text):
        if block := _BLOCK.match(line):
            here = _dotted(block[2])
            if block[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = f"{here}.{counts[here]}"
            _note(lines, here, number)
        elif pair := _PAIR.match(line):
            _note(lines, ".".join(filter(None, (here, _dotted(pair[1])))), number)
    return lines


def line_of(lines: dict[str, int], path: Path) -> int:
    """Return the line of a value, or of the nearest thing around it that has one; 1 at worst."""
    return next((lines[name] for name in _outwards(".".join(map(str, path))) if name in lines), 1)


def _outwards(dotted: str) -> Iterator[str]:
    """Yield a dotted path, then each that is one step shorter."""
    while dotted:
        yield dotted
        dotted = dotted.rpartition(".")[0]


def _dotted(keys: str) -> str:
    return ".".join(key.strip("\"'") for key in _ONE_KEY.findall(keys))


def _note(lines: dict[str, int], dotted: str, number: int) -> None:
    for name in _outwards(dotted):
        lines.setdefault(name, number)


def _outside_long_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that do not begin inside a text of several lines."""
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if not within:
            yield number, line
        for quotes in _QUOTES.findall(line):
            if not within:
                within = quotes
            elif quotes == within:
                within = ""
