"""A printer feeds a sheet a millimetre askew: no card may carry a stripe of another card's back."""

from __future__ import annotations

import numpy as np
import pytest

from companion.decks.catalog import title
from companion.printing import sheets
from companion.printing.order import Correction, Order
from companion.printing.source import source_of
from tests.printing import drawing
from tests.printing.ordering import NINE, la_cosa, printed
from tests.printing.test_cards import cell

DPI = 60
ASKEW = [Correction(dx=dx, dy=dy) for dx in (-1.5, 1.5) for dy in (-1.5, 1.5)]


def colours_of(pdf: bytes, page: int) -> set[str]:
    """Return the flat colours that lie along the edges of the cards of a page of backs, each card by itself."""
    image = drawing.colours(pdf, page, DPI).astype(int)
    found = set()
    for place in range(9):
        box = cell(place)
        x0, y0, x1, y1 = (round(v * DPI / 25.4) for v in box)
        rim = np.concatenate([image[y0 + 1, x0 + 1 : x1 - 1], image[y1 - 2, x0 + 1 : x1 - 1],
                              image[y0 + 1 : y1 - 1, x0 + 1], image[y0 + 1 : y1 - 1, x1 - 2]])  # fmt: skip
        green, red = rim[:, 1], rim[:, 2]
        for name, mask in (("panic", red - green > 40), ("away", green - red > 40)):
            if mask.sum() > 2:
                found.add(name)
    return found


@pytest.mark.parametrize("askew", ASKEW, ids=str)
def test_no_card_carries_a_stripe_of_another_back(askew: Correction) -> None:
    pdf = printed("cards", only=("ups.1", "hacha.1", "revelaciones.1", "olvidadizo.1"), correction=askew)
    pages = range(1, drawing.page_count(pdf), 2)
    seen = [colours_of(pdf, page) for page in pages]
    assert all(len(colours) == 1 for colours in seen), seen
    assert set().union(*seen) == {"panic", "away"}


@pytest.mark.parametrize("order", [Order("cards"), Order("cards", layout="fold"), Order("cards", players=6, gutter=3)])
@pytest.mark.parametrize("game", ["la-cosa", "la-criatura"])
def test_every_sheet_of_every_game_has_one_back(order: Order, game: str) -> None:
    made = sheets.data(order, source_of(title(game), "es"))
    counted = 0
    for page in made["pages"]:
        assert len({cell["back"] for cell in page["cells"] if "back" in cell}) <= 1
        counted += sum("copy" in cell for cell in page["cells"])
    assert counted == len(made["copies"])


def test_the_sheets_come_one_back_after_the_other_and_the_cards_keep_their_order() -> None:
    made = sheets.data(Order("cards"), la_cosa())
    backs = [page["cells"][0]["back"] for page in made["pages"] if page["side"] == "back"]
    assert backs == ["away"] * 10 + ["panic"] * 3
    mixed = sheets.data(Order("cards", only=NINE, sides="fronts"), la_cosa())
    assert [[c["copy"] for c in page["cells"]] for page in mixed["pages"]] == [
        ["la-cosa.1", "lanzallamas.2", "cuarentena.1", "fallaste.1"],
        ["no-podemos-ser-amigos.1"],
    ]
