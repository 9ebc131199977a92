"""Mutants of the pure core, made by mutmut: of a sample drawn with a fixed seed, the fast tests have to kill most.

What is mutated and which tests have to notice it stands in `pyproject.toml`; why this tool: docs/decisions/0025; which
mutants lived through it, and why: docs/proof.md.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("companion", "decklists", "docs", "printables", "tests", "README.md", "pyproject.toml")
SAMPLE = 300
SEED = "mutants"
LEAST = 0.75
"""The share of the sample that has to be killed."""

ANY = "companion.engine.state.x_evolve__mutmut_1"
"""A mutant that is always there: with it all the others are made, and the tests timed."""

KILLED = {"killed", "timeout", "suspicious", "segfault", "caught by type check"}


def mutmut(folder: Path, *words: str) -> str:
    """What mutmut says in that folder; its own failure is one of the test."""
    said = subprocess.run(
        [sys.executable, "-m", "mutmut", *words], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert said.returncode == 0, said.stdout[-2000:] + said.stderr[-2000:]
    return said.stdout


def everything(folder: Path) -> list[str]:
    """The names of all mutants, in order."""
    kept = sorted((folder / "mutants" / "companion").rglob("*.meta"))
    return [name for path in kept for name in json.loads(path.read_text("utf-8"))["exit_code_by_key"]]


def outcomes(folder: Path, names: set[str]) -> dict[str, str]:
    """What became of these mutants."""
    lines = (line.strip().rpartition(": ") for line in mutmut(folder, "results", "--all", "true").splitlines())
    return {name: outcome for name, _, outcome in lines if name in names}


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="mutmut forks a process for each mutant, which Windows cannot")
def test_most_mutants_of_the_core_are_killed(tmp_path: Path) -> None:
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tmp_path / part)
    mutmut(tmp_path, "run", ANY, "--max-children", "1")
    names = everything(tmp_path)
    assert len(names) > 5_000
    sample = Random(SEED).sample(names, SAMPLE)
    mutmut(tmp_path, "run", *sample, "--max-children", "2")
    found = outcomes(tmp_path, set(sample))
    counts = Counter(found.values())
    print(f"{len(names)} mutants, {SAMPLE} of them met the tests: {dict(counts)}")
    print("\n".join(sorted(f"{name}: {outcome}" for name, outcome in found.items() if outcome not in KILLED)))
    assert len(found) == SAMPLE
    assert sum(n for outcome, n in counts.items() if outcome in KILLED) >= LEAST * SAMPLE
