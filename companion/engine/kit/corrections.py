"""Corrections in any game: what describes no possible table, and the house questions answered otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.engine.actions import Action
from companion.engine.kit.effects import Effects
from companion.engine.rules import Moment, Violation, rule


class Impossible(Exception):
    """A correction that describes no possible table; `rule`: another rule than that of corrections refuses it."""

    def __init__(self, variant: str, rule: str = "", /, **blanks: object) -> None:
        super().__init__(variant)
        self.violation = Violation(rule, blanks, variant)


def correct(effects: Effects, action: Action) -> None:
    """Carry a correction out, declaration by declaration; raises `Impossible`."""
    said = action.table("set")
    if not said:
        raise Impossible("nothing")
    for declared in effects.game.declarations:
        if declared.concerns(said):
            declared.set(effects, said)


@rule("override.invalid")
def refused(m: Moment) -> Violation | None:
    """Return the reason why a correction describes no possible table, or None.

    It is carried out on effects that are thrown away.
    """
    try:
        correct(m.game.effects(m.decklist, m.table, m.game), m.action)
    except Impossible as fault:
        return fault.violation
    return None


def names(value: object) -> tuple[str, ...]:
    """Players as a correction names them."""
    return tuple(cast("Sequence[str]", value))
