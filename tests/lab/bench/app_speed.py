"""Speed of a page, against which a figure of `tasks.py bench app` has to be read.

Four times slower than this machine is another tablet on every machine, and in every minute of one that is shared with
others. The developer tools of Chromium measure a page for the same reason before they hold it back.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from tests.lab.bench.app_tablet import Tablet, slowed

if TYPE_CHECKING:
    from playwright.sync_api import Page

TRIES = 4
"""Tries to find the factor by which a page has to be held back."""
SCORE = """() => {
  const often = (work, least) => {
    const since = performance.now();
    let times = 0;
    do for (let k = 0; k < least; k += 1) work((times += 1)); while (performance.now() - since < 500);
    return (times / (performance.now() - since)) * 100;
  };
  const text = () => {
    let letters = "";
    for (let k = 0; k < 10000; k += 1) letters += "a";
    return letters.length;
  };
  const lists = [0, 1].map(() => Array.from({ length: 100000 }, (_, k) => k));
  const copy = (times) => {
    const [from, to] = times % 2 ? lists : [lists[1], lists[0]];
    for (let k = 0; k < from.length; k += 1) to[k] = from[k];
  };
  return (often(text, 1) + often(copy, 10)) / 2;
}"""
"""Times a second, in tens, that ten thousand letters are put one behind the other, and a hundred thousand numbers
copied; the mean of both. Lighthouse calls it BenchmarkIndex. Chromium's developer tools take 264 (a Moto G Power of
2022) for a slow phone and 1000 (a Pixel 5) for a middling one."""


def score(page: Page) -> float:
    """Return the speed of a page now."""
    return float(page.evaluate(SCORE))


def held_to(one: Tablet, slower: float, wanted: float | None = None) -> float:
    """Return the factor for `slowed` under which the same work takes a page `slower` times as long, or reaches the
    score `wanted`.

    Processes that run a quarter of the time need more than four times as long: they are woken late and find nothing of
    theirs in the caches. So it is tried out.
    """
    page = one.kept.new_page()
    score(page)  # the first time it is compiled meanwhile
    full = median(score(page) for _ in range(3))
    aim = full / slower if wanted is None else wanted
    told = max(1.0, full / aim)
    for _ in range(TRIES):
        with slowed(told):
            told = max(1.0, told * score(page) / aim)
    page.close()
    return told
