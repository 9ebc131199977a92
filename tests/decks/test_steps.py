"""Cards written in steps: what makes no sense is said with its line and a remedy, and what they do is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.decks import catalog
from companion.decks.catalog import read_folder, title
from companion.engine.kit.steps import OR, StepBook, form_of, step
from companion.games.la_cosa.steps import BOOK
from companion.i18n.catalog import words
from tests.beside import beside

DOCS = Path(__file__).parents[2] / "docs" / "add-a-card.md"
CARD = '[[card]]\nslug = "mia"\nnumbers = [4]\n'
NAMES = '[cards.mia]\nname = "Mía"\n'


def folder(path: Path, card: str, base: str = "la-cosa") -> Path:
    (path / "deck.toml").write_text(f'slug = "mi-caja"\nbase = "{base}"\n{CARD}{card}', encoding="utf-8")
    (path / "es.toml").write_text(NAMES, encoding="utf-8")
    return path


SENSELESS = beside(__file__, "faults.toml")["steps"]
"""Of each card its line, what is wrong, and a word of the remedy."""


@pytest.mark.parametrize(("card", "line", "key", "remedy"), SENSELESS)
def test_a_step_that_makes_no_sense(tmp_path: Path, card: str, line: int, key: str, remedy: str) -> None:
    reading = read_folder(folder(tmp_path, card))
    assert [(one.line, one.key) for one in reading.findings if one.grave] == [(line, f"steps.{key}")]
    assert reading.box is None
    assert remedy in reading.findings[0].sentence("en")
    assert "{" not in reading.findings[0].sentence("es")


def test_a_card_that_follows_another_does_nothing_else(tmp_path: Path) -> None:
    reading = read_folder(folder(tmp_path, 'effect = "whisky"\ndoes = ["turn round"]'))
    assert [(one.line, one.key) for one in reading.findings] == [(6, "card.does-and-effect")]


def test_a_game_without_steps_says_so(tmp_path: Path) -> None:
    reading = read_folder(folder(tmp_path, 'kind = "action"\nback = "event"\ndoes = ["turn round"]', "la-criatura"))
    assert "steps.none" in {one.key for one in reading.findings}


def test_every_fault_of_a_card_has_been_seen() -> None:
    seen = {f"steps.{key}" for _, _, key, _ in SENSELESS} | {"steps.none"}
    assert {key.removeprefix("fault.") for key in words("decks", "es").sentences if "fault.steps." in key} == seen


def every_form() -> Iterator[str]:
    yield from BOOK.steps


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_step_has_a_sentence_in_the_words_and_a_place_in_the_docs(lang: str) -> None:
    said = title("la-cosa").words[lang]
    listed = {
        form_of(one)[0]
        for one in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", DOCS.read_text("utf-8"), flags=re.DOTALL))
    }
    for form in every_form():
        told = BOOK.step_told((form, (2, 1)[: form.count("#")]), said)
        assert told.endswith((".", "!")) and "{" not in told, form
        assert "steps.do" not in told, form
        assert form in listed


def test_no_sentence_is_left_over() -> None:
    keys = {form.replace(" ", "-").replace("#", "n") for form in BOOK.steps}
    there = title("la-cosa").words["es"].sentences
    assert {key.split(".")[2] for key in there if key.startswith("steps.do.")} == keys


ICE = {"freeze target": step(lambda effects, acting: effects.lift_doors(), says={"en": "They freeze."})}


def test_another_package_brings_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        EntryPoint("la-cosa", f"{__name__}:ICE", catalog.STEPS_GROUP),
        EntryPoint("la-cosa", f"{__name__}:NONE", catalog.STEPS_GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **asked: entries)
    monkeypatch.setattr(catalog, "_broken_steps", [])
    book = StepBook(dict(BOOK.steps), BOOK.targets)
    game = replace(title("la-cosa").game, steps=book)
    monkeypatch.setattr(catalog, "find", lambda slug: game)
    catalog._rules.__wrapped__("la-cosa")
    assert book.steps["freeze target"] is ICE["freeze target"]
    assert book.step_told(("freeze target", ()), title("la-cosa").words["es"]) == "They freeze."
    assert [one.key for one in catalog._broken_steps] == ["steps.broken"]
    assert not set(book.steps) & {form for form in book.steps if OR in form}
