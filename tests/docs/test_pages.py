"""The map of the pages is the program's own, and one gets from the table to every page that is not a phone's alone."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.docs.gallery import screens
from tests.web.sitting import Sitting

MAP = Path(__file__).parents[2] / "docs" / "pages.md"
NO_PAGE = re.compile(
    r"^/(api|static|icons\.svg|ca\.crt)|\.(png|jpg|svg|csv|bgsplay)$|/(rows|pdf|mine|evening|file|scenes)$"
)
"""Addresses that answer with something else than a page of their own."""
PAGES_OF_PHONES = {"/games/<game>/scan/mine"}
BY_OTHER_WAYS = {
    "/host/<token>", "/games/<game>/at", "/games/<game>/edited/<int:number>", "/games/<game>/seat",
    "/games/<game>/scan/mine", "/games/<game>/scan/judge/<token>", "/print/jobs/<ident>", "/games/<game>/faces",
    "/games/<game>/film/<int:number>", "/games/<game>/known", "/board", "/phones", "/wait",
    "/people/person",
}  # fmt: skip
"""By the terminal, a form, the phone of a seat, a touch of a card, a game that is over, one with a board, no
game at all, or an address that was kept."""


def _routes(sitting: Sitting) -> set[str]:
    every = {rule.rule for rule in sitting.app.url_map.iter_rules() if "GET" in (rule.methods or set())}
    return {rule for rule in every if not NO_PAGE.search(rule)} | PAGES_OF_PHONES


def test_the_map_names_every_page_and_no_other() -> None:
    named = re.findall(r"^\| `([^`]+)` \|", MAP.read_text("utf-8"), re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) - {"/games/<game>/faces"} == _routes(Sitting()) - {"/games/<game>/faces"}


def _called(lang: str) -> dict[str, str]:
    """Return the name in a language of every page that has one."""
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+?) · ([^|]+?) \|", MAP.read_text("utf-8"), re.MULTILINE)
    return {rule: names[lang == "en"] for rule, *names in rows}


def _said(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


HEADED_BY_THE_TABLE = {
    "/", "/games/<game>/film", "/games/<game>/story", "/games/<game>/locked", "/games/<game>/room",
    "/games/<game>/scan/play", "/games/<game>/goal", "/join", "/phones",
}  # fmt: skip
"""Pages at whose head stands what is on the table, or what has been typed."""


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_page_has_one_name_on_every_way_there(lang: str) -> None:
    sitting = Sitting(lang=lang)
    sitting.sit_down()
    sitting.say(action="draw", player="Ana", back="away")
    address, named = sitting.app.url_map.bind("localhost"), _called(lang)
    todo, seen, wrong = [f"/games/{sitting.game}"], set[str](), list[str]()
    for path in todo:
        rule = address.match(path, method="GET", return_rule=True)[0].rule
        if rule in seen:
            continue
        seen.add(rule)
        response = sitting.client.get(path, headers=sitting.headers)
        assert response.status_code in (200, 302, 303, 400), path  # 400: what a form would have filled in
        html = response.get_data(as_text=True)
        head = re.search(r"<h1[^>]*>(.*?)</h1>", html, re.DOTALL)
        if rule in named and rule not in HEADED_BY_THE_TABLE and not (head and _said(head[1]).startswith(named[rule])):
            wrong.append(f"{path} is headed {_said(head[1]) if head else None!r}, not {named[rule]!r}")
        for attributes, inside in re.findall(r"<a\b([^>]*)>(.*?)</a>", html, re.DOTALL):
            to = re.search(r'href="(/(?!api|static|icons|ca\.crt)[^"#?]*)(["#?])', attributes)
            if to is None or 'class="home"' in attributes or 'role="button"' in attributes:
                continue
            todo.append(unescape(to[1]))
            label = re.search(r'aria-label="([^"]*)"', attributes)
            text, there = _said(label[1] if label else inside), address.match(todo[-1], return_rule=True)[0].rule
            name = named.get(there, "")
            if to[2] == '"' and there != rule and not (name in text or name.startswith(text)):
                wrong.append(f"{path} leads to {there} by {text!r}, not {name!r}")
    assert wrong == []
    assert _routes(sitting) - BY_OTHER_WAYS - seen == set(), "one gets there from the table"


def test_the_gallery_has_a_picture_of_every_page_that_opens_by_itself() -> None:
    sitting = Sitting()
    address = sitting.app.url_map.bind("localhost")
    shown = {path.partition("?")[0] for _, path, _ in screens(sitting.tables)}
    rules = {address.match(path, method="GET", return_rule=True)[0].rule for path in shown}
    assert _routes(sitting) - rules - {"/games/<game>/edit/<int:number>/see"} <= BY_OTHER_WAYS
