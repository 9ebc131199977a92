"""The rows of `tasks.py bench scan`: our reader and the others, over the same frames in the same run."""

from __future__ import annotations

import pytest

from tests.lab.bench.scan_figures import OURS, Bench
from tests.lab.scan_scenes.render import Recipe
from tests.lab.scan_scenes.seeds import ROWS, Row
from tests.scan.scenery import deck

ZXING = ["zxing-cpp", "zxing ×3", "zxing+sharp ×3"]


@pytest.mark.long
def test_a_row_has_plain_zxing_its_threefold_and_its_sharpened_threefold_beside_ours() -> None:
    said: list[str] = []
    Bench(deck(), said.append).compare([Row(Recipe("fan5", "720", "hard"), 1, 1)])
    readers = [line[40:].rsplit(None, 4)[0].strip() for line in said[1:]]
    assert readers[:4] == [OURS, *ZXING]
    assert said[1].startswith("fan5|720|hard")
    assert all(line.split()[-2] == "0" for line in said[1:]), "no card that is not on the table"


def test_the_rows_that_have_a_goal_are_there() -> None:
    names = {row.recipe.name for row in ROWS}
    assert {"fan5|720|typical", "fan5|720|hard", "spread24|1080|hard"} <= names
