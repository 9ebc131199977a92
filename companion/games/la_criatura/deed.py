"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from companion.games.common.deed import Happening
from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import effect
from companion.table import facts as f
from companion.table.places import DISCARD, DRAW, front, hand


class Deed(Happening):
    """What one action brings about, told fact by fact. Never refuses: it records what the hands do."""

    def acts_as(self, card: str) -> str:
        """The card whose rules a card follows."""
        return effect(self.decklist, card)

    # Numbers and markers

    def keep(self, track: str, player: str, value: int | None) -> None:
        """A number is kept for a player; nothing happens where it is so already."""
        if self.table.track(track, player) != value:
            self.do(f.TrackSet(track, player, value))

    def clear(self, *tracks: str) -> None:
        """These numbers are taken off the table, whoever they were kept for."""
        for track, player in tuple(self.table.tracks):
            if track in tracks:
                self.do(f.TrackSet(track, player, None))

    def note(self, key: str, player: str | None) -> None:
        """A marker lies before this player and nobody else."""
        if self.table.notes.get(key) != player:
            self.do(f.Noted(key, player))

    def step(self, step: str, turn: str = "") -> None:
        """The table is at this step, and it is this player's move."""
        if turn and turn != self.table.turn:
            self.do(f.TurnBegan(turn))
        if step != self.table.step:
            self.do(f.StepBegan(step))

    def roll(self, player: str, about: str, dice: tuple[int, ...]) -> None:
        """Dice fall."""
        if dice:
            self.do(f.DiceRolled(player, about, dice))

    # Triumph tokens and weapons

    def reward(self, player: str) -> bool:
        """A triumph token, unless two lie there already or none is left. Whether it was given."""
        held = looks.tokens(self.table, player)
        out = sum(value for (track, _), value in self.table.tracks.items() if track == looks.TOKENS)
        if held >= looks.MOST_TOKENS or out >= self.decklist.setup.get("triumph_tokens", 20):
            return False
        self.keep(looks.TOKENS, player, held + 1)
        return True

    def spend(self, player: str) -> None:
        """A triumph token goes back."""
        left = looks.tokens(self.table, player) - 1
        self.keep(looks.TOKENS, player, left if left > 0 else None)

    def draw_weapon(self, player: str) -> None:
        """A weapon, face down; of more than may be carried one goes back, unseen, or out of the game."""
        if not self.table.piles.get(str(looks.ARMOURY.name), 0):
            return
        self.do(f.CardsMoved(looks.ARMOURY, front(player)))
        if looks.carried(self.table, player) < looks.weapon_limit(self.table, player):
            self.keep(looks.WEAPONS, player, looks.number(self.table, (looks.WEAPONS, player)) + 1)
        elif self.option("weapon_back") == "bottom":
            self.do(f.CardsMoved(front(player), looks.ARMOURY))

    def uncover(self, player: str, card: str) -> None:
        """A weapon is turned face up where it lies."""
        left = looks.number(self.table, (looks.WEAPONS, player)) - 1
        self.keep(looks.WEAPONS, player, left if left > 0 else None)
        self.do(f.CardsMoved(front(player), front(player), 1, (card,)))

    # Event cards

    def give_up(self, player: str, count: int, card: str = "") -> None:
        """Event cards go from a hand to the discards; `card` where everybody saw it."""
        count = min(count, self.table.hands[player])
        if count:
            self.do(f.CardsMoved(hand(player), DISCARD, count, (card,) if card else ()))

    def fill_hands(self) -> None:
        """From the chief on to the right everybody draws up to three events."""
        for player in looks.from_the_chief(self.table):
            self.take(player, looks.HAND - self.table.hands[player])

    def take(self, player: str, count: int) -> None:
        """Events come from the pile; when it is empty the discards become a new one, or nothing is drawn."""
        while count > 0:
            left = self.table.piles["draw"]
            if not left:
                if not self.table.piles["discard"] or self.option("events_run_out") == "no-draw":
                    return
                self.do(f.StackShuffled(DISCARD, DRAW))
                continue
            now = min(count, left)
            self.do(f.CardsMoved(DRAW, hand(player), now))
            count -= now

    # Character cards

    def redeal(self) -> None:
        """Everybody not sedated hands in a character card, and gets one of them back."""
        active = [p for p in looks.from_the_chief(self.table) if not looks.is_sedated(self.table, p)]
        if len(active) < 2:
            return
        for player in active:
            self.do(f.CardsMoved(front(player), looks.CHARACTERS))
        self.do(f.StackShuffled(looks.CHARACTERS, looks.CHARACTERS))
        for player in active:
            self.do(f.CardsMoved(looks.CHARACTERS, front(player)))
