"""Games without one of their rules, or with a wrong one, to see that a test misses it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.decks.catalog import Title
from companion.engine.kit.game import Game


def without(game: Game, rule: str) -> Game:
    """Return the game with this rule taken out of every move."""
    kept = {name: tuple(one for one in move.rules if one.id != rule) for name, move in game.moves.items()}
    return game.derive(moves={name: replace(move, rules=kept[name]) for name, move in game.moves.items()})


def rules_of(game: Game) -> list[str]:
    """Return the ids of all rules that can refuse."""
    return sorted({rule.id for move in game.moves.values() for rule in move.rules})


def dropped(here: Title, verb: str, k: int) -> Title:
    """Return the title without the k-th rule of one move."""
    move = here.game.moves[verb]
    kept = replace(move, rules=(*move.rules[:k], *move.rules[k + 1 :]))
    return replace(here, other_rules=here.game.derive(moves={verb: kept}))


def spoiled(game: Game, **wrongly: Any) -> Game:
    """Return the game with these of its methods replaced."""
    other = replace(game)
    for name, method in wrongly.items():
        object.__setattr__(other, name, method)
    return other
