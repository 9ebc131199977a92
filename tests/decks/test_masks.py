"""The masks that are kept are those a search finds: a tag looks the same whether its mask was looked up or searched."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
import segno

from companion.decks import tag_masks
from companion.decks.catalog import title
from companion.decks.tag_masks import masks
from companion.engine.tags import payloads
from companion.games import SLUGS
from companion.printing.codes import symbol
from companion.scan.symbol import modules


def searched(payload: str) -> segno.QRCode:
    """Return the symbol as the library draws it by itself, weighing all eight masks (ISO/IEC 18004, 7.8.3)."""
    return segno.make(payload, version=1, error="h", boost_error=False, micro=False)


def printed_modules(payload: str) -> list[list[bool]]:
    """Return the black modules of the symbol as it is printed."""
    drawn = [[False] * 21 for _ in range(21)]
    for x, y, run in re.findall(r"M(\d+) (\d+)\.5h(\d+)", symbol(payload)):
        drawn[int(y)][int(x) : int(x) + int(run)] = [True] * int(run)
    return drawn


def scanned_modules(payload: str) -> list[list[bool]]:
    """Return the black modules the camera looks for."""
    found: list[list[bool]] = modules(payload).tolist()
    return found


def test_the_masks_kept_are_those_a_search_finds_for_the_cards_of_every_game() -> None:
    assert Path(tag_masks.__file__).with_suffix(".json").read_text("utf-8") == written()


@pytest.mark.parametrize("draw", [printed_modules, scanned_modules])
def test_a_kept_mask_draws_the_same_symbol(draw: Callable[[str], list[list[bool]]]) -> None:
    for payload in [*list(masks())[::5], "AA0000000X"]:
        assert draw(payload) == [[bool(module) for module in row] for row in searched(payload).matrix], payload


def test_looking_up_costs_a_fraction_of_searching() -> None:
    """Counted in calls of functions, which are the same on any machine."""
    name = next(iter(payloads(title("la-cosa").decklist)))
    symbol.__wrapped__(name)  # what is made once
    assert calls(symbol.__wrapped__, name) < 0.5 * calls(searched, name)


def calls(function: Callable[[str], object], payload: str) -> int:
    """Return how many functions the call of `function` calls."""
    found = 0

    def noted(frame: FrameType, event: str, _: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(noted)
    try:
        function(payload)
    finally:
        sys.setprofile(before)
    return found


def written() -> str:
    """Return the right content of `companion/decks/tag_masks.json`, for the author of a new card."""
    groups: list[list[str]] = [[] for _ in range(8)]
    for game in SLUGS:
        for payload in payloads(title(game).decklist):
            groups[searched(payload).mask].append(payload)
    rows = (",\n    ".join(json.dumps(group[k : k + 8])[1:-1] for k in range(0, len(group), 8)) for group in groups)
    return "[\n" + ",\n".join(f"  [\n    {row}\n  ]" for row in rows) + "\n]\n"
