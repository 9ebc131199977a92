"""What comes of every scenario and every playthrough of all games: inside a browser the same as outside."""

from __future__ import annotations

from pathlib import Path

from companion.decks.catalog import Title, title
from companion.engine.actions import Malformed, read
from companion.engine.codec import dump
from companion.engine.hidden.referee import CHECK, Finding
from tests.engine.evening import Refereed
from tests.games.play import lines_of

NEEDED = ("__init__.py", "engine/__init__.py", "engine/evening.py", "games/__init__.py", "games/play.py")
NEEDED += ("site/__init__.py", "site/replayed.py")
"""Of the tests: what this takes, beside the files themselves."""


def paths(tests: Path) -> list[Path]:
    """Every file that can be replayed."""
    return sorted([*tests.glob("scenarios/*/*.jsonl"), *tests.glob("playthroughs/*/*.jsonl")])


def replayed(tests: Path) -> dict[str, object]:
    """By file: every answer, every sentence of the log, and the facts that were left."""
    return {path.relative_to(tests).as_posix(): _one(path) for path in paths(tests)}


def _one(path: Path) -> object:
    here = title(path.parent.name)
    try:
        setup, *actions = lines_of(path)
        sitting = Refereed(here.game, here.decklist, setup)
    except (Malformed, ValueError) as fault:
        return f"{type(fault).__name__} {fault}"
    if sitting.refused is not None:
        return sitting.refused.rule
    return [[_said(sitting, here, action) for action in actions], _facts(sitting)]


def _said(sitting: Refereed, here: Title, action: dict[str, object]) -> object:
    before = sitting.course.table
    try:
        if action["action"] == CHECK:
            found = sitting.check(**{key: value for key, value in action.items() if key != "action"})
        else:
            found = sitting.say(**action)
    except Malformed as fault:
        return f"{fault}"
    if isinstance(found, Finding):
        return [found.verdict, sorted(found.rules), found.public.said(here.wording("es"))]
    if found != "ok" or action["action"] in ("undo", "redo"):
        return found
    facts = sitting.course.entries[-1].facts
    return here.game.tell(before, read(here.game.verbs, action), facts, here.words["es"])


def _facts(sitting: Refereed) -> list[object]:
    return [[dump(fact) for fact in entry.facts] for entry in sitting.course.entries]
