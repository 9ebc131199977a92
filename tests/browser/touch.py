"""Sweep for parts of a page that are too small to touch or to read, lie beside the screen, or do not stand out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.browser.tablet import Tablet

HERE = Path(__file__).parent
SMALL = (360, 640)
"""The smallest phone."""
MEASURE = (HERE / "measure.js").read_text("utf-8").rstrip().rstrip(";")
CUT = (HERE / "sheet.js").read_text("utf-8").rstrip().rstrip(";")
CONTRAST = (HERE / "contrast.js").read_text("utf-8").rstrip().rstrip(";")


def touch_faults(measured: dict[str, Any], in_hand: bool) -> Iterator[str]:
    """Yield the faults of sizes, in CSS px: on the table 64, seats and main actions 96, type 28; in the hand 44, 48 and
    17."""
    least, main = (43.5, 47.5) if in_hand else (63.5, 95.5)
    if measured["wide"] > 0:
        yield f"{measured['wide']} px beside the screen"
    if measured["body"] < (17 if in_hand else 28) or measured["prompt"] < (22 if in_hand else 32):
        yield f"type of {measured['body']} and {measured['prompt']} px"
    for one in measured["found"]:
        high = main if one["seat"] or one["main"] else least
        wide = main if one["seat"] else least
        if one["height"] < high or one["width"] < wide:
            yield f"{one['what']}: {one['width']:.0f} × {one['height']:.0f}"


def sweep(tablet: Tablet, where: str, lights: bool = False) -> list[str]:
    """Keep a picture of the page that is shown, and return its faults of sizes; with `lights` those of contrast too."""
    width, height = (tablet.page.viewport_size or {}).values()
    tablet.shot(f"{where.replace(' ', '-')}-{width}x{height}")
    measured = tablet.page.evaluate(MEASURE)
    faults = [*touch_faults(measured, in_hand=min(width, height) < 500), *(in_every_light(tablet) if lights else ())]
    return [f"{where} at {width}x{height}: {fault}" for fault in faults]


def in_every_light(tablet: Tablet) -> list[str]:
    """Return the faults of contrast on the page that is shown, by night and by day."""
    faults: list[str] = []
    for scheme in ("dark", "light"):
        tablet.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        faults += [f"in the {scheme}: {fault}" for fault in tablet.page.evaluate(CONTRAST)]
    return faults
