"""No module imports, by whatever way round, a module that imports it; imports for types count too."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

IMPORTED = re.compile(r"^ *from ([\w.]+) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)
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
    found = IMPORTED.findall(path.read_text("utf-8"))
    names = {f"{module}.{name}" for module, *many in found for name in re.findall(r"\w+", "".join(many))}
    return names | {module for module, *_ in found}
