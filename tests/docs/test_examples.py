"""The examples in the docstrings of the classes that a stranger meets first say what happens."""

from __future__ import annotations

import doctest
import importlib

import pytest

EXAMPLES = {
    "companion.engine.kit": "companion.engine.kit",
    "companion.engine.kit.game": "Game",
    "companion.engine.state": "Table replay",
    "companion.scan.tag_reader": "TagReader",
    "companion.service.live.session": "LiveGame",
}


@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_of_a_module_run(module: str) -> None:
    here = importlib.import_module(module)
    found = [one for one in doctest.DocTestFinder().find(here) if one.examples]
    assert {one.name.removeprefix(f"{module}.") for one in found} == set(EXAMPLES[module].split())
    said: list[str] = []
    for one in found:
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(one, out=said.append)
    assert "".join(said) == ""
