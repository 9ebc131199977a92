"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.kit import effects as kit
from companion.engine.places import front, hand
from companion.games.la_criatura import queries


class Effects(kit.Effects):
    """Recorder of the facts that one action brings about. It never refuses: it records what the hands do."""

    def reshuffles(self) -> bool:
        return self.option("events_run_out") != "no-draw"

    # Numbers and steps

    def add(self, track: str, player: str, more: int = 1) -> None:
        """Change a player's number; at 0 it is taken off the table."""
        value = queries.number(self.table, (track, player)) + more
        self.keep(track, player, value if value > 0 else None)

    def clear(self, *tracks: str) -> None:
        """Take these numbers off the table, for all players."""
        for track, player in tuple(self.table.tracks):
            if track in tracks:
                self.do(f.TrackSet(track, player, None))

    def step(self, step: str, turn: str = "") -> None:
        """Begin a step, with this player to move."""
        if turn and turn != self.table.turn:
            self.do(f.TurnBegan(turn))
        if step != self.table.step:
            self.do(f.StepBegan(step))

    def roll(self, player: str, about: str, dice: tuple[int, ...]) -> None:
        """Dice fall."""
        if dice:
            self.do(f.DiceRolled(player, about, dice))

    def settle(self) -> None:
        """End all questions."""
        self.clear(queries.GUARDED)
        if self.table.prompt is not None:
            self.do(f.Settled())

    # Triumph tokens and weapons

    def reward(self, player: str) -> bool:
        """Give a triumph token, unless the player has two or none is left; return True if it was given."""
        out = sum(value for (track, _), value in self.table.tracks.items() if track == queries.TOKENS)
        full = queries.tokens(self.table, player) >= queries.MOST_TOKENS
        if full or out >= self.decklist.setup.get("triumph_tokens", 20):
            return False
        self.add(queries.TOKENS, player)
        return True

    def spend(self, player: str) -> None:
        """Take a triumph token back."""
        self.add(queries.TOKENS, player, -1)

    def draw_weapon(self, player: str) -> None:
        """Draw a weapon, face down; beyond the limit one goes back, unseen, or out of the game."""
        if not self.table.piles.get(str(queries.ARMOURY.name), 0):
            return
        self.do(f.CardsMoved(queries.ARMOURY, front(player)))
        if queries.carried(self.table, player) < queries.weapon_limit(self.table, player):
            self.add(queries.WEAPONS, player)
        elif self.option("weapon_back") == "bottom":
            self.do(f.CardsMoved(front(player), queries.ARMOURY))

    def uncover(self, player: str, card: str) -> None:
        """Turn a weapon face up where it lies."""
        self.add(queries.WEAPONS, player, -1)
        self.do(f.CardsMoved(front(player), front(player), 1, (card,)))

    # Cards

    def fill_hands(self) -> None:
        """From the chief on to the right everybody draws up to three events."""
        for player in queries.from_the_chief(self.table):
            self.draw(hand(player), queries.HAND - self.table.hands[player])

    def redeal(self) -> None:
        """Have everybody not sedated who has a character card hand it in and get one back."""
        active = queries.handing_in(self.table)
        if len(active) < 2:
            return
        for player in active:
            self.do(f.CardsMoved(front(player), queries.CHARACTERS))
        self.do(f.StackShuffled(queries.CHARACTERS, queries.CHARACTERS))
        for player in active:
            self.do(f.CardsMoved(queries.CHARACTERS, front(player)))
