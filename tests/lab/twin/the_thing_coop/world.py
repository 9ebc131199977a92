"""The base with six Characters that one to three people play: the truth in it, and its public part.

Written from the rulebook for 1 to 3 people, on the base of the board game (`the_thing/world`). The role cards that lie
under the sheets are known here and to nobody at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.lab.twin.the_thing import world as base
from tests.lab.twin.the_thing.world import GREEN, REPARAR, SABOTAJE, SHEETS, USAR

CALLED: Mapping[str, str] = {
    "bennings": "Bennings", "clark": "Clark", "windows": "Windows", "macready": "MacReady", "garry": "Garry",
    "norris": "Norris", "blair": "Dr. Blair", "nauls": "Nauls",
}  # fmt: skip
ADVANCE = "advance"
DIE = (USAR, USAR, REPARAR, REPARAR, SABOTAJE, ADVANCE)
"""The sides of an action die."""
RED = 6
OBJECTS = ["llaves"] * 2 + ["linterna"] * 3 + ["herramientas"] * 3 + ["combustible"] * 3 + ["cable"] * 2


class Board(base.Board):
    """Board with the side of the weather table that six people use."""

    def read(self) -> dict[str, object]:
        return {name: told for name, told in super().read().items() if name != "weather-high"}


class World(base.World):
    """One evening: six Characters in the hands of a few people, every card, token and die in its place."""

    def __init__(
        self, persons: list[str], rule: dict[str, object], board: Board, is_read: bool, dice: Random, said: int
    ) -> None:
        sheets = self._sheets(dice, said)
        names = [CALLED[slug] for slug in sheets]
        super().__init__(names, {"wires": 2, **rule}, board, is_read, dice)
        self.sheet = dict(zip(names, sheets, strict=True))
        cards = ["human"] * 6 + ["alien"] * 2
        dice.shuffle(cards)
        self.role = dict(zip(names, cards, strict=False))
        self.persons = persons
        each = 6 // len(persons)
        self.plays = {name: persons[k // each] for k, name in enumerate(names)}
        self.store = [*OBJECTS]
        dice.shuffle(self.store)
        self.hand, self.deck, self.discards = {p: [] for p in names}, [], []
        self.damage["helicopter"] = int(str(rule["helicopter"]))
        self.threat, self.step = RED, "take-sheets"
        self.shows: dict[int, str] = {}
        """The dice that are not spent, by number from 1."""
        self.assigned, self.suffers, self.rerolled, self.altered = "", False, False, False
        self.attacked, self.turned, self.back = False, 0, ""
        self.met, self.placed = set[str](), set[str]()

    @staticmethod
    def _sheets(dice: Random, said: int) -> list[str]:
        """Return six sheets, the first `said` by lot, the others in the order of the box."""
        chosen = dice.sample(SHEETS, said)
        return [*chosen, *[slug for slug in SHEETS if slug not in chosen][: 6 - said]]

    # People

    def theirs(self, person: str) -> list[str]:
        """Return the Characters that `person` has left."""
        return [p for p in self.characters() if self.plays[p] == person]

    def next_leader(self) -> str:
        """Return the first Character of the next person to the left who has any, else one of the leader's own
        person."""
        k = self.persons.index(self.plays[self.leader])
        for person in (*self.persons[k + 1 :], *self.persons[: k + 1]):
            if self.theirs(person):
                return self.theirs(person)[0]
        return self.leader

    def heir(self, gone: str) -> str:
        """Return who leads when `gone` is gone: another Character of the same person, or one of the next person."""
        mine = [p for p in self.theirs(self.plays[gone]) if p != gone]
        return mine[0] if mine else self.next_leader()

    def to_place(self) -> list[str]:
        """Return the Characters still to move: the leader's person's, then those of the people to the left."""
        k = self.persons.index(self.plays[self.leader])
        order = [*self.persons[k:], *self.persons[:k]]
        return [p for person in order for p in self.theirs(person) if p not in self.placed]

    def is_up(self, person: str) -> bool:
        """Return True if `person` is on their feet."""
        return person in self.characters() and person not in self.lying

    def up(self) -> list[str]:
        """Return all Characters on their feet."""
        return [p for p in self.characters() if p not in self.lying]

    def suspect_by(self, person: str, by: int) -> None:
        """Move the suspicion of `person` `by` spaces on; by the option it stops at the threat."""
        for _ in range(by):
            self.suspect(person)
            if self.rule["jump"] == "stops" and self.suspicion[person] == self.threat:
                return

    # The threat

    def sharing(self) -> list[str]:
        """Return the Characters whose token lies with the threat; on green they are immune unless the table plays
        otherwise."""
        if self.threat == 0 and self.rule["green"] == "immune":
            return []
        return [p for p in self.characters() if self.suspicion[p] == self.threat]

    def move_threat(self, by: int) -> bool:
        """Move the threat along the track, and return True if it reaches a Character."""
        was, self.threat = self.threat, max(0, min(self.threat + by, RED))
        return was != self.threat and bool(self.sharing())

    def threaten(self, back: str) -> bool:
        """Transform the only Character that the threat has reached; return True if the leader must choose among
        several."""
        found = self.sharing()
        if len(found) > 1:
            self.back, self.step = back, "choice"
            return True
        for person in found:
            self.transform(person)
        return False

    def transform(self, person: str) -> None:
        """Make a Character part of the Alien, whatever lies under its sheet."""
        heir = self.heir(person)
        self.lose_everything(person)
        self.exposed.append(person)
        self.pool += 1 if self.ever else 5
        self.ever = True
        self.leader = heir if self.leader == person else self.leader
        if not self.characters():
            self.step = "ending"

    def expose(self, person: str) -> None:
        """Turn over the role card of an Alien, and transform it."""
        self.shown[person] = "alien"
        self.transform(person)

    def kill(self, person: str) -> None:
        """Assimilate `person`, who is out of the game."""
        heir = self.heir(person)
        self.leader = heir if self.leader == person else self.leader
        self.lose_everything(person)
        self.seats.remove(person)
        self.dead.append(person)

    def crowd(self) -> int:
        """Return the number of Characters in the fullest room."""
        return max(sum(self.at[p] == room for p in self.characters()) for room in (*GREEN, "dormitory"))

    def attack(self) -> list[int]:
        """Return the strength on each card if the Alien attacked now."""
        left, laid = self.pool, list[int]()
        while left > 0 and len(laid) < len(self.locations()):
            laid.append(min(self.crowd() + 1, left))
            left -= laid[-1]
        return laid

    # Phases

    def clear_dice(self) -> None:
        self.shows, self.assigned, self.suffers, self.rerolled = {}, "", False, False

    def to_rec_room(self) -> None:
        """Bring all Characters back to the recreation room, on their feet."""
        self.clear_dice()
        self.lying.clear()
        for person in self.characters():
            self.at[person] = "rec-room"
        self.step = "rec-room"

    def to_actions(self) -> None:
        """Begin the dice, or go on to the recreation room if no Character stands."""
        self.clear_dice()
        self.aboard, self.step = [], "actions"
        if not self.up():
            self.to_rec_room()

    def to_rescue(self) -> None:
        """Begin the rescue if the helicopter is there, else the dice."""
        if self.arrived and not self.gone and not self.declined:
            self.step = "rescue"
        else:
            self.to_actions()

    def new_round(self) -> None:
        self.clear_dice()
        self.attacked, self.altered, self.declined, self.turned = False, False, False, 0
        self.met, self.placed, self.drawn = set(), set(), set()
        self.round, self.step = self.round + 1, "weather"

    # Public facts

    def dog_rooms(self) -> list[str]:
        """Return the rooms in which a Character is alone with a dog."""
        alone = [room for room in GREEN if len(self.upright(room)) == 1 and self.dogs.get(room)]
        return [room for room in alone if room not in self.met and self.sheet[self.upright(room)[0]] != "clark"]

    def seen(self) -> dict[str, object]:
        gone = ("token", "leader_token", "hands", "draw_pile", "discard_pile", "active_pile", "voted")
        here = {key: value for key, value in super().seen().items() if key not in gone}
        if self.characters():
            here["attack"] = self.attack()
        return {
            **here,
            "threat": self.threat,
            "dice": [self.shows[k] for k in sorted(self.shows)],
            "assigned": self.assigned or None,
            "people": {p: self.plays[p] for p in self.seats},
            "encounters": [*(room for room in GREEN if self.strength.get(room)), *self.dog_rooms()],
        }
