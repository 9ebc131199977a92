"""Properties of every sheet: the page is the paper, nothing scales, only our typefaces, the same bytes every time."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from companion.engine.words import Wording
from companion.printing import engine, sheets
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source
from tests.length import later
from tests.printing import drawing
from tests.printing.ordering import NINE, la_cosa, printed

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SHEETS = ("cards", "tags", "tokens", "roles", "reference", "setup", "puzzles", "calibration")
OURS = {"BarlowCondensed-Bold", "BarlowCondensed-Medium", "AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold"}


def sample(what: str, paper: str = "a4", lang: str = "es", ink: str = "full") -> bytes:
    """Return a small order of each sheet."""
    return printed(what, paper=paper, lang=lang, ink=ink, **least_of(what))


def least_of(what: str) -> dict[str, Any]:
    """Return what is asked of a sheet so that it is small."""
    only = {"cards": NINE, "tags": NINE, "puzzles": ("3",)}.get(what)
    return {"only": only} if only else {"players": 6}


@pytest.mark.parametrize("paper", ["a4", *later("letter")])
@pytest.mark.parametrize("what", SHEETS)
def test_the_page_is_the_paper(what: str, paper: str) -> None:
    for page in drawing.sizes(sample(what, paper)):
        assert page == pytest.approx(PAPERS[paper], abs=0.01)


@pytest.mark.parametrize("what", SHEETS)
def test_viewers_are_told_not_to_scale(what: str) -> None:
    told = drawing.reader(sample(what)).trailer["/Root"]["/ViewerPreferences"]  # type: ignore[index]
    assert told["/PrintScaling"] == "/None"
    assert told["/PickTrayByPDFSize"]


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"flip": "long"}, "/DuplexFlipLongEdge"),
        ({"flip": "short"}, "/DuplexFlipShortEdge"),
        ({"sides": "fronts"}, "/Simplex"),
        ({"layout": "fold"}, "/Simplex"),
        ({"size": "shop"}, "/Simplex"),
    ],
)
def test_the_printer_is_told_how_to_turn_the_sheet(asked: dict[str, str], name: str) -> None:
    pdf = printed("cards", only=NINE, **asked)
    assert drawing.reader(pdf).trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == name  # type: ignore[index]


def test_both_ways_to_add_the_preferences_say_the_same() -> None:
    """The quick way writes behind Typst's end; the slow one is for a Typst that builds its documents otherwise."""
    bare = engine.pdf("roles", sheets.data(Order(what="roles"), la_cosa()))
    quick, slow = sheets._appended(bare, "/Simplex"), sheets._rewritten(bare, "/Simplex")
    assert quick is not None and quick.startswith(bare), "nothing Typst wrote is touched"
    told = [drawing.reader(pdf).trailer["/Root"]["/ViewerPreferences"] for pdf in (quick, slow)]  # type: ignore[index]
    assert {k: str(v) for k, v in told[0].items()} == {k: str(v) for k, v in told[1].items()}
    assert drawing.text(quick) == drawing.text(slow) == drawing.text(bare)
    assert sheets._appended(bare.replace(b"/Type/Catalog", b"/Type /Catalog"), "/Simplex") is None

    assert len(PdfReader(BytesIO(quick), strict=True).pages) == 1


@pytest.mark.parametrize("what", SHEETS)
def test_only_the_vendored_typefaces_and_all_of_them_embedded(what: str) -> None:
    used = drawing.fonts(sample(what))
    assert used
    assert all(used.values())
    assert {name.split("+")[1] for name in used} <= OURS, "each a subset, none from this machine"


@pytest.mark.parametrize("lang", ["es", *later("en")])
@pytest.mark.parametrize("what", SHEETS)
def test_every_sheet_carries_the_credit_the_paper_and_how_to_print(what: str, lang: str) -> None:
    words = drawing.text(sample(what, "letter", lang))
    for part in ("Letter", "100 %", "CC BY 4.0", "OFL 1.1"):
        assert part in words


@pytest.mark.long
@pytest.mark.parametrize("what", SHEETS)
def test_nothing_is_printed_on_the_rim_of_the_paper(what: str) -> None:
    """Ink within 4 mm of the edge makes viewers shrink the page; the night band alone runs off it, on purpose."""
    dpi = 150
    for k in range(drawing.page_count(sample(what, ink="eco"))):
        found = drawing.ink(drawing.grey(sample(what, ink="eco"), k, dpi), dpi)
        assert found is not None
        assert found.x0 >= 3.9 and found.y0 >= 3.9
        assert found.x1 <= 210 - 3.9 and found.y1 <= 297 - 3.9


@pytest.mark.parametrize("what", SHEETS)
def test_a_preview_shows_the_page_that_will_be_printed(what: str) -> None:
    picture, pages = sheets.preview(Order(what=what, **least_of(what)), la_cosa(), 1, 80)  # type: ignore[arg-type]
    assert picture.startswith(b"\x89PNG")
    assert pages == drawing.page_count(sample(what))

    shown = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    printed_page = drawing.grey(sample(what), 0, 80)
    assert abs(shown.shape[0] - printed_page.shape[0]) <= 1
    # two renderers draw edges differently: compare what an eye takes in, not single pixels
    small = (41, 58)
    one, other = (cv2.resize(page, small, interpolation=cv2.INTER_AREA).ravel() for page in (shown, printed_page))
    assert float(np.corrcoef(one, other)[0, 1]) > 0.95


@pytest.mark.long
@settings(max_examples=15)
@given(text=st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=60))
def test_words_never_become_markup(text: str) -> None:
    """Whatever a deck's words hold, a sheet is printed or refused in a sentence; nothing of it is executed."""
    source = la_cosa()
    words = Wording("es", {**source.words.sentences, "cards.hacha.text": f'#panic("x") {text} $'})
    try:
        pdf = sheets.build(Order(what="cards", only=("hacha.1",)), Source(source.decklist, words, source.plan))
    except Unprintable as fault:
        assert fault.key in ("cannot.glyph", "cannot.unfit")
    else:
        assert '#panic("x")' in drawing.text(pdf)
