"""Two whole games, read line by line by a person before they were kept; every later difference shows here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.golden import golden

FOLDER = Path(__file__).parent.parent / "playthroughs" / "la-cosa"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.jsonl")))
def test_golden_game(name: str) -> None:
    assert golden(FOLDER / f"{name}.jsonl") == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
