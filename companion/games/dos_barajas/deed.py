"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from companion.games.common.deed import Happening
from companion.games.dos_barajas import looks
from companion.table import facts as f
from companion.table.places import DISCARD, DRAW, Place, hand


class Deed(Happening):
    """What one action brings about, told fact by fact. Never refuses: it records what the hands do."""

    # Cards

    def give_up(self, player: str, count: int, faces: tuple[str, ...] = ()) -> int:
        """Cards go from a hand to the discards, as many as it holds at most; how many that were."""
        held = min(count, self.table.hands[player])
        if held:
            self.do(f.CardsMoved(hand(player), DISCARD, held, faces if len(faces) == held else ()))
        return held

    def draw(self, player: str, count: int) -> int:
        """Cards come from the main deck; when it is empty the discards of that moment are shuffled into a new one.

        How many there were none left for.
        """
        while count:
            left = self.table.piles["draw"]
            if not left:
                if not self.table.piles["discard"]:
                    return count
                self.do(f.StackShuffled(DISCARD, DRAW))
                continue
            now = min(count, left)
            self.do(f.CardsMoved(DRAW, hand(player), now))
            count -= now
        return 0

    def throw_clubs(self, player: str, count: int) -> int:
        """Clubs are shown and discarded; how many."""
        held = self.give_up(player, count)
        if held:
            self.keep(looks.THROWN, looks.number(self.table, looks.THROWN) + held)
        return held

    def move_all(self, source: Place, target: Place, count: int) -> None:
        """A heap of unseen cards goes elsewhere."""
        if count:
            self.do(f.CardsMoved(source, target, count))

    # Numbers and steps

    def keep(self, track: str, value: int | None) -> None:
        """A number of the whole table."""
        if self.table.tracks.get((track, "")) != value:
            self.do(f.TrackSet(track, "", value))

    def begin(self, step: str, player: str = "") -> None:
        """A phase begins; the first player's turn unless somebody is named."""
        self.do(f.StepBegan(step), f.TurnBegan(player or looks.first(self.table)))

    def turn_to(self, player: str) -> None:
        """It is somebody's turn."""
        if player != self.table.turn:
            self.do(f.TurnBegan(player))

    # People

    def show(self, player: str, faces: tuple[str, ...]) -> None:
        """A hand is shown to everybody; `faces` where somebody wrote them down."""
        self.do(f.CardsShown(player, None, faces, None))

    def known_as(self, player: str, role: str) -> None:
        """Everybody knows what somebody is."""
        if self.table.roles.get(player) != role:
            self.do(f.RoleShown(player, role))

    def leave(self, player: str, cause: str) -> None:
        """A player is dead: the hand is discarded; whoever sits to the right goes first from now on, if need be."""
        if looks.first(self.table) == player and len(self.table.seats) > 1:
            self.do(f.Noted(looks.FIRST, self.table.step_from(player, -1)))
        self.give_up(player, self.table.hands[player])
        self.do(f.PlayerOut(player, cause))
