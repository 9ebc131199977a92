"""The film, the chronicle, the poster, the time line and editing of every other game, played over HTTP to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.web.pages.table.sidebar import linked
from tests.games.play import lines_of
from tests.length import later
from tests.printing import drawing
from tests.web.sitting import Page, Sitting

FOLDER = Path(__file__).parent.parent / "playthroughs"
EVENINGS = {
    "dos-barajas/six-with-forty": ("Imán de bastos", "Beto"),
    "dos-barajas/five-with-forty-eight": ("Perdón, me equivoqué", "Hugo"),
    "la-criatura/four-people-revealed": ("Al mando", "Ana"),
}
"""Golden evening of each game, with a prize of its own and one of its players."""
OPEN = re.compile(r"\{[a-z_]+\}|\b(?:awards|clues|recap|story|film|roles|log)\.[a-z-]+")
"""Blank that was not filled, or key of a missing sentence."""


def played(name: str, lang: str) -> Sitting:
    """Play a whole evening over HTTP as a device does it; refused actions stay unsaid."""
    sitting = Sitting(lang=lang)
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    answer = sitting.client.post("/api/games", json=setup, headers=sitting.headers)
    assert answer.status_code == 201
    sitting.game = answer.get_json()["id"]
    for action in actions:
        answer = sitting.client.post(f"/api/games/{sitting.game}/actions", json=action, headers=sitting.headers)
        assert answer.status_code in (200, 201, 422), answer.text
    assert sitting.state()["status"] == "ended"
    return sitting


def whole(page: Page) -> Page:
    """Return the page after asserting that it is there, with every sentence found and every blank filled."""
    assert page.status == 200
    assert not OPEN.search(page.text), OPEN.search(page.text)
    return page


def numbers(sitting: Sitting) -> range:
    """Return the numbers of every third entry from the set-up on; the newest is the table itself."""
    return range(1, sitting.state()["version"], 3)


TOLD = [
    *((name, "es") for name in EVENINGS),
    ("dos-barajas/six-with-forty", "en"),
    ("la-criatura/four-people-revealed", "en"),
]


@pytest.fixture(scope="module", params=[*TOLD[:2], *later(*TOLD[2:])], ids="-".join)
def evening(request: pytest.FixtureRequest) -> tuple[str, Sitting]:
    name, lang = request.param
    return name, played(name, lang)


def test_the_frames_of_the_film(evening: tuple[str, Sitting]) -> None:
    _, sitting = evening
    for number in numbers(sitting):
        whole(sitting.get(f"/games/{sitting.game}/film/{number}"))


def test_the_chronicle_has_prizes_of_the_game(evening: tuple[str, Sitting]) -> None:
    name, sitting = evening
    page = whole(sitting.get(f"/games/{sitting.game}/story"))
    prize, player = EVENINGS[name]
    assert player in page.text
    assert 'id="prizes"' in page.html
    assert (prize in page.text) == (sitting.lang == "es")


def test_the_time_line_and_what_an_entry_would_be_changed_to(evening: tuple[str, Sitting]) -> None:
    _, sitting = evening
    whole(sitting.get(f"/games/{sitting.game}/log"))
    for number in numbers(sitting):
        whole(sitting.get(f"/games/{sitting.game}/at/{number}"))
    for number in [*numbers(sitting)][1:]:
        for how in ("change", "insert"):
            whole(sitting.get(f"/games/{sitting.game}/edit/{number}?how={how}"))
        whole(sitting.get(f"/games/{sitting.game}/edit/{number}/see?how=remove"))


def test_the_poster_asked_for_names_nobody_where_names_are_left_out(evening: tuple[str, Sitting]) -> None:
    _, sitting = evening
    newer = sitting.tables.open({"playthrough": 1, "game": "la-cosa", "players": ["Nora", "Omar", "Pía", "Quim"]}).id
    roles = {"Nora": "la-cosa", **dict.fromkeys(("Omar", "Pía", "Quim"), "human")}
    sitting.tables.say(newer, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    names = sitting.tables.playing(sitting.game).course.table.players
    asked = {"what": "poster", "game": sitting.game, "lang": sitting.lang, "names": "no"}
    answer = sitting.client.post("/print/pdf", data=asked, headers=sitting.headers)
    assert answer.status_code == 200
    text = drawing.text(answer.data)
    assert not [one for one in names if re.search(rf"\b{re.escape(one)}\b", text)]
    assert sitting.tables.playing(sitting.game).title.words[sitting.lang].raw("game.name").upper() in text.upper()


def test_the_longest_name_of_a_card_leads_to_it() -> None:
    short, long = cards = ("armado", "armado-hasta-los-dientes")
    said = linked("Armado hasta los dientes, Armado y desarmado", title("la-criatura").words["es"], cards, "G")
    assert re.findall(r"#card-([\w-]+)", said) == [long, short]
