"""What the checks share: the phase of the turn a step belongs to, house questions, dice."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.common import opening
from companion.games.common.acting import refuse
from companion.referee.ruling import Check, Moment, Violation
from companion.table.facts import Setting

PHASES: Mapping[str, str] = {
    "events": "events",
    "vote": "vote",
    "tie": "vote",
    "verdict": "vote",
    "move": "movement",
    "helicopter": "helicopter",
}
"""The phase printed on event cards in which a step lies; in the others no event can be played."""


def option(m: Moment, name: str) -> Setting:
    """What this table decided on a house question."""
    return opening.option(m.decklist, m.table, name)


def dice_are(count: int) -> Check:
    """So many dice were said."""
    return lambda m: wrong_dice(m, count)


def wrong_dice(m: Moment, count: int) -> Violation | None:
    """Whether another number of dice was said than it takes."""
    found = m.action.said.get("dice")
    said = len(found) if isinstance(found, list | tuple) else 0
    if said == count:
        return None
    return refuse("dice.count", "none" if not count else "text", count=count, said=said)
