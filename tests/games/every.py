"""Every game there is, with its cases, its golden evenings and what is peculiar to it.

What the suites cannot know of a game stands in `tests/games/<game>/peculiar.py`: the table as one line that a person
reads (`line`), what every table of it must hold to (`holds`), and cases from elsewhere, if there are any (`MORE`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType

from companion.decks.catalog import game_slugs, title
from companion.service.transfer.cases import Case, read_cases

TESTS = Path(__file__).parents[1]
GAMES = game_slugs()


def peculiar(slug: str) -> ModuleType:
    """Return the module of a game's peculiarities."""
    return import_module(f"tests.games.{slug.replace('-', '_')}.peculiar")


def evenings(slug: str) -> list[Path]:
    """Return the golden playthroughs of a game."""
    return sorted((TESTS / "playthroughs" / slug).glob("*.jsonl"))


def told(slug: str) -> list[Path]:
    """Return the texts of the golden playthroughs, in one language or more: `NAME.txt`, `NAME.en.txt`."""
    return sorted((TESTS / "playthroughs" / slug).glob("*.txt"))


@cache
def cases_of(slug: str) -> Sequence[tuple[str, Case]]:
    """Return the rule cases of a game with their names; a deck of their own lies beside them."""
    folder = TESTS / "rules" / slug
    find = partial(title, folders=(folder,))
    return [
        (f"{path.stem}-{case.number}", case)
        for path in sorted(folder.glob("*.txt"))
        for case in read_cases(str(path), path.read_bytes(), find)
    ]


@cache
def referee_cases(slug: str) -> dict[str, Case]:
    """Return the cases of a game's referee by the first line of the comment over each."""
    found = {}
    for path in sorted((TESTS / "rules" / slug / "referee").glob("*.txt")):
        rows = path.read_text(encoding="utf-8").splitlines()
        for case in read_cases(str(path), path.read_bytes(), title):
            over = [*takewhile(lambda row: row.startswith("#"), reversed(rows[: case.number - 1]))]
            found[f"{path.stem}: {over[-1].removeprefix('#').strip()}"] = case
    return found
