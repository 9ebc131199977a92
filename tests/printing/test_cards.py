"""The proxies, measured on the printed page: cells, cuts, words, backs behind their fronts, each sheet with one; and
what is small on the cards of a print shop."""

from __future__ import annotations

import re
from itertools import combinations

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.decks.catalog import title
from companion.engine.tags import payloads
from companion.printing import sheets
from companion.printing.order import Correction, Order
from companion.printing.source import sheet_words, source_of
from tests.printing import drawing
from tests.printing.drawing import Box
from tests.printing.ordering import NINE, la_cosa, printed

W, H = 63.0, 88.0
A4 = (210.0, 297.0)
LETTER = (215.9, 279.4)


def cell(place: int, paper: tuple[float, float] = A4) -> Box:
    """Return the place of the n-th card of a sheet: 3 × 3, in the middle."""
    row, column = divmod(place, 3)
    x, y = (paper[0] - 3 * W) / 2 + column * W, (paper[1] - 3 * H) / 2 + row * H
    return Box(x, y, x + W, y + H)


def marks(pdf: bytes, page: int, paper: tuple[float, float] = A4) -> list[Box]:
    """Return the strokes that are crop marks: straight, and outside the cards."""
    straight = [
        b
        for b in drawing.lines(pdf, page)
        if min(b.x1 - b.x0, b.y1 - b.y0) < 0.05 and max(b.x1 - b.x0, b.y1 - b.y0) > 0.5
    ]
    inside = Box(*cell(0, paper)[:2], *cell(8, paper)[2:])
    return [b for b in straight if not inside.holds(b)]


def test_a_mark_at_both_ends_of_every_cut() -> None:
    found = marks(printed("cards", only=NINE), 0)
    upright = sorted({round(b.middle[0], 2) for b in found if b.y1 - b.y0 > b.x1 - b.x0})
    level = sorted({round(b.middle[1], 2) for b in found if b.x1 - b.x0 > b.y1 - b.y0})
    assert upright == pytest.approx([10.5, 73.5, 136.5, 199.5], abs=0.01)
    assert level == pytest.approx([16.5, 104.5, 192.5, 280.5], abs=0.01)
    assert len(found) == 16, "four cuts each way, a mark at both ends"
    for b in found:
        assert b.x0 >= 4.49 and b.y0 >= 4.49 and b.x1 <= 205.51 and b.y1 <= 292.51


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_title_and_text_can_be_read_back(lang: str) -> None:
    """With accents and ¡¿, by two readers that know nothing of each other."""
    source = la_cosa(lang)
    pdf = printed("cards", lang=lang, only=tuple(f"{card.slug}.1" for card in source.decklist.cards), sides="fronts")
    pages = range(drawing.page_count(pdf))
    for words in (drawing.text(pdf), " ".join(drawing.page_text_pypdf(pdf, k) for k in pages)):
        for card in source.decklist.cards:
            assert re.sub(r"\s+", " ", source.words.card(card.slug)) in words
            assert re.sub(r"\s+", " ", source.words.raw(f"cards.{card.slug}.text")) in words


def backs_of(pdf: bytes, page: int, paper: tuple[float, float] = A4) -> list[str]:
    """Return the kind of back in the corner of each cell of a page of backs, by its colour."""
    dpi = 40
    image = drawing.colours(pdf, page, dpi)
    out = []
    for place in range(9):
        x, y = cell(place, paper).x0 + 5, cell(place, paper).y0 + 5
        blue, green, red = (int(v) for v in image[round(y * dpi / 25.4), round(x * dpi / 25.4)])
        out.append("" if min(blue, green, red) > 240 else "panic" if red > green else "away")
    return out


MIXED = ("ups.1", "hacha.1", "revelaciones.1", "olvidadizo.1")


@pytest.mark.parametrize(
    ("flip", "expected"), [("long", [["panic"] * 3, ["", "", "away"]]), ("short", [["panic"] * 3, ["away", "", ""]])]
)
def test_backs_are_mirrored_as_the_sheet_is_turned(flip: str, expected: list[list[str]]) -> None:
    pdf = printed("cards", only=MIXED, flip=flip)
    row = slice(0, 3) if flip == "long" else slice(6, 9)
    assert [backs_of(pdf, page)[row] for page in (1, 3)] == expected
    for page in (1, 3):
        assert "".join(backs_of(pdf, page)) == "".join(backs_of(pdf, page)[row]), "and nothing anywhere else"


@pytest.mark.parametrize(("paper", "size", "bleed"), [("a4", A4, 3.0), ("letter", LETTER, 2.0)])
def test_backs_run_past_the_cut(paper: str, size: tuple[float, float], bleed: float) -> None:
    dpi = 200
    found = drawing.ink(drawing.grey(printed("cards", only=("infectado",), paper=paper), 1, dpi), dpi)
    first, last = cell(0, size), cell(8, size)
    assert found is not None
    assert found == pytest.approx((first.x0 - bleed, first.y0 - bleed, last.x1 + bleed, last.y1 + bleed), abs=0.15)


def test_a_shift_of_two_millimetres_never_cuts_the_motif() -> None:
    """All that is not the flat colour keeps 14 mm from every cut."""
    dpi = 100
    image = drawing.colours(printed("cards", only=("infectado",)), 1, dpi)
    card = cell(4)
    whole = image[
        round(card.y0 * dpi / 25.4) : round(card.y1 * dpi / 25.4),
        round(card.x0 * dpi / 25.4) : round(card.x1 * dpi / 25.4),
    ]
    flat = whole[5, 5]
    found = drawing.ink((np.abs(whole.astype(int) - flat).max(axis=2) < 12).astype(np.uint8) * 255, dpi)
    assert found is not None
    assert found.x0 >= 13.9 and found.y0 >= 13.9 and found.x1 <= W - 13.9 and found.y1 <= H - 13.9


def edges(pdf: bytes, page: int = 1, dpi: int = 300) -> Box:
    """Return the outline of the printed backs."""
    found = drawing.ink(drawing.grey(pdf, page, dpi), dpi)
    assert found is not None
    return found


@pytest.mark.long
def test_offsets_move_the_back_by_what_was_asked() -> None:

    still = edges(printed("cards", only=("infectado",)))
    moved = edges(printed("cards", only=("infectado",), correction=Correction(dx=0.7, dy=-0.4)))
    assert moved.x0 - still.x0 == pytest.approx(0.7, abs=0.1)
    assert moved.y0 - still.y0 == pytest.approx(-0.4, abs=0.1)
    front = edges(printed("cards", only=("infectado",)), 0)
    assert edges(printed("cards", only=("infectado",), correction=Correction(dx=0.7)), 0) == front, "fronts stay"


@pytest.mark.long
def test_scale_and_angle_of_the_back() -> None:

    still = edges(printed("cards", only=("infectado",)))
    wide = edges(printed("cards", only=("infectado",), correction=Correction(sx=1.005, sy=0.995)))
    assert (wide.x1 - wide.x0) / (still.x1 - still.x0) == pytest.approx(1.005, abs=0.0007)
    assert (wide.y1 - wide.y0) / (still.y1 - still.y0) == pytest.approx(0.995, abs=0.0007)
    turned = drawing.grey(printed("cards", only=("infectado",), correction=Correction(angle=0.5)), 1, 200)
    ys, xs = np.nonzero(turned < 250)
    hull = cv2.convexHull(np.ascontiguousarray(np.column_stack((xs, ys)).astype(np.int32)[::7]))
    (_, _), _, angle = cv2.minAreaRect(hull.astype(np.float32))
    assert min(angle % 90, 90 - angle % 90) == pytest.approx(0.5, abs=0.05)
    top = ys == ys.min()
    assert xs[top].mean() < turned.shape[1] / 2, "clockwise: the top left corner rises"


def test_fronts_and_backs_as_separate_files() -> None:
    both = printed("cards", only=NINE)
    fronts, backs = printed("cards", only=NINE, sides="fronts"), printed("cards", only=NINE, sides="backs")
    assert drawing.page_count(both) == 4
    assert drawing.page_count(fronts) == drawing.page_count(backs) == 2
    assert np.array_equal(drawing.grey(both, 0, 50), drawing.grey(fronts, 0, 50))
    assert np.array_equal(drawing.grey(both, 1, 50), drawing.grey(backs, 0, 50))


def test_fold_over_lays_each_back_behind_its_front() -> None:
    pdf = printed("cards", only=("hacha.1", "ups.1"), layout="fold")
    assert drawing.sizes(pdf)[0] == pytest.approx((297.0, 210.0), abs=0.01)
    dpi = 100
    known = payloads(la_cosa().decklist)
    for page, slug in enumerate(("hacha", "ups")):
        image = drawing.colours(pdf, page, dpi)
        (tag,) = drawing.tags_zxing(drawing.grey(pdf, page, 150), 150)
        assert known[tag.payload].slug == slug
        x = tag.box.x0 + 50
        y = 105 - (tag.box.y0 + 60 - 105)
        _, green, red = (int(v) for v in image[round(y * dpi / 25.4), round(x * dpi / 25.4)])
        assert (red > green) == (slug == "ups"), "the mirror image of a card below the fold is its back"
        assert tag.box.y0 > 105 + 3


def test_a_sleeve_proxy_is_two_millimetres_smaller() -> None:
    found = marks(printed("cards", only=NINE, size="sleeve"), 0)
    upright = sorted({round(b.middle[0], 2) for b in found if b.y1 - b.y0 > b.x1 - b.x0})
    assert np.diff(upright) == pytest.approx([61.0] * 3, abs=0.01)


def test_one_a_page_with_bleed_for_a_print_shop() -> None:
    pdf = printed("cards", only=("ups.1", "hacha.1"), size="shop")
    pages = drawing.reader(pdf).pages
    assert len(pages) == 4
    for page in pages:
        trim, bleed = page.trimbox, page.bleedbox
        assert (float(trim.width) / drawing.MM, float(trim.height) / drawing.MM) == pytest.approx((63, 88), abs=0.01)
        assert (float(bleed.width) / drawing.MM, float(bleed.height) / drawing.MM) == pytest.approx((69, 94), abs=0.01)
    back = drawing.colours(pdf, 1, 50)
    assert back[1, 1].tolist() == back[-2, -2].tolist() != [255, 255, 255], "the colour fills the bleed"


def test_gaps_between_cards() -> None:
    found = marks(printed("cards", only=NINE, gutter=3), 0)
    upright = sorted({round(b.middle[0], 2) for b in found if b.y1 - b.y0 > b.x1 - b.x0})
    assert upright == pytest.approx([7.5, 70.5, 73.5, 136.5, 139.5, 202.5], abs=0.01)


def test_guides_on_both_sides_or_on_none() -> None:
    assert marks(printed("cards", only=NINE, guides="none"), 0) == []
    assert marks(printed("cards", only=NINE), 1) == []
    assert len(marks(printed("cards", only=NINE, guides="both", ink="eco"), 1)) == 16


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


def test_a_folded_sheet_without_marks() -> None:
    made = sheets.data(Order("cards", layout="fold", guides="none", only=("hacha.1",)), la_cosa())
    assert made["pages"][0]["marks"] == []
    marked = sheets.data(Order("cards", layout="fold", only=("hacha.1",)), la_cosa())
    marks = marked["pages"][0]["marks"]
    assert marks and all(y > 210 / 2 for _, *ys in marks for y in (ys[0], ys[2])), "one beyond the fold is on a back"
