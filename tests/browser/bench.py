"""A bench for scripts and styles: one page, answered in this process by the product's own templates and files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from flask.testing import FlaskClient
from playwright.sync_api import Browser, Route

from companion.service.live.session import Refused
from tests.browser.tablet import TABLET
from tests.houses import Line, said
from tests.web.sitting import HOST, SIX, Sitting

BASE = "http://localhost"
SCENES = Path(__file__).parent / "scenes"
SITE = Path(__file__).parents[2] / "companion" / "site" / "static"
BLANK = '<!doctype html><html lang="es"><title>.</title><body><main id="main"></main>'
WORDS = {
    "es": {
        "news.newer": "nueva {version}", "news.renewed": "renovada {version}", "news.put": "Poner",
        "news.later": "Luego", "news.seen": "Visto", "news.playing": "Se juega",
    },
    "en": {},
}  # fmt: skip
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
PLAYED = "async (here) => {{ try {{{}\n}} catch (fault) {{ bench.faults.push(fault.stack); }} return bench.faults; }}"
FORGOTTEN = "localStorage.clear(); sessionStorage.clear()"


class Bench:
    """A page without a server: every request of it is answered here.

    Its time goes only when a scene lets it, and nothing leads away from it (scenes/bench.js).
    """

    def __init__(self, browser: Browser) -> None:
        self.house = Sitting()
        self.client: FlaskClient = self.house.app.test_client(use_cookies=False)
        self.who = HOST
        self.game = ""
        self._kept: dict[str, dict[str, Any]] = {}
        self.context = browser.new_context(locale="es-ES", has_touch=True, bypass_csp=True)
        self.context.route("**/*", self._answer)
        self.context.add_init_script(path=SCENES / "bench.js")
        self.page = self.context.new_page()

    def open(self, path: str, size: tuple[int, int] = TABLET, who: dict[str, str] | None = None) -> None:
        self.who = HOST if who is None else who
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.goto(BASE + path)

    def play(self, scene: str, **given: object) -> list[str]:
        """Play a scene on the page that is open, and return what was otherwise than it says."""
        text = (SCENES / f"{scene}.js").read_text("utf-8")
        try:
            found: list[str] = self.page.evaluate(PLAYED.format(text), given)
            return found
        finally:
            self.page.evaluate(FORGOTTEN)

    def table(self, game: str, *lines: Line, players: Sequence[str] = SIX, **setup: object) -> str:
        """Open a game, say these, and return its id; what a scene says is said there."""
        line = {"playthrough": 1, "game": game, "players": [*players], "options": {}, **setup}
        self.game = self.house.tables.open(line).id
        said(self.house.tables, self.game, *lines)
        return self.game

    def practice(self) -> str:
        """Begin a practice evening, and return its address."""
        return self.client.post("/practice", headers=HOST).location

    def stage(self, game: str) -> str:
        """Let somebody show a hand to the referee, and return where the cards are read."""
        asked = {"what": "hand", "hand-player": SIX[0]}
        at = self.client.post(f"/games/{game}/scan/judge", data=asked, headers=HOST).location
        self.client.post(at, data={"step": "0", "do": "on"}, headers=HOST)
        return at

    def seat(self, game: str, seat: int = 0) -> dict[str, str]:
        """Return what the phone of a seat says of itself."""
        access = self.house.access
        return {"Cookie": f"{access.cookie_name}={access.sessions.claim(game, seat)}"}

    def _answer(self, route: Route) -> None:
        asked = route.request
        at = urlsplit(asked.url)
        path = at.path + (f"?{at.query}" if at.query else "")
        if at.netloc != "localhost":
            route.abort()
        elif at.path == "/bench/say":
            try:
                said(self.house.tables, self.game, json.loads(unquote(at.query)))
                route.fulfill(body="")
            except (Refused, ValueError, LookupError) as fault:  # unanswered, a page waits for ever
                route.fulfill(status=409, body=str(fault))
        elif at.path == "/print/preview.png":  # drawn by the printers' typesetter, in seconds
            route.fulfill(status=204)
        elif at.path.startswith("/bench/blank"):
            route.fulfill(content_type="text/html", body=BLANK)
        elif at.path == "/_site/words.js":
            route.fulfill(content_type="text/javascript", body=f"export const WORDS = {json.dumps(WORDS)}")
        elif at.path.startswith("/_site/"):
            file = SITE / at.path.removeprefix("/_site/")
            route.fulfill(content_type=KINDS[file.suffix], body=file.read_bytes())
        elif path in self._kept:
            route.fulfill(**self._kept[path])
        else:
            answer = self.client.open(
                path,
                method=asked.method,
                data=asked.post_data_buffer,
                headers={"Accept": "text/html", "Accept-Language": "es", **self.who, **_few(asked.headers)},
                follow_redirects=True,
            )
            headers = {
                key: value for key, value in answer.headers.items() if key not in ("Content-Length", "Set-Cookie")
            }
            told: dict[str, Any] = {"status": answer.status_code, "headers": headers, "body": answer.get_data()}
            if at.path.startswith("/static/"):
                self._kept[path] = told
            route.fulfill(**told)


def _few(headers: dict[str, str]) -> dict[str, str]:
    return {
        key: value for key, value in headers.items() if key in ("accept", "content-type", "x-live", "if-none-match")
    }
