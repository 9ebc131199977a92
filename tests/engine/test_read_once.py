"""Parameters that may be iterators: none is read twice, for the second time it is empty without a word.

The referee of La Cosa once asked a generator of givers for each offer anew, and accused people of what they had not
given. A parameter that is read more than once is a `Collection` or a `Sequence`, or is made one first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import companion

ONCE = frozenset({"Iterable", "Iterator", "Generator"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LATER = (ast.For, ast.While, ast.Lambda, ast.FunctionDef)
"""Nodes that may run their body more than once."""


def may_be_read_once(annotation: ast.expr | None) -> bool:
    """Return True where values of this type may be iterators."""
    match annotation:
        case ast.BinOp(left, _, right):
            return may_be_read_once(left) or may_be_read_once(right)
        case ast.Subscript(value, _):
            return may_be_read_once(value)
        case ast.Name(name) | ast.Attribute(_, name):
            return name in ONCE
        case _:
            return False


def reads(node: ast.AST, name: str) -> int:
    """Return how often one run of this may read a name; in a loop that is twice."""
    match node:
        case ast.Name(id=found, ctx=ast.Load()):
            return found == name
        case ast.Compare(ast.Name(), [ast.Is() | ast.IsNot()]):
            return 0
        case ast.IfExp(test, body, orelse):
            return reads(test, name) + max(reads(body, name), reads(orelse, name))
        case ast.For(_, over, body) | ast.AsyncFor(_, over, body):
            return reads(over, name) + 2 * in_turn(body, name)
        case node if isinstance(node, COMPREHENSIONS):
            first, *others = node.generators
            inner = [*first.ifs, *others, *(one for key, one in ast.iter_fields(node) if key != "generators")]
            return reads(first.iter, name) + 2 * sum(reads(one, name) for one in inner)
        case _:
            found = sum(reads(child, name) for child in ast.iter_child_nodes(node))
            return 2 * found if isinstance(node, LATER) else found


def in_turn(block: Sequence[ast.stmt], name: str) -> int:
    """Return the same of statements in turn: of two branches one is run, and what is bound anew is another value."""
    found = 0
    for k, line in enumerate(block):
        match line:
            case ast.If(test, body, orelse):
                leaves = isinstance(body[-1], ast.Return | ast.Raise | ast.Continue)
                rest = in_turn([*orelse, *block[k + 1 :]], name)
                yes = in_turn(body if leaves else [*body, *block[k + 1 :]], name)
                return found + reads(test, name) + max(yes, rest)
            case ast.Assign([ast.Name(bound)], value) if bound == name:
                return found + reads(value, name)
            case _:
                found += reads(line, name)
    return found


def read_twice(tree: ast.AST) -> Iterator[str]:
    """Name each parameter of a module that may be an iterator and is read more than once."""
    for one in ast.walk(tree):
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            for given in (*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs):
                if may_be_read_once(given.annotation) and in_turn(one.body, given.arg) > 1:
                    yield f"{one.lineno} {one.name}({given.arg})"


def test_no_parameter_that_may_be_an_iterator_is_read_twice() -> None:
    package = Path(companion.__file__).parent
    files = sorted(package.rglob("*.py"))
    assert len(files) > 300
    code = {file: text for file in files if re.search(rf": .*\b({'|'.join(ONCE)})\b", text := file.read_text("utf-8"))}
    assert len(code) > 20
    assert not [f"{file.relative_to(package)}:{one}" for file in code for one in read_twice(ast.parse(code[file]))]


@pytest.mark.parametrize(
    ("body", "is_twice"),
    [
        ("return [one for one in others if one in set(some)]", True),
        ("for one in others:\n  if set(one) <= set(some): return one", True),
        ("return sum(some), max(some)", True),
        ("some = tuple(some)\n return sum(some), max(some)", False),
        ("if others:\n  return list(some)\n return set(some)", False),
        ("if others:\n  others = list(some)\n return set(some)", True),
        ("return set(some) if others else list(some)", False),
        ("return [] if some is None else list(some)", False),
        ("return lambda: list(some)", True),
        ("return [one for one in some]", False),
    ],
)
def test_what_is_read_twice(body: str, is_twice: bool) -> None:
    code = f"def asked(others: list[str], some: Iterable[str]) -> object:\n {body}"
    assert bool(list(read_twice(ast.parse(code)))) == is_twice
