"""The question laid out so that every choice is seen: what was laid out once is not tried out again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import Tablet
from tests.browser.waiting import reading

pytestmark = pytest.mark.sight

DRAWN = {"action": "draw", "player": "Ana", "back": "away"}
WATCH = """window.tried = [];
new MutationObserver((all) => window.tried.push(...all.map((one) => one.oldValue ?? "")))
  .observe(document, { subtree: true, attributes: true, attributeOldValue: true, attributeFilter: ["data-dense"] });
"""
CHOICES = """const choices = [...document.querySelectorAll("#sheet .choice")]
  .filter((one) => one.offsetParent && !one.closest("details.quiet"));"""
STANDS = f"""async () => {{
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  {CHOICES}
  const {{ dense = "", large }} = document.getElementById("table").dataset;
  return {{ dense: dense + (large === undefined ? "+" : ""), places: choices.map((one) =>
    [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight]) }}; // as laid out: it may be turning still
}}"""
LOWER = f"""() => {{
  {CHOICES}
  const bar = document.querySelector("header.bar");
  const lowest = Math.max(...choices.map((one) => one.getBoundingClientRect().bottom));
  bar.style.height = `${{bar.offsetHeight + innerHeight - lowest}}px`;
  dispatchEvent(new Event("resize"));
}}"""
"""Moves the question down until its last choice ends where the window does. By how much is measured: browsers make
letters of different widths, and in one of them the same words need a line less."""


def stands(tablet: Tablet) -> dict[str, Any]:
    """Return how close together the question is laid out ("2+": as close as "2", smaller letters), and where each
    choice is."""
    found: dict[str, Any] = tablet.page.evaluate(STANDS)  # once its letters are there and it has been drawn
    return found


def answered(tablet: Tablet, where: str) -> int:
    """Tap; how many times the question was laid out anew before it stood."""
    tablet.page.evaluate("window.tried = []")
    version = tablet.version()
    reading(tablet.page)
    tablet.page.locator(where).first.tap()
    tablet.page.wait_for_function(
        "(before) => Number(document.getElementById('table').dataset.version) > before", arg=version
    )
    return len(tablet.page.evaluate("window.tried"))


def opened(house: House, *actions: dict[str, Any]) -> tuple[Tablet, int]:
    """Open a game in a tablet, and return it with the number of layouts tried before the question stood."""
    tablet = house.tablet()
    tablet.page.add_init_script(WATCH)
    tablet.open(f"/games/{house.game(SIX, *actions)}")
    assert stands(tablet)["dense"] not in ("+", "1+"), "this question fits loosely: it shows nothing"
    return tablet, len(tablet.page.evaluate("window.tried"))


def test_a_question_that_comes_back_stands_as_before_at_once(house: House) -> None:
    tablet, first = opened(house, DRAWN)
    assert first > 2, "it was not tried out the first time"
    answered(tablet, "#choice-1")
    answered(tablet, "#undo")
    before = stands(tablet)
    answered(tablet, "#choice-1")
    assert answered(tablet, "#undo") <= 2  # what the page before had is taken away, what this one had is put there
    assert stands(tablet) == before


def test_a_question_like_one_before_is_tried_out_from_there(house: House) -> None:
    """A question that differs from the last in words alone is tried in two ways, not in all the looser ones."""
    tablet, first = opened(house, DRAWN)
    before = stands(tablet)["dense"]
    assert first > 3, "it shows nothing"
    tablet.page.evaluate("""() => {
      document.getElementById("prompt").append(" ·");
      window.tried = [];
      dispatchEvent(new Event("resize"));
    }""")
    assert len(tablet.page.evaluate("window.tried")) <= 2
    assert stands(tablet)["dense"] == before
    # A question that has become too loose for that is tried out from the start.
    tablet.page.evaluate("""() => {
      for (const one of [...document.querySelectorAll("#sheet .choice")].slice(2)) one.style.display = "none";
      dispatchEvent(new Event("resize"));
    }""")
    assert stands(tablet)["dense"] < before


def test_what_has_changed_size_is_tried_out_anew(house: House) -> None:
    _, tablet = house.at(DRAWN)
    before = stands(tablet)
    tablet.resize(1920, 1400)
    wide = stands(tablet)
    assert wide["dense"] < before["dense"]
    tablet.resize(1180, 820)
    assert stands(tablet) == before
    # The same words lower down: what stood in sight there would not any more.
    tablet.page.evaluate(LOWER)
    lower = stands(tablet)
    assert lower["dense"] > before["dense"]
