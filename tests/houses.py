"""Houses in memory, as most tests have one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.service.transfer.cases import actions_in
from companion.store.memory import MemoryStore
from tests.service import toy


def new_house() -> GameService:
    """Return a house that plays every game and keeps nothing."""
    return GameService(MemoryStore(), title)


def toy_house() -> GameService:
    """Return a house that plays a toy game."""
    return GameService(MemoryStore(), toy.find)


Line = str | Mapping[str, Any]
"""An action, or the line of a case that says it: `draw Ana away`."""


def said(tables: GameService, game: str, *lines: Line) -> None:
    """Say these in a game, one after the other."""
    for line in lines:
        things = actions_in(line, tables.seen(game).title.game) if isinstance(line, str) else (line,)
        for thing in things:
            tables.say(game, dict(thing))
