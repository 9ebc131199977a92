"""What the questions are made from: the table, what has been said, the words; and choices that judge themselves."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards.decklist import Card
from companion.games.common.sheet import Asking
from companion.games.la_cosa.cards import panics_in_play
from companion.games.la_cosa.judge import judge
from companion.games.la_cosa.rules import is_overrulable
from companion.referee.actions import Action
from companion.referee.ruling import Violation
from companion.referee.view import Choice, Field, Refusal, Said

TO_BE_ASKED = frozenset({"target.missing", "axe.nothing-there"})
"""Refusals that only say that a question is still open."""


class Sheet(Asking):
    """One question in the making."""

    def refusal(self, said: Said, open_questions: frozenset[str] = frozenset()) -> Refusal | None:
        """Why this cannot be said, or None; refusals in `open_questions` are settled by a later question."""
        action = Action(str(said["action"]), {key: value for key, value in said.items() if key != "action"})
        found = judge(self.decklist, self.table, action)
        if found is None or found.rule in open_questions:
            return None
        return self.refused(found, said)

    def refused(self, found: Violation, said: Said) -> Refusal:
        """A violation as a screen shows it."""
        can = is_overrulable(found.rule) and said["action"] in ("draw", "discard", "play", "respond")
        overrule = {**said, "anyway": self.say("anyway")} if can else None
        return Refusal(found.rule, found.sentence(self.words), found.where(self.words), overrule)

    def card_choice(self, card: Card, said: Said, *, done: bool, judged: bool = True) -> Choice:
        """A choice that names a card."""
        refusal = self.refusal(said, frozenset() if done else TO_BE_ASKED) if judged else None
        return Choice(
            label=self.words.card(card.slug),
            said=said,
            done=done,
            kind=card.kind,
            icon=card.slug,
            card=card.slug,
            refusal=refusal,
        )

    def player_choice(self, player: str, said: Said, *, done: bool = True) -> Choice:
        """A choice that names a player at the ring."""
        refusal = self.refusal(said, frozenset() if done else TO_BE_ASKED)
        return Choice(label=player, said=said, done=done, player=player, refusal=refusal)

    def plain(self, key: str, said: Said, *, done: bool = True, **blanks: object) -> Choice:
        """A choice that is only words."""
        refusal = self.refusal(said) if done else None
        return Choice(label=self.say(key, **blanks), said=said, done=done, icon=key, refusal=refusal)

    def cards(self, *kinds: str, playing: bool = True) -> tuple[Card, ...]:
        """Cards of these kinds, those that play with this many (or, not `playing`, those that do not)."""
        players = len(self.table.players)
        return tuple(
            card
            for card in self.decklist.cards
            if card.kind in kinds and bool(self.decklist.how_many(card.slug, players)) == playing
        )

    def skipped_field(self) -> Field:
        """How many panics were discarded unseen while drawing."""
        most = panics_in_play(self.decklist, len(self.table.players))
        return Field(
            "skipped", self.say("skipped"), "number", value="0", least=0, most=most, help=self.say("skipped-help")
        )

    def options_of(self, cards: Iterable[Card], nothing: str) -> tuple[tuple[str, str], ...]:
        """Cards as the options of a field, with a first one for none."""
        return (("", self.say(nothing)), *((card.slug, self.words.card(card.slug)) for card in cards))
