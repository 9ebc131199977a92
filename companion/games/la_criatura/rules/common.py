"""What the checks share: a violation with its blanks, and which phase of the turn a step belongs to."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.la_criatura import looks
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


def refuse(rule: str, variant: str = "text", **blanks: object) -> Violation:
    """A violation of a rule, with the sentence that fits and the facts for it."""
    return Violation(rule, blanks, variant)


def option(m: Moment, name: str) -> Setting:
    """What this table decided on a house question."""
    return looks.option(m.table, m.decklist, name)


def step_is(*steps: str) -> Check:
    """The table is at one of these steps."""

    def check(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        prompt = m.table.prompt
        return refuse("step.wrong", f"in-{m.table.step}", turn=m.table.turn, asked=prompt.to if prompt else "")

    return check


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
