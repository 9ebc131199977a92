"""A table with a referee, without service or store: actions are said, cards are shown, answers come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.decks.catalog import title
from companion.engine.deck import Decklist
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import CHECK, Finding, Memory
from companion.engine.kit.game import Game
from companion.engine.rules import Violation
from tests.games.play import Sitting

FOUR = ("Ana", "Beto", "Carla", "Dani")
PLAIN = ["whisky.1", "sospecha.1", "sospecha.2", "hacha.1"]
OTHER = ["sospecha.3", "sospecha.4", "determinacion.1", "determinacion.2"]
LAST_FOUR = ["lanzallamas.1", "lanzallamas.2", "cambio-de-lugar.1", "cambio-de-lugar.2"]
"""Three hands of La Cosa without an ¡Infectado!."""


class Refereed(Sitting):
    """One game under test with the referee's memory."""

    def __init__(self, game: Game, decklist: Decklist, setup: dict[str, Any]) -> None:
        super().__init__(game, decklist, setup)
        self.memory = Memory()

    def look(self, **thing: Any) -> Finding | Violation:
        """Show cards: what is found, or why it cannot be asked."""
        referee = self.game.referee
        assert referee is not None
        check = referee.read({"action": CHECK, **thing})
        refused = referee.refuse(self.decklist, self.course.table, check)
        if refused is not None:
            return refused
        found = referee.judge(self.decklist, line(self.course, self.memory, referee), check)
        self.memory = self.memory.with_sight(check, self.course.version, found)
        return found

    def check(self, **thing: Any) -> Finding | str:
        """Show cards: what is found, or the rule for which it cannot be asked."""
        found = self.look(**thing)
        return found.rule if isinstance(found, Violation) else found

    def verdict(self, player: str, cards: Sequence[str]) -> str:
        """Show a hand that can be asked about: the verdict."""
        return self.answer(what="hand", player=player, cards=[*cards])[0]

    def answer(self, **thing: Any) -> tuple[str, tuple[str, ...]]:
        """Show cards: the verdict, which has its words, and the rules broken."""
        found = self.look(**thing)
        assert isinstance(found, Finding), found
        assert all(found.json(words) for words in title(self.game.slug).words.values())
        return found.verdict, found.rules


def table_of(slug: str, *lines: str | dict[str, Any], players: Sequence[str] = FOUR, **options: Any) -> Refereed:
    """Return a table of a game with its own deck and its referee, after these lines."""
    here = title(slug)
    made = Refereed(here.game, here.decklist, {"players": [*players], "options": options})
    made.do(*lines)
    return made
