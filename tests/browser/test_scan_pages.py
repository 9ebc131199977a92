"""Cards before a camera in a real browser: read once, told in private while it is held, every page wide enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from companion.service.referee import private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import ARGUMENTS, PHONE, TABLET, Tablet, executable
from tests.browser.touch import sweep
from tests.browser.waiting import nothing_comes
from tests.length import later
from tests.scan.scenery import Grey, packed, symbol, table, tag_of
from tests.web.showing import picture

DRAWN = {"action": "draw", "player": "Ana", "back": "away"}
ON, DONE = (f"button[name=do][value={what}]" for what in ("on", "done"))
THING = ("la-cosa.1", "lanzallamas.1", "whisky.1", "hacha.1")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.2)


def view(*copies: str, grain: int = 0) -> Grey:
    """Return a camera's picture of these cards."""
    panels = [(symbol(tag_of(copy), 4), 60 + k % 8 * 140, 150 + k // 8 * 150) for k, copy in enumerate(copies)]
    seen = table(*panels, width=1280, height=720).astype(np.int16)
    rough = seen + np.random.default_rng(grain).integers(-4, 5, seen.shape)
    return rough.clip(0, 255).astype(np.uint8)


def photo(tablet: Tablet, *copies: str) -> None:
    """Choose a photo of these cards in the page's file field."""
    tablet.page.set_input_files("#pictures", {"name": "p.png", "mimeType": "image/png", "buffer": picture(*copies)})


def test_a_verdict_is_read_while_a_key_is_held_and_never_by_going_back(house: House) -> None:
    """By a finger it is held where a tablet alone is the referee (test_alone_referee.py)."""
    _, tablet = house.at(DRAWN, page="/scan/judge", size=PHONE)
    tablet.page.locator("#hand-player input[value=Beto]").check(force=True)
    tablet.click("#what-hand button")
    tablet.click(ON)
    photo(tablet, *THING)
    tablet.click(DONE)
    word = tablet.page.locator(".secret .word")
    expect(word).to_have_css("visibility", "hidden")
    tablet.page.locator(".hold").focus()
    tablet.page.keyboard.down("Space")
    expect(word).to_have_css("visibility", "visible")
    tablet.page.keyboard.up("Space")
    expect(word).to_have_css("visibility", "hidden")
    tablet.click(ON)
    tablet.click(ON)
    tablet.page.go_back()
    assert "guarda un Lanzallamas" not in tablet.page.content()
    tablet.forgive("410")


def test_a_card_left_before_the_camera_is_played_once(house: House, tmp_path: Path) -> None:
    """Before a real camera, which shows a clip; what a page does with one else: scenes/scan.js."""
    clip = tmp_path / "clip.mjpeg"
    clip.write_bytes(b"".join(packed(view("whisky.1", grain=k), ".jpg") for k in range(4)))
    fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    words = [*ARGUMENTS, *fake, f"--use-file-for-fake-video-capture={clip}"]
    house.browser = house.browser.browser_type.launch(executable_path=executable(), args=words)
    game, tablet = house.at(DRAWN, page="/scan/play")
    tablet.click(".live-own")
    expect(tablet.page.locator("#last")).to_contain_text("Ana juega «Whisky»")
    expect(tablet.page.locator(".live-picture polygon.read")).to_have_count(1)
    nothing_comes(tablet.page, 1500)
    assert house.tables.seen(game).version == 3
    expect(tablet.page.locator(".notice")).to_have_count(0)
    tablet.click(".live-stop")
    tablet.open(f"/games/{game}/scan/play")
    expect(tablet.page.locator(".live-picture")).to_be_hidden()
    house.devices.pop().close()
    house.browser.close()


# -- how it looks --------------------------------------------------------------------------------------------------


def private_pages(tablet: Tablet, game: str) -> Iterator[str]:
    """Yield the screens of a showing, one after the other."""
    tablet.open(f"/games/{game}/scan/judge")
    yield "judge"
    tablet.click("#what-discard button")
    expect(tablet.page.locator(".stage-pass h1")).to_be_visible()
    yield "pass"
    tablet.click("button.main")
    photo(tablet, *THING)
    tablet.click("button[value=look]")
    expect(tablet.page.locator("#read")).to_contain_text("4")
    tablet.click(tablet.page.locator("details.cards summary").first)
    yield "show"
    tablet.page.locator("[name='gone.3']").check()
    tablet.click("button[value=done]")
    expect(tablet.page.locator(".stage-verdict h1")).to_be_visible()
    yield "verdict"
    tablet.click(".seen-it")
    expect(tablet.page.locator(".stage-public h1")).to_be_visible()
    yield "public"


def with_checks_of_its_own(house: House) -> str:
    """Open a game at a step at which roles and teeth may be shown."""
    setup = {"playthrough": 1, "game": "the-thing-outpost", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}
    game = house.tables.open(setup).id
    tests = {"step": "tests", "objects": {"Ana": 1}}
    for said in ({"action": "take-sheets"}, {"action": "override", "set": tests, "reason": "t"}):
        house.tables.say(game, said)
    return game


@pytest.mark.parametrize("size", [TABLET, *later(PHONE)], ids=["tablet", "phone"])
def test_every_page_can_be_touched_and_read(house: House, size: tuple[int, int]) -> None:
    game = house.game(["María Fernanda de la Concepción Ruiz", "Beto", "Carla", "Dani"])
    house.tables.say(game, {**DRAWN, "player": "María Fernanda de la Concepción Ruiz"})
    tablet, faults = house.tablet(size=size, lang="en"), list[str]()
    for page in ("", "/deck", "/play", "/seen"):
        tablet.open(f"/games/{game}/scan{page}")
        faults += sweep(tablet, f"scan{page}".replace("/", " "), lights=size == TABLET)
    for name in private_pages(tablet, game):
        faults += sweep(tablet, f"scan {name}", lights=size == TABLET)
    tablet.open(f"/games/{with_checks_of_its_own(house)}/scan/judge")
    assert faults + sweep(tablet, "scan own", lights=size == TABLET) == []


@pytest.mark.parametrize("size", [TABLET, *later(PHONE)], ids=["tablet", "phone"])
def test_what_is_due_can_be_touched_and_read(house: House, size: tuple[int, int]) -> None:
    _, tablet = house.at(
        players=["María Fernanda de la Concepción Ruiz", "Beto", "Carla", "Dani"], page="/scan/judge", size=size
    )
    tablet.click("form.evening button[value=on]")
    expect(tablet.page.locator("#referee-due")).to_be_visible()
    tablet.click("#referee-due summary")
    assert sweep(tablet, "referee due", lights=True) == []
    title = tablet.page.locator(".bar .home span").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert title, "the name of the game is cut"
