"""A laptop dies in the middle of a game: a phone that was looking on hands the game to another computer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import segno
from playwright.sync_api import Browser

from companion.scan.zxing import texts_in
from companion.service.transfer.qr_pieces import Gatherings, carried, pieces, text_of
from companion.service.transfer.verify import expanded, of_record
from tests.browser.conftest import SIX
from tests.browser.tablet import ARGUMENTS, PHONE, Tablet, executable
from tests.cli.running import shell
from tests.cli.serving import start
from tests.houses import new_house

SIZES = {"tablet": (1180, 820), "portrait": (800, 1280), "phone": (390, 844), "across": (844, 390)}
OPEN = "form.take-in:has(#file) button"
"""Button that takes in a file."""


class Laptop:
    """A computer with the program on it, at the same port whenever it is started, and what its host does there."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0

    def start(self) -> None:
        self.table = start(self.data, "--host", "127.0.0.1", "--port", str(self.port))
        self.port = self.table.port

    def kill(self) -> None:
        """Kill the server as when the power goes."""
        self.table.process.kill()
        self.table.process.communicate(timeout=30)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, thing: object = None) -> dict[str, Any]:
        status, answer = self.table.ask(method, path, thing)
        assert status in (200, 201), answer
        return answer


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    """Yield the new computer."""
    new = Laptop(tmp_path / "new")
    yield new
    new.kill()


@pytest.fixture(scope="module")
def phone(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tablet, str, dict[str, Any]]]:
    """Yield a spectator's phone before a game with undone entries, the game and its state; its laptop has just died."""
    old = Laptop(tmp_path_factory.mktemp("old"))
    old.start()
    device = Tablet(browser, old.base, size=PHONE)
    setup = {"playthrough": 1, "game": "la-cosa", "players": [*SIX[:5], "7"], "options": {}}
    game = old.ask("POST", "/api/games", setup)["id"]
    device.open(f"/games/{game}")
    device.page.wait_for_selector("#live.on")
    for action in [{"action": "draw", "player": "Ana", "back": "away"}, {"action": "undo"}] * 30:
        old.ask("POST", f"/api/games/{game}/actions", action)
    last = {"action": "draw", "player": "Ana", "back": "away"}
    state = old.ask("POST", f"/api/games/{game}/actions", last)["state"]
    kept = "() => document.querySelector('.keep-said').textContent.includes(' 62.')"
    device.page.wait_for_function(kept)
    old.kill()
    device.page.wait_for_selector("#keep:visible", timeout=30_000)
    yield device, game, state
    device.forgive("ERR_")
    device.close()


def host_of(browser: Browser, laptop: Laptop) -> Tablet:
    """Return a device at the new computer, let in by the link of its terminal."""
    laptop.start()
    device = Tablet(browser, laptop.base)
    link = str(laptop.ask("POST", "/api/host-links")["url"])
    device.open(re.sub(r"^https?://[^/]+", "", link))
    return device


def goes_on(host: Tablet, laptop: Laptop, game: str, state: dict[str, Any]) -> None:
    """Assert that the table is as it was, the undone lines too, and that play goes on."""
    host.page.wait_for_selector("#live.on")
    assert host.page.url.endswith(f"/games/{game}")
    assert laptop.ask("GET", f"/api/games/{game}") == state
    assert sum(line["undone"] for line in laptop.ask("GET", f"/api/games/{game}/log")) == 30
    host.do("discard")
    assert host.prompt == "Ana y Beto intercambian una carta"


def test_by_a_file(browser: Browser, laptop: Laptop, phone: Any, tmp_path: Path) -> None:
    device, game, state = phone
    device.shot("record-lost-phone")
    with device.page.expect_download() as waiting:
        device.page.tap(".keep-file")
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert of_record(expanded(json.loads(file.read_text("utf-8")))).holds
    host = host_of(browser, laptop)
    host.push("a[href='/take-in']")
    host.shot("record-take-in-tablet")
    host.page.set_input_files("#file", file)
    host.tap(OPEN)
    goes_on(host, laptop, game, state)
    host.close()


def restored(laptop: Laptop, copy: Path) -> None:
    """Restart the computer with an older copy of its file."""
    laptop.kill()
    done = shell("restore", str(copy), "--data", str(laptop.data), "--replace")
    assert done.returncode == 0, done.stderr
    laptop.start()


# Reloaded, the pages ask the same at once.
@pytest.mark.long
@pytest.mark.parametrize("reloads", [False, True])
def test_a_phone_that_knows_more_than_the_computer_brings_it_back(
    browser: Browser, laptop: Laptop, tmp_path: Path, reloads: bool
) -> None:
    host = host_of(browser, laptop)
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
    game = laptop.ask("POST", "/api/games", setup)["id"]
    guest = Tablet(browser, laptop.base, size=PHONE)
    for device in (host, guest):
        device.open(f"/games/{game}")
        device.page.wait_for_selector("#live.on")
    host.do("draw", back="away")
    saved = shell("backup", "--data", str(laptop.data), "--output", str(tmp_path / "older.db"))
    assert saved.returncode == 0, saved.stderr
    host.do("discard")
    state = laptop.ask("GET", f"/api/games/{game}")
    for device in (host, guest):
        device.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes(' 3.')")
    restored(laptop, tmp_path / "older.db")
    if reloads:
        host.open(f"/games/{game}")
        guest.open(f"/games/{game}")
    for device in (host, guest):
        device.page.wait_for_selector("#more:visible", timeout=30_000)
        said = device.page.inner_text("#more")
        assert "Entradas aquí: 3 (" in said and "allí: 2." in said
    assert "quien dirige la mesa" in guest.page.inner_text("#more") and not guest.page.locator(".more-take").count()
    for name, (width, height) in SIZES.items():
        host.resize(width, height)
        guest.resize(width, height)
        host.shot(f"record-more-{name}")
        guest.shot(f"record-more-guest-{name}")
        box = host.page.locator("#more").bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height
    assert laptop.ask("GET", f"/api/games/{game}")["version"] == 2
    host.page.tap(".more-take")
    for device in (host, guest):
        device.page.wait_for_selector("#more", state="hidden")
        device.page.wait_for_function("() => document.getElementById('table').dataset.newest === '3'")
    assert host.prompt == "Ana y Beto intercambian una carta"
    assert laptop.ask("GET", f"/api/games/{game}") == state
    assert of_record(laptop.ask("GET", f"/api/games/{game}/record")).holds
    host.push("#undo")
    host.open(f"/games/{game}")
    host.page.wait_for_selector("#live.on")
    host.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes(' 4.')")
    assert not host.page.locator("#more:visible").count()
    for device in (host, guest):
        device.forgive("ERR_")
        device.close()


@pytest.mark.long
def test_a_forged_copy_is_refused_and_nothing_is_dropped(browser: Browser, laptop: Laptop) -> None:
    host = host_of(browser, laptop)
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
    game = laptop.ask("POST", "/api/games", setup)["id"]
    host.open(f"/games/{game}")
    host.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes(' 1.')")
    forged = """(game) => {
        const key = 'companion.record.' + game, kept = JSON.parse(localStorage.getItem(key));
        const [at] = JSON.parse(kept.rows[0]);
        kept.rows.push(JSON.stringify([at, '', '', { action: 'undo' }, []]));
        localStorage.setItem(key, JSON.stringify({ ...kept, seal: kept.seal.replace(/^./, 'f') }));
    }"""
    host.page.evaluate(forged, game)
    host.open(f"/games/{game}")
    host.page.wait_for_selector("#more:visible")
    host.page.tap(".more-take")
    host.page.wait_for_function(
        "() => document.querySelector('.more-fault').textContent.includes('no encaja con su sello')"
    )
    assert laptop.ask("GET", f"/api/games/{game}")["version"] == 1
    assert host.page.locator(".more-file:visible").count() == 1
    host.page.tap(".more-later")
    assert not host.page.locator("#more:visible").count()
    host.open(f"/games/{game}")
    host.page.wait_for_selector("#more:visible")
    host.forgive("400")
    host.close()


def test_five_hundred_entries_in_codes_that_play_by_themselves(browser: Browser, house: Any) -> None:
    draw = {"action": "draw", "player": "Ana", "back": "away"}
    game = house.game(None, *[draw, {"action": "undo"}] * 250)
    phone = house.tablet(host=False, size=PHONE)
    phone.open(f"/games/{game}/record")
    phone.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes('501')")
    phone.shot("record-page-phone")
    texts = phone.page.evaluate(
        """async (game) => {
            const { pieces } = await import("/static/qr.js");
            const kept = JSON.parse(localStorage.getItem('companion.record.' + game));
            return pieces(`${kept.head.slice(0, -1)},"seal":"${kept.seal}","rows":[${kept.rows.join(",")}]}`);
        }""",
        game,
    )
    assert len(texts) <= 40
    gathering = Gatherings().take(texts)
    assert gathering is not None
    assert of_record(expanded(json.loads(gathering.text() or b""))).entries == 501
    phone.page.tap(".keep-codes")
    phone.page.wait_for_selector("#codes[open] svg")
    seen: set[str] = set()
    for _ in range(40):
        seen.update(texts_in(phone.page.screenshot()))
        if len(seen) > 2:
            break
        phone.page.wait_for_timeout(500)  # the codes go by
    assert len(seen) >= 2
    assert seen <= set(texts)
    phone.page.tap(".codes-close")


@pytest.mark.short
def test_the_page_and_the_server_draw_the_same_chain(house: Any) -> None:
    game = house.game()
    phone = house.tablet(host=False, size=PHONE)
    phone.open(f"/games/{game}/record")
    phone.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes(' 1.')")
    phone.page.tap(".keep-codes")
    phone.page.wait_for_selector("#codes[open] svg")
    (drawn_here,) = texts_in(phone.page.screenshot())
    phone.page.tap(".codes-close")
    phone.open(f"/games/{game}/record/codes/1")
    (drawn_there,) = texts_in(phone.page.screenshot(full_page=True))
    kinds = [text.partition("/")[0] for text in (drawn_here, drawn_there)]
    assert kinds == ["CMP1Z", "CMP1Z"]
    assert len(pieces("x")) == 1


@pytest.mark.long
def test_a_camera_reads_the_codes_as_they_go_by(browser: Browser, laptop: Laptop, tmp_path: Path) -> None:
    """The new computer's camera sees another device's codes: a film of them stands in for what a camera sees."""
    elsewhere = new_house()
    draw = {"action": "draw", "player": "Ana", "back": "away"}
    game = elsewhere.open({"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}).id
    for action in [draw, {"action": "undo"}] * 40:
        elsewhere.say(game, action)
    chain = pieces(text_of(carried(elsewhere.playing(game), elsewhere.heading(game))))
    film(chain, tmp_path / "codes.y4m")
    fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    words = [*ARGUMENTS, *fake, f"--use-file-for-fake-video-capture={tmp_path / 'codes.y4m'}"]
    # One more browser of the kind the tests have: its camera is chosen when it starts.
    seeing = browser.browser_type.launch(executable_path=executable(), args=words)
    try:
        host = host_of(seeing, laptop)
        host.open("/take-in")
        host.tap("#codes-camera button.start")
        host.page.wait_for_url(f"**/games/{game}", timeout=60_000)
        assert laptop.ask("GET", f"/api/games/{game}") == elsewhere.seen(game).state
        host.page.wait_for_selector("#live.on")
        host.close()
    finally:
        seeing.close()


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
