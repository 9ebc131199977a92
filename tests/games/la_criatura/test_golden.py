"""Whole evenings, worked out by hand from the rulebook, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.catalog import title
from companion.service.playthrough import play, read_script
from tests.games.la_criatura.golden import golden

FOLDER = Path(__file__).parents[2] / "playthroughs" / "la-criatura"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    assert golden(FOLDER / f"{name}.jsonl") == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_a_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.jsonl"
    run = play(read_script(str(path), path.read_bytes()), title)
    assert run.playing is not None and run.playing.state()["status"] == "ended"
