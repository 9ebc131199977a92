"""The laboratory page: stored results with n and interval, the command beside them, and what options do."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.lab.twin.la_cosa.cheats import DECLARED
from companion.results.exact import where_decidable
from companion.results.messages import words
from companion.results.option_effects import effects
from companion.results.stored import keep, kept, shipped
from companion.web.pages.laboratory.page import grouped
from tests.web.sitting import Sitting

SHIPPED = {result.name: result for result in kept(None)}


def spaced(number: int) -> str:
    """A number as the page writes it, its thin spaces read as spaces."""
    return grouped(number).replace("\u202f", " ")


def test_it_is_reached_from_the_cards(sitting: Sitting) -> None:
    page = sitting.follow(sitting.get("/rules"), "Laboratorio")
    assert "gente muy sencilla" in page.text


def test_the_command_stands_beside_the_numbers(sitting: Sitting) -> None:
    for name, result in SHIPPED.items():
        page = sitting.get(f"/laboratory?result={name}")
        assert result.command in page.text
        assert f"{spaced(result.found['games'])} partidas, semilla" in page.text


def test_how_far_the_proof_is_and_how_often_the_referee_shrugs(sitting: Sitting) -> None:
    page = sitting.get("/laboratory?result=checks")
    far, exact = shipped(), where_decidable()["all"]["legal"]
    assert f"{spaced(far['games'])} partidas con {spaced(far['actions'])} acciones" in page.text
    assert f"Al menos {far['fewest']} de cada clase" in page.text
    assert "Veredictos o mesas equivocados: 0." in page.text
    assert f"de {spaced(exact['n'])} comprobaciones lícitas" in page.text


def test_what_a_longer_quarantine_does_at_eight(sitting: Sitting) -> None:
    page = sitting.get("/laboratory?result=options&players=8")
    assert "Qué cambia cada opción con 8 jugadores" in page.text
    wanted = [one for one in effects(SHIPPED["options"].found) if one.players == 8]
    assert len(wanted) == 10
    for one in wanted:
        assert f"{one.apart:+.1f} {one.low:+.1f} … {one.high:+.1f}" in page.text, one.options
        assert f"de {one.here.n} partidas" in page.text
    assert page.html.count('class="strip') == 10


def test_slips_are_told_in_both_languages(sitting: Sitting) -> None:
    for language in ("es", "en"):
        for declared in DECLARED:
            assert words(language).has(f"slip.{declared.name.lower().replace(' ', '-')}"), declared.name
            assert words(language).has(f"declared.{declared.when}")
    page = sitting.get("/laboratory?result=checks")
    assert "Quema a través de una puerta" in page.text
    assert "Burns through a door" in sitting.get("/laboratory?result=checks&lang=en").text


@pytest.mark.parametrize("query", ["players=99", "players=x", "players=%C2%B2", "result=..%2F..%2Fetc", "players=-1"])
def test_odd_questions_get_the_usual_page(query: str, sitting: Sitting) -> None:
    page = sitting.get(f"/laboratory?{query}")
    assert page.status == 200
    assert "Quién gana" in page.text


def test_a_result_of_another_version_is_shown_with_its_own_names(sitting: Sitting, tmp_path: Path) -> None:
    mine = json.loads(json.dumps(SHIPPED["checks"].found))
    mine["slips"][0] |= {"slip": "sings", "declared": "at dawn"}
    mine["by_options"][0]["options"] = {"music": "loud"}
    (tmp_path / "laboratory").mkdir()
    (tmp_path / "laboratory" / "checks.json").write_text(json.dumps(mine))
    sitting.client.application.config["DATA_FOLDER"] = tmp_path
    page = sitting.get("/laboratory?result=checks")
    assert page.status == 200
    assert "sings" in page.text, "this house's result stands in place of the shipped one"
    assert "at dawn" in page.text


def test_a_result_of_this_house_is_shown_and_escaped(sitting: Sitting, tmp_path: Path) -> None:
    mine = json.loads(json.dumps(SHIPPED["options"].found)) | {"command": "companion <b>x</b>", "seed": "<i>"}
    mine["outcomes"][0]["people"] = mine["by_options"][0]["people"] = "<script>"
    (tmp_path / "laboratory").mkdir()
    (tmp_path / "laboratory" / "mine.json").write_text(json.dumps(mine))
    sitting.client.application.config["DATA_FOLDER"] = tmp_path
    page = sitting.get("/laboratory?result=mine")
    assert page.status == 200
    assert "mine" in page.text
    assert not re.search(r"<script>|<i>|<b>x", page.html)


def test_a_server_starts_without_the_twin() -> None:
    code = (
        "import sys, companion.web.pages.register; "
        "print(*(name for name in sys.modules if name.startswith(('companion.lab', 'companion.results'))))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not found.stdout.split()


def test_what_does_not_change_is_read_once(sitting: Sitting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is looked at twelve times more cheaply than its files are read; a file that has changed is read anew."""
    sitting.app.config["DATA_FOLDER"] = tmp_path
    path = keep(tmp_path, "house", SHIPPED["options"].found)
    first = sitting.get("/laboratory?result=house")
    read: list[str] = []
    real = Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda self, *how: read.append(self.name) or real(self, *how))
    again = sitting.get("/laboratory?result=house")
    assert (again.text, read) == (first.text, [])
    changed = {**SHIPPED["options"].found, "command": "companion simulate --another"}
    keep(tmp_path, "house", changed)
    assert "companion simulate --another" in sitting.get("/laboratory?result=house").text
    assert read == ["house.json"]
    path.write_text("{", "utf-8")
    assert "companion simulate --another" not in sitting.get("/laboratory?result=house").text
