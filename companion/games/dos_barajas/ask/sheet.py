"""What the questions are made from: the table, what has been said, the words; and choices that judge themselves."""

from __future__ import annotations

from companion.games.common.sheet import Asking
from companion.games.dos_barajas.cards import main_deck
from companion.games.dos_barajas.judge import judge
from companion.games.dos_barajas.rules import is_overrulable
from companion.games.dos_barajas.verbs import VERBS
from companion.referee.actions import Action
from companion.referee.view import Choice, Field, Group, Question, Refusal, Said

TO_BE_ASKED = frozenset({"target.missing"})
"""Refusals that only say that a question is still open."""


class Sheet(Asking):
    """One question in the making."""

    def refusal(self, said: Said) -> Refusal | None:
        """Why this cannot be said, or None; what a later question settles is no refusal."""
        action = Action(str(said["action"]), {key: value for key, value in said.items() if key != "action"})
        found = judge(self.decklist, self.table, action)
        if found is None or found.rule in TO_BE_ASKED:
            return None
        can = is_overrulable(found.rule) and "anyway" in VERBS[action.verb].fields
        overrule = {**said, "anyway": self.say("anyway")} if can else None
        return Refusal(found.rule, found.sentence(self.words), found.where(self.words), overrule)

    def player(self, player: str, said: Said, *, done: bool = True, judged: bool = True) -> Choice:
        """A choice that names a player at the ring."""
        return Choice(player, said, done, player=player, refusal=self.refusal(said) if judged else None)

    def plain(self, key: str, said: Said, *, done: bool = True, judged: bool = True, **blanks: object) -> Choice:
        """A choice that is only words."""
        refusal = self.refusal(said) if done and judged else None
        return Choice(self.say(key, **blanks), said, done, icon=key, refusal=refusal)

    def question(self, key: str, *groups: Group, player: str = "", **blanks: object) -> Question:
        """A question in the middle of an action."""
        return Question(self.say(key, player=player, **blanks), self.said, groups, player=player)

    def cards(self, *suits: str) -> tuple[tuple[str, str], ...]:
        """Cards of the main deck as the options of a field, with a first one for none."""
        slugs = dict.fromkeys(copy.slug for copy in main_deck(self.decklist, self.table.options))
        kept = [slug for slug in slugs if not suits or self.decklist.by_slug[slug].kind in suits]
        return (("", self.say("no-card")), *((slug, self.words.card(slug)) for slug in kept))

    def card_fields(self, count: int, label: str, *suits: str, quiet: bool = False) -> tuple[Field, ...]:
        """Pickers for cards that everybody sees."""
        options = self.cards(*suits)
        return tuple(Field(f"card.{k}", self.say(label, k=k + 1), "choice", options, quiet=quiet) for k in range(count))

    def trio_field(self) -> Field:
        """How many aces a trio is made with."""
        aces = tuple((str(k), self.say(f"trio.{k}")) for k in range(3))
        return Field("aces", self.say("trio.how"), "choice", aces, value="0")
