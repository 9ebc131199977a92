"""The players' aid is read across the table: what it says is set large enough."""

from __future__ import annotations

from collections import Counter

import pypdfium2
import pytest

from companion.decks.catalog import title
from companion.printing import sheets
from companion.printing.order import Order
from companion.printing.source import source_of
from tests.length import is_long
from tests.printing import drawing

LEAST = 8.5
"""Points, of the text that carries the rules."""


def type_sizes(pdf: bytes) -> Counter[float]:
    """Return how many characters are set in each size (points)."""
    document = pypdfium2.PdfDocument(pdf)
    out: Counter[float] = Counter()
    for page in document:
        text = page.get_textpage()
        sizes = (pypdfium2.raw.FPDFText_GetFontSize(text.raw, k) for k in range(text.count_chars()))
        out.update(round(size, 1) for size in sizes)
    return out


REST = [pytest.param(*one, marks=pytest.mark.long) for one in (("es", "letter"), ("en", "a4"), ("en", "letter"))]


@pytest.mark.parametrize(("lang", "paper"), [("es", "a4"), *REST])
@pytest.mark.parametrize("game", ["la-cosa", "la-criatura", "dos-barajas"])
def test_the_aid_is_two_sides_that_can_be_read(game: str, lang: str, paper: str) -> None:
    for ink in ("full", "eco") if is_long() or game == "la-cosa" else ("full",):
        order = Order("reference", lang=lang, paper=paper, ink=ink)  # type: ignore[arg-type]
        pdf = sheets.build(order, source_of(title(game), lang))
        assert drawing.page_count(pdf) == 2
        assert drawing.reader(pdf).trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
        assert all(len(drawing.page_text(pdf, page)) > 500 for page in (0, 1))
        sizes = type_sizes(pdf)
        body, count = sizes.most_common(1)[0]
        assert body >= LEAST and count > 0.6 * sizes.total()


@pytest.mark.long
def test_a_long_name_stands_clear_of_its_text() -> None:
    """Characters of two lines do not lie over one another."""
    pdf = sheets.build(Order("reference"), source_of(title("la-criatura"), "en"))
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        boxes = [text.get_charbox(k) for k in range(text.count_chars())]
        wide = sorted({b for b in boxes if b[2] - b[0] > 1 and b[3] - b[1] > 3})
        for k, one in enumerate(wide):
            for other in wide[k + 1 :]:
                across = min(one[2], other[2]) - max(one[0], other[0])
                down = min(one[3], other[3]) - max(one[1], other[1])
                assert across < 0.8 or down < 0.8, (one, other)
