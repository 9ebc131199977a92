"""What the questions are made from: the table, what has been said, the words; and choices that judge themselves."""

from __future__ import annotations

from companion.games.common.sheet import Asking
from companion.games.la_criatura.judge import judge
from companion.games.la_criatura.rules import is_overrulable
from companion.games.la_criatura.verbs import VERBS
from companion.referee.actions import Action
from companion.referee.view import Choice, Field, Refusal, Said

OPEN = frozenset({"target.missing", "dice.count", "event.awake", "respond.no-guard", "shield.name"})
"""Refusals that only say that a question is still open."""


class Sheet(Asking):
    """One question in the making."""

    def refusal(self, said: Said, open_questions: frozenset[str] = frozenset()) -> Refusal | None:
        """Why this cannot be said, or None; refusals in `open_questions` are settled by a later question."""
        action = Action(str(said["action"]), {key: value for key, value in said.items() if key != "action"})
        found = judge(self.decklist, self.table, action)
        if found is None or found.rule in open_questions:
            return None
        can = is_overrulable(found.rule) and "anyway" in VERBS[action.verb].fields
        overrule = {**said, "anyway": self.say("anyway")} if can else None
        return Refusal(found.rule, found.sentence(self.words), found.where(self.words), overrule)

    def card(self, slug: str, said: Said, *, done: bool) -> Choice:
        """A choice that names a card."""
        kind = self.decklist.by_slug[slug].kind if slug in self.decklist.by_slug else ""
        refusal = self.refusal(said, frozenset() if done else OPEN)
        return Choice(self.words.card(slug), said, done, kind=kind, icon=slug, card=slug, refusal=refusal)

    def player(self, player: str, said: Said, *, done: bool = True, detail: str = "") -> Choice:
        """A choice that names a player at the ring."""
        refusal = self.refusal(said, frozenset() if done else OPEN)
        return Choice(player, said, done, detail=detail, player=player, refusal=refusal)

    def plain(
        self, key: str, said: Said, *, done: bool = True, then: tuple[Said, ...] = (), **blanks: object
    ) -> Choice:
        """A choice that is only words."""
        refusal = self.refusal(said, frozenset() if done else OPEN)
        return Choice(self.say(key, **blanks), said, done, then=then, icon=key, refusal=refusal)

    def dice(self, count: int, name: str = "dice", label: str = "") -> Field:
        """Dice to be typed in, or rolled by the companion."""
        return Field(name, label or self.say("dice" if count == 1 else "dice-many", count=count), "dice", most=count)
