"""The bench runs and gives every figure; what the figures are is not asserted here: that hangs on the machine."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.service.transfer.playthrough import play, read_script
from tests.cli.running import lines
from tests.lab.bench import bench_ground
from tests.lab.running import run


def test_its_playthroughs_are_lawful() -> None:
    done = play(read_script("bench", bench_ground.script(1000).encode()), title)
    assert len(done.outcomes) == 1000
    assert not any(outcome.refused for outcome in done.outcomes)


def test_it_lists_itself() -> None:
    assert "ground" in run("bench", "--help").stdout


@pytest.mark.long
def test_every_figure() -> None:
    figures = lines(run("bench", "ground", "--times", "5", "--long", "60", "--json"))
    names = [str(figure["name"]) for figure in figures]
    assert len(names) == len(set(names)) >= 10
    assert all(float(str(figure["value"])) != 0 for figure in figures)
