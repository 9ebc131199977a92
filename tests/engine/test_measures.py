"""Figures read from a board: which there are, what is refused and where, and how they are written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.measures import LONGEST, Measure, Unreadable, nested, read_board, unread, written

DIE = Measure("die", most=6, rows=("sun", "storm"), total=6)
TABLE = Measure("table", most=4, rows=("sun", "storm"), columns=("boiler", "rescue"), players=(4, 6))
TRACK = Measure("track", least=2, most=60)
BOARD = (DIE, TABLE, TRACK)


def test_what_was_read_is_known_cell_by_cell() -> None:
    cells = read_board(BOARD, '{"track": 12, "table": {"storm": {"boiler": 2}}, "die": {"sun": 2}}')
    assert cells == {("track",): 12, ("table", "storm", "boiler"): 2, ("die", "sun"): 2}
    assert nested(cells) == {"die": {"sun": 2}, "table": {"storm": {"boiler": 2}}, "track": 12}
    assert read_board(BOARD, written(cells)) == cells


def test_a_table_of_another_size_needs_other_figures() -> None:
    assert unread(BOARD, {}, 7) == (("die", "sun"), ("die", "storm"), ("track",))
    assert [len(unread(BOARD, {("track",): 3}, people)) for people in (3, 4, 5, 6, 7)] == [2, 6, 6, 6, 2]


@pytest.mark.parametrize(
    ("text", "key", "cell"),
    [
        ("", "shape", ()),
        ("[]", "shape", ()),
        ("{" * 3000, "shape", ()),
        ('{"a": ' * 400 + "1" + "}" * 400, "unknown", ("a", "a", "a")),
        (json.dumps({"track": 1}).ljust(LONGEST + 1), "shape", ()),
        ('{"other": 1}', "unknown", ("other",)),
        ('{"track": {"x": 1}}', "unknown", ("track", "x")),
        ('{"table": {"sun": 2}}', "unknown", ("table", "sun")),
        ('{"track": 1}', "value", ("track",)),
        ('{"track": 61}', "value", ("track",)),
        ('{"track": true}', "value", ("track",)),
        ('{"track": 2.0}', "value", ("track",)),
        ('{"track": "12"}', "value", ("track",)),
        ('{"die": {"sun": 2, "storm": 3}}', "total", ("die",)),
        ('{"table": {}}', "unknown", ("table",)),
    ],
)  # fmt: skip
def test_what_cannot_be_on_the_board_is_refused_with_its_place(text: str, key: str, cell: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable) as refused:
        read_board(BOARD, text)
    assert (refused.value.fault.key, refused.value.fault.cell) == (key, cell)


@given(st.text() | st.recursive(st.integers() | st.text() | st.none(), lambda inner: st.dictionaries(
    st.sampled_from(["die", "table", "track", "sun", "boiler", ""]), inner)).map(json.dumps))  # fmt: skip
def test_nothing_breaks_it(text: str) -> None:
    try:
        cells = read_board(BOARD, text)
    except Unreadable:
        return
    assert cells == {} or read_board(BOARD, written(cells)) == cells
