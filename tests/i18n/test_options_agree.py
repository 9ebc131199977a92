"""What a card or a screen says for each answer to a house question agrees with the number in it, in every language."""

from __future__ import annotations

import re

import pytest

from companion.decks.catalog import titles
from companion.engine.plural_rules import cardinal, categories
from companion.engine.words import Wording, blanks_of

NOUNS = {
    "es": "carta/cartas ronda/rondas turno/turnos persona/personas jugador/jugadores vez/veces asiento/asientos "
    "dado/dados cubo/cubos otro/otros otra/otras segundo/segundos",
    "en": "card/cards round/rounds turn/turns player/players time/times seat/seats die/dice cube/cubes second/seconds",
    "de": "Karte/Karten Runde/Runden Zug/Züge Person/Personen Mal/Male Platz/Plätze Sekunde/Sekunden",
    "it": "carta/carte giro/giri turno/turni persona/persone volta/volte posto/posti secondo/secondi",
    "fr": "carte/cartes manche/manches tour/tours personne/personnes joueur/joueurs place/places seconde/secondes",
    "pt": "carta/cartas rodada/rodadas turno/turnos pessoa/pessoas vez/vezes lugar/lugares segundo/segundos",
    "ca": "carta/cartes ronda/rondes torn/torns persona/persones jugador/jugadors vegada/vegades segon/segons",
    "ru": "карта/карты/карт круг/круга/кругов раунд/раунда/раундов ход/хода/ходов игрок/игрока/игроков раз/раза/раз "
    "секунда/секунды/секунд",
    "pl": "karta/karty/kart runda/rundy/rund tura/tury/tur osoba/osoby/osób raz/razy/razy sekunda/sekundy/sekund",
}
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
