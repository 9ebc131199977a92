"""Every page by axe-core: nothing serious, in either language's first words, by night and by day."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import House
from tests.browser.states import at_the_table, beside_the_table, opened, over
from tests.browser.tablet import PHONE, TABLET, Tablet
from tests.docs.gallery import screens
from tests.length import is_long, later

pytestmark = pytest.mark.sight

SCHEMES: tuple[Any, ...] = ("dark", "light")
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
RUN = """async () => {
  const found = (await axe.run(document, { runOnly: [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice",
  ] })).violations.filter((one) => ["serious", "critical"].includes(one.impact));
  for (const size of found.filter((one) => one.id === "target-size"))
    for (const node of [...size.nodes]) { // what the lower bar half covers is whole once scrolled to
      const target = document.querySelector(node.target[0]);
      target.scrollIntoView({ block: "center", behavior: "instant" });
      if (!(await axe.run(target, { runOnly: ["target-size"] })).violations.length)
        size.nodes.splice(size.nodes.indexOf(node), 1);
    }
  return found.filter((one) => one.nodes.length).map((one) => `${one.id}: ` +
    one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} | ${node.failureSummary}`).join(" ¶ "));
}"""

INK = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (css) => {
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = (value) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (a, b) => {
    const [x, y] = [light(rgb(a)), light(rgb(b))];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const fill = (one) => getComputedStyle(one).fill;
  const root = getComputedStyle(document.documentElement);
  const found = [];
  const say = (what, value, least) => value < least && found.push(`${what} ${value.toFixed(2)}`);
  for (const seat of document.querySelectorAll(".round .seat:not(.cannot)")) {
    const plate = fill(seat.querySelector(".plate"));
    say(`name ${seat.id}`, ratio(fill(seat.querySelector(".name")), plate), 4.5);
    for (const text of seat.querySelectorAll(".held text")) say(`cards ${seat.id}`, ratio(fill(text), plate), 4.5);
  }
  for (const mark of document.querySelectorAll(".round .mark"))
    say("mark", ratio(getComputedStyle(mark.querySelector("use")).color, fill(mark.querySelector("rect"))), 3);
  for (const ground of ["--plate-high", "--deep"])
    for (const text of document.querySelectorAll(".echo text, .pile .label, .played text"))
      say(`${text.className.baseVal} on ${ground}`, ratio(fill(text), root.getPropertyValue(ground)), 4.5);
  return found;
}"""
"""Contrast of all that is written on the ring (WCAG 2.2, 1.4.3 and 1.4.11)."""


def serious(tablet: Tablet, path: str) -> list[str]:
    """Return the faults that axe-core finds on a page and that keep a person from using it."""
    tablet.open(path)
    tablet.page.evaluate(AXE)
    found: list[str] = tablet.page.evaluate(RUN)
    return [f"{path} {one}" for one in found]


FEW = ("act", "panic", "roles", "log", "rules", "the-new")
"""States that the short run looks at."""


@pytest.mark.parametrize("scheme", ["dark", *later("light")])
@pytest.mark.parametrize("size", [TABLET, *later(PHONE)])
def test_nothing_serious_at_the_table_and_beside_it(house: House, scheme: Any, size: tuple[int, int]) -> None:
    game = opened(house)
    tablet = house.tablet(size=size)
    tablet.page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
    states = chain(at_the_table(house, game), beside_the_table(game))
    faults = [fault for name, path in states if is_long() or name in FEW for fault in serious(tablet, path)]
    if is_long():
        faults += serious(tablet, over(house, game))
    assert faults == [], "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_serious_on_any_page_of_the_map(house: House, scheme: Any) -> None:
    """The gallery has every page of docs/pages.md (tests/docs/test_pages.py)."""
    devices = {"host": house.tablet(), "guest": house.tablet(host=False), "seat": house.tablet(host=False)}
    faults: list[str] = []
    for name, path, who in screens(house.tables):
        device = devices[who]
        if who == "seat":
            cookie = house.door.access.sessions.claim(path.split("/")[2], 0)
            held = {"name": house.door.access.cookie_name, "value": cookie, "url": house.base}
            device.context.add_cookies([held])  # type: ignore[list-item]
        device.page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        device.forgiven += ["404", "401"]
        faults += [f"{name}: {fault}" for fault in serious(device, path)]
    assert faults == [], "\n".join(faults)


def test_what_is_written_on_the_ring_stands_out(house: House) -> None:
    game = opened(house)
    tablet = house.tablet()
    for name, path in at_the_table(house, game):
        if name in ("exchange-left", "burns-across", "panic"):
            tablet.page.emulate_media(reduced_motion="reduce")
            tablet.open(path)
            for contrast in ("", "more"):
                tablet.page.evaluate("more => more && (document.documentElement.dataset.contrast = more)", contrast)
                for scheme in SCHEMES:
                    tablet.page.emulate_media(color_scheme=scheme)
                    assert tablet.page.evaluate(INK) == [], (name, contrast, scheme)
