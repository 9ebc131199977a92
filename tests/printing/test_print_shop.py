"""Cards for a print shop: what is small on them can be read, and what cannot be had together is said."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pypdfium2
import pytest

from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import sheet_words
from tests.cli.running import run
from tests.printing import drawing
from tests.printing.drawing import Box
from tests.printing.ordering import la_cosa, printed

FOOT = {"es": "jugadores", "en": "players"}


def places(pdf: bytes, page: int, *words: str) -> list[Box]:
    """Return the places of these words on a page."""
    sheet = pypdfium2.PdfDocument(pdf)[page]
    text, height, out = sheet.get_textpage(), sheet.get_height(), []
    for word in words:
        at, count = text.search(word).get_next()
        boxes = [text.get_charbox(k, loose=False) for k in range(at, at + count)]
        left, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
        out.append(Box(*(v / drawing.MM for v in (left, height - top, right, height - bottom))))
    return out


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("ink", ["full", "eco"])
@pytest.mark.parametrize("card", ["lanzallamas.2", "no-podemos-ser-amigos.1", "que-quede-entre-nosotros.1"])
def test_the_credit_line_touches_neither_the_id_nor_the_number(card: str, ink: str, lang: str) -> None:
    pdf = printed("cards", only=(card,), size="shop", ink=ink, lang=lang)
    stamp = sheet_words(lang).raw("stamp")
    number = next(w for w in drawing.page_text(pdf, 0).split() if w.endswith("+"))
    for one, other in combinations(places(pdf, 0, card, stamp, FOOT[lang], number), 2):
        assert one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0, (one, other)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"size": "shop", "layout": "fold"}, "fold"),
        ({"size": "shop", "gutter": 3}, "3"),
        ({"size": "shop", "guides": "lines"}, "lines"),
        ({"size": "shop", "guides": "both"}, "both"),
        ({"layout": "fold", "gutter": 2.5}, "2.5"),
        ({"layout": "fold", "sides": "backs"}, "backs"),
        ({"layout": "fold", "guides": "both"}, "both"),
    ],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_cannot_be_had_together_is_said(asked: dict[str, Any], named: str, lang: str) -> None:
    with pytest.raises(Unprintable) as caught:
        Order("cards", lang=lang, **asked)
    sentence = sheet_words(lang).say(caught.value.key, **caught.value.blanks)
    assert named in sentence and "{" not in sentence and caught.value.key != sentence


def test_the_command_says_it_and_writes_nothing(tmp_path: Any) -> None:
    out = tmp_path / "x.pdf"
    done = run("print", "cards", "--size", "shop", "--layout", "fold", "-o", out)
    assert done.exit_code == 1 and "shop" in done.stderr and "fold" in done.stderr and not out.exists()


def test_a_folded_sheet_without_marks() -> None:
    from companion.printing import sheets

    made = sheets.data(Order("cards", layout="fold", guides="none", only=("hacha.1",)), la_cosa())
    assert made["pages"][0]["marks"] == []
    marked = sheets.data(Order("cards", layout="fold", only=("hacha.1",)), la_cosa())
    assert marked["pages"][0]["marks"]
