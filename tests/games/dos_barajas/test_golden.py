"""Two whole evenings derived by hand: the figures worked out on paper hold, and the text read by a person stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.catalog import title
from tests.cli.running import run
from tests.games.dos_barajas.golden import FOLDER, golden, rows
from tests.games.play import Sitting

EVENINGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_the_figures_worked_out_by_hand(path: Path) -> None:
    here = title("dos-barajas")
    sitting: Sitting | None = None
    checked = 0
    for mark, thing in rows(path):
        if sitting is None:
            sitting = Sitting(here.game, here.decklist, thing)
        elif mark:
            assert {key: sitting.state[key] for key in thing} == thing
            checked += 1
        else:
            sitting.say(**thing)
    assert checked >= 10


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_the_text_that_was_read(path: Path) -> None:
    assert golden(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_the_command_replays_it(path: Path) -> None:
    assert run("replay", path, "--game", "dos-barajas", "--lang", "en").exit_code == 0
    refused = run("replay", path, "--game", "la-cosa", "--lang", "en")
    assert refused.exit_code == 1 and "is a game of dos-barajas" in refused.stderr
