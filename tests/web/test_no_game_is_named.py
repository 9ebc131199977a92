"""No screen, no store, no sheet and no table knows a game: nothing in them names one, its cards or its moves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import pytest

import companion
from companion.decks.catalog import title
from companion.games import SLUGS

ROOT = Path(companion.__file__).parent
TEMPLATES = ROOT.parent / "printables" / "templates"
FOLDERS = ("web", "store", "service", "engine", "decks", "i18n", "printing")
FILES = sorted(
    path
    for folder in (*(ROOT / name for name in FOLDERS), TEMPLATES)
    for path in folder.rglob("*")
    if path != ROOT / "decks" / "catalog.py"
    if path.suffix in {".py", ".html", ".svg", ".css", ".js", ".typ"}
    or (path.suffix == ".toml" and path.stem not in {"sheets", "laboratory", "bench", "terminal"})
)
"""All but the words of the sheets, the laboratory and the command line, which hold texts of the game that came first,
and the catalogue, which says which game is played where nobody chooses one."""
CODE = [path for path in FILES if path.suffix == ".py"]

EVERY_GAME = {"end", "override", "rename", "reveal", "show"}
"""The verbs every game has: beside a move, what the companion itself knows of a table."""
OTHER_THINGS = {
    "web/auth/codes.py": {"move"},  # what a code is for: to take a table to another device
    "web/auth/sessions.py": {"move"},
    "web/api/schemas.py": {"event"},  # a line of the event stream
    "web/pages/scan/dispute.py": {"discard", "leave"},  # what is shown in private; the button back to the table
    "web/pages/games/new.py": {"enter"},  # a key of the keyboard
    "web/pages/devices/seats.py": {"leave"},
    "service/referee/referee_mode.py": {"discard"},  # what is shown in private
    "service/referee/private_reveal.py": {"discard", "pass"},  # the same; the screen on which the tablet changes hands
    "engine/hidden/referee.py": {"discard"},
    "engine/kit/card_checks.py": {"discard"},  # what is shown to the referee
    "engine/kit/declared_counts.py": {"discard", "draw"},  # the names of piles, here and in the next ones
    "engine/kit/effects.py": {"discard", "draw"},
    "engine/kit/undo_hints.py": {"draw"},
    "engine/kit/public_state.py": {"discard", "draw"},
    "engine/kit/board_view.py": {"discard", "draw"},
    "engine/places.py": {"discard", "draw", "play"},  # the names of piles
    "engine/state.py": {"discard", "draw", "play"},
}
"""Words of another meaning that are also a verb of some game."""


def _names() -> set[str]:
    """Slugs, modules and names of every game there is."""
    modules = {slug.replace("-", "_") for slug in SLUGS}
    return {*SLUGS, *modules, *(words.raw("game.name") for slug in SLUGS for words in title(slug).words.values())}


NAMED = re.compile("|".join(rf"(?<![\w-]){re.escape(name.casefold())}(?![\w-])" for name in sorted(_names())))
VERBS = [set(title(slug).game.verbs) for slug in SLUGS]
CARDS = {name for slug in SLUGS for card in title(slug).decklist.cards for name in (card.slug, card.acts_as)}
HYPHENED = re.compile("|".join(rf"(?<![\w-]){name}(?![\w-])" for name in sorted(CARDS) if "-" in name))


def _strings(path: Path) -> Iterator[str]:
    """Every text that stands alone in the code of a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _id(path: Path) -> str:
    return path.relative_to(ROOT.parent).as_posix().removeprefix("companion/")


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_no_game_is_named(path: Path) -> None:
    assert not NAMED.search(path.read_text("utf-8").casefold())


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_no_card_is_named(path: Path) -> None:
    found = set(HYPHENED.findall(path.read_text("utf-8")))
    if path.suffix == ".py":
        found |= CARDS & set(_strings(path))
    assert not found


@pytest.mark.parametrize("path", CODE, ids=_id)
def test_no_move_of_a_game_is_named(path: Path) -> None:
    moves = reduce(set.union, VERBS) - EVERY_GAME
    assert set(_strings(path)) & moves == OTHER_THINGS.get(_id(path), set())


def test_what_every_game_says_is_in_every_game() -> None:
    assert reduce(set.intersection, VERBS) == EVERY_GAME


def test_the_pattern_finds_what_it_should() -> None:
    assert len(SLUGS) > 1 and all(NAMED.search(f"title('{slug}')") for slug in SLUGS)
    assert HYPHENED.search('icon("puerta-atrancada")') and not HYPHENED.search("puerta-atrancada-de-roble")
