"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.kit.common_rules import slug_of
from companion.engine.kit.setup import option
from companion.engine.places import DISCARD, DRAW, Place, hand
from companion.engine.state import Table, evolve

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame


class Effects:
    """Recorder of the facts that one action brings about. It never refuses: it records what the hands do."""

    game: AnyGame
    """The game whose moves these are; missing where nobody says."""

    def __init__(self, decklist: Decklist, table: Table, game: AnyGame | None = None) -> None:
        self.decklist = decklist
        self.table = self.before = table
        if game is not None:
            self.game = game
        self.facts: list[f.Fact] = []

    def do(self, *facts: f.Fact) -> None:
        """Record facts, one after the other, and apply them to the table."""
        for fact in facts:
            self.facts.append(fact)
            self.table = evolve(self.table, fact)

    def option(self, name: str) -> f.Setting:
        """Return this table's answer to a house question."""
        return option(self.decklist, self.table, name)

    def heard(self, action: Action) -> Action:
        """Adjust the action before its effects run (hook for games)."""
        return action

    # Cards

    def discard(self, player: str, count: int, faces: tuple[str, ...] = ()) -> int:
        """Cards go from a hand to the discards, as many as it holds at most; how many that were.

        `faces`: which, where everybody saw them all.
        """
        held = min(count, self.table.hands[player])
        if held:
            self.do(f.CardsMoved(hand(player), DISCARD, held, faces if len(faces) == held else ()))
        return held

    def draw(self, target: Place, count: int, faces: tuple[str, ...] = ()) -> int:
        """Cards come from the draw pile to a place; when it is empty the discards are shuffled into a new one.

        How many there were none left for.
        """
        while count > 0:
            left = self.table.piles["draw"]
            if not left:
                if not self.table.piles["discard"] or not self.reshuffles():
                    return count
                self.do(f.StackShuffled(DISCARD, DRAW))
                continue
            now = min(count, left)
            self.do(f.CardsMoved(DRAW, target, now, faces))
            count -= now
        return 0

    def reshuffles(self) -> bool:
        """Return True if the discards become a new draw pile once it is empty."""
        return True

    # Numbers and markers

    def keep(self, track: str, player: str, value: int | None) -> None:
        """Set a number for a player (or, with an empty name, for the table); no fact if it is set already."""
        if self.table.track(track, player) != value:
            self.do(f.TrackSet(track, player, value))

    def put(self, track: str, at: Place, value: int | None) -> None:
        """Set a number for a place; no fact if it is set already."""
        if self.table.numbers.get((track, at)) != value:
            self.do(f.TrackSet(track, "", value, at))

    def note(self, key: str, player: str | None) -> None:
        """Put a marker in front of this player alone; no fact if it lies there already."""
        if self.table.notes.get(key) != player:
            self.do(f.Noted(key, player))

    def known_as(self, player: str, role: str) -> None:
        """Make a player's role public."""
        if self.table.roles.get(player) != role:
            self.do(f.RoleShown(player, role))

    # People

    def ask(self, about: str, *pairs: tuple[str, str]) -> None:
        """Ask several players at once, as pairs (asker, asked); they answer in any order."""
        for number, (by, to) in enumerate(pairs):
            self.do(f.Asked(about, by, to, number > 0))

    def leave(self, player: str, cause: str) -> None:
        """Eliminate a player and discard the hand."""
        self.discard(player, self.table.hands[player])
        self.do(f.PlayerOut(player, cause))


def rename(effects: Effects, action: Action) -> None:
    """Give a player another name."""
    effects.do(f.Renamed(action.player, action.text("to")))


def show(effects: Effects, action: Action) -> None:
    """Cards were shown, to all with their faces or to one."""
    to, cards = action.text("to"), action.names("cards")
    faces = tuple(slug_of(effects.decklist, card) or card for card in cards)
    effects.do(f.CardsShown(action.player, None if to in ("", "all") else to, faces, len(faces) or None))
