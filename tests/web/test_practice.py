"""The practice evening's pages: what they point at is there, and nothing is left of it."""

from __future__ import annotations

import re
from html import unescape

from companion.decks.catalog import title
from tests.web.sitting import Page, Sitting

COACH = re.compile(r'id="coach" role="status" data-touch="(.*?)" data-then="(.*?)" data-then-touch="(.*?)"><p>([^<]*)')
WORDS = title("la-cosa").words["es"]


def _coach(page: Page) -> tuple[str, str, str, str]:
    found = COACH.search(page.html)
    assert found
    touch, then, then_touch, text = map(unescape, found.groups())
    return touch, then, then_touch, text


def _label(page: Page, ident: str) -> str:
    """Return what stands on the choice of this id."""
    found = re.search(rf'id="{ident}".*?<span>(.*?)</span>', page.html, re.DOTALL)
    assert found, ident
    return unescape(re.sub("<.*?>.*", "", found[1])).strip()


def test_every_step_points_at_a_choice_and_leads_to_the_next(sitting: Sitting) -> None:
    page = sitting.press(sitting.get("/"), "Enseñadme")
    labels, sentences = [], [_coach(page)[3]]
    while touch := _coach(page)[0]:
        then_touch = _coach(page)[2]
        label = "↶ Deshacer" if touch == "undo" else _label(page, then_touch or touch)
        if then_touch:
            assert _label(page, touch) == "Ada" and "refused" in page.html
        labels.append(label)
        page = sitting.press(page, label) if touch == "undo" else sitting.choose(page, label)
        sentences.append(_coach(page)[3])
    assert labels == [
        "Dorso verde: ¡Aléjate!", "Puerta atrancada", "Cleo", "Intercambio hecho", "↶ Deshacer", "¡No, gracias!",
        "Roba verde y descarta", "Intercambio hecho", "Dorso verde: ¡Aléjate!", "Lanzallamas", "Bruno",
        "Bruno no se defiende: queda fuera",
    ]  # fmt: skip
    assert sentences[0] == WORDS.raw("practice.draw") and sentences[-1] == WORDS.raw("practice.over")
    assert len({*sentences}) == len(sentences), "no two steps say the same"


def test_who_wanders_off_is_called_back(sitting: Sitting) -> None:
    page = sitting.press(sitting.get("/"), "Enseñadme")
    page = sitting.press(page, "Dorso verde")
    aside = sitting.follow(page, "Sospecha")
    assert _coach(aside)[0] == "step-back" and 'id="step-back"' in aside.html
    done = sitting.press(page, "Whisky")
    assert _coach(done)[0] == "undo"
    assert _coach(aside)[3] == _coach(done)[3] != ""


def test_nothing_of_it_is_left_in_the_house(sitting: Sitting) -> None:
    page = sitting.press(sitting.get("/"), "Enseñadme")
    sitting.press(page, "Dorso verde")
    assert sitting.tables.count() == 0 and sitting.tables.headings() == []
    home = sitting.get("/")
    assert "Ada" not in home.text and "practice-" not in home.html
    assert "Ada" not in sitting.get("/new").html, "nobody is remembered"
