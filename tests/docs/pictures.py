"""The pictures of the guides, taken from the real pages: Spanish ones for the Spanish guide, English for the English.

python -m tests.docs.pictures      writes docs/images/es/*.png and docs/images/en/*.png
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

from companion.service.live.games import GameService
from companion.web.server.asgi import AsgiApp
from tests.beside import beside_lines
from tests.docs.looking import looking

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images"
LOCALES = {"es": "es-ES", "en": "en-GB"}
HOUSE = {"es": "Quien se levanta enseña las manos vacías.", "en": "Whoever gets up shows empty hands."}
SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
SCALE = 0.62


def _game(tables: GameService, lang: str) -> str:
    """Open a game with something to see, and return its id."""
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "house": HOUSE[lang]}
    game = tables.open(setup).id
    for action in (
        {"action": "draw", "player": "Ana", "back": "away"},
        {"action": "play", "player": "Ana", "card": "puerta-atrancada", "target": "Fede"},
        {"action": "respond", "player": "Beto", "card": None},
        {"action": "draw", "player": "Beto", "back": "away"},
        {"action": "play", "player": "Beto", "card": "whisky"},
        {"action": "show", "player": "Beto", "cards": ["hacha", "sospecha", "aterrador"], "to": "all"},
        {"action": "respond", "player": "Carla", "card": None},
    ):
        tables.say(game, action)
    return game


def _smaller(path: Path) -> None:
    """Reduce the shades, so that the soft background packs well."""
    picture = cv2.imread(str(path))
    assert picture is not None
    fewer = np.clip((picture.astype(np.uint16) + 6) // 12 * 12, 0, 255).astype(np.uint8)
    cv2.imwrite(str(path), fewer, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def _take(page: Page, lang: str, base: str, tables: GameService, door: AsgiApp) -> None:
    game = _game(tables, lang)
    page.goto(base + door.access.new_link())
    _keeps(page, base, facing="standing")

    def shot(name: str) -> None:
        page.wait_for_timeout(900)  # what moves comes to rest
        path = FOLDER / lang / f"{name}.png"
        page.screenshot(path=str(path))
        _smaller(path)

    page.goto(f"{base}/new")
    for name in ("Ana", "Beto", "Carla", "Dani", "Eva"):
        page.locator(f".chips button[data-seat={name}]").click()
        page.wait_for_load_state()
    shot("start")
    page.goto(f"{base}/games/{game}")
    shot("turn")
    page.locator("#undo").click()
    page.wait_for_selector("#hands")
    shot("undo")
    page.locator("#redo").click()
    page.wait_for_selector("#hands", state="detached")
    seats = {"action": "override", "set": {"seats": ["Ana", "Fede", "Carla", "Dani", "Eva", "Beto"]}}
    page.goto(f"{base}/games/{game}/fix?said={quote(json.dumps(seats))}")
    page.wait_for_selector("#changes")
    shot("fix")
    page.goto(f"{base}/screens")
    page.locator(".move button").first.click()
    page.wait_for_selector("#code")
    shot("screens")
    roles = {**dict.fromkeys(SIX, "human"), "Dani": "la-cosa", "Eva": "infected"}
    tables.say(game, {"action": "draw", "player": "Carla", "back": "away"})
    tables.say(game, {"action": "play", "player": "Carla", "card": "lanzallamas", "target": "Dani"})
    tables.say(game, {"action": "respond", "player": "Dani", "card": None})
    end = {"action": "end", "cause": "la-cosa-eliminated", "roles": roles, "infected": ["Eva"]}
    tables.say(game, end)
    page.goto(f"{base}/games/{game}")
    shot("end")
    beginners = tables.open({"playthrough": 1, "game": "la-cosa", "players": SIX, "first_evening": True}).id
    page.goto(f"{base}/games/{beginners}")
    page.wait_for_timeout(2500)  # the deal
    shot("first-evening")


EIGHT = ["Ana", "Beto", "Carla", "Daniela", "Eva", "Fede", "Guadalupe", "Hugo"]
AWAY = {"action": "draw", "back": "away"}


def _table(tables: GameService) -> str:
    """Play eight people by night: a door, a quarantine, one player out, and a flamethrower in the middle."""
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": EIGHT, "options": {}}).id
    for action in beside_lines(__file__, "table_by_night.jsonl"):
        tables.say(game, action)
    return game


def _keeps(page: Page, base: str, **settings: str) -> None:
    page.goto(f"{base}/device")
    page.evaluate("form => fetch('/device', {method: 'POST', body: new URLSearchParams(form)})", settings)


def _faces(browser: Browser, lang: str, base: str, tables: GameService, door: AsgiApp) -> None:
    """Picture the table that faces everyone, as a player meets it: lying, by night."""
    game = _table(tables)
    context = browser.new_context(
        viewport={"width": 1180, "height": 820}, locale=LOCALES[lang], device_scale_factor=0.8, has_touch=True,
        color_scheme="dark",
    )  # fmt: skip
    page = context.new_page()
    page.goto(base + door.access.new_link())
    _keeps(page, base, spin="55440")  # the burning player sits below
    page.goto(f"{base}/games/{game}")
    page.wait_for_selector("#live.on")

    def shot(name: str) -> None:
        page.wait_for_timeout(2500)  # what has changed arrives, what moves comes to rest
        page.screenshot(path=str(FOLDER / lang / f"{name}.png"))
        _smaller(FOLDER / lang / f"{name}.png")

    shot("table")
    tables.say(game, {"action": "respond", "player": "Fede", "card": None})
    tables.say(game, {"action": "override", "set": {"turn": "Guadalupe", "step": "draw"}, "reason": ""})
    tables.say(game, {**AWAY, "player": "Guadalupe"})
    shot("table-turned")
    context.close()


def main() -> None:
    """Serve a table, look at it, put it away; once in each language."""
    for lang, locale in LOCALES.items():
        (FOLDER / lang).mkdir(parents=True, exist_ok=True)
        with looking() as (browser, base, door, tables):
            context = browser.new_context(
                viewport={"width": 1180, "height": 820}, locale=locale, device_scale_factor=SCALE, has_touch=True
            )
            _take(context.new_page(), lang, base, tables, door)
            _faces(browser, lang, base, tables, door)


if __name__ == "__main__":
    main()
