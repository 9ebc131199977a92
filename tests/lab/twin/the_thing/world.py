"""The Thing, the board game, a second time: what is true in the base, and what of it everybody sees.

Written from the rulebook with lists and dicts of its own: hidden roles, both bags, every card in its hand or deck. It
shares no rule with the companion. `seen()` is the public state as the companion must say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

GREEN = (
    "armoury", "helicopter", "boiler", "radio", "warehouse", "shed", "generator", "kitchen", "laboratory", "station",
)  # fmt: skip
SPACES = {"boiler": 3, "generator": 2, "radio": 8, "helicopter": 6, "shed": 1}
"""Damage spaces of the rooms that have any."""
TOGETHER = ("helicopter", "boiler", "radio", "shed", "generator", "laboratory")
VEHICLES = ("helicopter", "shed")
SHEETS = ("bennings", "clark", "windows", "macready", "garry", "norris", "blair", "nauls")
FACES = ("sunny", "storm", "other")

USAR, REPARAR, SABOTAJE = CARDS = ("usar", "reparar", "sabotaje")
WEAPONS = {
    4: {"lanzallamas": 1, "dinamita": 3, "arma-cuerpo-a-cuerpo": 3, "pistola": 1},
    6: {"lanzallamas": 1, "dinamita": 3, "arma-cuerpo-a-cuerpo": 4, "pistola": 2},
    8: {"lanzallamas": 2, "dinamita": 4, "arma-cuerpo-a-cuerpo": 4, "pistola": 2},
}
OBJECTS = {
    4: {"llaves": 2, "linterna": 2, "herramientas": 2, "combustible": 2, "cable": 1},
    6: {"llaves": 2, "linterna": 3, "herramientas": 2, "combustible": 2, "cable": 1},
    7: {"llaves": 2, "linterna": 3, "herramientas": 3, "combustible": 3, "cable": 2},
    8: {"llaves": 2, "linterna": 3, "herramientas": 4, "combustible": 4, "cable": 2},
}
WAREHOUSE = {4: 10, 5: 10, 6: 14, 7: 18, 8: 18}


def box(table: dict[int, dict[str, int]], people: int, dice: Random) -> list[str]:
    """Return a shuffled deck of the set-up for `people` players."""
    kinds = table[max(n for n in table if n <= people)]
    cards = [slug for slug, count in kinds.items() for _ in range(count)]
    dice.shuffle(cards)
    return cards


class Board:
    """Figures printed on the board: the weather of each face, lengths of tracks, spaces for fuel."""

    def __init__(self, dice: Random) -> None:
        self.weather = {
            face: {
                "generator": dice.randint(0, 2),
                "boiler": dice.randint(0, 2),
                "rescue": dice.randint(1, 4),
                "freezing": dice.randint(0, 2),
            }
            for face in FACES
        }
        self.rescue, self.rescue_fuel, self.freezing = dice.randint(3, 9), dice.randint(3, 9), dice.randint(3, 9)
        self.spaces = {"helicopter": dice.randint(1, 3), "shed": dice.randint(1, 2)}

    def read(self) -> dict[str, object]:
        """Return the figures as a host reads them."""
        return {
            "weather-low": self.weather,
            "weather-high": self.weather,
            "rescue": self.rescue,
            "rescue-fuel": self.rescue_fuel,
            "freezing": self.freezing,
            "fuel-spaces": self.spaces,
        }


class World:
    """One evening: people clockwise, every card and token in its place."""

    green: tuple[str, ...] = GREEN
    vehicles: tuple[str, ...] = VEHICLES
    breaks: Mapping[str, int] = SPACES
    together: tuple[str, ...] = TOGETHER

    def __init__(self, people: list[str], rule: dict[str, object], board: Board, is_read: bool, dice: Random) -> None:
        n = len(people)
        self.people, self.rule, self.board, self.is_read, self.dice = people, rule, board, is_read, dice
        self.seats, self.dead = list(people), list[str]()
        self.sheet = dict(zip(people, dice.sample(SHEETS, n), strict=True))
        tokens = ["alien"] + ["human"] * (n - 1)
        dice.shuffle(tokens)
        self.role = dict(zip(people, tokens, strict=True))
        self.shown: dict[str, str] = {}
        self.infected_last = ""
        self.exposed, self.pool, self.ever = list[str](), 0, False
        self.deck = [card for card in CARDS for _ in range(17)]
        dice.shuffle(self.deck)
        self.discards: list[str] = []
        self.active: list[str] = []
        self.hand = {p: [self.deck.pop(), self.deck.pop()] for p in people}
        self.armoury, self.store = box(WEAPONS, n, dice), box(OBJECTS, n, dice)
        if rule["wires"] == 1 and self.store.count("cable") == 2:
            self.store.remove("cable")
        self.bag = ["green"] * (2 * n) + ["black"] * (3 * n)
        dice.shuffle(self.bag)
        self.weapons: dict[str, list[str]] = {p: [] for p in people}
        self.objects: dict[str, list[str]] = {p: [] for p in people}
        self.lab: dict[str, list[str]] = {p: [] for p in people}
        self.charges = dict.fromkeys(people, 0)
        self.at, self.lying = dict.fromkeys(people, "rec-room"), set[str]()
        self.suspicion = dict.fromkeys(people, 1)
        self.fuel = {"generator": 4, "boiler": 4, "warehouse": WAREHOUSE[n], "reserve": n - 1}
        self.damage = {"shed": 1, "helicopter": n - 2, "radio": n}
        self.pantry, self.kitchen, self.hungry = 16, 0, False
        self.dogs: dict[str, int] = {"kennel": 4}
        self.pack = "kennel" if rule.get("pack_leader") == "yes" else ""
        self.pack_taken = not self.pack
        self.loose, self.dogs_in, self.drawn = 0, False, set[str]()
        self.fires: set[str] = set()
        self.leader, self.token, self.token_at = people[0], "", ""
        self.round, self.face, self.die_at_station = 0, "", False
        self.sos, self.sos_fuel, self.arrived, self.gone, self.declined = 0, 1, False, False, False
        self.freezing = 0
        self.covered: list[int] = []
        self.strength: dict[str, int] = {}
        self.aboard: list[str] = []
        self.away: list[str] = []
        self.voted: list[str] = []
        self.step = "sheets"

    # People

    def characters(self) -> list[str]:
        """Return the living players who are no exposed Alien."""
        return [p for p in self.seats if p not in self.exposed]

    def next_to(self, person: str, way: int) -> str:
        """Return the next Character to the left (1) or to the right (-1), or `person` if there is no other."""
        ring = self.people
        k = ring.index(person)
        others = (ring[(k + way * i) % len(ring)] for i in range(1, len(ring)))
        return next((p for p in others if p in self.characters()), person)

    def in_turn(self) -> list[str]:
        """Return the Characters from the leader on."""
        k = self.people.index(self.leader)
        return [p for p in self.people[k:] + self.people[:k] if p in self.characters()]

    def upright(self, room: str) -> list[str]:
        """Return the Characters on their feet in a room."""
        return [p for p in self.characters() if self.at[p] == room and p not in self.lying]

    def suspect(self, person: str) -> None:
        """Move the suspicion of `person` one space on; the red space is the last."""
        self.suspicion[person] = min(self.suspicion[person] + 1, len(self.people))

    def is_watched(self, person: str) -> bool:
        """Return True if the cards of `person` go face up."""
        return self.suspicion[person] == len(self.people)

    # The base

    def is_dark(self) -> bool:
        """Return True if the generator has failed."""
        return self.damage.get("generator", 0) == 2

    def limit(self) -> int:
        return 2 if self.hungry else 3

    def hurt(self, room: str, by: int) -> None:
        """Damage, or less of it; a boiler with three of it is lost."""
        now = max(0, min(self.damage.get(room, 0) + by, self.breaks[room]))
        self.damage[room] = now
        if room == "boiler" and now == 3 and not self.freezing:
            self.freezing = 1

    def space(self, room: str) -> int:
        """Return the fuel that a room can still take; any amount for a vehicle whose figures were not read."""
        if room in self.vehicles and not self.is_read:
            return 99
        return (self.tank(room) if room in self.vehicles else 4) - self.fuel.get(room, 0)

    def tank(self, room: str) -> int:
        """Return the fuel spaces of a vehicle; both snowcats have as many."""
        return self.board.spaces[self.card(room)]

    def card(self, room: str) -> str:
        """Return the room printed on a room's card."""
        return room.removesuffix("-2")

    def haul(self, source: str, room: str, count: int) -> None:
        """Move fuel from a store to a room."""
        count = max(min(count, self.fuel[source], self.space(room)), 0)
        self.fuel[source] -= count
        self.fuel[room] = self.fuel.get(room, 0) + count

    def locations(self) -> list[str]:
        """Return the cards of the location deck."""
        kennel = self.dogs_in and self.dogs.get("kennel", 0) and self.rule["kennel"] == "open"
        return [room for room in self.green if room not in self.fires] + (["kennel"] if kennel else [])

    def draw(self) -> str | None:
        """Draw the top action card, from the reshuffled discards if need be; None if there are none."""
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.dice.shuffle(self.deck)
        return self.deck.pop() if self.deck else None

    def lose_everything(self, person: str) -> None:
        """Put back all cards and tokens of a player who leaves the base."""
        self.armoury += self.weapons[person]
        self.store += self.objects[person]
        self.discards += self.hand[person]
        self.weapons[person], self.objects[person], self.lab[person], self.hand[person] = [], [], [], []
        self.charges[person] = 0
        self.lying.discard(person)
        if self.token == person:
            self.token = ""

    def expose(self, person: str) -> None:
        """Turn `person` into an Alien who plays openly."""
        heir = self.next_to(person, 1)
        self.lose_everything(person)
        self.shown[person] = "alien"
        self.exposed.append(person)
        self.pool += 1 if self.ever else len(self.people) // 2
        self.ever = True
        if self.leader == person:
            self.leader = heir
        self.voted = [p for p in self.voted if p != person]

    def kill(self, person: str) -> None:
        """Assimilate `person`, who is out of the game."""
        heir = self.next_to(person, 1)
        self.lose_everything(person)
        self.seats.remove(person)
        self.dead.append(person)
        if self.leader == person:
            self.leader = heir

    # Public facts

    def seen(self) -> dict[str, object]:
        here = self.characters()
        food = {"pantry": self.pantry, "kitchen": self.kitchen}
        return {
            "seats": list(self.seats),
            "eliminated": list(self.dead),
            "step": self.step,
            "round": self.round,
            "leader": self.leader,
            "token": self.token or None,
            "weather": self.face or None,
            "rooms": {p: self.at[p] for p in self.seats if p in here},
            "lying": [p for p in here if p in self.lying],
            "suspicion": {p: self.suspicion[p] for p in here},
            "fuel": {room: n for room, n in self.fuel.items() if n},
            "damage": {room: n for room, n in self.damage.items() if n},
            "food": {room: n for room, n in food.items() if n},
            "dogs": {room: n for room, n in self.dogs.items() if n},
            **({"pack": {self.pack: 1} if self.pack else {}} if "pack_leader" in self.rule else {}),
            "fires": dict.fromkeys(self.fires, 1),
            "leader_token": {self.token_at: 1} if self.token_at else {},
            "hungry": int(self.hungry),
            "dark": self.is_dark(),
            "freezing": self.freezing or None,
            "rescue": self.sos or None,
            "rescue_fuel": self.sos_fuel,
            "exposed": [p for p in self.seats if p in self.exposed],
            "rescue_there": self.arrived,
            "rescue_gone": self.gone,
            "pool": self.pool,
            "strength": {room: n for room, n in self.strength.items() if n},
            "covered": list(self.covered),
            "to_place": self.loose,
            "aboard": list(self.aboard),
            "weapons": {p: len(held) for p, held in self.weapons.items() if held},
            "objects": {p: len(held) for p, held in self.objects.items() if held},
            "lab": {p: len(held) for p, held in self.lab.items() if held},
            "charges": {p: n for p, n in self.charges.items() if n},
            "hands": {p: len(self.hand[p]) for p in self.seats},
            "draw_pile": len(self.deck),
            "discard_pile": len(self.discards),
            "active_pile": len(self.active),
            "weapon_pile": len(self.armoury),
            "object_pile": len(self.store),
            "lab_bag": len(self.bag),
            "voted": [p for p in self.seats if p in self.voted],
            "roles": dict(self.shown),
        }
