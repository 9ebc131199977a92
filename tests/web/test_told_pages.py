"""Pages as they were read: all they say, where each link and form leads, what stands in the fields, what scripts find
(`told/*.txt`).

A file holds pages of one evening, each below the request that is answered with it. A line is an element with what of it
people or scripts notice, then its text; where a drawing lies is no matter. `python -m tests.web.test_told_pages` writes
them anew where pages are otherwise on purpose: what `git diff` shows then is read, line by line, before it is kept.
"""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs

import pytest

from companion.decks.catalog import title
from companion.service.history.edit import amend, edit_of
from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.store.memory import MemoryStore
from companion.web.server.settings import Settings
from tests.games.play import lines_of
from tests.history.telling import FIVE, STORY, told
from tests.history.test_past import BEGUN, DOOR, FOUR
from tests.houses import said
from tests.web.sitting import KEY, SIX, Sitting, quick_app

TOLD = Path(__file__).with_name("told")
SEEN = re.compile(
    "accept|action|alt|aria-.*|autocomplete|autofocus|capture|checked|class|data-(?!spin|stayed|radii|centre|roundness).*"
    "|disabled|download|enctype|for|form(action|method|novalidate)?|hidden|href|id|inert|inputmode|label|lang|list|max"
    "|maxlength|method|min|multiple|name|open|placeholder|rel|required|reversed|role|selected|src|step|target|title|type"
    "|value"
)
DRAWN = {"path", "rect", "ellipse", "line", "circle", "meta", "radialgradient", "stop", "defs", "option"}
WITHIN = {"b", "small", "em", "strong", "span", "time", "wbr", "g", "text", "s", "i"}
"""What a line goes on with, where it has no class or other mark of its own."""
NEVER_SAME = (
    (re.compile(r"/static/(?:v-\w+/)?|/?icons\.svg\?v=\w+"), ""),
    (re.compile(r"\b[0-9a-f]{16}\b"), "ID"),
    (re.compile(r"(?<=/judge/)[\w-]{16}"), "TOKEN"),
    (re.compile(r"data:image[^ ]*"), "data:"),
    (re.compile(r"(?<=desde )\d\d:\d\d|(?<=última vez )\d\d:\d\d"), "TIME"),
    (re.compile(r"(?<=name=device value=)\w{10}|(?<=name=revoke value=)\w{10}"), "DEVICE"),
    (re.compile(r"(?<=id=code: )\w+|\b[0-9a-f]{64}\b"), "CODE"),
    (re.compile(r"Werkzeug/[\d.]+|\d{4}-\d\d-\d\d, [\d.]+(?= )|(?<=data-date=)\S+ data-version=[\d.]+"), "THIS"),
    (re.compile(r"practice-\w{12}"), "PRACTICE"),
)

LEFT_OUT = re.compile(
    '<head>.*?(?=<title)|(?<=</title>).*?/day[.]css[^>]*>|<script src="[^"]*/early[.]js.*?/facing[.]js"></script>'
    "|<header.*?<nav>|<aside.*?</aside>"
    '|<a href="/device[?]back=[^"]*" class="own.*?</nav>|<template id="keys">.*?</dialog>',
    re.DOTALL,
)
"""What stands alike on every page: read once, where a page is asked for `whole`."""
TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*?(/?)>""")
NEVER_CLOSED = {"meta", "link", "input", "img", "br", "wbr", "hr", "option"}
CHANGING = {"ETag", "Content-Length", "Date", "Last-Modified"}
OTHERS_TOLD = re.compile('<li id="box-[2-9]".*?</details></li>', re.DOTALL)
"""What the first page tells of the other games."""


class Outline(HTMLParser):
    """The lines of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.is_new = True
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kept = [(key, value) for key, value in attrs if SEEN.fullmatch(key)]
        marks = " ".join(key if value is None else f"{key}={value}" for key, value in kept)
        if tag == "option" and not any(key == "selected" for key, _ in kept):
            self.lines[-1] += f" ({dict(attrs).get('value')})"
        elif tag == "link" and ("rel", "stylesheet") not in attrs:
            pass  # what is fetched early, or drawn in a tab
        elif tag not in DRAWN and (marks or tag not in WITHIN):
            self.lines.append(f"{tag} {marks}".strip())
            self.is_new = True

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.lines[-1] += f"{': ' if self.is_new else ' / '}{text}"
            self.is_new = False


def unclosed(html: str) -> list[str]:
    """Return the elements that are open where another is closed, or at the end."""
    open_: list[str] = []
    for closes, tag, is_alone in TAG.findall(html):
        if closes and tag != "option" and (not open_ or open_.pop() != tag):
            return [*open_, tag]
        if not closes and not is_alone and tag not in NEVER_CLOSED:
            open_.append(tag)
    return open_


def at(minute: int, day: str) -> str:
    """Return a minute of an evening."""
    return f"{day}T{18 + minute // 60}:{minute % 60:02}:00.000Z"


class Evening:
    """A house after some games, its devices and the names of the games."""

    day = "2026-11-27"

    def __init__(self) -> None:
        minutes = count()
        self.tables = GameService(MemoryStore(), title, clock=lambda: at(next(minutes), self.day))
        self.names: dict[str, str] = {}
        self.host, self.guest = Sitting(self.tables), Sitting(self.tables, host=False)
        self.host.app = self.guest.app = quick_app(self.tables, Settings(KEY, join="http://mesa.local:8000"))
        self.host.client, self.guest.client = (self.host.app.test_client() for _ in range(2))

    def opened(self, name: str, *lines: object, **setup: object) -> str:
        game = self.tables.open({"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}, **setup}).id
        said(self.tables, game, *lines)  # type: ignore[arg-type]
        self.names[name] = game
        return game

    def device(self, kind: str, game: str, seat: str) -> Sitting:
        """Return a phone that answers for a seat (`seat:GAME:1`), or a device that leads one table (`table:GAME:-`)."""
        found = Sitting(self.tables, host=False)
        found.app, access = self.guest.app, self.guest.access
        if kind == "seat":
            cookie = access.sessions.claim(game, int(seat), "Pixel 7 · Chrome")
        else:
            cookie = access.sessions.take_over(access.sessions.codes.offer("table", "", game).token)
        found.client = found.app.test_client()
        found.client.set_cookie(access.name_of_cookie("http"), cookie)
        return found

    def over(self) -> Evening:
        """Let no more time pass."""
        now = self.tables.clock()
        self.tables.clock = lambda: now
        return self


BURNED = ("draw Beto away", "play Beto lanzallamas Ana", "respond Ana", "reveal Ana role=la-cosa")


@cache
def la_cosa() -> Evening:
    """Return an evening with La Cosa: two games that came to their end, and one of last year; one put away, one on the
    table."""
    here = Evening()
    here.day = "2025-12-31"
    here.names["OLD"] = told(here.tables)[1]
    here.day = Evening.day
    here.opened(
        "SECOND",
        *BURNED,
        {"action": "end", "cause": "la-cosa-eliminated", "roles": {**dict.fromkeys(FIVE, "human"), "Ana": "la-cosa"}},
        players=["Beto", "Ana", "Carla", "Dani", "Eva"],
    )
    here.names["FIRST"] = told(here.tables)[1]
    here.tables.label(here.names["FIRST"], "Viernes")
    here.tables.label(here.opened("AWAY", {"action": "end", "cause": "abandoned"}), archived=True)
    here.opened(
        "NOW",
        *STORY[:6],
        "respond Carla no-gracias",
        "draw Carla away",
        "discard Carla",
        "respond Dani",
        "draw Dani away",
        "play Dani puerta-atrancada Eva",
        "draw Eva away",
        "play Eva lanzallamas Fede",
        "respond Fede",
        "respond Ana",
        {"action": "show", "player": "Carla", "cards": ["hacha"], "to": "all"},
        options={"self_quarantine": True},
        house="Quien duda enseña su Whisky",
        first_evening=True,
    )
    here.tables.say(here.names["NOW"], {"action": "undo"}, via="page · iPad · Safari")
    return here.over()


@cache
def moments() -> Evening:
    """Return tables of La Cosa at one moment each: the past was corrected, a hand was shown and not noted, the end was
    declared, a game was made ready."""
    here = Evening()
    mended = here.opened("MENDED", *BEGUN, players=FOUR)
    amend(here.tables, mended, edit_of(here.tables.playing(mended), 3, "change", [DOOR], [], "No pasó así"))
    here.opened(
        "WHISKY", "draw Ana away", "play Ana whisky", "rename Beto to=Berta", players=FOUR, options={"turn_limit": 35}
    )
    for name in ("REFEREED", "JUDGED", "SPOKEN"):  # what the referee has seen in one is known there from then on
        here.tables.sealed.refereed.decide(here.opened(name, *STORY[:4], players=FIVE), True)
    here.opened("CLAIMED", *STORY, "declare Beto", players=FIVE)
    for name, card in ("BURNED", "lanzallamas"), ("SWAPPED", "cambio-de-lugar"):
        here.opened(name, "draw Ana away", f"play Ana {card} Beto", "respond Beto", players=FIVE)
    here.opened("TURNED", *BEGUN[:5], players=FOUR)
    tap = here.opened("TAP", BEGUN[0], players=FOUR, first_evening=True)
    back = here.opened("BACK", BEGUN[0], players=FOUR)
    here.tables.say_all(tap, BEGUN[1:4])
    here.tables.say_all(back, BEGUN[1:5])
    said(here.tables, back, BEGUN[5], {"action": "undo"})
    here.tables.return_to(back, 2)
    fresh = here.opened("FRESH", players=["Ana", "שרה", "María José Ruiz", "Leo", "Gala", "Iván"])
    here.names["SQUARE"] = here.guest.access.sessions.codes.offer("sit", "", fresh).token
    return here.over()


@cache
def others() -> Evening:
    """Return an evening with other games: boards in their first rounds, two games at their end."""
    here = Evening()
    for name, (file, many) in OTHERS.items():
        setup, *actions = lines_of(PLAYTHROUGHS / f"{file}.jsonl")
        game = here.opened(name, **setup)
        for action in actions[:many]:
            with suppress(Refused):  # some show what is refused
                here.tables.say(game, action)
    here.host.app.config["SECURE"] = SimpleNamespace(port=8443, authority=SimpleNamespace(fingerprint="AB:CD:EF"))
    return here.over()


@cache
def full() -> Evening:
    """Return a house with more of everything than a page shows: 41 games put away, 33 that came to an end, 9 on the
    table; two people in each of the last are new."""
    here = Evening()
    for k in range(41):
        here.tables.label(here.opened(f"AWAY{k:02}"), archived=True)
    for k in range(33):
        people = ["Ana", "Beto", f"Nina{k:02}", f"Omar{k:02}"]
        roles = {**dict.fromkeys(people[1:], "human"), "Ana": "la-cosa"}
        end = {"action": "end", "cause": "la-cosa-eliminated", "roles": roles}
        here.opened(f"OVER{k:02}", *BURNED, end, players=people, first="Beto")
    for k in range(9):
        here.opened(f"OPEN{k}", players=SIX)
    return here.over()


@cache
def alone() -> Evening:
    """Return the house of a tablet alone, whose browser has no camera and may lose what it keeps: a game in play, one
    at its end, one with the referee."""
    here = Evening()
    here.opened("PLAY", *BEGUN, players=FOUR)
    end = {"action": "end", "cause": "la-cosa-eliminated", "roles": {**dict.fromkeys(FOUR, "human"), "Ana": "la-cosa"}}
    here.opened("DONE", *BURNED, end, players=FOUR, first="Beto")
    here.tables.sealed.refereed.decide(here.opened("JUDGED", *STORY[:4], players=FIVE), True)
    here.host.app.config["ALONE"] = SimpleNamespace(camera=False, keeps=False, is_deleted=False)
    return here.over()


PLAYTHROUGHS = TOLD.parents[1] / "playthroughs"
OTHERS = {
    "BASE": ("the-thing/four-people-rescue", 40),
    "COOP": ("the-thing-coop/one-person-rescue", 30),
    "CREATURE": ("la-criatura/three-people", 39),
    "DECKS": ("dos-barajas/six-with-forty", 20),
}
"""From which playthrough, and how many actions of it."""
HOUSES: dict[str, Callable[[], Evening]] = {
    "la-cosa": la_cosa, "moments": moments, "others": others, "full": full, "alone": alone,
}  # fmt: skip


def pages_of(house: str) -> Iterator[tuple[str, str]]:
    """Yield the pages of a file: the request, and the lines of the answer."""
    for block in re.split(r"^=== ", (TOLD / f"{house}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        request, _, lines = block.partition("\n")
        yield request, lines.strip()


def shown(evening: Evening, request: str) -> str:
    """Return the lines of the page that answers a request: a path; what is sent to it, and what the last form of each
    answer is sent with; as a `guest`; `whole`; its `headers`; `only:` what begins a line like this."""
    for name, game in evening.names.items():
        request = request.replace(name, game)
    path, *more = shlex.split(request)
    devices = {one: evening.device(*one.split(":")[-3:]) for one in more if re.match("(beside:)?(seat|table):", one)}
    here = next((found for one, found in devices.items() if not one.startswith("beside")), evening.host)
    here = evening.guest if "guest" in more else here
    if "headers" in more:
        answer = here.client.get(path, headers={**here.headers, "Accept-Encoding": "br, gzip"})
        lines = sorted(f"{name}: {value}" for name, value in answer.headers if name not in CHANGING)
        return "\n".join([str(answer.status_code), *lines]).replace(evening.names.get("NOW", "-"), "NOW")
    sent = [one for one in more if "=" in one and not one.startswith("only:")]
    forms = [parse_qs(one, keep_blank_values=True) for one in sent]
    page = here.post(path, forms[0]) if forms else here.get(path)
    for form in forms[1:]:
        page = here.post(page.forms[-1].action, {**page.forms[-1].fields, **form})
    evening.guest.access.sessions.revoke_all()  # the next page knows no phones of this one
    assert page.status == 303 or not unclosed(page.html)
    html = OTHERS_TOLD.sub("", page.html if "whole" in more else LEFT_OUT.sub("", page.html)).replace("\r", "")
    for name, game in evening.names.items():
        html = html.replace(game, name)
    lines = Outline(html).lines if html.startswith("<") else html.replace("},", "},\n").split("\n")
    text = "\n".join([str(page.status), *lines])
    for pattern, instead in NEVER_SAME:
        text = pattern.sub(instead, text)
    only = next((one[5:] for one in more if one.startswith("only:")), ".*")
    return "\n".join(found[0] for line in text.splitlines() if (found := re.match(only, line)))


@pytest.fixture(autouse=True)
def here_it_is_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("house", "asked", "lines"),
    [pytest.param(name, *page, id=f"{name}-{k}") for name in HOUSES for k, page in enumerate(pages_of(name), 1)],
)
def test_a_page_is_as_it_was_read(house: str, asked: str, lines: str) -> None:
    assert shown(HOUSES[house](), asked).splitlines() == lines.splitlines(), f"{asked} (see above)"


if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    for house, evening in HOUSES.items():
        head, *_ = (TOLD / f"{house}.txt").read_text("utf-8").partition("=== ")
        found = [f"=== {asked}\n{shown(evening(), asked)}\n" for asked, _ in pages_of(house)]
        (TOLD / f"{house}.txt").write_text(head + "\n".join(found), "utf-8")
