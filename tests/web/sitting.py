"""A person at the pages without JavaScript: reads what a page offers, follows links, presses buttons."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

from flask import Config, Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.service.live.games import GameService
from companion.web.auth.access import Access
from companion.web.server.app import create_app, move_in
from companion.web.server.settings import Settings
from tests.houses import Line, new_house, said

KEY = "the-host-key"
HOST = {"Authorization": f"Bearer {KEY}"}
SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]


@cache
def _with_routes() -> Flask:
    """Return an application whose routes are laid down once a process: more than a hundred take 30 ms."""
    return create_app(new_house(), Settings(""))


def quick_app(tables: GameService, settings: Settings, access: Access | None = None) -> Flask:
    """Return an application over these games, as `create_app` does, with games, doors and settings of its own."""
    return moved(_with_routes(), tables, settings, access)


def moved(app: Flask, tables: GameService, settings: Settings, access: Access | None) -> Flask:
    """Return an application with the routes of another, over these games."""
    app = copy(app)
    app.config = Config(app.root_path, app.config)
    app.extensions = dict(app.extensions)
    move_in(app, tables, settings, access)
    return app


@dataclass
class Form:
    """A form: where it goes, and everything in it that would be sent."""

    action: str
    method: str = "get"
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Address of each button that does not lead where its form goes, by its label."""


class Offered(HTMLParser):
    """Forms with their buttons, links and text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self._parts: list[str] = []
        self._form: Form | None = None
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self._select = self._area = ""
        self.feed(html)
        self.text = " ".join("".join(self._parts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, field, button or link."""
        named = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = Form(named.get("action", ""), named.get("method", "get"))
            self.forms.append(self._form)
        elif tag == "input" and self._form is not None and named.get("name"):
            picked = named.get("type") not in ("radio", "checkbox") or "checked" in named
            if picked:
                self._form.fields.setdefault(named["name"], []).append(named.get("value", ""))
        elif tag == "select":
            self._select = named.get("name", "")
        elif tag == "option" and self._form is not None and self._select:
            known = self._form.fields.setdefault(self._select, [])
            if "selected" in named or not known:
                known[:] = [named.get("value", "")]
        elif tag == "textarea" and self._form is not None:
            self._area = named.get("name", "")
            self._form.fields[self._area] = [""]
        if tag in ("button", "a"):
            self._open.append((tag, named, []))

    def handle_endtag(self, tag: str) -> None:
        """End a form, field, button or link."""
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
        if tag in ("button", "a") and self._open and self._open[-1][0] == tag:
            _, named, parts = self._open.pop()
            label = " ".join("".join(parts).split())
            if tag == "button" and self._form is not None:
                self._form.buttons.append((named.get("name", ""), named.get("value", ""), label))
                if "formaction" in named:
                    self._form.elsewhere[label] = named["formaction"]
            elif tag == "a":
                self.links.setdefault(label, named.get("href", ""))

    def handle_data(self, data: str) -> None:
        """Collect text."""
        self._parts.append(data)
        if self._area and self._form is not None:
            self._form.fields[self._area][0] += data
        for _, _, parts in self._open:
            parts.append(data)


class Page:
    """Page as it came; its offers are read at the first use."""

    def __init__(self, response: TestResponse) -> None:
        self.status = response.status_code
        self.html = response.get_data(as_text=True)

    @cached_property
    def _offered(self) -> Offered:
        return Offered(self.html)

    @property
    def forms(self) -> list[Form]:
        """Forms of the page, in order."""
        return self._offered.forms

    @property
    def links(self) -> dict[str, str]:
        """Address of each link, by its text."""
        return self._offered.links

    @property
    def text(self) -> str:
        """Readable text of the page."""
        return self._offered.text

    @property
    def labels(self) -> list[str]:
        """Labels of all buttons."""
        return [label for form in self.forms for _, _, label in form.buttons]

    @property
    def prompt(self) -> str:
        """The sentence in large type."""
        found = re.search(r'id="prompt">([^<]*)<', self.html)
        return found[1] if found else ""

    @property
    def code(self) -> str:
        """The code that lets another device in."""
        found = re.search(r'id="code">([A-Z2-9]+)<', self.html)
        return found[1] if found else ""

    def version(self) -> int:
        """Return the version the page shows."""
        found = re.search(r'data-version="(\d+)"', self.html)
        return int(found[1]) if found else 0


class Sitting:
    """One host before the pages of one table."""

    def __init__(self, tables: GameService | None = None, game: str = "", lang: str = "es", host: bool = True) -> None:
        self.tables = tables or new_house()
        self.app = quick_app(self.tables, Settings(KEY))
        self.client: FlaskClient = self.app.test_client()
        self.lang = lang
        self.host = host
        self.game = game

    @property
    def access(self) -> Access:
        """The doors of the house."""
        found: Access = self.app.extensions["companion.access"]
        return found

    @property
    def headers(self) -> dict[str, str]:
        """Headers of every request of the device."""
        return {"Accept-Language": self.lang, **(HOST if self.host else {})}

    def get(self, path: str) -> Page:
        return Page(self.client.get(path, headers=self.headers))

    def post(self, path: str, data: dict[str, Any], **more: Any) -> Page:
        """Send a form, and return the page it leads to."""
        response = self.client.post(path, data=data, headers=self.headers, follow_redirects=True, **more)
        return Page(response)

    def press(self, page: Page, label: str, /, **filled: str | list[str]) -> Page:
        """Press the button that says this, with some fields filled in."""
        for form in page.forms:
            for name, value, text in form.buttons:
                if text == label or text.startswith(label):
                    fields: dict[str, Any] = {**form.fields, **filled}
                    action = form.elsewhere.get(text, form.action)
                    return self.post(action, {**fields, **({name: value} if name else {})})
        raise AssertionError(f"no button {label!r} among {page.labels}")

    def follow(self, page: Page, label: str) -> Page:
        """Follow the link that says this."""
        for text, href in page.links.items():
            if text == label or text.startswith(label):
                return self.get(href)
        raise AssertionError(f"no link {label!r} among {list(page.links)}")

    def choose(self, page: Page, label: str, /, **filled: str | list[str]) -> Page:
        """Make a choice of a question by its button or link."""
        if any(text == label for text in page.labels):
            return self.press(page, label, **filled)
        return self.follow(page, label)

    def sit_down(self, players: list[str] | None = None, **options: object) -> Page:
        """Open a game and look at its table."""
        setup = {"playthrough": 1, "game": "la-cosa", "players": players or SIX, "options": options}
        self.game = self.tables.open(setup).id
        return self.look()

    def look(self) -> Page:
        return self.get(f"/games/{self.game}")

    def say(self, **action: object) -> Page:
        """Say something without the pages, and look."""
        return self.do(action)

    def do(self, *lines: Line) -> Page:
        """Say these without the pages, and look."""
        said(self.tables, self.game, *lines)
        return self.look()

    def state(self) -> dict[str, Any]:
        return self.tables.seen(self.game).state

    def asked(self, said: object, version: int | None = None) -> str:
        """Return the address of the question after `said`."""
        text = said if isinstance(said, str) else json.dumps(said)
        return f"/games/{self.game}?v={version or self.state()['version']}&said={quote(text)}"


def seated(
    *lines: Line, game: str = "la-cosa", players: Sequence[str] = SIX, lang: str = "es", **setup: object
) -> Sitting:
    """Open a table of any game and say these at it. `setup`: what else stands in its set-up."""
    tables = new_house()
    opened = tables.open({"playthrough": 1, "game": game, "players": [*players], "options": {}, **setup}).id
    said(tables, opened, *lines)
    return Sitting(tables, opened, lang)
