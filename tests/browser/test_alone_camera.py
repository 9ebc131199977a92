"""The tablet alone reads our printed cards with its own camera, its server gone; and how well its eyes read at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from companion.engine.tags import payloads
from companion.service.transfer.qr_pieces import carried, pieces, text_of
from tests.browser.alone import LONG, SETUP, device, kept, opened, served, site, table
from tests.browser.tablet import ARGUMENTS, executable
from tests.browser.wasm_eyes import eyes, jpeg, measured, read, render, seen_at_nothing
from tests.houses import new_house
from tests.lab.scan_scenes.render import Recipe
from tests.lab.scan_scenes.seeds import Row
from tests.printing import drawing
from tests.printing.ordering import printed
from tests.scan.scenery import Grey, deck, packed, tag_of

pytestmark = pytest.mark.alone

__all__ = ["kept", "site"]

HAND = ("hacha.1", "whisky.1", "sospecha.1", "lanzallamas.1")
DRAWN = '{"action": "draw", "player": "Ana", "back": "away"}'


# -- how well ------------------------------------------------------------------------------------------------------


def test_a_hand_before_the_camera_is_read_and_nothing_else(browser: Browser) -> None:
    """Of three frames of two fans nearly all is read; the long run takes many (docs/scanning.md)."""
    recipe, known = Recipe("fan5", "720", "typical"), sorted(payloads(deck()))
    with eyes(browser) as look:
        seen: set[str] = set()
        whole: set[str] = set()
        for shake in range(3):
            scene = render("try-0", recipe, known, shake)
            found = look(jpeg(scene.picture, recipe), True)
            assert read(found) <= {tag.payload for tag in scene.tags}
            assert seen_at_nothing(found, scene.tags) == 0
            seen |= read(found)
            whole |= {tag.payload for tag in scene.tags if tag.whole}
            height, width = scene.picture.shape[:2]
            assert (found["width"], found["height"]) == (width, height)
        assert len(whole) == 5
        assert seen >= whole
        # Corners are the symbol's own, in pixels of the picture that was sent.
        for code in found["codes"]:
            truth = next(tag for tag in scene.tags if tag.payload == code["text"])
            assert np.abs(np.array(code["corners"]) - truth.corners).max() < 3 * truth.pixels


def test_a_large_photograph_is_read_at_its_own_size_and_no_picture_at_all_is_told(browser: Browser) -> None:
    with eyes(browser) as look:
        page = cv2.resize(proxies(), None, fx=1.6, fy=1.6, interpolation=cv2.INTER_CUBIC)
        assert max(page.shape) > 4096
        found = look(packed(page.astype(np.uint8), ".jpg"), False)
        assert {tag_of(copy) for copy in HAND} == read(found)
        assert max(found["width"], found["height"]) == 4096
        assert look(b"no picture", False).keys() == {"ms"}


FLOORS = (
    (Row(Recipe("fan5", "720", "typical"), 6, 60), 92, 98),
    (Row(Recipe("fan5", "720", "hard"), 6, 60), 70, 90),
    (Row(Recipe("spread24", "12mp", "typical"), 1, 6), 95, 95),
)
"""Kinds of scenes, and what of them must be read: in one frame and in three, percent."""


@pytest.mark.long
@pytest.mark.parametrize(("row", "one", "three"), FLOORS)
def test_what_the_documents_say_is_read(browser: Browser, row: Row, one: float, three: float) -> None:
    with eyes(browser) as look:
        (line,) = measured(look, (row,), "report", scenes=12)
    words = line.split()
    assert float(words[words.index("browser") + 1]) >= one, line
    assert float(words[words.index("frames") + 1]) >= three, line
    assert words[words.index("wrong") + 1] == "0", line


# -- on the tablet -------------------------------------------------------------------------------------------------


@cache
def proxies() -> Grey:
    """Return a sheet of our own proxy cards, as the printer draws it at 300 dpi."""
    return drawing.grey(printed("cards", only=HAND, paper="a4"), 0, 300)


def cut(copy: str) -> Grey:
    """Return one of the cards, cut out."""
    page = proxies()
    tag = next(tag for tag in drawing.tags_zxing(page, 300) if tag.payload == tag_of(copy))
    dots = 300 / 25.4
    x, y = (round(edge * dots) for edge in (tag.box.x0, tag.box.y0))
    return page[max(0, y - 40) : y + 1000, max(0, x - 40) : x + 700]


def held(*copies: str) -> Grey:
    """Return a tablet's picture of cards that are held before it, side by side, each as high as the picture."""
    seen = np.full((720, 1280), 96, np.uint8)
    for k, copy in enumerate(copies):
        card = cv2.resize(cut(copy), (300, 446), interpolation=cv2.INTER_AREA)
        seen[120 : 120 + 446, 20 + 315 * k : 320 + 315 * k] = card
    return cv2.GaussianBlur(seen, (0, 0), 0.8).astype(np.uint8)


@pytest.fixture
def seeing(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., BrowserContext]]:
    """Yield a function that starts a browser whose camera shows some pictures over and over."""
    begun: list[Browser] = []

    def start(*frames: Grey, clip: Path | None = None) -> BrowserContext:
        shown = clip or tmp_path / "clip.mjpeg"
        if clip is None:
            shown.write_bytes(b"".join(packed(frame, ".jpg") for frame in frames))
        fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
        words = [*ARGUMENTS, *fake, f"--use-file-for-fake-video-capture={shown}"]
        begun.append(browser.browser_type.launch(executable_path=executable(), args=words))
        return begun[-1].new_context(locale="es-ES", permissions=["camera"])

    yield start
    for one in begun:
        one.close()


def complete(page: Page) -> None:
    """Wait until the files that the first page could do without have come too."""
    page.wait_for_function(
        """async () => {
          const there = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return there.flat().some((one) => one.url.endsWith("zxing_reader.wasm"));
        }""",
        timeout=LONG,
    )


def visited(kept: BrowserContext, site: Path) -> tuple[str, str]:
    """Pay a first visit, after which the server is gone; return the address, and a game."""
    with served(site) as base, device(kept) as page:
        page.goto(base)
        game = opened(table(page))
        complete(page)
    return base, game


def shown(page: Page, address: str) -> Frame:
    """Open a page of the companion in a new tab."""
    page.goto(address)
    return table(page)


@pytest.mark.long
def test_a_photo_of_printed_cards_counts_the_deck_without_a_server(kept: BrowserContext, site: Path) -> None:
    base, game = visited(kept, site)
    with device(kept) as page:
        frame = shown(page, f"{base}/games/{game}/setup")
        frame.locator("main a[href$='/scan/deck']").click()
        frame.locator("#pictures").set_input_files(
            {"name": "hoja.jpg", "mimeType": "image/jpeg", "buffer": packed(proxies(), ".jpg")}
        )
        frame.locator("button[name=do][value=look]").click()
        expect(frame.locator("#tally")).to_contain_text(f"{len(HAND)} de", timeout=LONG)
        expect(frame.locator("polygon.read")).to_have_count(len(HAND))
        # The photo is shown again here, before the cards are dealt: it lies in the page itself.
        assert str(frame.locator("figure image").get_attribute("href")).startswith("data:image/jpeg;base64,")
        # A file that no browser opens gets a sentence, and the count goes on.
        frame.locator("#pictures").set_input_files(
            {"name": "roto.jpg", "mimeType": "image/jpeg", "buffer": packed(proxies(), ".jpg")[:3000]}
        )
        frame.locator("button[name=do][value=look]").click()
        expect(frame.locator(".notice.error")).to_contain_text("roto.jpg", timeout=LONG)
        expect(frame.locator("#tally")).to_contain_text(f"{len(HAND)} de")


@pytest.mark.long
def test_a_card_held_out_is_played_without_a_server(seeing: Callable[..., BrowserContext], site: Path) -> None:
    kept = seeing(held("whisky.1"))
    base, game = visited(kept, site)
    with device(kept) as page:
        frame = shown(page, f"{base}/games/{game}")
        said = frame.evaluate(
            f"""fetch("/api/games/{game}/actions", {{ method: "POST", headers: {{ "Content-Type": "application/json" }},
                body: '{DRAWN}' }}).then((answer) => answer.status)"""
        )
        assert said == 200
        asked: list[str] = []
        kept.on("request", lambda request: asked.append(request.url))
        frame.goto(f"{base}/games/{game}/scan/play")
        frame.locator(".live-own").click()
        expect(frame.locator("#last")).to_contain_text("Whisky", timeout=LONG)
        assert {url.split("/")[2] for url in asked if url.startswith("http")} == {base.split("/")[2]}


def film(chain: list[str], path: Path) -> None:
    """Write every code for half a second, as grey frames of 1280 by 720."""
    with path.open("wb") as file:
        file.write(b"YUV4MPEG2 W1280 H720 F10:1 Ip A1:1 C420jpeg\n")
        for text in chain:
            code = segno.make(text, version=17, error="l", mask=0, boost_error=False)
            grid = np.array([[235 - 215 * bit for bit in row] for row in code.matrix_iter(scale=6, border=4)], np.uint8)
            frame = np.full((720, 1280), 120, np.uint8)
            frame[80 : 80 + grid.shape[0], 300 : 300 + grid.shape[1]] = grid
            for _ in range(5):
                file.write(b"FRAME\n" + frame.tobytes() + bytes([128]) * (1280 * 720 // 2))


@pytest.mark.long
def test_a_chain_of_codes_brings_a_game_in_without_a_server(
    seeing: Callable[..., BrowserContext], site: Path, tmp_path: Path
) -> None:
    elsewhere = new_house()
    game = elsewhere.open(SETUP).id
    film(pieces(text_of(carried(elsewhere.playing(game), elsewhere.heading(game)))), tmp_path / "codes.y4m")
    kept = seeing(clip=tmp_path / "codes.y4m")
    base, _ = visited(kept, site)
    with device(kept) as page:
        frame = shown(page, f"{base}/take-in")
        frame.locator("#codes-camera button.start").click()
        frame.wait_for_url(f"{base}/games/*", timeout=LONG)
        expect(frame.locator("#prompt")).to_be_visible(timeout=LONG)
