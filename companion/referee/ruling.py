"""A rule is a named check with its place in the rulebook; what it finds is a violation, with the facts to say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.referee.actions import Action
from companion.table.state import Table

CARD_BLANKS = frozenset({"card", "against", "drawn"})
"""Blanks that hold a card's slug and are said by its name."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule refuses something: its id, the facts that say why, and which of its sentences fits (`variant`)."""

    rule: str
    blanks: Mapping[str, object] = field(default_factory=dict)
    variant: str = "text"

    def sentence(self, words: Wording) -> str:
        """Why not, with the names of those concerned."""
        said = {key: words.card(str(value)) if key in CARD_BLANKS else value for key, value in self.blanks.items()}
        return words.say(f"rules.{self.rule}.{self.variant}", **said)

    def where(self, words: Wording) -> str:
        """The place in the rulebook."""
        return words.raw(f"rules.{self.rule}.where")


@dataclass(frozen=True, slots=True)
class Moment:
    """What a rule looks at: the box, the table as it is, and what somebody says they do."""

    decklist: Decklist
    table: Table
    action: Action


Check = Callable[[Moment], Violation | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named check. `overrulable`: the table may have done it anyway, and it takes effect as if allowed."""

    id: str
    check: Check
    overrulable: bool = False


def first_violation(rules: tuple[Rule, ...], moment: Moment, without: frozenset[str] = frozenset()) -> Violation | None:
    """The first rule of this order that refuses; those named in `without` are not asked."""
    for rule in rules:
        found = rule.check(moment)
        if found is not None and found.rule not in without:
            return found
    return None
