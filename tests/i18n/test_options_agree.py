"""What a card or a screen says for each answer to a house question agrees with the number in it."""

from __future__ import annotations

import re

import pytest

from companion.decks.catalog import titles
from companion.engine.words import Wording, blanks_of

ONE_OF_MANY = {
    "es": re.compile(
        r"(?<![\d.,-])1 (?:cartas|rondas|turnos|personas|jugadores|veces|asientos|dados|cubos|otros|otras)\b"
    ),
    "en": re.compile(r"(?<![\d.,-])1 (?:cards|rounds|turns|people|players|times|seats|dice|cubes|others)\b"),
}
MANY_OF_ONE = {
    "es": re.compile(r"(?<![\d.,-])(?:[02-9]|\d\d+) (?:carta|ronda|turno|persona|jugador|vez|asiento|dado|cubo)\b"),
    "en": re.compile(r"(?<![\d.,-])(?:[02-9]|\d\d+) (?:card|round|turn|person|player|time|seat|die|cube)\b(?!-)"),
}


def disagreeing(said: str, lang: str) -> list[str]:
    """List the numbers in a sentence beside a noun of the other number."""
    return [found[0] for pattern in (ONE_OF_MANY[lang], MANY_OF_ONE[lang]) for found in pattern.finditer(said)]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_sentence_agrees_with_every_answer(lang: str) -> None:
    said = 0
    for box in titles():
        words = box.words[lang]
        for option in box.decklist.options:
            asking = [key for key, text in words.sentences.items() if option.name in blanks_of(text)]
            for value in option.values:
                played = words.as_played({option.name: value})
                label = f"options.{option.name}.values.{str(value).lower()}"
                texts = {key: played.raw(key) for key in (*asking, label)}
                assert {key: found for key, text in texts.items() if (found := disagreeing(text, lang))} == {}
                said += len(texts)
    assert said > 100


def test_a_text_for_one_round_that_speaks_of_several_is_found() -> None:
    words = Wording("es", {"a.text": "Durante {rounds}.", "a.by.rounds.1": "1 rondas", "a.by.rounds.2": "2 ronda"})
    found = [disagreeing(words.as_played({"rounds": value}).raw("a.text"), "es") for value in (1, 2)]
    assert found == [["1 rondas"], ["2 ronda"]]
