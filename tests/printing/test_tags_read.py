"""Every tag is read back from the printed page as the copy whose name stands beside it, in its own cell."""

from __future__ import annotations

import pytest

from companion.engine.deck import Copy
from companion.engine.tags import payloads
from companion.printing.order import LabelStart
from tests.beside import beside
from tests.length import later
from tests.printing import drawing
from tests.printing.drawing import Box
from tests.printing.ordering import NINE, la_cosa, printed
from tests.printing.test_cards import cell

LABELS = beside(__file__, "labels.toml")

PANEL = 12 * 29 / 21


def die_cuts(label: str) -> list[Box]:
    """Return the places of the labels of a sheet."""
    _, w, h, columns, rows, x0, y0, dx, dy = LABELS[label]
    return [
        Box(x0 + c * dx, y0 + r * dy, x0 + c * dx + w, y0 + r * dy + h) for r in range(rows) for c in range(columns)
    ]


def named(copy: Copy, words: str) -> bool:
    """Return True if these are the words of that copy."""
    return la_cosa().words.card(copy.slug) in words and f"copia {copy.k}" in words


SHEETS = pytest.mark.parametrize("label", ["herma-4211", *later(*(name for name in LABELS if name != "herma-4211"))])
"""Every sheet of labels, but for the usual one in the long run."""


@SHEETS
def test_every_sticker_lies_in_its_die_cut_and_says_which_copy_it_is(label: str) -> None:
    pdf = printed("tags", label=label, paper=LABELS[label][0])
    cuts, known, seen, dpi = die_cuts(label), payloads(la_cosa().decklist), [], 150
    per_sheet = len(cuts)
    for page in range(drawing.page_count(pdf)):
        image = drawing.grey(pdf, page, dpi)
        read = drawing.tags_zxing(image, dpi)
        for tag in read:
            mine = [cut for cut in cuts if cut.holds(tag.box)]
            assert len(mine) == 1, f"{tag} lies over a cut"
            copy = known[tag.payload]
            assert named(copy, drawing.text_in(pdf, page, mine[0])), copy.id
            x, y = tag.box.middle
            margin = Box(x - PANEL / 2, y - PANEL / 2, x + PANEL / 2, y + PANEL / 2)
            assert mine[0].holds(margin, slack=0.2), f"the white margin of {copy.id} leaves its label"
            assert white_around(image, tag.box, dpi), copy.id
            assert cuts.index(mine[0]) + page * per_sheet == list(known.values()).index(copy)
            seen.append(copy)
    assert len(seen) == 108
    assert len(set(seen)) == 108


def white_around(image: drawing.Grey, symbol: Box, dpi: int) -> bool:
    """Return True if nothing is printed in the four modules around a symbol."""
    x, y = symbol.middle
    half, edge = 6 + 12 * 4 / 21 - 0.25, 6 + 0.25
    whole = drawing.part(image, Box(x - half, y - half, x + half, y + half), dpi).copy()
    k = dpi / 25.4
    inner = slice(round((half - edge) * k), round((half + edge) * k))
    whole[inner, inner] = 255
    return int(whole.min()) > 200


@SHEETS
def test_no_ink_leaves_the_die_cuts(label: str) -> None:
    dpi = 200
    image = drawing.grey(printed("tags", label=label, paper=LABELS[label][0]), 0, dpi).copy()
    k = dpi / 25.4
    for cut in die_cuts(label):
        image[round(cut.y0 * k) : round(cut.y1 * k), round(cut.x0 * k) : round(cut.x1 * k)] = 255
    left = drawing.ink(image, dpi)
    assert left is not None
    assert min(left.x1 - left.x0, left.y1 - left.y0) < 3, "only the credit line, in a margin"


def cards_read(pdf: bytes, dpi: int, opencv: bool) -> list[Copy]:
    """Return the copies read from a sheet of cards, each found in the cell that bears its words."""
    known, out = payloads(la_cosa().decklist), []
    for page in range(0, drawing.page_count(pdf), 2):
        image = drawing.grey(pdf, page, dpi)
        for place in range(9):
            box = cell(place)
            if opencv:
                text = drawing.tag_opencv(drawing.part(image, Box(box.x0, box.y0, box.x0 + 21, box.y0 + 21), dpi))
                texts = [text] if text else []
            else:
                texts = (
                    [t.payload for t in drawing.tags_zxing(image, dpi) if box.holds(t.box)]
                    if place == 0
                    else texts_of(image, dpi, box)
                )
            for text in texts:
                copy = known[text]
                assert copy.id in drawing.text_in(pdf, page, box)
                out.append(copy)
    return out


def texts_of(image: drawing.Grey, dpi: int, box: Box) -> list[str]:
    """Return the texts that zxing-cpp reads in one cell."""
    return [tag.payload for tag in drawing.tags_zxing(drawing.part(image, box, dpi), dpi)]


def test_a_sheet_of_cards_is_read_by_both_readers() -> None:
    pdf = printed("cards", only=NINE)
    assert len(cards_read(pdf, 150, opencv=False)) == 5
    assert len(cards_read(pdf, 300, opencv=True)) == 5


@pytest.mark.long
def test_the_whole_deck_is_read_by_opencv_at_300_dpi() -> None:
    assert len(set(cards_read(printed("cards"), 300, opencv=True))) == 108


@pytest.mark.long
def test_every_sticker_is_read_by_opencv_at_300_dpi() -> None:
    pdf, known = printed("tags", label="herma-4211"), payloads(la_cosa().decklist)
    image, read = drawing.grey(pdf, 0, 300), []
    for cut in die_cuts("herma-4211")[:108]:
        text = drawing.tag_opencv(drawing.part(image, cut, 300))
        assert named(known[text], drawing.text_in(pdf, 0, cut))
        read.append(text)
    assert len(set(read)) == 108


def test_no_tag_on_any_back() -> None:
    pdf = printed("cards", only=NINE)
    assert drawing.tags_zxing(drawing.grey(pdf, 1, 150), 150) == []


def test_the_tag_on_a_card_keeps_its_white_margin_and_its_size() -> None:
    dpi = 300
    for ink in ("full", "eco"):
        image = drawing.grey(printed("cards", only=NINE, ink=ink), 0, dpi)
        for tag in drawing.tags_zxing(image, dpi):
            assert white_around(image, tag.box, dpi)
            assert tag.box.x1 - tag.box.x0 == pytest.approx(12.0, abs=0.15)


def test_a_used_sheet_starts_at_its_first_free_label() -> None:
    pdf = printed("tags", label="herma-4211", only=("hacha.1",), labels=LabelStart(first=9))
    tag = drawing.tags_zxing(drawing.grey(pdf, 0, 150), 150)
    assert die_cuts("herma-4211")[8].holds(tag[0].box)


def test_nudge_and_pitch_move_the_labels_by_what_was_asked() -> None:
    def corners(**start: float) -> list[tuple[float, float]]:
        pdf = printed("tags", label="herma-4211", labels=LabelStart(**start))  # type: ignore[arg-type]
        order = list(payloads(la_cosa().decklist))
        read = sorted(drawing.tags_zxing(drawing.grey(pdf, 0, 300), 300), key=lambda tag: order.index(tag.payload))
        return [tag.box.middle for tag in read]

    still, moved = corners(), corners(dx=0.6, dy=-0.3)
    assert [m[0] - s[0] for s, m in zip(still, moved, strict=True)] == pytest.approx([0.6] * 108, abs=0.1)
    assert [m[1] - s[1] for s, m in zip(still, moved, strict=True)] == pytest.approx([-0.3] * 108, abs=0.1)
    stretched = corners(scale_y=1.004)
    grown = (stretched[-1][1] - stretched[0][1]) / (still[-1][1] - still[0][1])
    assert grown == pytest.approx(1.004, abs=0.0005)
