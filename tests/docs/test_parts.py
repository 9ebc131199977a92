"""Every part of the tests is told in docs/proof.md, and every test waits for what is to be."""

from __future__ import annotations

import ast
import re
from pathlib import Path, PurePosixPath

import pytest

from tests.parts import PARTS, is_short, part_of

ROOT = Path(__file__).parents[2]


def test_every_part_is_told_with_what_it_proves() -> None:
    told = (ROOT / "docs" / "proof.md").read_text("utf-8").partition("## Parts")[2].partition("## Figures")[0]
    assert re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE) == [*PARTS]


@pytest.mark.parametrize(
    ("folder", "marks", "part", "is_of_every_day"),
    [
        ("tests/games/la_cosa", set(), "rules", True),
        ("tests/games", {"long"}, "rules", False),
        ("tests/lab", set(), "twins", False),
        ("tests/lab", {"short"}, "twins", True),
        ("tests/lab/bench", set(), "bench", False),
        ("tests/store", {"club"}, "club", False),
        ("tests/browser", {"short", "long"}, "browser", False),
        ("tests/a_new_folder", set(), "rules", True),
    ],
)
def test_a_test_belongs_to_one_part(folder: str, marks: set[str], part: str, is_of_every_day: bool) -> None:
    assert part_of(PurePosixPath(folder), marks) == part
    assert is_short(part, marks) is is_of_every_day


def test_every_folder_of_a_part_is_there() -> None:
    assert not [folder for part in PARTS.values() for folder in part.folders if not (ROOT / folder).is_dir()]


PACED = ("tests/lab/attacks/", "tests/lab/bench/", "tests/lab/faults/")
"""Where a load is kept at a pace, and a hand is as slow as a hand."""

WAITS = {"tests/waiting.py", "tests/browser/waiting.py", "tests/browser/tablet.py"}
"""What all others wait by."""


def test_nobody_waits_for_a_while() -> None:
    """A while is too short on a busy machine and too long on an idle one. Where a while is itself what is tested, the
    line says so."""
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        place, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        is_paced = place.startswith(PACED) and not path.name.startswith("test_")
        if place in WAITS or is_paced or ("sleep(" not in text and "wait_for_timeout(" not in text):
            continue
        lines = text.splitlines()
        calls = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Call) and _is_a_while(one)]
        found += [f"{place}:{one.lineno}" for one in calls if "  # " not in lines[one.lineno - 1]]
    assert not found, "wait for what is to be: tests/waiting.py, tests/browser/waiting.py"


def _is_a_while(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    is_no_time = bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
    return name in ("sleep", "wait_for_timeout") and not is_no_time
