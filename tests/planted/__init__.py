"""Bugs planted one at a time, to see that a test finds each: where, what, and which finds it.

One table in three files, by what is spoiled: `referee.txt` and `doors.txt` say how the source reads with the bug;
`in_rules.py` has also rules as a game lists them. One module of tests for each kind of finder reads it:
`tests/games/test_planted.py` (cases of the rules and of the referees), `tests/lab/test_planted.py` (twins),
`tests/lab/test_referee_sees.py` (the twin's hidden cards), `tests/lab/judge/test_planted.py` (the judge by another
hand), `tests/web/test_doors.py` (a model of who may do what), `tests/lab/bench/test_attack.py`. A rule that is dropped
needs no row: each of every game is dropped in turn, by `tests/games/test_rules.py` and by the twin.

A bug of a text is a line `what | which finds it | module:Name.of.function`, and `| long` where only the long run looks
for it. Below stands what the function returns at once (`= EXPRESSION`), or what changes in its source: `-` what stands
there once, `+` what stands there instead.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from functools import reduce
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from companion.decks.catalog import Title, title
from tests.planting import plant as patch


class Bug(NamedTuple):
    """One mistake in the product."""

    where: str
    """`module:name`, `module:Class.method`, `module:TABLE[key]`; or the slug of a game, whose title is spoiled."""
    what: str
    wrong: Callable[[Any], Any]
    """Make what is wrong out of what is right."""
    found_by: str
    """The kind of finder, and what it needs to know."""
    is_long: bool = False
    """True if it takes so long to find that only the long run looks for it."""

    @property
    def finder(self) -> str:
        """Kind of finder."""
        return self.found_by.partition(" ")[0]

    @property
    def detail(self) -> str:
        """Detail that the finder needs."""
        return self.found_by.partition(" ")[2]


def written(name: str) -> tuple[Bug, ...]:
    """Return the bugs of a text of this folder."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    blocks = "\n".join(line for line in lines if not line.startswith("#")).split("\n\n")
    return tuple(_read(*block.strip("\n").split("\n")) for block in blocks if block.strip())


def _read(head: str, *changes: str) -> Bug:
    what, found_by, where, *is_long = head.split(" | ")
    return Bug(f"companion.{where}", what, lambda right: changed(right, changes), found_by, bool(is_long))


def changed(right: Any, changes: Iterable[str]) -> Any:
    """Return a function, or a property, whose source reads otherwise."""
    if isinstance(right, property):
        return property(changed(right.fget, changes))
    source, returned = textwrap.dedent(inspect.getsource(right)), ""
    old, new = list[str](), list[str]()
    for line in (*changes, "-"):
        if line.startswith("-") and new:
            before, after = "\n".join(old), "\n".join(new)
            assert source.count(before) == 1, f"{right.__qualname__} has this {source.count(before)} times: {before}"
            source, old, new = source.replace(before, after), [], []
        kind, said = line[:1], line[2:]
        old, new = old + [said] * (kind == "-"), new + [said] * (kind == "+")
        returned = said if kind == "=" else returned
    tree: Any = ast.parse(source).body[0]
    tree.decorator_list = []
    tree.body = ast.parse(f"return {returned}").body if returned else tree.body
    text = textwrap.indent(ast.unparse(tree), "    ")
    made = f"from __future__ import annotations\ndef made(__class__):\n{text}\n    return {tree.name}"
    space: dict[str, Any] = {}
    exec(made, right.__globals__, space)
    owner = reduce(getattr, right.__qualname__.split(".")[:-1], sys.modules[right.__module__])
    function: FunctionType = space["made"](owner)
    return function


def for_finder(finder: str, bugs: Iterable[Bug]) -> list[Any]:
    """Return the rows of a kind of finder, as parameters of a test."""
    return [
        pytest.param(bug, id=bug.what, marks=[pytest.mark.long] * bug.is_long) for bug in bugs if bug.finder == finder
    ]


def plant(monkeypatch: pytest.MonkeyPatch, bug: Bug, game: str = "la-cosa") -> Title:
    """Plant a bug for the length of a test; return the title to be played with it."""
    module, _, name = bug.where.partition(":")
    if not name:
        return bug.wrong(title(bug.where))
    place: Any = import_module(module)
    *steps, last = name.split(".")
    for step in steps:
        place = getattr(place, step)
    if entry := re.fullmatch(r"(\w+)\[(.+)\]", last):
        place, last = getattr(place, entry[1]), entry[2]
    right = place[last] if isinstance(place, dict) else getattr(place, last)
    patch(monkeypatch, (place, last, bug.wrong(right)))
    return title(game)
