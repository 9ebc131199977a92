"""Truth at a table: who is what, which cards lie where. The rulebook a second time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

RANKS = ("as", "dos", "tres", "cuatro", "cinco", "seis", "siete")
LONG_RANKS = (*RANKS, "ocho", "nueve")
SUITS = ("oros", "copas", "espadas", "bastos")
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eli", "Flo", "Gus", "Hal", "Ivy")

Option = str | int | bool


def suited(card: str) -> str:
    return card.split("-de-")[1]


def worth(card: str) -> int:
    """Return how many cards of its suit a card counts as: two for an ace, else one."""
    return 2 if card.startswith("as-") else 1


class Over(Exception):
    """The game has ended."""


class World:
    """One table with its hidden cards."""

    def __init__(self, players: int, options: Mapping[str, Option], dice: Random) -> None:
        self.dice, self.options = dice, options
        self.names = list(NAMES[:players])
        ranks = LONG_RANKS if options.get("deck") == 48 else RANKS
        self.whole = [f"{r}-de-{s}" for s in SUITS for r in ranks if (r, s) != ("as", "bastos") for _ in range(2)]
        self.deck = list(self.whole)
        dice.shuffle(self.deck)
        fillers = [f"{r}-de-{s}" for r in ("sota", "caballo") for s in ("oros", "copas") for _ in range(2)]
        figures = ["rey-de-bastos", "rey-de-espadas", *dice.sample(fillers, players - 2)]
        dice.shuffle(figures)
        self.figures = dict(zip(self.names, figures, strict=True))
        self.commander = next(p for p, f in self.figures.items() if f == "rey-de-espadas")
        self.things = {p for p, f in self.figures.items() if f == "rey-de-bastos"}
        self.first = self.commander
        self.ring = list(self.names)
        self.dead: list[str] = []
        self.shown: set[str] = set()
        self.discard: list[str] = []
        self.middle: list[str] = []
        self.hands = {p: [self.deck.pop() for _ in range(5 if p == self.commander else 4)] for p in self.names}
        self.thrown = 0
        self.round = 1
        self.took: set[str] = set()
        self.cleared: set[str] = set()
        self.clockwise = False
        self.shuffles = 0

    # Order: the first player, then to the right; the ring is told clockwise, so right is backwards.

    def order(self) -> list[str]:
        """Return the living players in the direction of play, first player first."""
        at = self.ring.index(self.first)
        line = self.ring[at:] + self.ring[:at]
        return line if self.clockwise else [line[0], *reversed(line[1:])]

    def humans(self) -> list[str]:
        return [p for p in self.ring if p not in self.things]

    def is_set(self, name: str, value: Option) -> bool:
        return self.options.get(name) == value

    # Cards

    def draw(self, player: str, count: int) -> int:
        """Draw `count` cards, and return how many were missing; the discards become a deck when it is empty."""
        for k in range(count):
            if not self.deck:
                if not self.discard:
                    return count - k
                self.deck, self.discard = self.discard, []
                self.dice.shuffle(self.deck)
                self.shuffles += 1
            self.hands[player].append(self.deck.pop())
        return 0

    def drop(self, player: str, cards: Sequence[str]) -> None:
        """Discard cards from a hand."""
        for card in cards:
            self.hands[player].remove(card)
            self.discard.append(card)

    def clubs(self, player: str) -> list[str]:
        return [card for card in self.hands[player] if suited(card) == "bastos"]

    def trio(self, player: str, suit: str) -> list[str]:
        """Return a trio of `suit` that `player` can spend, or an empty list."""
        cards = sorted(
            (c for c in self.hands[player] if suited(c) == suit), key=worth, reverse=self.dice.random() < 0.7
        )
        picked: list[str] = []
        for card in cards:
            if sum(map(worth, picked)) < 3:
                picked.append(card)
        if sum(map(worth, picked)) < 3:
            return []
        spare = next((c for c in picked if sum(map(worth, picked)) - worth(c) >= 3), None)
        if spare:
            picked.remove(spare)
        return picked

    def named(self, trio: list[str]) -> dict[str, object]:
        """Return the fields that tell a trio: its cards, or only how many aces are in it."""
        if self.dice.random() < 0.5:
            return {"cards": trio}
        return {"aces": sum(worth(card) == 2 for card in trio)}

    # People

    def kill(self, player: str) -> None:
        """Discard the hand of `player` and remove them; their right neighbour goes first if they were the first
        player."""
        at = self.ring.index(player)
        if player == self.first:
            self.first = self.ring[at - 1]
        self.drop(player, list(self.hands[player]))
        self.ring.remove(player)
        self.shown.discard(player)
        self.dead.append(player)

    def state(self, **more: object) -> dict[str, object]:
        """Return the public facts in the words of the companion's state."""
        return {
            "seats": list(self.ring),
            "eliminated": list(self.dead),
            "hands": {p: len(self.hands[p]) for p in self.ring},
            "draw_pile": len(self.deck),
            "discard_pile": len(self.discard),
            "middle": len(self.middle),
            "clubs": self.thrown,
            "round": self.round,
            "first": self.first,
            "revealed": [p for p in self.ring if p in self.shown],
            **more,
        }
