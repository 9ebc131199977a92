"""What a log says of what happens alike in every game: corrections, shown cards, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.state import Table, replay
from companion.engine.words import Wording

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame

_ENDS = re.compile(r"([!?…])\.")
"""A card's name that ends in a mark of its own takes no full stop after it."""


class Outcome:
    """Input of a log sentence: the table before an action, its facts, and the words."""

    section: str
    """Where the sentences stand in the words."""

    def __init__(self, game: AnyGame, before: Table, facts: Sequence[f.Fact], words: Wording) -> None:
        self.game = game
        self.before = before
        self.facts = facts
        self.words = words

    @cached_property
    def after(self) -> Table:
        """The table after it."""
        return replay(self.facts, self.before)

    def say(self, key: str, **blanks: object) -> str:
        """Return a sentence of the section."""
        return self.words.say(f"{self.section}.{key}", **blanks)


class Log(Outcome):
    """One entry of the log in the making: an action, the table before it, and the facts it brought about."""

    section = "log"

    def __init__(
        self,
        game: AnyGame,
        decklist: Decklist,
        before: Table,
        action: Action,
        facts: Sequence[f.Fact],
        words: Wording,
    ) -> None:
        super().__init__(game, before, facts, words)
        self.decklist = decklist
        self.action = action

    def counted(self, key: str, count: int, **blanks: object) -> str:
        """Return a sentence with a number."""
        return self.say(key, count=count, **blanks)

    def cards(self, cards: Sequence[str]) -> str:
        """Cards by their names, one after the other."""
        return self.words.listed([self.words.card(card.partition(".")[0]) for card in cards])

    def text(self) -> str:
        """One or two sentences."""
        said = (self.own(), *self.consequences())
        return " ".join(_ENDS.sub(r"\1", sentence) for sentence in said if sentence)

    def own(self) -> str:
        """Return the sentence of the action itself."""
        tells = self.game.moves[self.action.verb].tells
        return tells(self) if tells else self.say(self.action.verb, player=self.action.player)

    def consequences(self) -> list[str]:
        """Return sentences on further consequences worth knowing."""
        return [self.consequence(fact) for fact in self.facts]

    def consequence(self, fact: f.Fact) -> str:
        """Return what a fact adds; empty if the action's sentence says it already."""
        if isinstance(fact, f.Overruled):
            return self.say("overruled", reason=fact.reason, why=self.words.raw(f"rules.{fact.rule}.where"))
        return self.ended(fact) if isinstance(fact, f.Ended) else ""

    def ended(self, fact: f.Ended) -> str:
        """Return the cause of the end and the winners (`scene.cause.…`, `log.winner`, `log.winners`, `log.nobody`)."""
        cause = self.words.raw(f"scene.cause.{fact.cause}")
        if fact.cause == "abandoned":
            return cause
        key = "nobody" if not fact.winners else "winner" if len(fact.winners) == 1 else "winners"
        return f"{cause} {self.say(key, players=self.words.listed(fact.winners))}"


def said_as(key: str | Callable[[Any], str], **blanks: Callable[[Any], object]) -> Callable[[Log], str]:
    """Make the teller of a move: the sentence under `key`, with the player and these blanks.

    `key` may be a function that chooses the key by the outcome.
    """

    def tells(log: Log) -> str:
        fits = key if isinstance(key, str) else key(log)
        return log.say(fits, player=log.action.player, **{name: blank(log) for name, blank in blanks.items()})

    return tells


def says_nothing(log: Log) -> str:
    """Return no sentence: the consequences say it all."""
    return ""


def override(log: Log) -> str:
    """Return what the table corrected, and the reason (`log.fix.…`, `log.override`, `log.override-bare`)."""
    what = log.words.listed([log.words.raw(f"log.fix.{key}") for key in log.action.table("set")])
    reason = log.action.text("reason")
    return log.say("override" if reason else "override-bare", what=what, reason=reason)


def show(log: Log) -> str:
    """Return who showed what to whom (`log.show.one`, `log.show.all`, `log.show.bare`)."""
    shown = next(fact for fact in log.facts if isinstance(fact, f.CardsShown))
    if shown.to:
        return log.say("show.one", player=log.action.player, to=shown.to)
    cards = log.words.listed([log.words.card(card) for card in shown.faces])
    return log.say("show.all" if cards else "show.bare", player=log.action.player, cards=cards)


rename = said_as("rename", to=lambda log: log.action.text("to"))
"""The old and the new name (`log.rename`)."""
