"""The ways of answering that were pressed: the short run presses each once, the rest of an evening is only said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.view import Choice, Group
from tests.browser.conftest import House
from tests.browser.tablet import Tablet
from tests.games.play import Sitting
from tests.length import is_long


class Ways:
    """An evening at one tablet, of which some is pressed there and some is said to the table by somebody else."""

    def __init__(self, house: House, tablet: Tablet, ident: str, sitting: Sitting) -> None:
        self.house, self.tablet, self.ident, self.sitting = house, tablet, ident, sitting
        self.pressed: set[frozenset[tuple[str, bool]]] = set()
        self.is_current = False

    def is_said(self, action: Mapping[str, Any]) -> bool:
        """Whether this action was said to the table because one of its kind was pressed before. Else the tablet shows
        the table as it is, for a hand to press it."""
        way = frozenset({(action["action"], True), *((field, value is None) for field, value in action.items())})
        if way in self.pressed and not is_long():
            self.house.tables.say(self.ident, dict(action))
            assert self.sitting.say(**action) == "ok", action
            self.is_current = False
            return True
        self.pressed.add(way)
        self.look()
        return False

    def look(self) -> None:
        """Open the table again, if it has changed since it was looked at."""
        if not self.is_current:
            self.tablet.open(f"/games/{self.ident}")
            self.is_current = True


def press(tablet: Tablet, sitting: Sitting, group: Group, choice: Choice) -> None:
    """Press a choice as a hand does: who sits in the ring is touched there."""
    is_seat = choice.player == choice.label and choice.player in sitting.course.table.seats
    if tablet.js and is_seat and not group.quiet:
        tablet.touch(choice.player)  # without JavaScript the seat leads to the button of the same name
    else:
        tablet.take(choice, group.quiet)
