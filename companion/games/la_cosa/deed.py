"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from companion.games.common.deed import Happening
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.looks import INFECTED, NEXT_BACK, ROUNDS
from companion.table import facts as f
from companion.table.places import DISCARD, DRAW, PLAY, Place, front, gap, hand


class Deed(Happening):
    """What one action brings about, told fact by fact. Never refuses: it records what the hands do."""

    def acts_as(self, card: str) -> str:
        """The card whose rules a card follows."""
        return effect(self.decklist, card)

    # Cards between piles and hands

    def give_up(self, player: str, card: str = "", count: int = 1) -> None:
        """Cards go from a hand to the discards; `card` where everybody saw it."""
        held = min(count, self.table.hands[player])
        self.do(f.CardsMoved(hand(player), DISCARD, held, (card,) if card else ()))

    def lay_open(self, player: str, card: str) -> None:
        """A card of a hand is played and lies on the table until nothing more is asked about it (R §3)."""
        self.do(f.CardsMoved(hand(player), PLAY, 1, (card,)))

    def clear_open(self) -> None:
        """What lay open on the table is discarded."""
        if self.table.open:
            self.do(f.CardsMoved(PLAY, DISCARD, len(self.table.open), self.table.open))

    def take(self, target: Place, count: int = 1, faces: tuple[str, ...] = ()) -> None:
        """Cards come from the draw pile; when it is empty the discards of that moment are shuffled into a new one."""
        self.forget_next_back()
        while count:
            left = self.table.piles["draw"]
            if not left:
                if not self.table.piles["discard"]:
                    return
                self.do(f.StackShuffled(DISCARD, DRAW))
                continue
            now = min(count, left)
            self.do(f.CardsMoved(DRAW, target, now, faces))
            count -= now

    def draw_away(self, player: str, count: int, skipped: int) -> None:
        """¡Aléjate! cards drawn for an effect: the panics met count as drawn first and are discarded unseen (R §3)."""
        self.take(DISCARD, skipped)
        self.take(hand(player), count)

    def forget_next_back(self) -> None:
        """Another card lies on top of the draw pile now, its back not noted."""
        if NEXT_BACK in self.table.tracks:
            self.do(f.TrackSet(*NEXT_BACK, None))

    # Obstacles

    def lift_door(self, number: int) -> None:
        """One door of a gap is discarded."""
        self.do(f.CardsMoved(gap(number), DISCARD, 1, self.table.gaps[number][-1:]))

    def lift_doors(self) -> None:
        """Every door in play is discarded."""
        for number, lying in enumerate(self.table.gaps):
            if lying:
                self.do(f.CardsMoved(gap(number), DISCARD, len(lying), lying))

    def lift_quarantine(self, player: str) -> None:
        """A player's quarantine is discarded."""
        lying = self.table.fronts.get(player, ())
        if lying:
            self.do(f.CardsMoved(front(player), DISCARD, len(lying), lying))
        if self.table.track(ROUNDS, player) is not None:
            self.do(f.TrackSet(ROUNDS, player, None))

    def lift_quarantines(self) -> None:
        """Every quarantine in play is discarded."""
        for player in self.table.seats:
            self.lift_quarantine(player)

    # People

    def swap(self, a: str, b: str) -> None:
        """Two players change seats, hands and what lies before them with them; doors stay in their gaps (R §4)."""
        other = {a: b, b: a}
        self.do(f.PlayersMoved(tuple(other.get(p, p) for p in self.table.seats)))

    def eliminate(self, player: str, cause: str) -> None:
        """A player leaves: hand and quarantine are discarded unrevealed, the seat closes (R §4)."""
        self.lift_quarantine(player)
        if self.option("doors_after_elimination") == "discard":
            for number in self.table.gaps_beside(player):
                while self.table.gaps[number]:
                    self.lift_door(number)
        held = self.table.hands[player]
        if held:
            self.give_up(player, count=held)
        self.do(f.PlayerOut(player, cause))

    def show_hand(self, owner: str, to: str | None = None, count: int | None = None) -> None:
        """A hand, or `count` cards of it, is shown to all or to one."""
        self.do(f.CardsShown(owner, to, (), count))

    def show_infected(self, owner: str) -> None:
        """An ¡Infectado! is shown to all."""
        self.do(f.CardsShown(owner, None, (INFECTED,), 1))
