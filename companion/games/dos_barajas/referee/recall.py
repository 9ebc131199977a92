"""What was seen of people: who took nothing from the middle, who showed a human's hand, whose court card was seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.hidden import Line, Step
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.cards import COMMANDER_KING, FIRST_THING
from companion.games.dos_barajas.queries import HUMAN, THING


@dataclass(slots=True)
class Seen:
    """What eyes have seen. `untouched`: nobody can have become a Thing who has taken no card from the middle.

    `cleared`: shown a human's hand when accused, and has taken nothing since. `figures`: the court cards that the
    referee was shown; the commander's everybody saw.
    """

    untouched: set[str] = field(default_factory=set)
    cleared: set[str] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)
    """Who was found human when accused, whatever happened since."""
    things: set[str] = field(default_factory=set)
    figures: dict[str, str] = field(default_factory=dict)
    players: set[str] = field(default_factory=set)
    dealt: bool = False
    """Whether the clubs of the first hands have been thrown."""

    def must_be_human(self, player: str) -> bool:
        """Whether somebody cannot hold a club lawfully, whatever nobody has seen."""
        if player in self.cleared:
            return True
        if player not in self.untouched:
            return False
        first = self.first_thing()
        return (bool(first) and first != player) or self.figures.get(player, FIRST_THING) != FIRST_THING

    def is_thing(self, player: str) -> bool:
        """Whether somebody is a Thing beyond doubt: revealed to all, or the first one by its card."""
        return player in self.things or self.first_thing() == player

    def first_thing(self) -> str:
        """Who was dealt the Rey de bastos: it was seen, or everybody else's court card was; empty where unknown."""
        seen = [player for player, figure in self.figures.items() if figure == FIRST_THING]
        rest = self.players - set(self.figures)
        return seen[0] if seen else next(iter(rest)) if len(rest) == 1 else ""


def recall(line: Line) -> Seen:
    """Everything that was seen along a line."""
    seen = Seen()
    for step in line:
        _entry(seen, step)
        for sight in step.sights:
            look(seen, sight.check)
    return seen


def look(seen: Seen, check: Action) -> None:
    """A check shows who somebody is by their court card."""
    figure = check.text("figure").partition(".")[0]
    if check.text("what") == "hand" and figure:
        seen.figures[check.player] = figure


def _entry(seen: Seen, step: Step) -> None:
    entry, after = step.entry, step.after
    if not entry.verb:
        seen.untouched |= set(after.players)
        seen.players |= set(after.players)
        seen.figures[after.notes.get(queries.COMMANDER, "")] = COMMANDER_KING
    for fact in entry.facts:
        _fact(seen, fact)
    player = str(entry.action.get("player", ""))
    if entry.verb == "commander":
        seen.figures = {one: figure for one, figure in seen.figures.items() if figure != COMMANDER_KING}
        seen.figures[player] = COMMANDER_KING
    elif entry.verb == "take":
        seen.untouched.discard(player)
        seen.cleared.discard(player)
    elif entry.verb == "accuse" and entry.action.get("result") == HUMAN:
        seen.cleared.add(str(entry.action.get("target", "")))
        seen.denied.add(str(entry.action.get("target", "")))
    elif entry.verb == "override":
        # A table that corrects itself has done things nobody noted: cards may have come from the middle.
        seen.untouched.clear()
        seen.cleared.clear()
    seen.dealt = seen.dealt or after.step != queries.DEAL


def _fact(seen: Seen, fact: f.Fact) -> None:
    match fact:
        case f.RoleShown(player, role):
            seen.things.discard(player)
            if role == THING:
                seen.things.add(player)
                seen.cleared.discard(player)
        case f.Renamed(player, to):
            for people in (seen.untouched, seen.cleared, seen.denied, seen.things, seen.players):
                if player in people:
                    people.discard(player)
                    people.add(to)
            if player in seen.figures:
                seen.figures[to] = seen.figures.pop(player)
        case _:
            pass
