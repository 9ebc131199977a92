"""Style sheets on the bench: what they may neither hide nor cover nor paint so that nobody can read it; and what they
make of every part and state of the pages, as it was read (`told/*.txt`).

A line of those files is a look, after the parts that have it and no earlier page has told; the phone's holds only what
a small window changes. `python -m tests.browser.test_styles` writes them anew where a look is otherwise on purpose:
what `git diff` shows then is read before it is kept.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.bench import Bench
from tests.browser.tablet import PHONE, TABLET, launched
from tests.browser.test_scripts import END, SOME
from tests.browser.touch import CONTRAST
from tests.web.test_told_pages import HOUSES

pytestmark = pytest.mark.short

HERE = Path(__file__).parent
LOOKS = (HERE / "looks.js").read_text("utf-8").rstrip().rstrip(";")
PARTS = (HERE / "parts.js").read_text("utf-8").rstrip().rstrip(";")
SIZES = {"tablet": TABLET, "phone": PHONE}
STANDS = "document.fonts.ready.then(() => go(300)).then(() => until(() => !$('.waits'))).then(() => go(0))"
"""Until what fits where has been measured in letters that are there, and a device has been looked at."""
PAGES = (
    "/games/{}", "/games/{}/scan/deck", "/games/{}/help", "/games/{}/seats", "/games/{}/record", "/games/{}/log",
    "/games/{}/fix", "/new", "/print?what=cards", "/device", "/", "/take-in",
)  # fmt: skip
AFTERWARDS = ("/games/{}", "/games/{}/at/2", "/games/{}/story")


# A sheet of each size and each light: what is painted for one of them alone is seen in one of the two.
@pytest.mark.parametrize(("size", "scheme"), [(TABLET, "dark"), (PHONE, "light")], ids=["tablet", "phone"])
def test_all_is_seen_and_every_state_can_be_read(browser: Browser, size: tuple[int, int], scheme: Any) -> None:
    bench = Bench(browser)
    bench.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    over = [page.format(bench.table("la-cosa", *SOME, END)) for page in AFTERWARDS]
    board = f"/games/{bench.table('the-thing', players=['Ana', 'Beto', 'Carla', 'Dani'])}"
    here = bench.table("la-cosa", *SOME[:1])
    faults = []
    for path in (board, *over, *(page.format(here) for page in PAGES)):
        bench.open(path, size)
        bench.page.evaluate("go(300)")
        faults += [f"{path}: {fault}" for fault in bench.page.evaluate(f"({LOOKS})({CONTRAST})")]
    bench.context.close()
    assert faults == [], "\n".join(faults)


def looks_of(browser: Browser, size: str) -> str:
    """Return what a file tells, as it is now: each page that it names, and the looks that come with it."""
    bench = Bench(browser)
    bench.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    head, *pages = re.split(r"^=== ", (HERE / "told" / f"{size}.txt").read_text("utf-8"), flags=re.MULTILINE)
    houses = {name: made.__wrapped__() for name, made in HOUSES.items()}  # type: ignore[attr-defined]
    told, met, known = [head], list[str](), set[tuple[str, str]]()
    for house, request in (page.splitlines()[0].split(" ", 1) for page in pages):
        bench.house, path = houses[house].host, request
        bench.client = bench.house.app.test_client(use_cookies=False)
        for name, game in houses[house].names.items():
            path = path.replace(name, game)
        path, *more = shlex.split(path)
        bench.open(path, SIZES[size], {} if "guest" in more else None)
        bench.page.evaluate(STANDS)
        seen = bench.page.evaluate(f"([met, isSmall]) => ({PARTS})(met, isSmall)", [met, size == "phone"])
        met = seen["met"]
        lines = [f"=== {house} {request}"]
        for parts, look in [[[":root"], seen["names"]], *seen["looks"]]:
            if fresh := [part for part in parts if (part, look) not in known]:
                known |= {(part, look) for part in fresh}
                lines.append(f"{', '.join(fresh)}: {look}")
        told.append("\n".join(lines) + "\n\n")
    bench.context.close()
    return "".join(told).rstrip() + "\n"


READ_IN = 156  # another Chromium may write the same looks in other words


@pytest.mark.parametrize("size", ["tablet", pytest.param("phone", marks=pytest.mark.long)])
def test_every_part_looks_as_it_was_read(browser: Browser, size: str) -> None:
    if browser.version.partition(".")[0] != str(READ_IN):
        pytest.skip(f"the looks were read in Chromium {READ_IN}, not in {browser.version}")
    assert looks_of(browser, size).splitlines() == (HERE / "told" / f"{size}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        opened = launched(playwright)
        for which in SIZES:
            (HERE / "told" / f"{which}.txt").write_text(looks_of(opened, which), "utf-8")
        opened.close()
