"""Every page by axe-core: nothing serious, in either language's first words, by night and by day."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import House
from tests.browser.states import at_the_table, beside_the_table, opened, over
from tests.browser.tablet import PHONE, Tablet

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
RUN = """async () => (await axe.run(document, { runOnly: [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice",
  ] })).violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ` +
    one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} | ${node.failureSummary}`).join(" ¶ "))"""


def _serious(tablet: Tablet, path: str) -> list[str]:
    tablet.open(path)
    tablet.page.evaluate(AXE)
    found: list[str] = tablet.page.evaluate(RUN)
    return [f"{path} {one}" for one in found]


def test_nothing_serious_on_the_table(house: House) -> None:
    game = opened(house)
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce", color_scheme="dark")
    faults: list[str] = []
    for name, path in at_the_table(house, game):
        if name in ("act", "burns-across", "panic", "roles"):
            faults += _serious(tablet, path)
    assert faults == [], "\n".join(faults)


def test_nothing_serious_beside_it(house: House) -> None:
    game = opened(house)
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce", color_scheme="light")
    assert [
        fault
        for name, path in beside_the_table(game)
        if name in ("log", "rules", "the-device", "the-new")
        for fault in _serious(tablet, path)
    ] == []


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [(1180, 820), PHONE])
def test_nothing_serious_anywhere(house: House, scheme: Any, size: tuple[int, int]) -> None:
    game = opened(house)
    tablet = house.tablet(size=size)
    tablet.page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
    faults = [fault for _, path in at_the_table(house, game) for fault in _serious(tablet, path)]
    faults += [fault for _, path in beside_the_table(game) for fault in _serious(tablet, path)]
    faults += _serious(tablet, over(house, game))
    assert faults == [], "\n".join(faults)
