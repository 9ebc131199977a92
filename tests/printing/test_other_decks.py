"""Any game whose decklist is there: unknown kinds, unknown backs, no set-up, no roles, names of its own."""

from __future__ import annotations

import pytest

from companion.engine.deck import Card, Decklist
from companion.engine.tags import payloads
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.printing import sheets
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source
from tests.printing import drawing

DECK = Decklist(
    "faro", "faro", "a seal of its own", 2, 6,
    (
        Card("linterna", "tool", 3, (2, 3, 5)),
        Card("niebla", "weather", 2, (), "", "storm"),
        Card("barricada", "obstacle", 2, (2, 4), "puerta-atrancada"),
    ),
)  # fmt: skip
WORDS = {
    "game.name": "El faro",
    "kinds.tool": "Útil",
    "cards.linterna.name": "Linterna de ñandú",
    "cards.linterna.text": "Ilumina «todo» lo que hay.",
    "cards.niebla.name": "Niebla",
    "cards.niebla.text": "Nadie ve nada…",
    "cards.barricada.name": "Barricada",
    "cards.barricada.text": "Cierra el paso.",
}
SOURCE = Source(DECK, Wording("es", WORDS))


def made(what: str, source: Source = SOURCE, **asked: object) -> bytes:
    return sheets.build(Order(what=what, **asked), source)  # type: ignore[arg-type]


def test_its_cards_with_their_own_names_kinds_and_tags() -> None:
    pdf = made("cards")
    words = drawing.text(pdf)
    for part in ("Linterna de ñandú", "«todo»", "ÚTIL", "WEATHER", "Niebla", "storm", "linterna.3", "5+"):
        assert part in words
    known = payloads(DECK)
    fronts = range(0, drawing.page_count(pdf), 2)
    read = {known[tag.payload].id for page in fronts for tag in drawing.tags_zxing(drawing.grey(pdf, page, 150), 150)}
    assert read == {copy.id for copy in DECK.copies}


def test_only_the_copies_that_play() -> None:
    words = drawing.text(made("cards", players=3, sides="fronts"))
    assert "linterna.2" in words and "linterna.3" not in words and "niebla.2" in words and "barricada.2" not in words


def test_its_stickers_tokens_and_aid() -> None:
    assert len(drawing.tags_zxing(drawing.grey(made("tags"), 0, 150), 150)) == 7
    tokens = drawing.text(made("tokens"))
    assert tokens.count("Barricada") == 2 and "Cuarentena" not in tokens
    aid = drawing.text(made("reference"))
    assert "3 Linterna de ñandú Ilumina «todo» lo que hay." in aid
    assert "Los roles" not in aid, "a game without roles has no heading for them"


def test_what_it_does_not_bring_is_said() -> None:
    for what, key in (("setup", "cannot.plan"), ("roles", "cannot.about")):
        with pytest.raises(Unprintable) as caught:
            made(what)
        assert caught.value.key == key
        assert caught.value.blanks["game"] == "El faro"


def test_its_own_set_up_and_texts_in_its_own_words() -> None:
    said = {
        **WORDS,
        "print.goal.title": "El encargo",
        "print.goal.1": "Que la luz no se apague.",
        "print.roles.keeper.name": "Farero",
        "print.roles.keeper.who": "Quien tiene la linterna.",
        "print.roles.keeper.wants": "Luz.",
        "print.roles.keeper.may": "Mirar.",
        "print.roles.keeper.must": "Dormir.",
        "print.roles.keeper.wins": "Al alba.",
    }
    source = Source(
        DECK, Wording("es", said), lambda box, n: Plan({"total": 5, "cards": (), "box": ()}, ("Enciende la luz.",))
    )
    words = drawing.text(made("setup", source, players=4))
    assert "Enciende la luz." in words and "Que la luz no se apague." in words and "4 jugadores" in words
    assert "Farero" in drawing.text(made("roles", source))


def test_a_copy_the_box_lacks_has_a_proxy_but_no_sticker() -> None:
    """A lost card is what proxies are for; there is nothing left to stick its tag on."""
    lacking = Decklist("faro", "faro", "a seal of its own", 2, 6, DECK.cards, frozenset({"linterna.2"}))
    source = Source(lacking, Wording("es", WORDS))
    assert "linterna.2" in drawing.text(made("cards", source))
    known = payloads(lacking)
    stuck = {known[t.payload].id for t in drawing.tags_zxing(drawing.grey(made("tags", source), 0, 150), 150)}
    assert "linterna.2" not in stuck and len(stuck) == 6
