"""Bugs planted in each clause of a referee, one at a time, to see that the judge finds them.

A clause is a statement that tells the worlds something, or a literal put together of others; what decides is how the
source reads, so that a new clause is tried without being listed. It is dropped whole, or loses one of its literals:
with one literal less *any of these* says more than is known and *all of these* less.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from types import FunctionType
from typing import Any

HIDDEN = ("companion.engine.hidden.following", "companion.engine.hidden.places", "companion.engine.hidden.told")
MODULES = {
    "la-cosa": (
        "companion.games.la_cosa.referee.worlds",
        "companion.games.la_cosa.referee.story",
        "companion.games.la_cosa.referee.judging",
        *HIDDEN,
    ),
    "dos-barajas": (
        "companion.games.dos_barajas.referee.story",
        "companion.games.dos_barajas.referee.judging",
        "companion.games.dos_barajas.referee.shown",
        *HIDDEN,
    ),
    "la-criatura": (
        "companion.games.la_criatura.referee.story",
        "companion.games.la_criatura.referee.judging",
        *HIDDEN,
    ),
}
"""Modules with the clauses of each game's referee."""

JOINED = frozenset({"any_of", "all_of", "law", "add"})
"""Calls whose literals are dropped one by one; of the others the whole statement is."""
HARMLESS = frozenset({"prefer", "tidy", "close", "begin", "append", "setdefault", "discard", "sort", "__init__"})
"""Calls that tell the worlds nothing by themselves."""


@dataclass(frozen=True)
class Site:
    """A clause: the function it is made in, the statement as it reads, and what is wrong with it then."""

    module: str
    function: str
    statement: str
    bug: str
    number: int
    """The how manieth bug of this function."""

    @property
    def name(self) -> str:
        """Name it, whatever its number is."""
        return f"{self.module.rpartition('.')[2]}:{self.function}: {self.statement}: {self.bug}"


Bug = tuple[str, str, Callable[[], None]]
"""The statement, what is wrong with it, and how it is made so."""


def sites(game: str) -> list[Site]:
    """List all bugs that can be planted in the clauses of a referee."""
    found: dict[str, Site] = {}
    for module in MODULES[game]:
        for name, function, _ in _functions(module):
            for number, (statement, bug, _) in enumerate(_bugs(_tree(function))):
                site = Site(module, name, statement, bug, number)
                while site.name in found:
                    site = replace(site, bug=f"{site.bug} again")
                found[site.name] = site
    return list(found.values())


def wrong(site: Site) -> tuple[type, str, FunctionType]:
    """Give the class, the name and the function with the bug in it."""
    function, owner = next((one, owner) for name, one, owner in _functions(site.module) if name == site.function)
    tree = _tree(function)
    list(_bugs(tree))[site.number][2]()
    factory = ast.parse("def made(__class__):\n    pass\n    return made")
    outer = factory.body[0]
    assert isinstance(outer, ast.FunctionDef)
    tree.decorator_list = []
    outer.body = [tree, ast.Return(ast.Name(tree.name, ast.Load()))]
    space = dict(function.__globals__)
    exec(compile(ast.fix_missing_locations(factory), site.name, "exec"), space)
    made: FunctionType = space["made"](owner)
    return owner, tree.name, made


def _functions(module: str) -> Iterator[tuple[str, FunctionType, type]]:
    for thing in vars(import_module(module)).values():
        if inspect.isclass(thing) and thing.__module__ == module:
            for name, one in vars(thing).items():
                if inspect.isfunction(one) and one.__module__ == module:
                    yield f"{thing.__name__}.{name}", one, thing


def _tree(function: FunctionType) -> ast.FunctionDef:
    found = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def _bugs(tree: ast.FunctionDef) -> Iterator[Bug]:
    """Find what can be wrong, statement by statement, always in the same order."""
    for body in [node for node in ast.walk(tree) if hasattr(node, "body") and isinstance(node.body, list)]:
        for field in ("body", "orelse"):
            for k, statement in enumerate(getattr(body, field, [])):
                if isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign, ast.Return)):
                    yield from _of(statement, getattr(body, field), k)


def _of(statement: ast.stmt, body: list[ast.stmt], k: int) -> Iterator[Bug]:
    reads = ast.unparse(statement)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and not _is_harmless(statement.value):
        yield reads, "dropped", lambda: body.__setitem__(k, ast.Pass())
    for node in ast.walk(statement):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and "." in key.value:
                    yield reads, f"without {key.value}", _without_key(node, value)
        if not isinstance(node, ast.Call) or _called(node) not in JOINED:
            continue
        parts = node.args
        if len(parts) == 1 and isinstance(parts[0], (ast.Tuple, ast.List)):
            parts = parts[0].elts
        if len(parts) > 1:
            for part in list(parts):
                yield reads, f"without {ast.unparse(part)}", _without(parts, part)


def _without(parts: list[Any], part: Any) -> Callable[[], None]:
    return lambda: parts.remove(part)


def _without_key(node: ast.Dict, value: ast.expr) -> Callable[[], None]:
    def drop() -> None:
        k = node.values.index(value)
        del node.keys[k], node.values[k]

    return drop


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_harmless(node: ast.Call) -> bool:
    first = ast.unparse(node.func)
    return (_called(node) in HARMLESS and first not in ("worlds.discard", "self.worlds.discard")) or "super()" in first
