"""The table as a screen draws it: one sentence that says what is to be done, and what is peculiar to La Cosa."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.kit import board_view
from companion.engine.view import PileView
from companion.games.la_cosa.cards import OFFERS, effect
from companion.games.la_cosa.queries import NEXT_BACK, ROUNDS, gives_openly


class Board(board_view.Board):
    """The ring with its doors and quarantines, and the back of the next card where it was noted."""

    def pile(self, pile: str) -> PileView:
        noted, shown = self.table.tracks.get(NEXT_BACK) if pile == "draw" else None, super().pile(pile)
        if noted is None or not shown.count:
            return shown
        back = "panic" if noted else "away"
        return replace(shown, label=self.words.say("scene.pile.next", back=self.words.raw(f"backs.{back}")), back=back)

    def heading(self) -> str:
        table, words, prompt = self.table, self.words, self.table.prompt
        if table.claim:
            return words.say(f"scene.claim.{table.claim.claim}", player=table.claim.player)
        if len(table.seats) == 1:
            return words.say("scene.alone", player=table.seats[0])
        if prompt:
            key = f"scene.respond.{effect(self.decklist, prompt.about)}"
            return words.say(key, player=prompt.to, by=prompt.by, card=words.card(prompt.about))
        card = words.card(table.open[-1]) if table.open else ""
        return words.say(f"scene.step.{table.step}", player=table.turn, card=card)

    def detail(self) -> str:
        table, words, prompt = self.table, self.words, self.table.prompt
        if table.claim:
            return words.raw("scene.claim-detail")
        if prompt and effect(self.decklist, prompt.about) in OFFERS:
            openly = [words.say("scene.given", player=p) for p in (prompt.by, prompt.to) if gives_openly(table, p)]
            if openly:
                return " ".join(openly)
        if table.open:
            return words.as_played(table.options).raw(f"cards.{table.open[-1]}.text")
        rounds = table.track(ROUNDS, table.turn)
        if prompt or rounds is None:
            return ""
        return words.say("scene.quarantined", player=table.turn, rounds=rounds)
