"""No module imports, by whatever way round, a module that imports it; imports for types count too."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.mark.short
def test_nothing_is_imported_in_a_circle() -> None:
    paths = [*ROOT.glob("companion/**/*.py"), *HERE.glob("**/*.py")]
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    graph = {name: _imports(path) & modules.keys() for name, path in modules.items()}
    assert sum(map(len, graph.values())) > 2000
    TopologicalSorter(graph).prepare()  # raises CycleError with the circle


def _imports(path: Path) -> set[str]:
    """Return all modules, and names that may be modules, imported anywhere in a module, also only for its types."""
    found = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    return {f"{node.module}.{one.name}" for node in found for one in node.names} | {str(node.module) for node in found}
