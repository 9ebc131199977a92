"""Sheets printed by the browser itself: on A4 and Letter, black on white, few pages, type that can be read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from threading import Thread

import numpy as np
import pypdfium2
import pytest
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from companion.decks.catalog import titles
from companion.site.home import Home
from tests.browser.tablet import PHONE, TABLET
from tests.browser.touch import MEASURE, touch_faults
from tests.length import is_long, later

BOXES = [one.decklist.slug for one in titles(())] if is_long() else ["la-cosa", "the-thing"]
LOOKS = ("light", "dark")
PRINTED = list(product(LOOKS, BOXES)) if is_long() else list(zip(LOOKS, BOXES, strict=True))
PAPERS = {"A4": (595, 842), "Letter": (612, 792)}
"""Points across and down."""
LEAST_TYPE = 8.5
"""Points: as small as the smallest type of the PDFs."""
LONG_NAMES = {
    "playthrough": 1,
    "game": "la-cosa",
    "players": [f"Maximiliana Bartolomé {k}" for k in range(12)],
    "options": {},
}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return a tablet alone."""
    return Home(tmp_path, "127.0.0.1")


@pytest.fixture
def base(home: Home) -> Iterator[str]:
    """Yield the pages of a tablet alone, here without the browser's Python."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, home.app)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def opened(browser: Browser, address: str, **more: object) -> Page:
    """Open a page in a browser that speaks Spanish."""
    page = browser.new_page(locale="es-ES", **more)  # type: ignore[arg-type]
    page.goto(address)
    page.evaluate("document.fonts.ready")
    return page


def sizes(page: pypdfium2.PdfPage) -> set[float]:
    """Return the sizes of all type on a page, in points."""
    found = set()
    for one in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
        size = pypdfium2.raw.ctypes.c_float()
        pypdfium2.raw.FPDFTextObj_GetFontSize(one, size)
        found.add(round(size.value * abs(one.get_matrix().d), 1))
    return found


@pytest.mark.parametrize(("look", "box"), PRINTED)
def test_help_and_set_up_come_out_of_the_printer(browser: Browser, base: str, look: str, box: str) -> None:
    most = max(next(one for one in titles(()) if one.decklist.slug == box).decklist.most, 1)
    for what, allowed in (("reference", 2), ("setup", 2), ("roles", 1)):
        players = f"&players={most}" if what == "setup" else ""
        page = opened(browser, f"{base}/print?what={what}&box={box}{players}", color_scheme=look)
        asked = page.locator(".paper").count() if what == "setup" else allowed
        for paper, (wide, high) in PAPERS.items():
            pdf = pypdfium2.PdfDocument(page.pdf(format=paper))
            where = f"{box} {what} {paper}"
            assert len(pdf) <= max(asked, 1), where
            assert all(np.allclose(one.get_size(), (wide, high), atol=2) for one in pdf), where
            for one in pdf:
                grey = np.asarray(one.render(scale=1, grayscale=True).to_numpy()).squeeze()
                # Paper, not a page with a bar and a background: white at the edges and nearly all over, black on it.
                assert grey[:20].min() == grey[-20:].min() == grey[:, :20].min() == grey[:, -20:].min() == 255, where
                assert (grey > 240).mean() > 0.7, where
                assert grey.min() < 60, where
                assert min(sizes(one)) >= LEAST_TYPE, (where, sorted(sizes(one))[:5])
                text = one.get_textpage().get_text_bounded()
                assert "companion" not in text and "Partidas" not in text, where
        page.close()


@pytest.mark.short
def test_the_button_prints_and_what_is_chosen_is_shown_at_once(browser: Browser, base: str) -> None:
    page = opened(browser, f"{base}/print", has_touch=True, viewport={"width": TABLET[0], "height": TABLET[1]})
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    page.locator("#print").tap()
    assert page.evaluate("window.printed") == 1
    page.locator("#p-what label:has(input[value=setup])").tap()
    page.wait_for_url("**/print?what=setup*")
    assert page.locator(".paper.of-setup").count() == 9
    page.locator("#p-players label:has(input[value='6'])").tap()
    page.wait_for_url("**players=6*")
    assert page.locator(".paper.of-setup").count() == 1
    page.locator("#p-box label:has(input[value=la-criatura])").tap()
    page.wait_for_url("**box=la-criatura*")
    assert "Criatura" in page.locator(".paper header").first.inner_text()
    page.close()


def test_it_is_printed_as_well_from_a_tablet_that_shows_all_large(browser: Browser, base: str) -> None:
    page = opened(browser, f"{base}/print?what=reference")
    page.evaluate("document.documentElement.dataset.distance = '180'")
    assert len(pypdfium2.PdfDocument(page.pdf(format="A4"))) == 2
    page.close()


@pytest.mark.parametrize("size", [TABLET, PHONE, *later((800, 1280), (844, 390))])
def test_the_page_is_for_thumbs_at_every_size(browser: Browser, home: Home, base: str, size: tuple[int, int]) -> None:
    game = home.tables.open(LONG_NAMES).id
    address = f"{base}/print?what=setup&table={game}"
    page = opened(browser, address, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    assert page.locator(".paper.of-setup").count() == 1
    assert list(touch_faults(page.evaluate(MEASURE), in_hand=min(size) < 600)) == []
    page.close()
