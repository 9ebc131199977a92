"""No screen, no store and no table knows a game: nothing in them names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion.catalog import title
from companion.games import SLUGS

ROOT = Path(companion.__file__).parent
FILES = sorted(
    path
    for folder in ("web", "store", "table")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".svg", ".css", ".js", ".toml"}
)


def _names() -> set[str]:
    """Slugs, modules and names of every game there is."""
    modules = {slug.replace("-", "_") for slug in SLUGS}
    return {*SLUGS, *modules, *(words.raw("game.name") for slug in SLUGS for words in title(slug).words.values())}


NAMED = re.compile("|".join(rf"(?<![\w-]){re.escape(name.casefold())}(?![\w-])" for name in sorted(_names())))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_game_is_named(path: Path) -> None:
    assert not NAMED.search(path.read_text("utf-8").casefold())


def test_the_pattern_finds_what_it_should() -> None:
    assert len(SLUGS) > 1 and all(NAMED.search(f"title('{slug}')") for slug in SLUGS)
