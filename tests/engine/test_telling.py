"""Private words of a check: for the player concerned, about their own cards, and from what they know alone."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import CHECK, Phrase, Told
from companion.games.la_cosa.referee import REFEREE
from tests.engine.evening import Refereed, table_of

ANA = {"what": "hand", "player": "Ana", "cards": ["la-cosa.1", "whisky.1", "sospecha.1", "hacha.1"]}
CARLA = {"what": "hand", "player": "Carla", "cards": ["la-cosa.1", "whisky.1", "sospecha.1", "hacha.1"]}
BETO = ["infectado.1", "sospecha.2", "sospecha.3", "seduccion.1"]
LANGS = ("es", "en")


def told(sitting: Refereed, **thing: Any) -> dict[str, Told]:
    """Return the private words of a check for each player."""
    check = REFEREE.read({"action": CHECK, **thing})
    here = line(sitting.course, sitting.memory, REFEREE)
    found = REFEREE.judge(sitting.decklist, here, check)
    return dict(REFEREE.tell(sitting.decklist, here, check, found))


def keys(phrases: tuple[Phrase, ...]) -> set[str]:
    """Return the keys of the phrases, without their players."""
    return {phrase.key.removeprefix("check.advice.") for phrase in phrases}


def exchanged(sitting: Refereed, gives: str = "") -> Refereed:
    """Play Ana's turn: she exchanges with Beto, before the referee's eyes if `gives` is set; then Beto draws."""
    sitting.do("draw Ana away", "discard Ana")
    if gives:
        sitting.check(**{"from": "Ana", "to": "Beto"}, what="exchange", gives=gives, takes="lanzallamas.1")
    sitting.do("respond Beto", "draw Beto away")
    return sitting


def hand_of_beto(sitting: Refereed, *cards: str) -> Told:
    return told(
        sitting, what="hand", player="Beto", cards=[*(cards or (*BETO, "determinacion.1"))], occasion="private"
    )["Beto"]


def test_a_human_hears_the_same_whoever_else_is_the_thing() -> None:
    """Beto may have been infected by Ana, or cannot have been: he knows which, and does not hear what the referee knows
    of Ana."""
    heard = []
    for thing in (ANA, CARLA):
        sitting = table_of("la-cosa")
        sitting.check(**thing)
        heard.append(hand_of_beto(exchanged(sitting)).advice)
    assert heard[0] == heard[1]
    assert keys(heard[0]) == {"either-one"}


def test_one_who_is_surely_infected_hears_it() -> None:
    sitting = table_of("la-cosa")
    sitting.check(**ANA)
    sitting = exchanged(sitting, "infectado.1")
    assert keys(hand_of_beto(sitting).advice) == {"infected-one"}
    more = hand_of_beto(sitting, "infectado.1", "infectado.2", "infectado.3", "infectado.4", "hacha.1")
    assert keys(more.advice) == {"infected-more", "superinfection", "closed"}


def test_a_human_full_of_them_is_warned() -> None:
    sitting = exchanged(table_of("la-cosa"))
    full = hand_of_beto(sitting, "infectado.1", "infectado.2", "infectado.3", "infectado.4", "sospecha.1")
    assert keys(full.advice) == {"either-more", "superinfection"}


@pytest.mark.parametrize(
    ("way", "left"),
    [(["play Ana vigila-tus-espaldas"], {"nobody-left-then"}), (["discard Ana", "respond Beto fallaste"], set())],
)
def test_whom_fallaste_protects_stays_a_human(way: list[str], left: set[str]) -> None:
    sitting = table_of("la-cosa")
    sitting.check(**ANA)
    exchanged(sitting, "infectado.1").do("discard Beto", "respond Carla no-gracias", "draw Carla away")
    sitting.do("play Carla lanzallamas Dani", "respond Dani", "respond Ana no-gracias", "draw Ana away", *way)
    shown = {"what": "exchange", "from": "Ana", "to": "Carla", "gives": "infectado.2", "takes": "analisis.1"}
    assert keys(told(sitting, **shown)["Ana"].advice) == left


@pytest.mark.parametrize("lang", LANGS)
def test_each_hears_of_their_own_card_alone(lang: str) -> None:
    sitting = table_of("la-cosa")
    sitting.check(**CARLA)
    said = told(sitting, **{"from": "Ana", "to": "Beto"}, what="exchange", gives="infectado.1", takes="sospecha.2")
    words = title("la-cosa").wording(lang)
    assert (said["Ana"].verdict, said["Beto"].verdict) == ("illegal", "legal")
    assert "check.rules.exchange.human-gives-infected.private" in {phrase.key for phrase in said["Ana"].why}
    assert words.card("infectado") in " ".join(phrase.said(words) for phrase in said["Ana"].why)
    assert words.card("infectado") not in " ".join(phrase.said(words) for phrase in said["Beto"].why)


def test_in_a_round_each_hears_of_their_own() -> None:
    gives = {"Ana": "la-cosa.1", "Beto": "whisky.1", "Carla": "hacha.1", "Dani": "sospecha.1"}
    said = told(table_of("la-cosa"), what="round", gives=gives)
    assert {player: one.verdict for player, one in said.items()} == {**dict.fromkeys(gives, "legal"), "Ana": "illegal"}


def test_cards_are_called_by_their_names_in_the_readers_language() -> None:
    sitting = exchanged(table_of("la-cosa"))
    advice = hand_of_beto(sitting, "hacha.1", "whisky.1", "sospecha.1", "seduccion.1", "determinacion.1").advice
    closed = next(phrase for phrase in advice if phrase.key.endswith("closed"))
    assert closed.said(title("la-cosa").wording("en")).startswith("Axe cannot be played now.")
    assert closed.said(title("la-cosa").wording("es")).startswith("Ahora no puedes jugar «Hacha».")


def test_no_english_sentence_of_the_referee_has_a_spanish_card_in_it() -> None:
    es, en = (title("la-cosa").wording(lang) for lang in ("es", "en"))
    cards = [card.slug for card in title("la-cosa").decklist.cards]
    foreign = [es.card(slug) for slug in cards if es.card(slug) != en.card(slug)]
    sentences = [text for key, text in en.sentences.items() if key.startswith("check.")]
    assert len(sentences) > 40
    assert not [(name, text) for text in sentences for name in (*foreign, "¡Pánico!") if name in text]
