"""La Criatura a second time: what is true at the table, and what of it everybody sees.

Written from the rulebook and its worked-out tables with lists and dicts of its own; it shares no rule with the
companion. `seen()` is the public state as the companion must say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

Setting = str | int | bool

EVENTS = {"armado": 1, "armado-hasta-los-dientes": 1, "despierto": 1, "estimulante": 1, "evento": 59}
WEAPONS = {"cuchillo": 1, "tapa-de-basura": 1, "arma": 8}
CREATURE, SCIENTIST = "criatura", "cientifico"
NONE = ""
"""No character card: whose it was had the Creature's when it was eliminated, and has the infected card alone."""

USUAL: Mapping[str, tuple[Setting, ...]] = {
    "ten_turns": (9, 10),
    "first_hand": ("setup", "first-turn"),
    "chief_triumph": ("once", "every-time"),
    "chief_splits": (True, False),
    "abstention": (False, True),
    "self_vote": (False, True),
    "tie_again": ("lowest", "all"),
    "sedation": ("next-movement", "this-turn"),
    "sedated_chief": ("rolls-on", "steps-down"),
    "redeal_is_movement": (False, True),
    "second_find": ("sedated", "awake"),
    "events_run_out": ("reshuffle", "no-draw"),
    "weapon_back": ("bottom", "out"),
    "seats_aboard": (1, 2),
    "own_side": (True, False),
    "defence_and_triumph": ("both", "one"),
    "combat_order": ("fixed", "resorted"),
    "sedated_bonus": ("counts", "only-six"),
}
"""Questions that the rulebook leaves open, the usual answer first."""


class World:
    """One game: people clockwise, every card in its place, and every marker."""

    def __init__(self, people: list[str], options: Mapping[str, Setting], dice: Random) -> None:
        self.people, self.dice = people, dice
        self.rule = {name: options.get(name, values[0]) for name, values in USUAL.items()}
        self.standing = list(people)
        self.fallen: list[str] = []
        characters = [SCIENTIST] * (len(people) - 1) + [CREATURE]
        dice.shuffle(characters)
        self.character = dict(zip(people, characters, strict=True))
        self.infected: set[str] = set()
        self.deck = [f"{slug}.{k}" for slug, n in EVENTS.items() for k in range(1, n + 1)]
        dice.shuffle(self.deck)
        self.discards: list[str] = []
        self.openly: set[str] = set()
        self.armoury = [slug for slug, n in WEAPONS.items() for _ in range(n)]
        dice.shuffle(self.armoury)
        self.hand: dict[str, list[str]] = {p: [] for p in people}
        if self.rule["first_hand"] == "setup":
            for p in people:
                self.fill(p)
        self.weapons: dict[str, list[str]] = {p: [] for p in people}
        self.shown: dict[str, list[str]] = {p: [] for p in people}
        self.two: set[str] = set()
        self.triumph = dict.fromkeys(people, 0)
        self.honoured: set[str] = set()
        self.sedated: dict[str, int] = {}
        self.played = dict.fromkeys(people, 0)
        self.votes: dict[str, int] = {}
        self.chief = ""
        self.round = 1
        self.clock = int(self.rule["ten_turns"]) if len(people) == 10 else len(people) - 1
        self.found = 0
        self.step, self.at = "first", people[0]
        self.revealed: dict[str, str] = {}

    # People

    def rightward(self, start: str) -> list[str]:
        """Return all standing players from `start` on to the right, which is against the clock."""
        circle = self.standing if start in self.standing else self.people
        k = circle.index(start)
        turned = circle[k::-1] + circle[:k:-1]
        return [p for p in turned if p in self.standing]

    def awake(self) -> list[str]:
        """Return the players who are not sedated, from the chief on."""
        return [p for p in self.rightward(self.chief) if p not in self.sedated]

    def awake_first(self) -> list[str]:
        """Return the players from the chief on, the sedated after the others."""
        order = self.rightward(self.chief)
        return sorted(order, key=lambda p: p in self.sedated)

    def role(self, person: str) -> str:
        if self.found < 2 and self.character[person] == CREATURE:
            return "creature"
        return "infected" if person in self.infected else "human"

    # Things

    def fill(self, person: str) -> None:
        """Draw events up to three."""
        while len(self.hand[person]) < 3:
            if not self.deck:
                if self.rule["events_run_out"] == "no-draw" or not self.discards:
                    return
                self.deck, self.discards, self.openly = self.discards, [], set()
                self.dice.shuffle(self.deck)
            self.hand[person].append(self.deck.pop())

    def fill_all(self) -> None:
        for p in self.rightward(self.chief):
            self.fill(p)

    def honour(self, person: str) -> bool:
        """Give a triumph, two at most, and return True if it was given."""
        if self.triumph[person] >= 2:
            return False
        self.triumph[person] += 1
        return True

    def make_chief(self, person: str) -> None:
        """Pass the chief's token, with a triumph the first time (or every time)."""
        self.chief = person
        if (self.rule["chief_triumph"] == "every-time" or person not in self.honoured) and self.honour(person):
            self.honoured.add(person)

    def draw_weapon(self, person: str) -> None:
        """Draw a weapon; one too many goes back or out."""
        if not self.armoury:
            return
        mine = self.weapons[person]
        mine.append(self.armoury.pop(0))
        if len(mine) + len(self.shown[person]) > (2 if person in self.two else 1):
            gone = mine.pop(self.dice.randrange(len(mine)))
            if self.rule["weapon_back"] == "bottom":
                self.armoury.append(gone)

    def sedate(self, person: str) -> None:
        """Sedate a player until it wears off, with a triumph for it."""
        self.sedated[person] = self.round
        self.honour(person)
        if person == self.chief and self.rule["sedated_chief"] == "steps-down" and self.awake():
            self.make_chief(self.awake()[0])

    def deal_anew(self) -> None:
        """Shuffle and deal the characters of those awake; a player who gave the Creature away is infected."""
        active = [p for p in self.standing if p not in self.sedated and self.character[p] != NONE]
        before = [p for p in active if self.character[p] == CREATURE]
        cards = [self.character[p] for p in active]
        self.dice.shuffle(cards)
        for p, card in zip(active, cards, strict=True):
            self.character[p] = card
        self.infected.update(p for p in before if self.character[p] != CREATURE)

    # Public facts

    def seen(self) -> dict[str, object]:
        return {
            "seats": list(self.standing),
            "eliminated": list(self.fallen),
            "turn": self.at,
            "step": self.step,
            "round": self.round,
            "clock": self.clock,
            "chief": self.chief or None,
            "sedated": dict(self.sedated),
            "found": self.found,
            "votes": dict(self.votes),
            "triumph": {p: n for p, n in self.triumph.items() if n and p in self.standing},
            "weapons": {p: len(cards) for p, cards in self.weapons.items() if cards and p in self.standing},
            "two_weapons": [p for p in self.standing if p in self.two],
            "shown_weapons": {p: cards for p, cards in self.shown.items() if cards and p in self.standing},
            "roles": dict(self.revealed),
            "hands": {p: len(self.hand[p]) for p in self.standing},
            "draw_pile": len(self.deck),
            "discard_pile": len(self.discards),
            "weapon_pile": len(self.armoury),
        }
