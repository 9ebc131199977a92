"""A box of several decks is counted deck by deck: what is there, what should be, what is one too many or missing."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.decks.catalog import Title, title
from companion.service.referee.scan_service import Tally
from companion.web.pages.scan.deck import counted
from tests.web.sitting import Sitting

HERE = title("the-thing")
DECK = HERE.decklist


@pytest.fixture(scope="module")
def app() -> Flask:
    return Sitting().app


def looked(app: Flask, players: int, *slugs: str, lang: str = "es", here: Title = HERE) -> tuple[str, bool]:
    """Return the text about a spread of these cards, the first copies of each, and True if all is right."""
    held: dict[str, int] = {}
    for slug in slugs:
        held[slug] = held.get(slug, 0) + 1
    ids = frozenset(f"{slug}.{k}" for slug, count in held.items() for k in range(1, count + 1))
    with app.test_request_context(headers={"Accept-Language": lang}):
        found = counted(here.decklist, players, Tally(ids), here.words[lang])
    return " ".join(one.text for one in found.decks), found.is_right


OBJECTS = ("llaves", "llaves", "linterna", "linterna", "linterna", "herramientas", "herramientas", "combustible",
           "combustible")  # fmt: skip


def test_one_wire_too_many_for_six(app: Flask) -> None:
    """TB-6, from the rulebook's set-up 8."""
    said, is_right = looked(app, 6, *OBJECTS, "cable", "cable")
    assert said == "Objeto: hay 11; para 6 jugadores son 10: sobra 1 Cable." and not is_right


def test_the_deck_of_six_is_right_and_the_others_are_not_asked_for(app: Flask) -> None:
    said, is_right = looked(app, 6, *OBJECTS, "cable")
    assert said == "Objeto: hay 10; para 6 jugadores son 10." and is_right
    assert looked(app, 6, *OBJECTS, "cable", lang="en")[0] == "Object: 10 cards; with 6 players there should be 10."


def test_what_is_missing_and_what_is_too_many_are_told_together(app: Flask) -> None:
    said, is_right = looked(app, 7, *OBJECTS, "cable", "cable", "lanzallamas", "lanzallamas")
    assert "Objeto: hay 11; para 7 jugadores son 13: faltan 1 Herramientas, 1 Combustible." in said
    assert "sobra 1 Lanzallamas; faltan" in said and not is_right


def test_nothing_seen_is_nothing_right(app: Flask) -> None:
    assert looked(app, 6) == ("", False)


def test_any_copy_of_a_card_is_as_good_as_another(app: Flask) -> None:
    ids = frozenset(copy.id for copy in DECK.in_play(6) if DECK.by_slug[copy.slug].back == "object")
    other = (ids - {"combustible.2"}) | {"combustible.4"}
    with app.test_request_context():
        assert counted(DECK, 6, Tally(other), HERE.words["es"]).is_right


def test_the_wire_a_house_leaves_in_the_box_is_one_too_many(app: Flask) -> None:
    ids = frozenset(copy.id for copy in DECK.in_play(7) if DECK.by_slug[copy.slug].back == "object")
    with app.test_request_context():
        found = counted(DECK.answered({"wires": 1}), 7, Tally(ids), HERE.words["es"])
    assert [(one.expected, one.more) for one in found.decks] == [(12, 1)] and not found.is_right


def test_dynamite_has_no_place_in_the_norwegian_base(app: Flask) -> None:
    """NO-1, from the set-up of the expansion: with seven 1, 3, 4, 3 and 2, and the dynamite goes back to the box."""
    counts = {"lanzallamas": 1, "granada": 3, "arma-cuerpo-a-cuerpo": 4, "rifle-de-francotirador": 3, "pistola": 2}
    deck = [slug for slug, count in counts.items() for _ in range(count)]
    here = title("the-thing-outpost")
    assert looked(app, 7, *deck, here=here) == ("Arma: hay 13; para 7 jugadores son 13.", True)
    said, is_right = looked(app, 7, *deck, "dinamita", here=here)
    assert said == "Arma: hay 14; para 7 jugadores son 13: sobra 1 Dinamita o cóctel Molotov." and not is_right
