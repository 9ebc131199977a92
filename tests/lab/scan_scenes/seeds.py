"""Scenes that are reported. Frozen before the reader was tuned: change the reader, never these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.lab.scan_scenes.render import Recipe
from tests.lab.scan_scenes.trouble import TROUBLES


class Row(NamedTuple):
    """One line of the report: a kind of scene and how many of it in a short and in a long run."""

    recipe: Recipe
    short: int
    long: int

    def seeds(self, split: str, long: bool = False) -> Iterator[str]:
        """Yield the seeds of a split: `try` scenes are for tuning, `report` scenes for figures; the two never meet."""
        for k in range(self.long if long else self.short):
            yield f"{split}-{k}"


ROWS = (
    Row(Recipe("fan5", "720", "typical"), 6, 60),
    Row(Recipe("fan5", "720", "hard"), 6, 60),
    Row(Recipe("fan5", "1080", "typical"), 3, 30),
    Row(Recipe("grid9", "720", "typical"), 4, 30),
    Row(Recipe("grid9", "720", "hard"), 4, 40),
    Row(Recipe("sparse12", "1080", "typical"), 2, 15),
    Row(Recipe("spread24", "1080", "typical"), 2, 20),
    Row(Recipe("spread24", "1080", "hard"), 2, 20),
    Row(Recipe("spread24", "720", "typical"), 2, 20),
    Row(Recipe("spread40", "1080", "typical"), 2, 15),
    Row(Recipe("spread40", "1080", "hard"), 2, 15),
    Row(Recipe("spread24", "12mp", "typical"), 1, 6),
    Row(Recipe("spread40", "12mp", "hard"), 1, 6),
)

TROUBLED = tuple(
    Row(Recipe(layout, camera, "typical", trouble), 1, 10)
    for layout, camera in (("fan5", "720"), ("spread24", "1080"))
    for trouble in TROUBLES.values()
    if trouble.cover is None
)

COVERED = tuple(
    Row(Recipe(layout, camera, weather, TROUBLES[trouble]), short, long)
    for trouble in ("corner", "margin")
    for layout, camera, short, long in (("fan5", "720", 6, 60), ("spread24", "1080", 2, 20))
    for weather in ("typical", "hard")
)
