"""The sheets of words of every game: each fits its page, in both languages, on the lower of the two papers."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.i18n import catalog
from companion.printing import sheets
from companion.printing.order import Order
from companion.printing.source import source_of
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
