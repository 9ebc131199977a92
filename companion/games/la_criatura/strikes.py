"""What dice decide: the eyes that were said, and whether an attack strikes (RB, atacar)."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.common.opening import option
from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import bonus
from companion.referee.actions import Action
from companion.table.state import Table

HIT, HIT_SEDATED = 5, 6


def eyes(action: Action) -> tuple[int, ...]:
    """The dice an action names."""
    found = action.said.get("dice")
    return tuple(found) if isinstance(found, list | tuple) else ()


def hits(decklist: Decklist, table: Table, action: Action) -> bool:
    """Whether an attack strikes: a token, or the best die with the weapon's bonus."""
    if action.said.get("triumph") is True:
        return True
    best = max(eyes(action), default=0)
    sedated = looks.is_sedated(table, action.player)
    if sedated and option(decklist, table, "sedated_bonus") == "only-six":
        return best == HIT_SEDATED
    weapon = action.text("weapon")
    more = bonus(decklist, weapon, action.number("bonus")) if weapon else 0
    return best + more >= (HIT_SEDATED if sedated else HIT)
