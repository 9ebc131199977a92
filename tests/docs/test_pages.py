"""The map of the pages is the program's own, and one gets from the table to every page that is not a phone's alone."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.docs.gallery import screens
from tests.web.sitting import Sitting

MAP = Path(__file__).parents[2] / "docs" / "pages.md"
NO_PAGE = re.compile(r"^/(api|static|icons\.svg|ca\.crt)|\.(png|jpg|svg)$|/(rows|pdf|mine|evening)$")
"""What answers with something else than a page of its own."""
PAGES_OF_PHONES = {"/games/<game>/scan/mine"}
BY_OTHER_WAYS = {
    "/host/<token>",
    "/games/<game>/at",
    "/games/<game>/edited/<int:number>",
    "/games/<game>/seat",
    "/games/<game>/scan/mine",
    "/games/<game>/scan/judge/<token>",
    "/print/jobs/<ident>",
    "/games/<game>/faces",
}
"""By the terminal, a form, the phone of a seat, or a touch of a card."""
MOST_STEPS = 3


def _routes(sitting: Sitting) -> set[str]:
    every = {rule.rule for rule in sitting.app.url_map.iter_rules() if "GET" in (rule.methods or set())}
    return {rule for rule in every if not NO_PAGE.search(rule)} | PAGES_OF_PHONES


def test_the_map_names_every_page_and_no_other() -> None:
    named = re.findall(r"^\| `([^`]+)` \|", MAP.read_text("utf-8"), re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) - {"/games/<game>/faces"} == _routes(Sitting()) - {"/games/<game>/faces"}


def test_every_page_is_reached_from_the_table() -> None:
    sitting = Sitting()
    sitting.sit_down()
    sitting.say(action="draw", player="Ana", back="away")
    address = sitting.app.url_map.bind("localhost")
    steps = {f"/games/{sitting.game}": 0}
    found: dict[str, int] = {}
    todo = [*steps]
    for path in todo:
        if re.match(r"/(api|static|icons|ca\.crt)", path) or steps[path] > MOST_STEPS:
            continue
        rule = address.match(path, method="GET", return_rule=True)[0].rule
        if rule in found and steps[path] > 1:
            continue  # one of each kind is enough
        found.setdefault(rule, steps[path])
        response = sitting.client.get(path, headers=sitting.headers)
        assert response.status_code in (200, 302, 303, 400), path  # 400: what a form would have filled in
        for link in re.findall(r'<a\b[^>]*\bhref="(/[^"#?]*)', response.get_data(as_text=True)):
            if unescape(link) not in steps:
                steps[unescape(link)] = steps[path] + 1
                todo.append(unescape(link))
    assert _routes(sitting) - BY_OTHER_WAYS - found.keys() == set()
    near = {"/print", "/laboratory", "/games/<game>/scan/judge", "/games/<game>/seats", "/games/<game>/help"}
    assert {rule: found[rule] for rule in near} == dict.fromkeys(near, 1)


def test_the_gallery_has_a_picture_of_every_page_that_opens_by_itself() -> None:
    sitting = Sitting()
    address = sitting.app.url_map.bind("localhost")
    shown = {path.partition("?")[0] for _, path, _ in screens(sitting.tables)}
    rules = {address.match(path, method="GET", return_rule=True)[0].rule for path in shown}
    assert _routes(sitting) - rules - {"/games/<game>/edit/<int:number>/see"} <= BY_OTHER_WAYS
