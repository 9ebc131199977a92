"""Style sheets on the bench: what they may neither hide nor cover nor paint so that nobody can read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.bench import Bench
from tests.browser.tablet import PHONE, TABLET
from tests.browser.test_scripts import END, SOME
from tests.browser.touch import CONTRAST

pytestmark = pytest.mark.short

LOOKS = (Path(__file__).parent / "looks.js").read_text("utf-8").rstrip().rstrip(";")
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
