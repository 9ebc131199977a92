"""Facts as they happen, with the table after each of them: cards, obstacles, people, and how a turn goes on."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.kit import effects as kit
from companion.engine.places import DISCARD, PLAY, Place, front, gap, hand
from companion.games.la_cosa import queries
from companion.games.la_cosa.queries import CHOICE, EXCHANGE, NEXT_BACK, ROUNDS


class Effects(kit.Effects):
    """Recorder of the facts that one action brings about. It never refuses: it records what the hands do."""

    burned = ""
    """Who went out by a card."""

    # Cards between piles and hands

    def give_up(self, player: str, card: str = "", count: int = 1) -> None:
        """Cards go from a hand to the discards; `card` where everybody saw it."""
        held = min(count, self.table.hands[player])
        self.do(f.CardsMoved(hand(player), DISCARD, held, (card,) if card else ()))

    def lay_open(self, player: str, card: str) -> None:
        """Play a card from a hand; it lies on the table until nothing more is asked about it."""
        self.do(f.CardsMoved(hand(player), PLAY, 1, (card,)))

    def clear_open(self) -> None:
        """Discard the cards that lie open on the table."""
        if self.table.open:
            self.do(f.CardsMoved(PLAY, DISCARD, len(self.table.open), self.table.open))

    def draw(self, target: Place, count: int, faces: tuple[str, ...] = ()) -> int:
        self.forget_next_back()
        return super().draw(target, count, faces)

    def draw_away(self, player: str, count: int, skipped: int) -> None:
        """¡Aléjate! cards drawn for an effect: the panics met count as drawn first and are discarded unseen."""
        self.draw(DISCARD, skipped)
        self.draw(hand(player), count)

    def forget_next_back(self) -> None:
        """Another card lies on top of the draw pile now, its back not noted."""
        self.keep(*NEXT_BACK, None)

    # Obstacles

    def lift_doors(self) -> None:
        """Every door in play is discarded."""
        for number, lying in enumerate(self.table.gaps):
            if lying:
                self.do(f.CardsMoved(gap(number), DISCARD, len(lying), lying))

    def lift_door(self, number: int) -> None:
        """One door of a gap is discarded."""
        self.do(f.CardsMoved(gap(number), DISCARD, 1, self.table.gaps[number][-1:]))

    def lift_quarantine(self, player: str) -> None:
        """Discard a player's quarantine."""
        lying = self.table.fronts.get(player, ())
        if lying:
            self.do(f.CardsMoved(front(player), DISCARD, len(lying), lying))
        self.keep(ROUNDS, player, None)

    def lift_quarantines(self) -> None:
        """Every quarantine in play is discarded."""
        for player in self.table.seats:
            self.lift_quarantine(player)

    # People

    def swap(self, a: str, b: str) -> None:
        """Two players change seats, hands and what lies before them with them; doors stay in their gaps."""
        other = {a: b, b: a}
        self.do(f.PlayersMoved(tuple(other.get(p, p) for p in self.table.seats)))

    def change_seats(self, player: str, other: str) -> None:
        """Swap the seats of two players; with the option `after_seat_swap` the swapped player is next."""
        self.swap(player, other)
        if self.option("after_seat_swap") == "swapped-player":
            self.do(f.Noted(queries.NEXT, other))

    def leave(self, player: str, cause: str) -> None:
        """Eliminate a player: hand and quarantine are discarded unrevealed, the seat closes."""
        self.lift_quarantine(player)
        if cause != "override" and self.option("doors_after_elimination") == "discard":
            for number in self.table.gaps_beside(player):
                while self.table.gaps[number]:
                    self.lift_door(number)
        super().leave(player, cause)

    def burn(self, player: str) -> None:
        """Eliminate a player by a card; whether they were La Cosa is asked afterwards."""
        self.leave(player, "lanzallamas")
        self.burned = player

    def show_hand(self, owner: str, to: str | None = None, count: int | None = None) -> None:
        """Show a hand, or `count` cards of it, to all or to one player."""
        self.do(f.CardsShown(owner, to, (), count))

    # The course of a turn

    def offer_exchange(self) -> None:
        """Offer a card from the turn player to the next player; if something stands between them the turn passes."""
        table, player, partner = self.table, self.table.turn, self.table.next_after(self.table.turn)
        hindered = queries.door_between(table, player, partner) or queries.blocks_exchange(table, player, partner)
        if player == partner or hindered:
            self.pass_turn()
        else:
            self.aim(EXCHANGE, partner)

    def aim(self, about: str, to: str) -> None:
        """Ask a player to answer what the turn player aims at them."""
        if self.table.step != "respond":
            self.do(f.StepBegan("respond"))
        self.ask(about, (self.table.turn, to))

    def settle(self) -> None:
        """End all questions and discard the card that asked."""
        if self.table.prompt is not None:
            self.do(f.Settled())
        self.keep(*CHOICE, None)
        self.clear_open()

    def pass_turn(self) -> None:
        """End the turn: its player's quarantine counts down, the next one begins to draw."""
        player, after = self.table.turn, self.successor()
        rounds = self.table.track(ROUNDS, player)
        if rounds is not None and self.table.notes.get(queries.SPARED) != player:
            if rounds > 1:
                self.keep(ROUNDS, player, rounds - 1)
            else:
                self.lift_quarantine(player)
        self.begin_turn(after)

    def successor(self) -> str:
        """Return the player after the turn player: the next in the current direction.

        With the option `after_seat_swap` it is the player they swapped seats with.
        """
        swapped, turn = self.table.notes.get(queries.NEXT), self.table.turn
        return str(swapped) if swapped in self.table.seats and swapped != turn else self.table.next_after(turn)

    def begin_turn(self, player: str) -> None:
        """Lay the turn card before this player, who is to draw."""
        if self.table.prompt is not None:
            self.do(f.Settled())
        self.forget_notes()
        if self.option("first_declaration") in queries.EARLIEST:
            self.keep(*queries.TURNS, self.table.tracks.get(queries.TURNS, 0) + 1)
        self.do(f.TurnBegan(player), f.StepBegan("draw"))

    def forget_notes(self) -> None:
        """Remove the notes about the turn under way."""
        for note in tuple(self.table.notes):
            self.do(f.Noted(note, None))
