"""Facts as they happen, with the table after each of them, so that what comes next can look at it."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.kit import effects as kit
from companion.engine.kit.common_rules import slug_of
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.cards import spent


class Effects(kit.Effects):
    """What one action brings about, told fact by fact. Never refuses: it records what the hands do."""

    def heard(self, action: Action) -> Action:
        """The same with every card by its slug: what lies on the table is told so."""
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
        """The cards of a trio, or of several, go to the discards face up."""
        cards = action.names("cards")
        self.discard(action.player, len(cards) if cards else spent(trios, action.number("aces")), cards)

    # Steps

    def begin(self, step: str, player: str = "") -> None:
        """A phase begins; the first player's turn unless somebody is named."""
        self.do(f.StepBegan(step), f.TurnBegan(player or queries.first(self.table)))

    def next_round(self) -> None:
        """A new round begins with accusations."""
        self.keep(queries.ROUND, "", queries.number(self.table, queries.ROUND) + 1)
        self.begin(queries.ACCUSE)

    def turn_to(self, player: str) -> None:
        """It is somebody's turn."""
        if player != self.table.turn:
            self.do(f.TurnBegan(player))

    # People

    def show(self, player: str, faces: tuple[str, ...]) -> None:
        """A hand is shown to everybody; `faces` where somebody wrote them down."""
        self.do(f.CardsShown(player, None, faces, None))

    def leave(self, player: str, cause: str) -> None:
        """A player is dead: the hand is discarded; whoever sits to the right goes first from now on, if need be."""
        if queries.first(self.table) == player and len(self.table.seats) > 1:
            self.do(f.Noted(queries.FIRST, self.table.step_from(player, -1)))
        self.discard(player, self.table.hands[player])
        self.do(f.PlayerOut(player, cause))
