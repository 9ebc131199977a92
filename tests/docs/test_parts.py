"""Every test belongs to a part, and every part is told in docs/proof.md."""

from __future__ import annotations

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
