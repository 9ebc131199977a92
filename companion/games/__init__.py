"""The games the companion knows, one folder each: rules only, no screens, no words."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from companion.engine.kit.game import Game

_MODULES = {
    "la-cosa": "companion.games.la_cosa",
    "dos-barajas": "companion.games.dos_barajas",
    "la-criatura": "companion.games.la_criatura",
    "the-thing": "companion.games.the_thing",
    "the-thing-coop": "companion.games.the_thing_coop",
    "the-thing-outpost": "companion.games.the_thing_outpost",
}

SLUGS: tuple[str, ...] = tuple(_MODULES)


@cache
def find(slug: str) -> Game:
    """Return the rules of a game by its slug. Raise KeyError for an unknown one."""
    game: Game = import_module(_MODULES[slug]).GAME
    return game
