"""No screen, no store, no sheet and no table knows a game: nothing in them names one, its cards or its moves."""

from __future__ import annotations

import ast
import re
from collections.abc import Set
from functools import cache, reduce
from pathlib import Path

import companion
from companion.decks.catalog import title
from companion.games import SLUGS
from tests.beside import beside

ROOT = Path(companion.__file__).parent
TEMPLATES = ROOT.parent / "printables" / "templates"
FOLDERS = ("web", "store", "service", "engine", "decks", "i18n", "printing")
EXCEPT = {"sheets", "terminal"}
"""The words of the sheets and the command line, which hold texts of the game that came first."""

EXAMPLE = re.compile(r"^ *(?:>>>|\.\.\.) .*$", re.MULTILINE)
EVERY_GAME = {"end", "override", "rename", "reveal", "show"}
"""The verbs every game has: beside a move, what the companion itself knows of a table."""
OTHER_THINGS = {path: set(words) for path, words in beside(__file__, "words_of_another_meaning.toml").items()}
"""Words of another meaning that are also a verb of some game."""


def _files() -> list[Path]:
    """Return all files but the exceptions, and the catalogue, which says which game is played by default."""
    return sorted(
        path
        for folder in (*(ROOT / name for name in FOLDERS), TEMPLATES)
        for path in folder.rglob("*")
        if path != ROOT / "decks" / "catalog.py"
        if path.suffix in {".py", ".html", ".svg", ".css", ".js", ".typ"}
        or (path.suffix == ".toml" and path.stem not in EXCEPT)
    )


def _names() -> set[str]:
    """Return slugs, modules and names of every game."""
    modules = {slug.replace("-", "_") for slug in SLUGS}
    return {*SLUGS, *modules, *(words.raw("game.name") for slug in SLUGS for words in title(slug).words.values())}


@cache
def _named() -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<![\w-]){re.escape(name.casefold())}(?![\w-])" for name in sorted(_names())))


@cache
def _cards() -> frozenset[str]:
    return frozenset(
        name for slug in SLUGS for card in title(slug).decklist.cards for name in (card.slug, card.acts_as)
    )


def _hyphened(text: str) -> set[str]:
    """Return the cards in a text whose names, of several words, mean nothing else."""
    there = [name for name in _cards() if "-" in name and name in text]
    return {name for name in there if re.search(rf"(?<![\w-]){name}(?![\w-])", text)}


def _verbs() -> list[set[str]]:
    return [set(title(slug).game.verbs) for slug in SLUGS]


@cache
def _texts() -> dict[str, str]:
    """Return the text of every file, by its place, without the examples that are run: they need a game."""
    return {
        path.relative_to(ROOT.parent).as_posix().removeprefix("companion/"): EXAMPLE.sub("", path.read_text("utf-8"))
        for path in _files()
    }


def _strings(names: Set[str]) -> dict[str, set[str]]:
    """Return which of these names stand alone as a text in the code of a file, for each in which one does."""
    found = {}
    for place, text in _texts().items():
        if place.endswith(".py") and any(f'"{name}"' in text for name in names):
            texts = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
            if texts & names:
                found[place] = {str(one) for one in texts & names}
    return found


def test_no_game_is_named() -> None:
    assert len(_texts()) > 400
    names = {name.casefold() for name in _names()}
    folded = ((place, text.casefold()) for place, text in _texts().items())
    near = {place: text for place, text in folded if any(name in text for name in names)}
    assert not {place: found for place, text in near.items() if (found := _named().findall(text))}


def test_no_card_is_named() -> None:
    assert not {place: found for place, text in _texts().items() if (found := _hyphened(text))}
    assert not _strings(_cards())


def test_no_move_of_a_game_is_named() -> None:
    assert _strings(reduce(set.union, _verbs()) - EVERY_GAME) == OTHER_THINGS


def test_what_every_game_says_is_in_every_game() -> None:
    assert reduce(set.intersection, _verbs()) == EVERY_GAME


def test_the_pattern_finds_what_it_should() -> None:
    assert len(SLUGS) > 1 and all(_named().search(f"title('{slug}')") for slug in SLUGS)
    assert _hyphened('icon("puerta-atrancada")') and not _hyphened("puerta-atrancada-de-roble")
