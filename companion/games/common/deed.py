"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.cards.decklist import Decklist
from companion.games.common.acting import slug_of
from companion.games.common.opening import option
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Rule, first_violation
from companion.table import facts as f
from companion.table.state import Table, evolve


class Happening:
    """What one action brings about, told fact by fact. Never refuses: it records what the hands do."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        self.decklist = decklist
        self.table = table
        self.facts: list[f.Fact] = []

    def do(self, *facts: f.Fact) -> None:
        """These facts happen, one after the other."""
        for fact in facts:
            self.facts.append(fact)
            self.table = evolve(self.table, fact)

    def option(self, name: str) -> f.Setting:
        """What this table decided on a house question."""
        return option(self.decklist, self.table, name)


Happens = TypeVar("Happens", bound=Happening)


def done(
    deed: Happens,
    action: Action,
    rules: tuple[Rule, ...],
    effect: Callable[[Happens, Action], None],
) -> tuple[f.Fact, ...]:
    """What happens when the action is done; first of all which rule was overruled, where the table did it anyway."""
    if action.text("anyway"):
        found = first_violation(rules, Moment(deed.decklist, deed.table, action))
        if found is not None:
            deed.do(f.Overruled(found.rule, action.text("anyway")))
    effect(deed, action)
    return tuple(deed.facts)


def rename(deed: Happening, action: Action) -> None:
    """Somebody is called otherwise from now on."""
    deed.do(f.Renamed(action.player, action.text("to")))


def show(deed: Happening, action: Action) -> None:
    """Cards were shown, to all with their faces or to one."""
    to, cards = action.text("to"), action.names("cards")
    faces = tuple(slug_of(deed.decklist, card) or card for card in cards)
    deed.do(f.CardsShown(action.player, None if to in ("", "all") else to, faces, len(faces) or None))
