"""Warnings before printing: on the command line and on the page."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.printing import sheets
from companion.printing.order import Order
from companion.printing.source import source_of
from tests.cli.running import ROOT, run
from tests.printing import drawing
from tests.printing.test_print_page import app, client  # noqa: F401

CREATURE = source_of(title("la-criatura"), "es")


def test_cards_without_a_name_are_counted() -> None:
    told = sheets.warnings(Order("cards"), CREATURE)
    assert len(told) == 2
    assert "59" in told[0] and "8" in told[1]
    assert sheets.warnings(Order("cards", only=("evento.3", "evento.4")), CREATURE) == [told[0].replace("59", "2")]
    assert sheets.warnings(Order("cards", only=("cuchillo",)), CREATURE) == []
    assert sheets.warnings(Order("kit"), CREATURE) == told and sheets.warnings(Order("setup"), CREATURE) == []
    assert sheets.warnings(Order("cards"), source_of(title("la-cosa"), "es")) == []


def test_the_page_warns_beside_the_proof(client: FlaskClient) -> None:  # noqa: F811
    page = client.get("/print?what=cards&box=la-criatura").get_data(as_text=True)
    assert "59" in page.split('id="warnings"')[1].split("</ul>")[0]
    answer = client.get("/print/preview.png?what=cards&box=la-criatura")
    assert "59" in json.loads(answer.headers["X-Warnings"])[0]
    silent = client.get("/print?what=cards").get_data(as_text=True)
    assert "<li>" not in silent.split('id="warnings"')[1].split("</ul>")[0]


@pytest.mark.long
def test_the_set_up_of_two_decks_of_forty_and_of_forty_eight() -> None:
    """The rulebook does not say which: both have their page, as the question puts it."""
    both = source_of(title("dos-barajas"), "es")
    pdf = sheets.build(Order("setup", players=6), both)
    assert drawing.page_count(pdf) == 2
    for page, (label, main, pile) in enumerate((("40 cartas", "54 cartas", "29"), ("48 cartas", "70 cartas", "45"))):
        words = drawing.page_text(pdf, page)
        assert label.upper() in words.upper() and main in words
        assert words.count(pile) >= 2, "in the steps and among the figures"
    assert drawing.page_count(sheets.build(Order("setup"), both)) == 12
    assert drawing.page_count(sheets.build(Order("setup"), source_of(title("la-cosa"), "es"))) == 9


def test_numbers_are_explained_only_where_copies_bear_numbers() -> None:
    for game, there in (("la-cosa", True), ("la-criatura", False), ("dos-barajas", False)):
        words = drawing.page_text(sheets.build(Order("setup", players=6), source_of(title(game), "es")), 0)
        assert ("los números de las copias" in words) == there, game


def test_no_hole_in_a_set_up_sheet() -> None:
    """No strip of the page as high as five lines is left empty between its parts."""
    for game in ("la-cosa", "la-criatura", "dos-barajas"):
        pdf = sheets.build(Order("setup", players=6, ink="eco"), source_of(title(game), "es"))
        image = drawing.grey(pdf, 0, 50)
        left = image[:, : image.shape[1] // 2].min(axis=1) < 200
        gaps = [len(run) for run in "".join("x" if row else "." for row in left).split("x")]
        assert max(gaps[1:-1]) < 25 / 25.4 * 50, f"{game}: {max(gaps[1:-1]) * 25.4 / 50:.0f} mm"


def test_a_dash_is_the_standard_output() -> None:
    command = [sys.executable, "-m", "companion", "print", "roles", "-o", "-"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith(b"%PDF-") and done.stdout.rstrip().endswith(b"%%EOF")
    assert not (ROOT / "-").exists()


def test_a_dash_and_json_cannot_both_have_the_standard_output() -> None:
    done = run("print", "roles", "-o", "-", "--json")
    assert done.exit_code == 1 and "--json" in done.stderr and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
