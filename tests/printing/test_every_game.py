"""Sheets of every game: each fits its page, in both languages; and of any game whose decklist is there, with unknown
kinds and backs, no set-up, no roles, names of its own."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.deck import Card, Decklist
from companion.engine.tags import payloads
from companion.engine.words import Wording
from companion.games import SLUGS
from companion.i18n import catalog
from companion.printing import sheets
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source, section, sheet_words, source_of
from tests.beside import beside
from tests.length import later
from tests.printing import drawing


@pytest.mark.parametrize("lang", ["es", *later("en")])
@pytest.mark.parametrize("game", SLUGS)
def test_the_set_up_of_the_largest_table_fits_its_page(game: str, lang: str) -> None:
    here = title(game)
    order = Order(what="setup", players=here.decklist.most, paper="letter", lang=lang)
    pdf = sheets.build(order, source_of(here, lang))
    assert drawing.page_count(pdf) in (1, 2)  # two where a table says which deck or which side of the board
    assert here.words[lang].raw("game.name").split()[-1] in drawing.text(pdf)


@pytest.mark.parametrize("game", SLUGS)
def test_the_reference_of_every_game_fits(game: str) -> None:
    pdf = sheets.build(Order(what="reference", paper="letter", lang="es"), source_of(title(game), "es"))
    assert drawing.page_count(pdf) >= 2


@pytest.mark.parametrize(
    "lang", ["pl", "ru", *later(*sorted({*catalog.languages("sheets")} - {"es", "en", "pl", "ru"}))]
)
def test_every_language_can_print_its_aid(lang: str) -> None:
    """The typefaces of the sheets have its letters, its quotes and its spaces."""
    pdf = sheets.build(Order(what="reference", lang=lang), source_of(title("la-cosa"), lang))
    assert title("la-cosa").words[lang].raw("cards.lanzallamas.name").split()[0] in drawing.text(pdf)


DISCARD = {"es": "Descartar los ¡Infectado! que le sobren", "en": "Discard any spare Infected!"}
DECLARE = {"es": "no quedan humanos", "en": "no human is left"}
LIE = {"es": "Mentir", "en": "Lie"}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_infected_discard_what_they_have_to_spare_and_may_say_anything(lang: str) -> None:
    roles = section(sheet_words(lang), "games.la-cosa.roles")
    assert DISCARD[lang] in roles["infected.may"]
    assert LIE[lang] in roles["infected.may"]
    assert DECLARE[lang] not in roles["infected.must"]
    assert DECLARE[lang] in roles["la-cosa.may"]


TWO_DECKS = title("dos-barajas")


def _two_decks(lang: str = "es") -> Source:
    return source_of(TWO_DECKS, lang)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("what", ["tags", "reference", "setup", "tokens", "roles"])
def test_every_other_sheet_is_made(what: str, lang: str) -> None:
    assert sheets.build(Order(what, lang=lang), _two_decks(lang)).startswith(b"%PDF")  # type: ignore[arg-type]


def test_cards_make_no_sense() -> None:
    with pytest.raises(Unprintable) as caught:
        sheets.data(Order("cards"), _two_decks())
    assert caught.value.key == "cannot.senseless" and "dos barajas" in str(caught.value.blanks["why"])


DECK = Decklist(
    "faro", "faro", "a seal of its own", 2, 6,
    (
        Card("linterna", "tool", 3, (2, 3, 5)),
        Card("niebla", "weather", 2, (), "", "storm"),
        Card("barricada", "obstacle", 2, (2, 4), "puerta-atrancada"),
    ),
)  # fmt: skip
WORDS = beside(__file__, "lighthouse.toml")
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
