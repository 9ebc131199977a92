"""TOML files of a site as JSON beside them, with the same content."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.decks.catalog import decklists_folder
from companion.i18n import toml_tables
from companion.i18n.catalog import WORDS, sentences_of
from companion.site.bundle import as_json
from companion.site.home import SAID

FILES = {str(path): path for folder in (WORDS, decklists_folder()) for path in sorted(folder.rglob("*.toml"))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what a home has of its files."""
    made = tmp_path_factory.mktemp("said")
    for name, content in as_json({name: path.read_bytes() for name, path in FILES.items()}).items():
        (made / name).write_bytes(content)
    return made


@pytest.fixture
def brought(folder: Path) -> Iterator[Path]:
    """Yield a home that has the content of its files."""
    toml_tables.bring(folder)
    yield folder
    toml_tables.bring(None)


def test_each_file_says_the_same_without_being_read(brought: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {name: tomllib.loads(path.read_text("utf-8")) for name, path in FILES.items()}
    assert len(told) > 40
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail(text[:60]))
    assert {name: toml_tables.tables_of(path.read_text("utf-8")) for name, path in FILES.items()} == told
    assert sentences_of(WORDS / "es" / "screens.toml")


def test_any_other_text_is_read(brought: Path) -> None:
    assert toml_tables.tables_of('[a]\nb = "c"') == {"a": {"b": "c"}}
    with pytest.raises(tomllib.TOMLDecodeError):
        toml_tables.tables_of("a = ")


def test_whoever_changes_what_it_was_told_changes_it_for_nobody_else(brought: Path) -> None:
    text = (WORDS / "es" / "screens.toml").read_text("utf-8")
    toml_tables.tables_of(text).clear()
    assert toml_tables.tables_of(text)


def test_lines_end_as_they_like(tmp_path: Path) -> None:
    (told,) = as_json({"a.toml": b'a = "b"\r\nc = 1\r\n', "b.py": b"pass"}).values()
    assert json.loads(told) == {"a": "b", "c": 1}
    (tmp_path / "a.toml").write_bytes(b'a = "b"\r\nc = 1\r\n')
    text = (tmp_path / "a.toml").read_text("utf-8")
    assert [*as_json({"a.toml": b'a = "b"\r\nc = 1\r\n'})] == [toml_tables.name_of(text)]


def test_what_json_cannot_say_is_left_to_be_read() -> None:
    assert as_json({"a.toml": b"day = 2026-11-26"}) == {}


def test_a_computer_reads_its_files() -> None:
    assert not (Path(companion.__file__).parent / SAID).exists()
