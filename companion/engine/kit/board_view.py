"""The table as a screen draws it: the ring, what lies on it, and one sentence that says what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.deck import Decklist
from companion.engine.facts import Setting
from companion.engine.kit.public_state import status
from companion.engine.kit.setup import option
from companion.engine.state import Table
from companion.engine.view import Badge, PileView, SeatView, TableView
from companion.engine.words import Wording

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame


class Board:
    """One table as everybody sees it. A game says otherwise what is peculiar to it."""

    piles: tuple[str, ...] = ("draw", "discard")
    """The piles that are drawn beside the ring."""

    def __init__(self, game: AnyGame, decklist: Decklist, table: Table, words: Wording) -> None:
        self.game = game
        self.decklist = decklist
        self.table = table
        self.words = words

    def view(self) -> TableView:
        """Return everything that lies on the table, in words and shapes."""
        table = self.table
        way = "clockwise" if table.clockwise else "counterclockwise"
        return TableView(
            seats=tuple(self.seat(player) for player in table.seats),
            gaps=tuple(tuple(self.card(card) for card in lying) for lying in table.gaps),
            out=table.eliminated,
            clockwise=table.clockwise,
            piles=self.view_piles(),
            heading=self.outcome() if table.ended else self.heading(),
            detail=self.words.raw(f"scene.cause.{table.ended.cause}") if table.ended else self.detail(),
            status=status(table),
            centre=self.centre(),
            arrow_label=self.words.raw(f"scene.{way}"),
            links=() if table.claim else tuple((prompt.by, prompt.to) for prompt in table.prompts),
            rooms=tuple(room for one in self.game.declarations for room in one.rooms(self)),
        )

    def option(self, name: str) -> Setting:
        """Return this table's answer to a house question."""
        return option(self.decklist, self.table, name)

    def seat(self, player: str) -> SeatView:
        """Return a chair with everything in front of it."""
        return SeatView(
            name=player,
            cards=self.table.hands[player],
            badges=self.badges(player),
            is_turn=self.is_turn(player),
            is_asked=self.table.claim is None and self.table.asked(player) is not None,
            person=self.person(player),
        )

    def person(self, player: str) -> str:
        """Return the person who plays this chair, for games in which one person may have several."""
        return ""

    def is_turn(self, player: str) -> bool:
        """Return True if the turn is shown at this chair."""
        return self.table.ended is None and player == self.table.turn

    def badges(self, player: str) -> tuple[Badge, ...]:
        """Return the badges in front of a player, in the order of the game's declarations."""
        return tuple(badge for one in self.game.badged for badge in one.badges(self, player))

    def card(self, slug: str) -> Badge:
        """Return the badge of a card that lies open."""
        known = self.decklist.by_slug.get(slug)
        return Badge(slug, self.words.card(slug), known.kind if known else "")

    def pile(self, pile: str) -> PileView:
        """Return a pile with its size."""
        return PileView(pile, self.words.raw(f"scene.pile.{pile}"), self.table.piles[pile])

    def view_piles(self) -> tuple[PileView, ...]:
        """Return the piles beside the ring."""
        return tuple(self.pile(pile) for pile in self.piles)

    def centre(self) -> Badge | None:
        """Return the card being resolved, which lies in the middle of the ring."""
        return self.card(self.table.open[-1]) if self.table.open else None

    def heading(self) -> str:
        """Return the sentence that says what is to be done now."""
        return self.words.say(f"scene.step.{self.table.step}", player=self.table.turn, left=len(self.table.seats))

    def outcome(self) -> str:
        """Return the sentence that names the winners."""
        ended = self.table.ended
        assert ended is not None, "asked after the end"
        if ended.cause == "abandoned":
            return self.words.raw("scene.abandoned")
        key = "scene.nobody" if not ended.winners else "scene.won" if len(ended.winners) > 1 else "scene.won-alone"
        return self.words.say(key, players=self.words.listed(ended.winners))

    def detail(self) -> str:
        """More about it."""
        return ""
