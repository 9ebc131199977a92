"""Cards before cameras in a real browser: photos without JavaScript, a live camera from a clip, the host's webcam."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Route, expect

from companion.i18n.scan_sentences import Refused
from companion.scan.source import Setting
from companion.scan.webcam import Found
from companion.service.referee import private_reveal
from companion.service.referee.webcam import Watching
from tests.browser.conftest import House
from tests.browser.tablet import ARGUMENTS, PHONE, TABLET, Tablet, executable
from tests.browser.touch import sweep
from tests.browser.waiting import nothing_comes, until
from tests.length import later
from tests.scan.scenery import Grey, Recording, packed, symbol, table, tag_of
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


def actions(house: House, game: str) -> list[object]:
    """Return the actions since the game began."""
    return [entry.action for entry in house.tables.playing(game).entries[1:]]


def test_a_turn_before_the_camera_takes_fewer_taps_than_by_hand(filming: Filming) -> None:
    """Drawn, played, aimed: the card says the first two. Everything else that is asked stands on the same page."""
    house = filming("lanzallamas.1")
    by_hand, shown = house.game(), house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{by_hand}")
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    tablet.do("play", target="Beto")
    taps_by_hand, tablet.taps = tablet.taps, 0
    tablet.open(f"/games/{shown}/scan/play")
    tablet.click(CAMERA)
    expect(tablet.page.locator("#prompt")).to_have_text("¿Sobre quién juega Ana «Lanzallamas»?")
    tablet.shot("scan-play-target")
    tablet.do("draw", then=["play"], target="Beto")
    assert actions(house, shown) == actions(house, by_hand)
    assert len(actions(house, shown)) == 2
    assert (tablet.taps, taps_by_hand) == (1, 3)
    tablet.shot("scan-play-answer")
    tablet.do("respond", card=None)
    expect(tablet.page.locator(".live-stop")).to_be_visible()
    assert len(actions(house, shown)) == 3
    assert tablet.page.url.endswith("/scan/play")


def test_a_tap_while_the_page_asks_how_the_table_stands_is_not_lost(filming: Filming) -> None:
    """Another device has said something, and the camera's page is just asking for it when it is tapped."""
    house = filming()
    game = house.game(None, DRAWN)
    tablet = house.tablet()
    tablet.forgive("409")
    tablet.open(f"/games/{game}/scan/play")
    tablet.click(CAMERA)
    expect(tablet.page.locator(".live-picture")).to_be_visible()
    asked: list[Route] = []
    tablet.page.route("**/scan/play", lambda one: asked.append(one) if one.request.method == "GET" else one.continue_())
    house.tables.say(game, {"action": "rename", "player": "Eva", "to": "Evita"})
    until(tablet.page, lambda: asked)
    tablet.tap(tablet.move("discard"))
    nothing_comes(tablet.page, 300)
    for one in asked:
        one.continue_()
    expect(tablet.page.locator("#now .notice")).to_be_visible()  # it came: what was said meanwhile is to be seen first


def test_a_fan_before_the_camera_is_named_nowhere(filming: Filming) -> None:
    """The screen is everybody's: neither a word, nor the picture, nor a byte of any answer says what is held."""
    copies = ("lanzallamas.1", "sospecha.1", "seduccion.1", "infectado.1")
    house = filming(*copies)
    game = house.game(None, DRAWN)
    tablet = house.tablet()
    answers: list[str] = []
    tablet.page.on("response", lambda one: answers.append(one.text()) if one.url.endswith("/frame") else None)
    tablet.open(f"/games/{game}/scan/play")
    tablet.click(CAMERA)
    expect(tablet.page.locator(".live-picture polygon")).to_have_count(4)
    expect(tablet.page.locator(".live-said")).to_contain_text("acerca solo la que se juega")
    until(tablet.page, lambda: len(answers) > 1)
    tablet.shot("scan-play-fan")
    everything = " ".join([*answers, tablet.page.content()]).lower()
    for name in ("lanzallamas", "sospecha", "seduccion", "seducción", "infectado"):
        assert name not in everything
    expect(tablet.page.locator(".live-picture video")).to_have_css("opacity", "0")
    assert house.tables.seen(game).version == 2


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


def test_the_deck_and_a_hand_before_the_camera(filming: Filming) -> None:
    house = filming(*THING)
    game, tablet = house.at(page="/scan/deck")
    tablet.click(CAMERA)
    expect(tablet.page.locator(".tick.there")).to_have_count(4)
    expect(tablet.page.locator(".live-picture polygon.read")).to_have_count(4)
    tablet.click(".live-result")
    expect(tablet.page.locator("#tally")).to_contain_text("4 de 54")
    tablet.open(f"/games/{game}/scan/judge")
    tablet.click("#what-hand button")
    tablet.click(ON)
    tablet.click(CAMERA)
    expect(tablet.page.locator("#read")).to_have_text("Cartas enseñadas: 4")
    tablet.click(DONE)
    expect(tablet.page.locator(".secret .word")).to_be_attached()


def test_where_a_live_camera_is_not_allowed_the_page_says_what_to_do(filming: Filming) -> None:
    house = filming("hacha.1", more=())
    game = house.game(None, DRAWN)
    tablet = house.tablet()
    # A Chromium without windows cannot ask a person: this is the answer of one with windows after a refusal.
    tablet.page.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('refused', 'NotAllowedError') }"
    )
    tablet.open(f"/games/{game}/scan/play")
    expect(tablet.page.locator(".insecure")).to_be_hidden()
    tablet.click(CAMERA)
    expect(tablet.page.locator(".live-said")).to_contain_text("concédelo junto a la dirección")
    plain = house.tablet(host=False)
    plain.base = house.base.replace("127.0.0.1", "mesa.local")
    plain.open(house.door.access.new_link())
    plain.open(f"/games/{game}/scan/play")
    expect(plain.page.locator(".insecure")).to_contain_text("http://localhost:")
    expect(plain.page.locator(".live-own")).to_be_hidden()
    photo(plain, "whisky.1")
    plain.click(LOOK)
    expect(plain.page.locator("#prompt")).to_contain_text("Ana y Beto intercambian")
    assert plain.page.url.endswith("/scan/play")
    plain.context.close()
    house.devices.remove(plain)
    assert all("//mesa.local" in url for url in plain.elsewhere)
    assert all("Opener-Policy" in one for one in plain.complaints)


def test_the_hosts_webcam_is_watched_pulled_out_and_found_again(house: House) -> None:
    films = [Recording([view("hacha.1", grain=k) for k in range(3)], again=True, pace=0.02)]
    pulled: list[bool] = []

    class Cable(Recording):
        def frame(self) -> Grey | None:
            return None if pulled else films[0].frame()

    def opens(setting: Setting) -> Recording:
        if len(pulled) == 1:
            pulled.append(True)
            raise Refused("camera.closed", index=setting.index)
        if pulled:
            return Recording([view("whisky.1", grain=k) for k in range(3)], again=True, pace=0.02)
        return Cable([])

    watching = Watching(lambda: opens, lambda: [Found(0, "Mesa USB")])
    house.door.app.extensions["companion.webcam"] = watching
    try:
        game, tablet = house.at(page="/scan")
        tablet.page.locator("#which input[value='0']").check(force=True)
        tablet.click("form.camera button")
        expect(tablet.page.locator(".notice.done")).to_contain_text("La cámara funciona")
        tablet.open(f"/games/{game}/scan/deck")
        tablet.click(".live-webcam")
        expect(tablet.page.locator('.tick.there[data-copy="hacha.1"]')).to_be_visible()
        pulled.append(True)
        expect(tablet.page.locator(".live-said.fault")).to_be_visible()
        expect(tablet.page.locator('.tick.there[data-copy="whisky.1"]')).to_be_visible()
        tablet.click("button[name=from][value=webcam]")
        expect(tablet.page.locator("#tally")).to_contain_text("2 de 54")
        tablet.forgive("404")
    finally:
        watching.rest()


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
