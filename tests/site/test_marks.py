"""Traces of its referee on a tablet alone: that cards were shown, and what the table decided; nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.site.home import Marks


def test_what_was_marked_is_known_the_next_time(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "referee.json")
    assert marks.take("one") and marks.mark("one")
    marks.decide("two", True)
    later = Marks(tmp_path / "referee.json")
    assert later.has_shown("one") and not later.has_shown("two")
    assert later.shows_all("two") and not later.shows_all("one")
    assert json.loads((tmp_path / "referee.json").read_text()) == {"one": ["shown"], "two": ["all"]}


def test_a_table_that_is_no_more_leaves_nothing(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "referee.json")
    marks.mark("one")
    marks.decide("one", True)
    marks.forget("one")
    assert not marks.has_shown("one") and not marks.shows_all("one")
    assert json.loads((tmp_path / "referee.json").read_text()) == {}
    assert [one.name for one in tmp_path.iterdir()] == ["referee.json"]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"one": 3, "two": ["all", "more"]}', "[[1]]"])
def test_a_file_that_something_else_wrote_is_no_reason_not_to_play(tmp_path: Path, content: str) -> None:
    (tmp_path / "referee.json").write_text(content)
    marks = Marks(tmp_path / "referee.json")
    assert not marks.has_shown("one")
    assert marks.shows_all("two") is ("two" in content)


def test_a_storage_that_is_full_loses_only_the_next_start(tmp_path: Path) -> None:
    marks = Marks(tmp_path / "gone" / "referee.json")
    assert marks.mark("one") and marks.has_shown("one")
    assert not Marks(tmp_path / "gone" / "referee.json").has_shown("one")
