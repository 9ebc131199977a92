"""Cards before cameras in a real browser: photos without JavaScript, a live camera from a clip, the host's webcam."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.service.referee import private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import ARGUMENTS, PHONE, TABLET, Tablet, executable
from tests.browser.touch import sweep
from tests.browser.waiting import nothing_comes
from tests.length import later
from tests.scan.scenery import Grey, packed, symbol, table, tag_of
from tests.web.showing import picture

DRAWN = {"action": "draw", "player": "Ana", "back": "away"}
ON, DONE, LOOK = (f"button[name=do][value={what}]" for what in ("on", "done", "look"))
CAMERA = ".live-own"
"""Turns on the camera of this device."""
THING = ("la-cosa.1", "lanzallamas.1", "whisky.1", "hacha.1")
Filming = Callable[..., House]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.2)


def view(*copies: str, grain: int = 0) -> Grey:
    """Return a camera's picture of these cards."""
    panels = [(symbol(tag_of(copy), 4), 60 + k % 8 * 140, 150 + k // 8 * 150) for k, copy in enumerate(copies)]
    seen = table(*panels, width=1280, height=720).astype(np.int16)
    rough = seen + np.random.default_rng(grain).integers(-4, 5, seen.shape)
    return rough.clip(0, 255).astype(np.uint8)


@pytest.fixture
def filming(house: House, tmp_path: Path) -> Iterator[Filming]:
    """Yield a function that opens the house with a browser whose camera shows a clip of some cards."""
    opened: list[Browser] = []

    def film(*copies: str, more: tuple[str, ...] = ("--use-fake-ui-for-media-stream",)) -> House:
        clip = tmp_path / "clip.mjpeg"
        clip.write_bytes(b"".join(packed(view(*copies, grain=k), ".jpg") for k in range(4)))
        fake = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={clip}"]
        mapped = "--host-resolver-rules=MAP mesa.local 127.0.0.1"
        words = [*ARGUMENTS, *fake, mapped, *more]
        opened.append(house.browser.browser_type.launch(executable_path=executable(), args=words))
        house.browser = opened[-1]
        return house

    yield film
    for one in house.devices:
        one.close()
    house.devices.clear()
    for browser in opened:
        browser.close()


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


def test_a_card_left_before_the_camera_is_played_once(filming: Filming) -> None:
    house = filming("whisky.1")
    game, tablet = house.at(DRAWN, page="/scan/play")
    tablet.click(CAMERA)
    expect(tablet.page.locator("#last")).to_contain_text("Ana juega «Whisky»")
    expect(tablet.page.locator(".live-picture polygon.read")).to_have_count(1)
    nothing_comes(tablet.page, 1500)
    assert house.tables.seen(game).version == 3
    expect(tablet.page.locator(".notice")).to_have_count(0)
    tablet.click(".live-stop")
    tablet.open(f"/games/{game}/scan/play")
    expect(tablet.page.locator(".live-picture")).to_be_hidden()


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
