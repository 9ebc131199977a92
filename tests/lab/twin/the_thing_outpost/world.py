"""The Norwegian base: what is true in it beside what is true in the board game, and what of it everybody sees.

Written from the rulebook of the expansion: teeth under the sheets, vehicles that leave one by one, a dog that runs
away, and in the end the sectors of the saucer with their launch tokens.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from types import MappingProxyType

from tests.lab.twin.the_thing import world as base

WEAPONS = {
    4: {"lanzallamas": 1, "granada": 3, "arma-cuerpo-a-cuerpo": 4, "rifle-1": 1, "rifle-2": 1, "rifle-3": 1,
        "pistola": 1},
    6: {"lanzallamas": 1, "granada": 3, "arma-cuerpo-a-cuerpo": 4, "rifle-1": 1, "rifle-2": 1, "rifle-3": 1,
        "pistola": 2},
    8: {"lanzallamas": 2, "granada": 4, "arma-cuerpo-a-cuerpo": 4, "rifle-1": 1, "rifle-2": 1, "rifle-3": 1,
        "pistola": 2},
}  # fmt: skip
OBJECTS = {
    4: {"llaves": 3, "linterna": 5, "herramientas": 2, "combustible": 2},
    6: {"llaves": 3, "linterna": 6, "herramientas": 2, "combustible": 2},
    7: {"llaves": 3, "linterna": 6, "herramientas": 3, "combustible": 3},
    8: {"llaves": 3, "linterna": 6, "herramientas": 4, "combustible": 4},
}
VEHICLES = {"helicopter": 1, "shed": 1, "shed-2": 1}
"""Number of vehicles in a room: three places of escape, each with its own damage and its own seats."""
WORTH = {f"sector-{k}": value for k, value in enumerate((1, 1, 1, 1, 2, 2, 3, 4), 1)}
COSTS = (2, 3, 4, 5, 6)
TOKENS = (1,) * 10 + (2,) * 8 + (3,) * 4


class Board(base.Board):
    """Board with the length of the dog's track."""

    def __init__(self, dice: Random) -> None:
        super().__init__(dice)
        self.run = dice.randint(4, 30)

    def read(self) -> dict[str, object]:
        return {**super().read(), "runaway": self.run}


class World(base.World):
    """One evening in the Norwegian base."""

    board: Board
    green = (*base.GREEN, "shed-2")
    vehicles = tuple(VEHICLES)
    breaks = MappingProxyType({**base.SPACES, "shed-2": 1})
    together = (*base.TOGETHER, "shed-2")

    def __init__(self, people: list[str], rule: dict[str, object], board: Board, is_read: bool, dice: Random) -> None:
        super().__init__(people, {**rule, "wires": 2}, board, is_read, dice)
        n = len(people)
        self.sheet = dict.fromkeys(people, "")
        self.armoury, self.store = base.box(WEAPONS, n, dice), base.box(OBJECTS, n, dice)
        self.damage = {"helicopter": n - 2, "radio": n}
        self.teeth = dict.fromkeys(people, "healthy")
        self.new_teeth({*people})
        self.looked_at_before: dict[str, str] = {}
        self.used = dict.fromkeys(VEHICLES, 0)
        self.vehicle = ""
        self.dog, self.rifle = 0, 0
        self.looked_at, self.blood, self.cause = "", False, ""
        self.place: dict[str, str] = {}
        self.faces: dict[str, int] = {}
        self.stock: list[int] = []
        self.held: list[int] = []
        self.paid, self.paid_now = 0, 0

    def new_teeth(self, met: set[str]) -> None:
        """Lay one of the two dental cards of each player who took part in an encounter: an Alien's shows healthy
        teeth."""
        for person in (p for p in self.people if p in met):
            human = self.role[person] == "human"
            self.teeth[person] = self.dice.choice(("healthy", "fillings", "fillings")) if human else "healthy"

    def left_at(self, room: str) -> int:
        """Return the number of vehicles that have not left."""
        return VEHICLES[room] - self.used[room]

    def is_empty(self, room: str) -> bool:
        """Return True if a vehicle is known to lack fuel, where the table plays with full tanks."""
        known = self.rule["vehicle_fuel"] == "full" and self.is_read
        return known and self.fuel.get(room, 0) < self.tank(room)

    def is_hopeless(self) -> bool:
        """Return True if no way out of the base is left."""
        return self.gone and not any(self.left_at(room) for room in VEHICLES)

    def is_aloft(self) -> bool:
        """Return True if the fight for the saucer is on."""
        return self.step.startswith("ufo-")

    def end_of_run(self) -> int:
        """Return the space at which the dog is away."""
        return self.board.run + self.rifle

    def get_away(self, person: str) -> None:
        """Let a Human leave the game as a winner."""
        self.kill(person)
        self.away.append(person)

    def in_sector(self, sector: str) -> list[str]:
        """Return the Characters in a sector."""
        return [p for p in self.characters() if self.place.get(p) == sector]

    def kill(self, person: str) -> None:
        super().kill(person)
        self.place.pop(person, None)

    def seen(self) -> dict[str, object]:
        held = Counter(self.held)
        return {
            **super().seen(),
            "used": {room: n for room, n in self.used.items() if n},
            "dog_at": self.dog,
            "rifle": self.rifle,
            "escaped": [p for p in self.people if p in self.away],
            "tested": self.looked_at or None,
            "sectors": {p: self.place[p] for p in self.seats if p in self.place},
            "sector_tokens": {s: n for s, n in self.faces.items() if n},
            "strength": {room: n for room, n in self.strength.items() if n and room not in WORTH},
            "sector_strength": {s: n for s, n in self.strength.items() if n and s in WORTH},
            "launch_stock": len(self.stock),
            "launched": self.paid,
            **{f"launch_{value}": held[value] for value in (1, 2, 3)},
        }
