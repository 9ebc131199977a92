"""A picture of every screen at the six sizes, in Spanish and English (or `--lang`), with a page to look through them.

python -m tests.docs.gallery FOLDER [WORD …]      only the screens with one of these words in their name
python -m tests.docs.gallery FOLDER --steps       forty steps of the games with a board instead, by day and by night
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, BrowserContext

from companion.service.live.games import GameService
from companion.web.server.asgi import AsgiApp
from tests.browser.conftest import House
from tests.browser.states import moments
from tests.browser.test_board_sight import BOARDS
from tests.docs.looking import looking

SIZES = ((1180, 820), (1280, 800), (1024, 768), (800, 1280), (844, 390), (390, 844))
LANGUAGES = ("es", "en")
SIX = ["Ana", "Beto", "Carla", "Daniela", "Inés", "Federico"]
RESTS = 500
"""Milliseconds until what moves has come to rest."""

Screen = tuple[str, str, str]
"""Its name, its address, and whose device looks: `host`, `guest` or `seat`."""


def _said(tables: GameService, game: str, **said: object) -> str:
    return f"/games/{game}?v={tables.seen(game).version}&said={quote(json.dumps(said))}"


def _open(tables: GameService, game: str, *actions: dict[str, object], **more: object) -> str:
    ident = tables.open({"playthrough": 1, "game": game, "players": SIX, **more}).id
    for action in actions:
        tables.say(ident, action)
    return ident


def screens(tables: GameService) -> Iterator[Screen]:
    """Yield every screen, with games of each kind played as far as it needs."""
    draw: dict[str, object] = {"action": "draw", "player": "Ana", "back": "away"}
    burns: dict[str, object] = {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"}
    start, turn, asked = (_open(tables, "la-cosa", *said) for said in ((), (draw,), (draw, burns)))
    over = _open(tables, "la-cosa", draw, burns, {"action": "respond", "player": "Beto", "card": None})
    roles = {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa", "Inés": "infected"}
    tables.say(over, {"action": "end", "cause": "la-cosa-eliminated", "roles": roles, "infected": ["Inés"]})
    others = {slug: _open(tables, slug) for slug in ("la-criatura", "dos-barajas")}
    for name in (
        "", "new", "rules", "puzzles", "puzzles/1", "print", "take-in", "kept", "join", "screens", "device", "devices",
        "ca",
    ):  # fmt: skip
        yield name.replace("/", "-") or "home", f"/{name}", "host"
    yield "about-device", "/about/this-device", "host"
    yield "board", "/board?box=the-thing/the-thing", "host"
    yield "count", "/count?box=la-cosa/la-cosa&tongue=en", "host"
    yield "people", "/people", "host"
    yield "person", "/people/person?name=Ana", "host"
    yield "nowhere", "/games/none", "host"
    yield "table-draw", f"/games/{start}", "host"
    yield "table-act", f"/games/{turn}", "host"
    yield "table-target", _said(tables, turn, action="play", player="Ana", card="lanzallamas"), "host"
    yield "table-respond", f"/games/{asked}", "host"
    yield "table-over", f"/games/{over}", "host"
    for slug, ident in others.items():
        yield f"table-{slug}", f"/games/{ident}", "host"
        yield f"help-{slug}", f"/games/{ident}/help", "guest"
    for who in ("guest", "seat"):
        yield f"table-{who}", f"/games/{turn}", who
    yield "seat-alone", f"/games/{turn}/seat", "seat"
    yield "table-first-evening", f"/games/{_open(tables, 'la-cosa', draw, first_evening=True)}", "host"
    for name in (
        "setup", "goal", "figures", "box", "fix", "log", "at/1", "edit/2", "record", "record/codes/1", "seats",
        "locked", "room",
    ):  # fmt: skip
        yield name.replace("/", "-"), f"/games/{turn}/{name}", "host"
    for name in ("rules", "help", "scan", "scan/deck", "scan/play", "scan/seen", "scan/judge"):
        yield name.replace("/", "-"), f"/games/{turn}/{name}", "host"
    for name in ("film", "film/2", "known", "story"):
        yield name.replace("/", "-"), f"/games/{over}/{name}", "host"


def _devices(browser: Browser, base: str, door: AsgiApp, lang: str) -> dict[str, BrowserContext]:
    """Return a device of the host's, one that looks on, and one that sits at every table in turn."""
    found = {}
    for who in ("host", "guest", "seat"):
        context = browser.new_context(locale=lang, has_touch=True)
        if who == "host":
            page = context.new_page()
            page.goto(base + door.access.new_link())
            page.close()
        found[who] = context
    return found


def _take(browser: Browser, base: str, door: AsgiApp, tables: GameService, folder: Path, asked: Namespace) -> list[str]:
    words: list[str] = asked.words
    wanted = [one for one in screens(tables) if not words or any(word in one[0] for word in words)]
    taken: list[str] = []
    for lang in asked.lang or LANGUAGES:
        devices = _devices(browser, base, door, lang)
        for name, path, who in wanted:
            if who == "seat":
                cookie = door.access.sessions.claim(path.split("/")[2], 0)
                devices[who].add_cookies([{"name": door.access.cookie_name, "value": cookie, "url": base}])
            page = devices[who].new_page()
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(base + path)
                page.wait_for_timeout(RESTS)  # what moves comes to rest
                file = f"{name}-{width}x{height}-{lang}.png"
                page.screenshot(path=str(folder / file))
                taken.append(file)
            page.close()
            print(name, lang, flush=True)
        for context in devices.values():
            context.close()
    return taken


STEPS = 14
"""So many steps of each game with a board; each at two of the sizes."""


def _take_steps(browser: Browser, base: str, door: AsgiApp, tables: GameService, folder: Path) -> list[str]:
    """Take the fullest steps of the games with a board, at a tablet by day and by night and at a phone."""
    house, taken = House(browser, tables, door, base), list[str]()
    for game, people in BOARDS.items():
        for moment in moments(game, people[1])[:STEPS]:
            context = browser.new_context(locale="es-ES", has_touch=True)
            page = context.new_page()
            page.goto(base + door.access.new_link())
            address = base + moment.open(house, game)
            for width, height in (SIZES[0], SIZES[-1]):
                page.set_viewport_size({"width": width, "height": height})
                for light in ("light", "dark") if width > height else ("light",):
                    page.emulate_media(color_scheme=light)
                    page.goto(address)
                    page.wait_for_timeout(RESTS)  # what moves comes to rest
                    taken.append(f"{game}-{moment.name}-{width}x{height}-{light}.png")
                    page.screenshot(path=str(folder / taken[-1]))
            context.close()
    return taken


def index(taken: list[str]) -> str:
    """Return a page with all pictures, each a link to itself."""
    shown = "".join(
        f'<a href="{escape(one)}"><img src="{escape(one)}" alt="{escape(one)}" loading="lazy"></a>' for one in taken
    )
    style = "body{background:#222;display:flex;flex-wrap:wrap;gap:8px}img{height:320px}"
    return f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{style}</style>{shown}"


def main(arguments: list[str]) -> int:
    """Serve games of every kind, look at every page, write the pictures down."""
    parser = ArgumentParser(prog="python -m tests.docs.gallery", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only the screens with one of these in their name")
    parser.add_argument("--steps", action="store_true", help="forty steps of the games with a board instead")
    parser.add_argument("--lang", action="append", help="a language; Spanish and English if none is given")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    with looking() as (browser, base, door, tables):
        if asked.steps:
            taken = _take_steps(browser, base, door, tables, folder)
        else:
            taken = _take(browser, base, door, tables, folder, asked)
    (folder / "index.html").write_text(index(taken), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
