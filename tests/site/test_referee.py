"""The referee where there is no server: it answers as on a computer, forgets with the page, says so, and writes nothing
but that cards were shown and what the table decided."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.engine import solver
from companion.engine.hidden.reasons import WORK
from companion.service.referee import checks, judging
from companion.service.referee import private_reveal as showing
from companion.site import home as alone
from companion.site.home import Answer, Home, Marks
from tests.site.conftest import AT, asked, opened

HAND = ("hacha", "whisky", "sospecha", "seduccion")
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits, so that the tests are short."""
    monkeypatch.setattr(showing, "SETTLED", 0.02)
    monkeypatch.setattr(checks, "TICK", 0.01)
    monkeypatch.setattr(judging, "STEP", 0.05)
    monkeypatch.setattr(judging, "WAY_BACK", 0.01)


def checked(home: Home, game: str, *cards: str) -> dict[str, Any]:
    """Return the answer to a check of Ana's hand."""
    said = {"action": "check", "what": "hand", "player": "Ana", "cards": cards or HAND}
    answer = asked(home, "POST", f"/api/games/{game}/actions", json.dumps(said).encode())
    assert answer.status == 200, answer.body
    return dict(json.loads(answer.body))


def sent(home: Home, at: str, **fields: str) -> Answer:
    """Send a form of a page, and return the page it leads to."""
    answer = asked(home, "POST", at, urlencode(fields).encode(), FORM)
    return asked(home, "GET", dict(answer.headers)["Location"].removeprefix(AT)) if answer.status == 303 else answer


def shown(home: Home, game: str, *cards: str) -> list[str]:
    """Show Ana's hand, and return the pages: passed to her, shown, read, said aloud."""
    judge = f"/games/{game}/scan/judge"
    begun = asked(home, "POST", judge, urlencode({"what": "hand", "hand-player": "Ana"}).encode(), FORM)
    at = dict(begun.headers)["Location"].removeprefix(AT)
    pages = [asked(home, "GET", at).body.decode()]
    fields = [{}, {f"card.{k}": card for k, card in enumerate(cards)} | {"do": "done"}, {}]
    for more in fields:
        step = re.search(r'name="step" value="(\d+)"', pages[-1])
        assert step is not None
        pages.append(sent(home, at, step=step[1], **more).body.decode())
    return pages


@pytest.mark.parametrize("camera", [True, False])
def test_a_hand_is_shown_on_the_pages_and_its_owner_reads_why(tmp_path: Path, camera: bool) -> None:
    home = Home(tmp_path, "mesa.example", camera=camera)
    passed, show, read, aloud = shown(home, opened(home), "la-cosa", "whisky", "la-cosa", "hacha")
    assert "Soy Ana" in passed
    assert 'class="touched"' in show
    assert ("data-photos" in show, "data-camera" in show) == (camera, camera)
    assert "No está permitido" in read
    assert "la mano de Ana" in aloud and "No está permitido" not in aloud


def test_nothing_of_the_cards_is_in_any_file(home: Home, game: str, tmp_path: Path) -> None:
    shown(home, game, *HAND)
    checked(home, game)
    found = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert json.loads((tmp_path / "referee.json").read_text()) == {game: ["shown"]}
    assert b"Ana" in found  # so it is not packed
    assert not [card for card in HAND if card.encode() in found]


def test_once_the_page_was_closed_the_referee_says_that_it_has_forgotten(home: Home, game: str, tmp_path: Path) -> None:
    assert "otra vez" not in str(checked(home, game))
    later = Home(tmp_path, "mesa.example")
    begun = asked(later, "GET", f"/games/{game}/scan/judge").body.decode()
    assert "ha olvidado" in begun
    assert re.search("enseñ|otra vez", checked(later, game)["private"])
    other = opened(later)
    assert "ha olvidado" not in asked(later, "GET", f"/games/{other}/scan/judge").body.decode()


def test_a_table_that_shows_everything_still_does_after_a_start(home: Home, game: str, tmp_path: Path) -> None:
    assert 'id="referee-due"' not in asked(home, "GET", f"/games/{game}").body.decode()
    sent(home, f"/games/{game}/scan/evening", evening="on")
    for one in (home, Home(tmp_path, "mesa.example")):
        table = asked(one, "GET", f"/games/{game}").body.decode()
        assert 'id="referee-due"' in table and "cada persona enseña su mano" in table
    sent(home, f"/games/{game}/scan/evening", evening="off")
    assert json.loads((tmp_path / "referee.json").read_text()) == {}


def test_the_answer_takes_as_long_as_where_a_process_of_its_own_looks(
    home: Home, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[tuple[int, int, float, int]]()
    real = judging.busy_for

    def busy_for(entries: int, new: int, people: int, slowness: float, work: int = WORK) -> float:
        told.append((entries, people, slowness / judging._slowness(), work))
        return real(entries, new, people, slowness, work)

    monkeypatch.setattr(judging, "busy_for", busy_for)
    legal, illegal = checked(home, game), checked(home, game, "la-cosa", "la-cosa", "hacha", "whisky")
    assert (legal["verdict"], illegal["verdict"]) == ("legal", "illegal")
    assert told == [(1, 4, pytest.approx(alone.SLACK), alone.WORK)] * 2


def test_the_solver_is_brought_while_somebody_is_about_to_show_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = list[bool]()
    monkeypatch.setattr(judging, "get_ready", lambda: brought.append(True))
    home = Home(tmp_path, "mesa.example", "/mesa")
    game = opened(home)
    asked(home, "GET", f"/mesa/games/{game}")
    home.rest()
    assert brought == []  # who plays on waits for nothing
    asked(home, "GET", f"/mesa/games/{game}/scan/judge")
    assert brought == []
    home.rest()
    home.rest()
    assert brought == [True]


def test_a_site_without_the_referee_says_so_where_cards_would_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver.is_here.cache_clear()
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    try:
        home = Home(tmp_path, "mesa.example")
        game = opened(home)
        assert "python-sat" in asked(home, "GET", f"/games/{game}/scan/judge").body.decode()
        assert checked(home, game, "la-cosa", "la-cosa", "hacha", "whisky")["verdict"] == "undetermined"
        home.rest()
    finally:
        solver.is_here.cache_clear()


def test_what_was_marked_is_known_the_next_time(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "referee.json")
    assert marks.take("one") and marks.mark("one")
    marks.decide("two", True)
    later = Marks(tmp_path / "referee.json")
    assert later.has_shown("one") and not later.has_shown("two")
    assert later.shows_all("two") and not later.shows_all("one")
    assert json.loads((tmp_path / "referee.json").read_text()) == {"one": ["shown"], "two": ["all"]}


def test_a_table_that_is_no_more_leaves_nothing(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "referee.json")
    marks.mark("one")
    marks.decide("one", True)
    marks.forget("one")
    assert not marks.has_shown("one") and not marks.shows_all("one")
    assert json.loads((tmp_path / "referee.json").read_text()) == {}
    assert [one.name for one in tmp_path.iterdir()] == ["referee.json"]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"one": 3, "two": ["all", "more"]}', "[[1]]"])
def test_a_file_that_something_else_wrote_is_no_reason_not_to_play(tmp_path: Path, content: str) -> None:
    (tmp_path / "referee.json").write_text(content)
    marks = Marks(tmp_path / "referee.json")
    assert not marks.has_shown("one")
    assert marks.shows_all("two") is ("two" in content)


def test_a_storage_that_is_full_loses_only_the_next_start(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "gone" / "referee.json")
    assert marks.mark("one") and marks.has_shown("one")
    assert not Marks(tmp_path / "gone" / "referee.json").has_shown("one")
