"""Corrections in any game: what describes no possible table, and the house questions answered otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from companion.games.common.deed import Happening
from companion.games.common.opening import option_fault
from companion.referee.actions import Action
from companion.referee.ruling import Violation
from companion.table import facts as f


class Impossible(Exception):
    """A correction that describes no possible table."""

    def __init__(self, variant: str, rule: str = "override.invalid", **blanks: object) -> None:
        super().__init__(variant)
        self.violation = Violation(rule, blanks, variant)


Happens = TypeVar("Happens", bound=Happening)


def impossible(correct: Callable[[Happens, Action], None], deed: Happens, action: Action) -> Violation | None:
    """Why a correction describes no possible table, or None; it is carried out on a deed that nobody keeps."""
    try:
        correct(deed, action)
    except Impossible as fault:
        return fault.violation
    return None


def names(value: object) -> tuple[str, ...]:
    """Players as a correction names them."""
    return tuple(cast("Sequence[str]", value))


def set_options(deed: Happening, options: Mapping[str, f.Setting]) -> None:
    """House questions are answered otherwise from now on; raises `Impossible` for an answer nobody offers."""
    for name, value in options.items():
        fault = option_fault(deed.decklist, name, value)
        if fault:
            raise Impossible(fault.variant, fault.rule, **fault.blanks)
    deed.do(f.OptionsSet(dict(options)))
