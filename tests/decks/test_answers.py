"""Sentences that depend on the table's options: a blank for a house question, and a part for every answer."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.decks.loader import Reading, Source, read
from companion.engine.words import blanks_of, is_answer
from tests.decks.decks import ENGLISH, SPANISH, read_small

ES = SPANISH.replace(
    'text = "Haz una cosa."', 'text = "Haz una cosa {rounds}."\nby.rounds.2 = "dos veces"\nby.rounds.1 = "una vez"'
)
EN = ENGLISH.replace(
    'text = "Do a thing."', 'text = "Do a thing {rounds}."\nby.rounds.2 = "twice"\nby.rounds.1 = "once"'
)


def faults(reading: Reading) -> list[tuple[str, str]]:
    """Return the file and the kind of every finding."""
    return [(finding.file, finding.key) for finding in reading.findings]


def small(es: str = ES, en: str = EN) -> Reading:
    return read_small(es=es, en=en)


def test_the_sentence_of_a_table() -> None:
    box = small().box
    assert box is not None and not small().findings
    spanish, english = box.words["es"], box.words["en"]
    assert spanish.raw("cards.one.text") == "Haz una cosa dos veces."
    assert spanish.as_played({"rounds": 1}).raw("cards.one.text") == "Haz una cosa una vez."
    assert english.as_played({"rounds": 1}).say("cards.one.text") == "Do a thing once."
    gently = english.over({"cards.two.text": "Another."}).as_played({"rounds": 1})
    assert gently.raw("cards.one.text") == "Do a thing once."
    assert english.raw("cards.one.text") == "Do a thing twice.", "nothing of it stays behind"


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ('by.rounds.1 = "una vez"\n', "", "words.answer-missing"),
        ('by.rounds.2 = "dos veces"\nby.rounds.1 = "una vez"\n', "", "words.answer-missing"),
        ("by.rounds.1 =", "by.rounds.3 =", "option.value"),
        ("by.rounds.1 =", "by.turns.1 =", "option.unknown"),
        (" {rounds}.", ".", "words.superfluous"),
        (
            'drew = "{player} roba',
            'by.rounds.2 = "dos"\ndrew = "{player} {rounds} roba',
            "words.answer-missing",
        ),
        ("dos veces", "", "words.empty"),
        ("dos veces", "d" * 470, "words.long"),
    ],
)
def test_a_part_that_is_missing_or_nobody_says(before: str, after: str, key: str) -> None:
    assert before in ES
    assert key in {found for file, found in faults(small(ES.replace(before, after, 1))) if file == "es.toml"}


def test_a_card_that_a_host_words_anew_need_not_depend_on_an_answer() -> None:
    anew = '[cards.one]\ntext = "Haz otra cosa."\n'
    base, deck = small().box, Source("deck.toml", 'base = "small"\nslug = "casa"\n')
    found = read(deck, {lang: Source(f"{lang}.toml", anew) for lang in ("es", "en")}, find=lambda slug: base)
    assert found.findings == () and found.box is not None
    assert found.box.words["es"].as_played({"rounds": 1}).raw("cards.one.text") == "Haz otra cosa."


def test_a_translation_has_them_too() -> None:
    found = faults(small(en=EN.replace('by.rounds.1 = "once"\n', "", 1)))
    assert {key for file, key in found if file == "en.toml"} == {"words.missing", "words.answer-missing"}


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game", ["la-cosa", "la-criatura", "dos-barajas"])
def test_no_answer_leaves_a_blank(game: str, lang: str) -> None:
    box = title(game)
    names = {option.name for option in box.decklist.options}
    for answer in [{}, *({o.name: value} for o in box.decklist.options for value in o.values)]:
        words = box.words[lang].as_played(answer)
        for key in words.sentences:
            if key.startswith("cards.") and not is_answer(key):
                assert not blanks_of(words.raw(key)) & names, (answer, key)


QUARANTINE, RANGED = "descarta e intercambia", "impide una puerta"


@pytest.mark.parametrize(
    ("slug", "option", "value", "there", "gone"),
    [
        *(
            (slug, "door_stops_ranged", False, "Ninguna puerta lo impide.", RANGED)
            for slug in ("seduccion", "sal-de-aqui", "no-podemos-ser-amigos", "que-quede-entre-nosotros")
        ),
        ("cuarentena", "quarantine_rounds", 1, "una ronda", "dos rondas"),
        ("cuarentena", "quarantine_rounds", 3, "tres rondas", "dos rondas"),
        ("cuarentena", "quarantine_exchange", "blocked", "dos rondas", QUARANTINE),
        ("la-cosa", "thing_caught_loses", False, "", "pierde"),
    ],
)
def test_a_card_says_what_the_table_decided(slug: str, option: str, value: object, there: str, gone: str) -> None:
    words = title("la-cosa").words["es"]
    text = words.as_played({option: value}).raw(f"cards.{slug}.text")
    assert gone in words.raw(f"cards.{slug}.text")
    assert there in text and gone not in text
