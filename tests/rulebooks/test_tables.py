"""The tables of the rulebooks' sentences: every case that a table names exists, and every reason is a known one.

A table stands in `BOOK.toml` beside this file. Its key is the number of a sentence in its rulebook and four letters of
the hash of its text, so that no word of a rulebook stands here. Its value is a list of the cases that show it:

* `rules/GAME/FILE.txt: TITLE`, a case whose comment begins with TITLE (of the referee: `rules/GAME/referee/FILE.txt`);
* `scenarios/GAME/NAME`, a scenario;
* `FOLDER/test_FILE.py::test_NAME`, a test;

or the reason why there is none: `hands` (done by hands or heads), `story`, `parts` (names a component), `advice`,
`example` (the cases of its rule cover it), `heading`, `again ID` (says what another sentence says), `open OPTION` (the
table decides).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from companion.decks.catalog import title
from tests.games.every import GAMES

HERE = Path(__file__).parent
TESTS = HERE.parent
BOOKS = sorted(HERE.glob("*.toml"))
REASONS = ("hands", "story", "parts", "advice", "example", "heading")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def is_case(reference: str) -> bool:
    """Return True if the case that a table names exists."""
    if reference.startswith("scenarios/"):
        return (TESTS / f"{reference}.jsonl").is_file()
    if "::" in reference:
        path, name = reference.split("::")
        return re.search(rf"^def {re.escape(name)}\(", text_of(TESTS / path), re.MULTILINE) is not None
    path, _, name = reference.partition(": ")
    return bool(name) and f"\n# {name}" in "\n" + text_of(TESTS / path)


def is_reason(reason: str, keys: set[str], options: set[str]) -> bool:
    """Return True if `reason` is known and what it points to exists: another sentence, or an option of a game."""
    word, _, rest = reason.partition(" ")
    if word == "again":
        return rest in keys
    if word == "open":
        return rest in options
    return word in REASONS and not rest


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_every_entry_of_a_table_points_to_what_exists(book: Path) -> None:
    table = tomllib.loads(book.read_text(encoding="utf-8"))["sentences"]
    options = {option.name for slug in GAMES for option in title(slug).decklist.options}
    wrong = [
        f"{key}: {value}"
        for key, entry in table.items()
        for value in (entry if isinstance(entry, list) else [entry])
        if not (is_case(value) if isinstance(entry, list) else is_reason(value, {*table}, options))
    ]
    assert wrong == []


def test_what_does_not_exist_is_found() -> None:
    assert not is_case("rules/la-cosa/cards.txt: No such case")
    assert not is_case("rules/la-cosa/none.txt: Refusals")
    assert not is_case("scenarios/la-cosa/none")
    assert not is_case("engine/test_checks.py::test_none")
    assert not is_reason("again 9999-abcd", {"0001-c29e"}, set())
    assert not is_reason("open nothing", set(), {"quarantine_rounds"})
    assert not is_reason("perhaps", set(), set())
