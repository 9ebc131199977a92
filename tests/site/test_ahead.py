"""Page that a tap leads to, known before it: the same as after it, and nothing is kept of it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.site.home import Answer, Home
from tests.length import is_long, later
from tests.site.conftest import AT, asked, opened
from tests.web.test_kept_pieces import scripts

FORM = "application/x-www-form-urlencoded"
_NEW = re.compile(r'name="action_id" value="[0-9a-f]+(-\w)?"|<time>[^<]*</time>|value="[^"]*" class="choice lot"')
"""Parts that differ between any two answers: the next tap, the time of the last one, and what a lot drew."""
_BUTTON = re.compile(r"<button ([^>]*)>")
_NAMED = re.compile(r"""([a-z]+)=(?:"([^"]*)"|'([^']*)')""")
STEPS = 4
"""Entries of a game for each one that is looked at, in a short run."""


def buttons(page: str) -> list[tuple[str, bytes]]:
    """Return every one-tap choice of a page: its address and its form."""
    version = re.search(r'name="version" value="(\d+)"', page)
    home = re.search(r'data-home="([^"]+)"', page)
    assert version is not None and home is not None
    found = []
    for button in _BUTTON.findall(page):
        named = {key: unescape(one or other) for key, one, other in _NAMED.findall(button)}
        if named.get("name") not in ("said", "to") or "?" in named.get("formaction", "") or "data-away" in button:
            continue
        form = {"version": version[1], "action_id": f"tap-{len(found)}-{version[1]}", named["name"]: named["value"]}
        found.append((named.get("formaction", f"{home[1]}/act"), urlencode(form).encode()))
    return found


def ahead(home: Home, path: str, form: bytes) -> Answer:
    """Return the answer to a tap, told ahead of it."""
    said = {"content-type": FORM, "sec-fetch-site": "same-origin", "x-live": "1"}
    return home.ahead("POST", AT + path, said, form)


def tapped(home: Home, path: str, form: bytes, **more: str) -> Answer:
    return asked(home, "POST", path, form, FORM, **{"x-live": "1", **more})


def kept(folder: Path) -> dict[str, bytes]:
    """Return every byte of this home on disk."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("script", [scripts()[0], *later(*scripts()[1:])], ids=lambda path: path.parent.name)
def test_every_page_is_the_one_that_comes_after_the_tap_and_nothing_is_kept_before_it(
    script: Path, tmp_path: Path
) -> None:
    lines = [json.loads(line) for line in script.read_text("utf-8").splitlines() if line.startswith("{")]
    home = Home(tmp_path, "mesa.example")
    game = str(json.loads(asked(home, "POST", "/api/games", json.dumps(lines[0]).encode()).body)["id"])
    has_ballots = bool(home.tables.playing(game).game.ballots)
    compared = 0
    for number, line in enumerate(lines[1:]):
        if not number % (1 if is_long() else STEPS):
            taps = buttons(shown(home, game))
            path, form = taps[number // STEPS % len(taps)]
            before, entries = kept(tmp_path), home.tables.playing(game).rows()
            told = ahead(home, path, form)
            assert kept(tmp_path) == before
            assert home.tables.playing(game).rows() == entries
            assert told.changed == ""
            if has_ballots:
                assert told.status == 204
            else:
                after = tapped(home, path, form)
                if home.tables.seen(game).table.ended:
                    assert told.status == 204
                else:
                    assert told.status == after.status
                    assert _NEW.sub("", told.body.decode()) == _NEW.sub("", after.body.decode())
                    compared += after.status == 200
                home.tables.return_to(game, len(entries))
        if "action" in line and line["action"] != "check":
            asked(home, "POST", f"/api/games/{game}/actions", json.dumps(line).encode())
    assert has_ballots or compared > 5


def test_nothing_is_foreseen_where_votes_stay_shut(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example")
    setup = {"game": "the-thing", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}
    game = str(json.loads(asked(home, "POST", "/api/games", json.dumps(setup).encode()).body)["id"])
    assert ahead(home, *buttons(shown(home, game))[0]).status == 204


def shown(home: Home, game: str) -> str:
    """Return the table as it is shown to a page that is open."""
    return asked(home, "GET", f"/games/{game}", **{"x-live": "1"}).body.decode()


def test_whoever_has_the_page_hears_only_that_it_was_kept_and_when(game: str, home: Home) -> None:
    home.tables.clock = lambda: "2026-11-26T09:41:00.000Z"
    path, form = buttons(shown(home, game))[0]
    told = tapped(home, path, form, **{"x-ahead": "1"})
    assert (told.status, told.body) == (204, b"")
    assert re.fullmatch(r"\d\d:41", dict(told.headers)["X-Ahead"])
    assert json.loads(told.changed) == {"game": game, "version": home.tables.seen(game).version}
    assert home.tables.seen(game).version > 1


@pytest.mark.parametrize(
    "form", [b"", b"said=%7B%22action%22%3A%22fly%22%7D&version=1", b"said=%FF&version=x", b"to=99"]
)
def test_what_would_be_refused_is_told_as_a_refusal(game: str, home: Home, form: bytes) -> None:
    for path in (f"/games/{game}/act", f"/games/{game}/return"):
        assert ahead(home, path, form).status in (400, 409, 422)
    assert home.tables.seen(game).version == 1


@pytest.mark.parametrize("path", ["/games/none/act", "/games/{}/scan/judge", "/games/{}/label", "/new", "/"])
def test_of_other_pages_nothing_is_known_ahead(game: str, home: Home, tmp_path: Path, path: str) -> None:
    before = kept(tmp_path)
    assert ahead(home, path.format(game), b"said=x").status == 204
    assert kept(tmp_path) == before


def test_where_the_referee_looks_at_every_hand_nothing_is_tried_ahead(game: str, home: Home) -> None:
    path, form = buttons(shown(home, game))[0]
    home.tables.sealed.refereed.decide(game, True)
    assert ahead(home, path, form).status == 204


def test_in_a_folder_of_a_host_the_page_leads_back_into_it(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example", "/mesa/")
    game = opened(home)
    path, form = buttons(shown(home, game).replace("/mesa/games", "/games"))[0]
    told = ahead(home, f"/mesa{path}", form)
    assert told.status == 200
    assert f'action="/mesa/games/{game}/act"' in told.body.decode()
