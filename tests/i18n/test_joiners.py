"""«e» for «y» before what sounds like it, wherever a sentence has a name after it."""

from __future__ import annotations

import re

import pytest

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.i18n import catalog


def test_a_name_that_sounds_like_y_has_e_before_it() -> None:
    words = title("la-cosa").wording("es")
    said = words.say("scene.respond.exchange", by="Ana", player="Inés")
    assert said == "Ana e Inés intercambian una carta"
    assert words.say("scene.respond.exchange", by="Ana", player="Hierro") == "Ana y Hierro intercambian una carta"
    assert words.say("scene.respond.exchange", by="Inés", player="Ana") == "Inés y Ana intercambian una carta"
    assert catalog.words("screens", "es").say("table.between", a="Ana", b="Hilario") == "Entre Ana e Hilario"
    english = title("la-cosa").wording("en")
    assert "Ana and Ian" in english.say("scene.respond.exchange", by="Ana", player="Ian")


def test_a_sentence_that_ends_with_a_name_ends_with_one_stop() -> None:
    words = title("la-cosa").wording("es")
    said = words.say("log.respond.exchange", by="Ana", player="Guadalupe M.")
    assert said == "Ana y Guadalupe M. intercambian una carta."
    assert words.say("log.then-exchange", player="Guadalupe M.") == "Sigue el intercambio con Guadalupe M."
    assert words.say("log.then-exchange", player="Que quede...") == "Sigue el intercambio con Que quede..."


@pytest.mark.parametrize("slug", SLUGS)
def test_no_person_is_said_to_be_a_man_by_a_sentence_about_them(slug: str) -> None:
    said = title(slug).wording("es").sentences
    assert [key for key, text in said.items() if "{player}" in text and re.search(r"sedado\b", text)] == []
