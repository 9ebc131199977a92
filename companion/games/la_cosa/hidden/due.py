"""The course of a referee's evening: every deal, draw and exchange is shown, each in its turn.

All of it follows from what the whole table has seen; nothing that was shown in private is looked at.
"""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import OFFERS, effect
from companion.games.la_cosa.hidden.recall import HARMLESS, OBSTACLES
from companion.games.la_cosa.looks import in_play_order
from companion.referee.actions import Action
from companion.referee.hidden import Due, Presented, Standing
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.places import DRAW
from companion.table.state import Table


def due(decklist: Decklist, standing: Standing, presented: Presented) -> Due | None:
    """What is shown now: hands that took cards nobody saw, then the cards of a round or an offer."""
    table = standing[-1][1]
    if table.ended or table.claim or len(table.seats) < 2:
        return None
    course = _Course(standing[0][1], presented)
    for entry, _ in standing[1:]:
        course.enter(entry)
    waiting = tuple(player for player in in_play_order(table, table.turn) if course.is_new(player))
    if waiting:
        return Due("hand" if len(waiting) == 1 else "deal", waiting)
    return _about_to_pass(decklist, table, course)


def _about_to_pass(decklist: Decklist, table: Table, course: _Course) -> Due | None:
    """Cards that are to change hands now and have not been shown since it was asked for."""
    if table.prompt is not None and effect(decklist, table.prompt.about) in OFFERS:
        due = Due("exchange", (table.prompt.by, table.prompt.to), waits=False)
    elif table.step == "panic" and table.open and effect(decklist, table.open[-1]) == "vuelta-y-vuelta":
        due = Due("round", in_play_order(table, table.turn))
    else:
        return None
    return due if course.offers.get(tuple(sorted(due.people)), 0) < course.asked else None


class _Course:
    """When each hand last took cards that nobody saw, when it was last shown, and when something was last asked."""

    def __init__(self, table: Table, presented: Presented) -> None:
        self.shown = dict(presented.hands)
        self.offers = dict(presented.offers)
        self.taken = dict.fromkeys(table.players, 1)
        self.asked = 1

    def is_new(self, player: str) -> bool:
        """Whether a hand has to be shown."""
        return self.shown.get(player, 0) < self.taken.get(player, 1)

    def enter(self, entry: Entry) -> None:
        """One entry that stands has happened."""
        for fact in entry.facts:
            self._happened(fact, entry.number)
        named = frozenset(Action(entry.verb, entry.action).table("set")) if entry.verb == "override" else frozenset()
        if not named <= HARMLESS | OBSTACLES:
            # After such a correction the referee knows of no hand any more (`Knowledge`).
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
