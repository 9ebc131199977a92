"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.kit import effects as kit
from companion.engine.kit.common_rules import slug_of
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.queries import spent


class Effects(kit.Effects):
    """Recorder of the facts that one action brings about. It never refuses: it records what the hands do."""

    def heard(self, action: Action) -> Action:
        """Name every card by its slug, as cards on the table are recorded."""
        said = dict(action.said)
        for field in ("cards", "shown"):
            if action.names(field):
                said[field] = [slug_of(self.decklist, card) or card for card in action.names(field)]
        return Action(action.verb, said)

    # Cards

    def throw_clubs(self, player: str, count: int) -> int:
        """Clubs are shown and discarded; how many."""
        held = self.discard(player, count)
        if held:
            self.keep(queries.THROWN, "", queries.number(self.table, queries.THROWN) + held)
        return held

    def spend_trio(self, action: Action, trios: int = 1) -> None:
        """Discard the cards of a trio, or of several, face up."""
        cards = action.names("cards")
        self.discard(action.player, len(cards) if cards else spent(trios, action.number("aces")), cards)

    # Steps

    def begin(self, step: str, player: str = "") -> None:
        """Begin a phase, with the first player's turn unless another is named."""
        self.do(f.StepBegan(step), f.TurnBegan(player or queries.first(self.table)))

    def next_round(self) -> None:
        """Begin a new round, with accusations."""
        self.keep(queries.ROUND, "", queries.number(self.table, queries.ROUND) + 1)
        self.begin(queries.ACCUSE)

    def turn_to(self, player: str) -> None:
        """Give the turn to a player."""
        if player != self.table.turn:
            self.do(f.TurnBegan(player))

    # People

    def show(self, player: str, faces: tuple[str, ...]) -> None:
        """Show a hand to everybody; `faces` if its cards were recorded."""
        self.do(f.CardsShown(player, None, faces, None))

    def leave(self, player: str, cause: str) -> None:
        """Kill a player and discard the hand; if they went first, the player to the right does from now on."""
        if queries.first(self.table) == player and len(self.table.seats) > 1:
            self.do(f.Noted(queries.FIRST, self.table.step_from(player, -1)))
        self.discard(player, self.table.hands[player])
        self.do(f.PlayerOut(player, cause))
