"""An evening at which all is shown: when each hand last took cards that nobody saw, and when it was last shown."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.hidden.referee import Presented
from companion.engine.history import Entry
from companion.engine.places import DRAW
from companion.engine.state import Table


class Showings:
    """Record of showings, told from the entries that stand, in order. Moments are versions of the game."""

    def __init__(self, table: Table, presented: Presented) -> None:
        self.shown = dict(presented.hands)
        self.offers = dict(presented.offers)
        self.taken = dict.fromkeys(table.players, 1)
        self.asked = 1
        """When somebody was last asked for something, or a step began."""

    def is_new(self, player: str) -> bool:
        """Return True if a hand has to be shown."""
        return self.shown.get(player, 0) < self.taken.get(player, 1)

    def enter(self, entry: Entry, is_doubtful: bool) -> None:
        """One entry that stands has happened; `is_doubtful`: nobody knows of any hand after it."""
        for fact in entry.facts:
            self._happened(fact, entry.number)
        if is_doubtful:
            self.taken = dict.fromkeys(self.taken, entry.number)

    def _happened(self, fact: f.Fact, number: int) -> None:
        match fact:
            case f.Renamed(player, to):
                self._renamed(player, to)
            case f.CardsMoved(source, target, count, faces) if source == DRAW and target.kind == "hand":
                if len(faces) != count:
                    self.taken[str(target.name)] = number
            case f.Asked() | f.StepBegan():
                self.asked = number
            case _:
                pass

    def _renamed(self, player: str, to: str) -> None:
        def new(name: str) -> str:
            return to if name == player else name

        self.shown = {new(name): version for name, version in self.shown.items()}
        self.taken = {new(name): number for name, number in self.taken.items()}
        self.offers = {tuple(sorted(map(new, names))): version for names, version in self.offers.items()}
