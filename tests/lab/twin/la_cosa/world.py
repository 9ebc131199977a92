"""Truth at the table: every hand, every role, every pile in its order, and the public part of it.

Geometry: `seats` lists the living clockwise, `gaps[k]` holds the doors that stand clockwise of `seats[k]`.
The last card of `draw` is the top of the pile.
"""

from __future__ import annotations

from random import Random

from tests.lab.twin.la_cosa.deck import Option, Piece

Role = str
Action = dict[str, object]

THING, INFECTED, HUMAN = "la-cosa", "infected", "human"


class World:
    """One game in truth. Changed in place by `turn`, `panics` and `exchange`; `state` is its public part."""

    __slots__ = (
        "against",
        "card",
        "card_offset",
        "clockwise",
        "counts",
        "declarer",
        "discard",
        "draw",
        "eliminated",
        "first",
        "follower",
        "gaps",
        "hands",
        "heir",
        "immune",
        "laid_on_self",
        "last_infected",
        "last_out",
        "options",
        "panics",
        "partner",
        "players",
        "quarantine",
        "revealed",
        "rng",
        "roles",
        "seats",
        "size",
        "status",
        "step",
        "turn",
        "turns",
        "waiting_for",
        "winners",
    )  # fmt: skip

    def __init__(self, players: list[str], first: str, options: dict[str, Option], rng: Random) -> None:
        self.players = list(players)
        self.first = first
        self.seats = list(players)
        self.gaps: list[list[Piece]] = [[] for _ in players]
        self.hands: dict[str, list[Piece]] = {player: [] for player in players}
        self.roles: dict[str, Role] = dict.fromkeys(players, HUMAN)
        self.quarantine: dict[str, tuple[Piece, int]] = {}
        self.draw: list[Piece] = []
        self.discard: list[Piece] = []
        self.card_offset = 0
        """By how much the counted draw pile is larger than the true one (see `draw_safe`)."""
        self.clockwise = True
        self.turn = first
        self.step = "draw"
        self.waiting_for: str | None = first
        self.against: str | None = None
        self.partner: str | None = None
        self.card: Piece | None = None
        self.immune: str | None = None
        """Player who takes an exchange over after ¡Fallaste!: no ¡Infectado! infects them in it."""
        self.follower: str | None = None
        """Player who plays next instead of the neighbour, after a change of seats."""
        self.heir: str | None = None
        """Player who sat after the turn player who was eliminated in this turn."""
        self.laid_on_self = False
        self.eliminated: list[str] = []
        self.last_out: tuple[str, list[str], list[Piece]] | None = None
        """Player eliminated last, the ring they sat in, and the hand they threw away."""
        self.last_infected: str | None = None
        self.options = options
        self.status = "playing"
        self.declarer: str | None = None
        self.revealed = False
        self.winners: list[str] | None = None
        self.turns = 0
        self.size = 0
        self.panics = 0
        self.rng = rng
        self.counts: dict[str, int] = {}

    def note(self, what: str, times: int = 1) -> None:
        """Count something for the report."""
        self.counts[what] = self.counts.get(what, 0) + times

    def copy(self) -> World:
        """Return a copy of this world, to try an action on."""
        other: World = object.__new__(World)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, dict)) else value)
        other.gaps = [list(gap) for gap in self.gaps]
        other.hands = {player: list(hand) for player, hand in self.hands.items()}
        return other

    # ------------------------------------------------------------------ the ring

    def next_after(self, player: str, steps: int = 1) -> str:
        """Return the living player `steps` seats on in the current direction."""
        return self.clockwise_of(player, steps if self.clockwise else -steps)

    def clockwise_of(self, player: str, steps: int) -> str:
        """Return the living player `steps` seats clockwise."""
        return self.seats[(self.seats.index(player) + steps) % len(self.seats)]

    def are_neighbours(self, a: str, b: str) -> bool:
        """Return True if two different living players sit side by side."""
        return a != b and b in (self.clockwise_of(a, 1), self.clockwise_of(a, -1))

    def gaps_between(self, a: str, b: str) -> list[list[Piece]]:
        """Return the gaps between two players: none, one, or with two living both."""
        found = []
        for k, seat in enumerate(self.seats):
            if {seat, self.seats[(k + 1) % len(self.seats)]} == {a, b}:
                found.append(self.gaps[k])
        return found

    def door_between(self, a: str, b: str) -> bool:
        return any(self.gaps_between(a, b)) if any(self.gaps) else False

    def swap_seats(self, a: str, b: str) -> None:
        """Swap the chairs of two players; doors stay where they are."""
        i, j = self.seats.index(a), self.seats.index(b)
        self.seats[i], self.seats[j] = b, a

    def close_seat(self, player: str, doors_fall: bool) -> None:
        """Remove the chair; the gaps beside it become one, with the doors of both unless they fall."""
        i = self.seats.index(player)
        before, after = self.gaps[i - 1], self.gaps[i]
        doors = before + after if before is not after else before
        if doors_fall:
            self.discard.extend(doors)
            doors = []
        self.gaps[i - 1] = doors
        del self.gaps[i], self.seats[i]

    # ------------------------------------------------------------------ the piles

    def top(self) -> Piece:
        """Return the top card of the draw pile, and shuffle the discards into it first if it is empty."""
        if not self.draw:
            self.draw, self.discard = self.discard, self.draw
            self.rng.shuffle(self.draw)
            self.note("reshuffles")
        return self.draw[-1]

    def draw_safe(self, many: int) -> tuple[list[Piece], int]:
        """Draw `many` green cards for an effect, and return them with the number of panics on the way, which are
        discarded unseen.

        The count that is told takes the panics as drawn first, and no panic is met more than twice. If a shuffle falls
        between, that count and the true piles may part, and the table counts its piles again (`card_offset`).
        """
        counted = (len(self.draw), len(self.discard))
        drawn: list[Piece] = []
        skipped = 0
        while len(drawn) < many:
            self.top()
            piece = self.draw.pop()
            if piece.panic:
                self.discard.append(piece)
                skipped += 1
            else:
                drawn.append(piece)
        told = min(skipped, 2 * self.panics)
        self.card_offset = counted_draw(*counted, told, many)[0] - len(self.draw)
        self.note("skipped", skipped)
        return drawn, told

    def put_away(self, piece: Piece) -> None:
        self.discard.append(piece)

    def clear_card(self) -> None:
        if self.card is not None:
            self.discard.append(self.card)
            self.card = None

    # ------------------------------------------------------------------ people

    def thing(self) -> str:
        """Return the player who is La Cosa."""
        return next(player for player, role in self.roles.items() if role == THING)

    def living(self, role: Role) -> list[str]:
        return [player for player in self.seats if self.roles[player] == role]

    def infect(self, player: str) -> None:
        """Make a human one of the infected."""
        if self.roles[player] == HUMAN:
            self.roles[player] = INFECTED
            self.note("infections")
            self.last_infected = None if self.living(HUMAN) else player

    def kill(self, player: str, *, by_hand: bool = False) -> None:
        """Eliminate a player: hand and quarantine are discarded unseen, the chair is removed.

        `by_hand`: a correction by the table; all that it does not name stays, doors too.
        """
        if player == self.turn:
            self.heir = self.next_after(player)
        hand = self.hands.pop(player)
        self.last_out = (player, list(self.seats), hand)
        self.discard.extend(hand)
        ward = self.quarantine.pop(player, None)
        if ward is not None:
            self.discard.append(ward[0])
        self.close_seat(player, not by_hand and self.options["doors_after_elimination"] == "discard")
        self.eliminated.append(player)

    def wait(self, step: str, player: str | None, against: str | None = None, partner: str | None = None) -> None:
        self.step, self.waiting_for, self.against, self.partner = step, player, against, partner

    # ------------------------------------------------------------------ what everybody sees

    def doors(self) -> list[list[str]]:
        """Return one pair of neighbours for every door."""
        n = len(self.seats)
        return [[self.seats[k], self.seats[(k + 1) % n]] for k in range(n) for _ in self.gaps[k]]

    def state(self) -> dict[str, object]:
        """Return the public state, without its version."""
        over = self.status == "ended"
        return {
            "game": "la-cosa",
            "status": self.status,
            "seats": list(self.seats),
            "eliminated": list(self.eliminated),
            "direction": "clockwise" if self.clockwise else "counterclockwise",
            "turn": self.turn,
            "step": "over" if over else self.step,
            "waiting_for": None if over else self.waiting_for,
            "against": None if over else self.against,
            "partner": None if over else self.partner,
            "doors": self.doors(),
            "quarantine": {player: rounds for player, (_, rounds) in self.quarantine.items()},
            "draw_pile": len(self.draw) + self.card_offset,
            "discard_pile": len(self.discard) - self.card_offset,
            "hands": {player: len(hand) for player, hand in self.hands.items()},
            "options": dict(self.options),
            "card": self.card.slug if self.card else None,
            "winners": self.winners,
        }


def counted_draw(draw: int, discard: int, skipped: int, drawn: int) -> tuple[int, int]:
    """Return the sizes of both piles after panics were skipped and then cards drawn, as they are counted from
    outside."""
    for turned in range(skipped + drawn):
        if draw == 0:
            draw, discard = discard, 0
        draw -= 1
        discard += turned < skipped
    return draw, discard
