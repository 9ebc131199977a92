"""Places as arithmetic that must hold whatever the sheet; the printed pages are measured elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.printing import profiles
from companion.printing.assets import folder
from companion.printing.cards import MARK_FROM_EDGE, Grid, crop_marks, sheets_of
from companion.printing.engine import FONTS, characters
from companion.printing.faults import Unprintable
from companion.printing.labels import label_sheets
from companion.printing.order import Correction, LabelStart
from companion.printing.papers import PAPERS
from companion.printing.tokens import Token, packed

GRIDS = st.builds(
    lambda c, r, g: Grid.centred((210, 297), (40, 50), c, r, g),
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([0.0, 3.0]),
)


@given(grid=GRIDS, bleed=st.floats(0, 3))
def test_marks_never_enter_the_cards_nor_the_rim(grid: Grid, bleed: float) -> None:
    for x1, y1, x2, y2 in crop_marks(grid, (210, 297), bleed):
        assert min(x1, x2) >= MARK_FROM_EDGE - 1e-9 and min(y1, y2) >= MARK_FROM_EDGE - 1e-9
        assert max(x1, x2) <= 210 - MARK_FROM_EDGE + 1e-9 and max(y1, y2) <= 297 - MARK_FROM_EDGE + 1e-9
        inside = (
            grid.x0 - bleed < (x1 + x2) / 2 < grid.right + bleed
            and grid.y0 - bleed < (y1 + y2) / 2 < grid.bottom + bleed
        )
        assert not inside


@pytest.mark.parametrize(("page", "columns", "rows"), [((210, 297), 3, 4), ((297, 210), 5, 3)])
def test_every_cut_has_a_mark_at_both_ends(page: tuple[float, float], columns: int, rows: int) -> None:
    grid = Grid.centred(page, (40, 50), columns, rows, 3.0)
    xs, ys = map(set, grid.cuts())
    marks = crop_marks(grid, page)
    assert {x for x, _, _, end in marks if end < grid.y0} == {x for x, y, _, _ in marks if y > grid.bottom} == xs
    assert {y for _, y, end, _ in marks if end < grid.x0} == {y for x, y, _, _ in marks if x > grid.right} == ys


@given(st.lists(st.integers(), max_size=30), st.integers(1, 9))
def test_sheets_hold_everything_once(things: list[int], count: int) -> None:
    parts = list(sheets_of(things, count))
    assert [thing for part in parts for thing in part] == things
    assert all(len(part) == count for part in parts[:-1])


@given(st.integers(0, 12), st.integers(0, 12), st.sampled_from(sorted(PAPERS)))
def test_tokens_never_overlap_nor_leave_the_sheet(discs: int, seats: int, paper: str) -> None:
    things = [Token("clock", 48, 48)] * discs + [Token("piece", 23, 48)] * 3 + [Token("seat", 27, 27)] * seats
    for page in packed(things, PAPERS[paper]):
        boxes = [tuple(float(str(token[key])) for key in "xywh") for token in page]
        for i, (x, y, w, h) in enumerate(boxes):
            assert x >= 0 and y >= 0 and x + w <= PAPERS[paper].w and y + h <= PAPERS[paper].h
            for ox, oy, ow, oh in boxes[i + 1 :]:
                assert x + w <= ox + 1e-9 or ox + ow <= x + 1e-9 or y + h <= oy + 1e-9 or oy + oh <= y + 1e-9


@given(st.integers(1, 112), st.floats(-2, 2), st.floats(0.99, 1.01))
def test_a_stretched_pitch_leaves_the_middle_of_the_sheet_where_it_is(place: int, dx: float, scale: float) -> None:
    sheet = label_sheets()["herma-4211"]
    still = list(sheet.corners(LabelStart()))
    moved = list(sheet.corners(LabelStart(dx=dx, scale_x=scale)))
    middle = 105 - sheet.size[0] / 2
    assert moved[place - 1][0] - dx - middle == pytest.approx((still[place - 1][0] - middle) * scale)


def test_the_typefaces_hold_what_the_sheets_say() -> None:
    for font in FONTS:
        held = characters(folder() / "fonts" / font)
        assert set(map(ord, "áéíóúüñÁÉÍÓÚÜÑ¡!¿?«»“”…—–·×−")) <= held
        assert ord("☣") not in held and ord("漢") not in held
        assert len(held) > 200


def test_each_typeface_has_its_licence_beside_it() -> None:
    for family in ("AtkinsonHyperlegible", "BarlowCondensed"):
        licence = (folder() / "fonts" / f"{family}-OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()


def test_a_correction_survives_being_saved(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert profiles.profiles(data) == {}
    profiles.save(data, "Brother, bandeja 2", Correction(dx=0.7, dy=-0.4, angle=0.1))
    profiles.save(data, "Canon", Correction(sx=1.002))
    assert profiles.profile(data, "Brother, bandeja 2") == Correction(dx=0.7, dy=-0.4, angle=0.1)
    profiles.forget(data, "Canon")
    assert set(profiles.profiles(data)) == {"Brother, bandeja 2"}
    for unknown in ("Canon", "brother, bandeja 2"):
        with pytest.raises(Unprintable) as caught:
            profiles.profile(data, unknown)
        assert "Brother, bandeja 2" in str(caught.value.blanks["printers"])
    profiles.save(data, "x" * 60, Correction())
    with pytest.raises(Unprintable) as none:
        profiles.profile(tmp_path, "Canon")
    assert none.value.blanks["printers"] == "–", "none was saved there"
    for name in ("", "  ", "x" * 61):
        with pytest.raises(Unprintable):
            profiles.save(data, name, Correction())


@pytest.mark.parametrize(
    "torn", ["", "{", "[]", '{"a": 3}', '{"a": {"dx": "much"}}', '{"a": {"dx": 99}}', '{"a": {"zz": 1}}']
)
def test_a_torn_file_of_printers_is_said_not_crashed(tmp_path: Path, torn: str) -> None:
    (tmp_path / profiles.FILE).write_text(torn, "utf-8")
    with pytest.raises(Unprintable):
        profiles.profiles(tmp_path)
