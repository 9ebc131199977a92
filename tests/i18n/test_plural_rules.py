"""How a sentence agrees with what stands in it: numbers and their forms, copied from the examples of the CLDR by hand;
each answer to a house question; «e» for «y» before what sounds like it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.decks.catalog import title, titles
from companion.engine.plural_rules import CATEGORIES, cardinal, categories, examples
from companion.engine.words import Wording, blanks_of
from companion.games import SLUGS
from tests.beside import beside

COUNTED = Path(__file__).with_name("counted.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", COUNTED, ids=lambda row: str(row).split()[0])
def test_numbers_and_their_forms(row: str) -> None:
    lang, *rest = row.split()
    form, wrong = "", []
    for word in rest:
        if word.endswith(":"):
            form = word.removesuffix(":")
        elif cardinal(lang, int(word)) != form:
            wrong.append((word, form, cardinal(lang, int(word))))
    assert wrong == []


def test_the_forms_a_translator_has_to_write() -> None:
    assert categories("es") == categories("en") == categories("fr") == ("one", "other")
    assert categories("pl") == categories("ru") == ("one", "few", "many", "other")
    assert categories("ja") == ("other",)
    assert categories("ar") == CATEGORIES
    assert examples("pl", "few") == (2, 3, 4, 22, 23) and examples("pl", "other") == ()


def test_a_region_counts_as_its_language_and_an_unknown_one_as_english() -> None:
    assert cardinal("PL-pl", 3) == cardinal("pl-PL", 3) == "few" and cardinal("es-gentle", 1) == "one"
    assert [cardinal("xx", number) for number in (0, 1, 2)] == ["other", "one", "other"]
    assert cardinal("pl", -3) == "few"


NOUNS = beside(__file__, "called.toml")["nouns"]
"""The nouns that are counted, each in the forms of `one`, (`few`,) and the rest."""


def disagreeing(said: str, lang: str) -> list[str]:
    """List the numbers in a sentence beside a noun of another number."""
    forms = [noun.split("/") for noun in NOUNS[lang].split()]
    order = [name for name in categories(lang) if name != "other" or len(categories(lang)) == 2]
    words = "|".join(sorted({form for noun in forms for form in noun}, key=len, reverse=True))
    found = re.finditer(rf"(?<![\d.,-])(\d+) ({words})\b(?!-)", said)
    place = [(one[0], order.index(cardinal(lang, int(one[1]))), one[2]) for one in found]
    return [text for text, k, form in place if not any(noun[min(k, len(noun) - 1)] == form for noun in forms)]


@pytest.mark.parametrize("lang", NOUNS)
def test_every_sentence_agrees_with_every_answer(lang: str) -> None:
    said = 0
    for box in titles():
        if lang not in box.words:
            continue
        words = box.words[lang]
        for option in box.decklist.options:
            asking = [key for key, text in words.sentences.items() if option.name in blanks_of(text)]
            for value in option.values:
                played = words.as_played({option.name: value})
                label = f"options.{option.name}.values.{str(value).lower()}"
                texts = {key: played.raw(key) for key in (*asking, label)}
                assert {key: found for key, text in texts.items() if (found := disagreeing(text, lang))} == {}
                said += len(texts)
    assert said > 40


@pytest.mark.parametrize(
    ("lang", "wrong", "right"),
    [("es", "1 rondas, 2 ronda", "1 ronda, 2 rondas"), ("ru", "1 карты, 2 карт, 5 карты", "1 карта, 3 карты, 35 карт")],
)
def test_a_text_for_one_round_that_speaks_of_several_is_found(lang: str, wrong: str, right: str) -> None:
    words = Wording(lang, {"a.text": "{rounds}.", "a.by.rounds.1": wrong, "a.by.rounds.2": right})
    found = [disagreeing(words.as_played({"rounds": value}).raw("a.text"), lang) for value in (1, 2)]
    assert found == [wrong.split(", "), []]


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
