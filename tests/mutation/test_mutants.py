"""Mutants made by mutmut: of a sample drawn with a fixed seed, the quick tests of each part have to kill most.

Parts, files and tests: `tools/mutating.py` (`python3 tasks.py mutate PART` lists those that live); why this tool:
docs/decisions/0025; which mutants lived through it, and why: docs/proof.md.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tools.mutating import LIVING, PARTS, SEED, Workshop, mutate

SAMPLE = 100
LEAST = 0.6
"""The share of the sample that has to be killed."""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="mutmut forks a process for each mutant, which Windows cannot")
@pytest.mark.parametrize("part", PARTS)
def test_most_mutants_of_a_part_are_killed(part: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, PARTS[part])
    names = workshop.make()
    assert len(names) > 1_000
    found = workshop.tried(Random(SEED).sample(names, SAMPLE))
    living = sorted(name for name, outcome in found.items() if outcome in LIVING)
    assert len(found) == SAMPLE
    assert len(living) <= (1 - LEAST) * SAMPLE, living


@pytest.mark.parametrize("part", PARTS)
def test_what_a_part_names_is_there(part: str) -> None:
    root = Path(__file__).parents[2]
    one = PARTS[part]
    assert not [file for file in (*one.files, *one.not_files) if not [*root.glob(file)]]
    assert not [test for test in (*one.tests, *one.not_tests) if not (root / test.partition("::")[0]).exists()]


@pytest.mark.parametrize("words", [[], ["screens"], ["rules", "--minutes"], ["rules", "--minutes", "few"]])
def test_what_makes_no_sense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert mutate(words) == 1
    assert capsys.readouterr().err.count("\n") == 1
