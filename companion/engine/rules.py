"""A rule is a named check with its place in the rulebook; what it finds is a violation, with the facts to say why.

    @rule("target.self")
    def target_self(m: Moment) -> Violation | None:
        return refuse(player=m.action.player) if m.action.text("target") == m.action.player else None

The name stands there and nowhere else: moves list the rule, its refusals get the name from it, and its sentences and
cases refer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.engine.words import Wording

CARD_BLANKS = frozenset({"card", "against", "drawn"})
"""Blanks that hold a card's slug and are said by its name."""
ROOM_BLANK = "room"
"""The blank that holds a room's slug and is said by its name, where the game has rooms."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule refuses something: its id, the facts that say why, and which of its sentences fits (`variant`)."""

    rule: str
    """Empty until the rule that refuses has put its id in."""
    blanks: Mapping[str, object] = field(default_factory=dict)
    variant: str = "text"

    def of(self, rule: str) -> Violation:
        """Return the violation under its own id, or this one if it has none yet."""
        return self if self.rule else replace(self, rule=rule)

    def sentence(self, words: Wording) -> str:
        """Return the reason as a sentence, with the names of the players concerned."""
        said = {key: words.card(str(value)) if key in CARD_BLANKS else value for key, value in self.blanks.items()}
        if words.has(called := f"rooms.{said.get(ROOM_BLANK, '')}"):
            said[ROOM_BLANK] = words.raw(called)
        return words.say(f"rules.{self.rule}.{self.variant}", **said)

    def where(self, words: Wording) -> str:
        """Return the place in the rulebook."""
        return words.raw(f"rules.{self.rule}.where")


@dataclass(frozen=True)
class Moment:
    """Input of a rule: the box, the table as it is, and the action to judge."""

    decklist: Decklist
    table: Table
    action: Action
    game: Any = None
    """The game it is said in, for rules that ask what a move or a correction would do."""

    @cached_property
    def card(self) -> str:
        """The card that was said, empty where none was."""
        return self.action.text("card")


Check = Callable[[Moment], Violation | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named check. `overrulable`: the table may have done it anyway, and it takes effect as if allowed.

    `of_actor`: it looks at nothing of the action but its verb and who acts, so that all choices of one question share
    the result. `when`: it is asked only where this holds; rules with the same that follow each other are skipped
    together.
    """

    id: str
    check: Check
    overrulable: bool = False
    of_actor: bool = False
    when: Callable[[Moment], bool] | None = None

    def __call__(self, moment: Moment) -> Violation | None:
        """Return why it refuses, under its id; None if it agrees. `when` is not looked at."""
        found = self.check(moment)
        return found and found.of(self.id)


def rule(id: str, *, overrulable: bool = False, of_actor: bool = False) -> Callable[[Check], Rule]:
    """Make a rule of the check below."""
    return lambda check: Rule(id, check, overrulable, of_actor)


def refuse(variant: str = "text", **blanks: object) -> Violation:
    """Return a violation of the rule that asks, with the variant of its sentence and the blanks for it."""
    return Violation("", blanks, variant)


def refuse_as(rule: str, variant: str = "text", **blanks: object) -> Violation:
    """Return a violation of another rule than the one that asks."""
    return Violation(rule, blanks, variant)


Found = dict[tuple[Check, str, str], Violation | None]
"""What rules of the actor have found at one table, by the verb and who acts."""


def refused_by(
    rules: tuple[Rule, ...], moment: Moment, *, anyway: bool = False, before: Found | None = None
) -> tuple[Rule, Violation] | None:
    """Return the first rule that refuses, in this order, with its violation; None if all agree.

    With `anyway` overrulable rules are skipped. `before` holds results of rules that depend on the actor alone, for
    other actions at the same table; new results are added to it.
    """
    verb, who = moment.action.verb, moment.action.player
    when, holds = None, True
    for rule in rules:
        if anyway and rule.overrulable:
            continue
        if rule.when is not when:
            when = rule.when
            holds = when is None or when(moment)
        if not holds:
            continue
        if before is None or not rule.of_actor:
            found = rule.check(moment)
        elif (key := (rule.check, verb, who)) in before:
            found = before[key]
        else:
            found = before[key] = rule.check(moment)
        if found is not None:
            return rule, found.of(rule.id)
    return None
