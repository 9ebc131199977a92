"""Replay of every scenario and every playthrough of all games: the same inside a browser as outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.decks.catalog import Title, title
from companion.engine.actions import Malformed, read
from companion.engine.codec import dump
from companion.engine.hidden.referee import CHECK
from companion.service.live.session import words_of
from companion.service.referee import judging
from tests.engine.evening import Refereed
from tests.games.play import lines_of

NEEDED = ("__init__.py", "engine/__init__.py", "engine/evening.py", "games/__init__.py", "games/play.py")
NEEDED += ("site/__init__.py", "site/replayed.py")
"""Of the tests: what this takes, beside the files themselves."""


def paths(tests: Path) -> list[Path]:
    """Return every file that can be replayed."""
    return sorted(path for kind in ("scenarios", "playthroughs", "shown") for path in tests.glob(f"{kind}/*/*.jsonl"))


def replayed(tests: Path) -> dict[str, object]:
    """Return by file every answer, every sentence of the log, the facts that were left, and the table at the end."""
    return {path.relative_to(tests).as_posix(): _one(path) for path in paths(tests)}


def _one(path: Path) -> Any:
    here = title(path.parent.name)
    try:
        setup, *actions = lines_of(path)
        sitting = Refereed(here.game, here.decklist, setup)
    except (Malformed, ValueError) as fault:
        return f"{type(fault).__name__} {fault}"
    if sitting.refused is not None:
        return sitting.refused.rule
    kept: dict[object, Any] = {}
    answers = [
        _checked(sitting, here, action, kept) if action["action"] == CHECK else _said(sitting, here, action)
        for action in actions
    ]
    return json.loads(json.dumps([answers, _facts(sitting), here.game.state(here.decklist, sitting.course.table)]))


def _said(sitting: Refereed, here: Title, action: dict[str, object]) -> object:
    before = sitting.course.table
    try:
        found = sitting.say(**action)
    except Malformed as fault:
        return f"{fault}"
    if found != "ok" or action["action"] in ("undo", "redo"):
        return found
    facts = sitting.course.entries[-1].facts
    return here.game.tell(here.decklist, before, read(here.game.verbs, action), facts, here.words["es"])


def _checked(sitting: Refereed, here: Title, thing: dict[str, object], kept: dict[object, Any]) -> object:
    """Return the referee's answer, and its private words to each player shown. `kept`: what it made before."""
    referee = here.game.referee
    assert referee is not None
    try:
        check = referee.read(thing)
    except Malformed as fault:
        return f"{fault}"
    if (refused := referee.refuse(here.decklist, sitting.course.table, check)) is not None:
        return refused.rule
    found = judging.look(here.game.slug, here.decklist, sitting.course, sitting.memory, check, kept)
    sitting.memory = found.memory
    words = words_of(here, "es")
    told = {
        who: [one.verdict, *(phrase.said(words) for phrase in (*one.why, *one.advice))]
        for who, one in found.told.items()
    }
    return [found.finding.json(words), told]


def _facts(sitting: Refereed) -> list[object]:
    return [[dump(fact) for fact in entry.facts] for entry in sitting.course.entries]
