"""The evening's pages without a browser: who may, what is garbage, what is found."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.web.sitting import Sitting, seated


@pytest.fixture
def sitting() -> Sitting:
    return seated()


@pytest.mark.parametrize(
    "said",
    ["[]", "[1]", "[{}]", '[{"action":"draw"},{"action":"nonsense"}]', "[" * 900, '[{"action":"draw","player":"Ana"}]'],
)
def test_garbage_in_one_breath_changes_nothing(sitting: Sitting, said: str) -> None:
    answer = sitting.post(f"/games/{sitting.game}/act", {"said": said, "version": "1", "action_id": "x"})
    assert answer.status in (400, 422)
    assert sitting.state()["version"] == 1


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        ({"eliminated": ["Eva"]}, 200, "Fuera de la partida: Eva (ahora no hay nadie fuera)"),
        ({"seats": ["Beto"]}, 422, "El orden de los asientos tiene que nombrar a quienes siguen en juego"),
    ],
)
def test_a_correction_tells_before_what_it_changes_or_why_it_cannot(
    sitting: Sitting, said: dict[str, list[str]], status: int, told: str
) -> None:
    before = sitting.state()
    page = sitting.get(f"/games/{sitting.game}/fix?said={quote(json.dumps({'action': 'override', 'set': said}))}")
    assert page.status == status and told in page.text
    assert sitting.state() == before
    assert ('class="sure"' in page.html) == (status == 200)


def test_a_person_and_a_game_are_forgotten_once_somebody_is_sure(sitting: Sitting, tmp_path: Path) -> None:
    first = sitting.game
    sitting.sit_down(["Ana", "Beto", "Carla", "Zoe"])
    sitting.app.config["DATA_FOLDER"] = tmp_path
    page = sitting.get("/kept")
    assert str(tmp_path) in page.text
    page = sitting.post("/forget", {"person": "Carla"})
    assert "Carla" in page.text and "partidas (2)" in page.text
    assert sitting.state()["seats"][2] == "Carla"
    (form,) = [one for one in page.forms if one.buttons[0][0] == "sure"]
    page = sitting.post(form.action, {**form.fields, "sure": "yes"})
    assert "Carla" not in page.text
    assert [sitting.tables.seen(one).table.players[2] for one in (first, sitting.game)] == ["Alguien 1"] * 2
    assert sitting.post("/forget", {"game": first, "sure": "yes"}).status == 200
    assert [one.id for one in sitting.tables.headings()] == [sitting.game]


@pytest.mark.parametrize("form", [{}, {"game": "nobody"}, {"person": "Nobody"}, {"sure": "no"}])
def test_nothing_is_forgotten_without_being_sure(sitting: Sitting, form: dict[str, str]) -> None:
    assert sitting.post("/forget", form).status == 200
    assert sitting.state()["version"] == 1


def test_finding_minds_neither_accents_nor_capitals(sitting: Sitting) -> None:
    text = sitting.get(f"/games/{sitting.game}/rules?find=ANALISIS").text
    assert "Análisis" in text and "Whisky" not in text
    assert "No hay nada con" in sitting.get("/rules?find=qqqqqq").text
    assert sitting.get("/rules?find=" + "%00<b>" * 50).status == 200


@pytest.mark.parametrize(
    ("lang", "said", "card"),
    [
        ("es", "infección", "infectado"), ("es", "escudo", ""), ("es", "quemar", "lanzallamas"),
        ("es", "FUEGO", "lanzallamas"), ("es", "vecino", "lanzallamas"), ("es", "puertas", "puerta-atrancada"),
        ("en", "neighbors", "puerta-atrancada"), ("en", "burn", "lanzallamas"), ("en", "fire", "nada-de-barbacoas"),
        ("en", "seats", "cambio-de-lugar"),
    ],
)  # fmt: skip
def test_a_card_is_found_by_what_people_call_it(lang: str, said: str, card: str) -> None:
    html = Sitting(lang=lang).get(f"/rules?find={quote(said)}").html
    found = re.findall(r'<li id="card-([\w-]+)"', html)
    assert (card in found) if card else not found, found
    assert len(found) < 31


def test_house_rules_too_long_are_told_and_kept_in_the_form(sitting: Sitting) -> None:
    form = {"name": ["Ana", "Beto", "Carla", "Dani"], "house": "y" * 501, "do": "open"}
    answer = sitting.post("/new", form)
    assert answer.status == 400
    assert "y" * 501 in answer.html and "500" in answer.text
