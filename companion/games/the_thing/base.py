"""What is printed on the board, and under which names the numbers of a table are kept (RB: the rulebook, by heading).

Rooms are slugs. Green ones can be used by everybody, blue ones by Characters alone, the kennel by the Alien and the
dogs; in the pantry and in the outside reserve nobody stands, supplies lie there (RB, colores de localización).
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.places import Place
from companion.engine.view import Spot

ARMOURY, HELICOPTER, BOILER, RADIO, WAREHOUSE, SHED, GENERATOR, KITCHEN, LABORATORY, STATION = OWN_GREEN = (
    "armoury", "helicopter", "boiler", "radio", "warehouse", "shed", "generator", "kitchen", "laboratory", "station",
)  # fmt: skip
SECOND_SHED = "shed-2"
"""Where a second snowcat stands, on a board that has one. It shares the location card of the first."""
GREEN = (*OWN_GREEN, SECOND_SHED)
DORMITORY, REC_ROOM = ("dormitory", "rec-room")
KENNEL, PANTRY, RESERVE = "kennel", "pantry", "reserve"
OWN_ROOMS = (*OWN_GREEN, DORMITORY, REC_ROOM, KENNEL, PANTRY, RESERVE)
ROOMS = (*OWN_ROOMS, SECOND_SHED)
OWN_SPOTS: tuple[Spot, ...] = (
    (0, 0, 1, 1), (3, 0, 1, 1), (3, 3, 1, 1), (2, 0, 1, 1), (0, 1, 1, 1), (3, 1, 1, 1), (3, 2, 1, 1), (1, 3, 1, 1),
    (0, 2, 1, 1), (1, 0, 1, 1), (0, 3, 1, 1), (1, 1, 2, 1.2), (2, 3, 1, 1), (1, 2.2, 1, 0.8), (2, 2.2, 1, 0.8),
)  # fmt: skip
"""Where the rooms are drawn: twelve round the recreation room. The order is ours, not the printed one."""
OWN_VEHICLES = (HELICOPTER, SHED)
VEHICLES = (*OWN_VEHICLES, SECOND_SHED)
"""`OWN_…`: what the board of this game has."""
TOGETHER = (HELICOPTER, BOILER, RADIO, SHED, SECOND_SHED, GENERATOR, LABORATORY)
"""Where Characters who work together do an action as often as they stand there (RB, bonificación por cooperación)."""
MOST_IN_ROOM = 3

MOST_DAMAGE: Mapping[str, int] = {BOILER: 3, GENERATOR: 2, RADIO: 8, HELICOPTER: 6, SHED: 1, SECOND_SHED: 1}
"""Boiler and generator are told by the rulebook; the others follow from the 20 counters of the box."""
DAMAGE_SUPPLY = 20
MOST_FUEL = 4
"""Fuel spaces of the boiler and of the generator (RB, preparación 3)."""
FUEL_SUPPLY = 34
FIRES = 6
DOGS = 4
ACTIONS = 51
FOOD = 16
STRENGTH_SUPPLY = 18
"""What the Alien's tokens and figures are worth: 8 of one, and figures of 1, 2, 3 and 4 (RB, componentes)."""
CHARGES = 6
"""Charges laid on a flamethrower when it is drawn."""
LIMIT, HUNGRY_LIMIT = 3, 2
"""Action cards in a hand at most; with a hungry base."""

USE, REPAIR, SABOTAGE = CARDS = ("usar", "reparar", "sabotaje")
"""The action cards, by their slugs in the box."""
PISTOL, MELEE, FLAMETHROWER = EVADING = ("pistol", "melee", "flamethrower")
EXPLOSIVE = "explosive"
"""Dynamite or a Molotov cocktail."""
BURNING = (FLAMETHROWER, EXPLOSIVE)
TEST_A, TEST_B = TESTS = ("a", "b")

BENNINGS, CLARK, WINDOWS, MACREADY, GARRY, NORRIS, BLAIR, NAULS = SHEETS = (
    "bennings", "clark", "windows", "macready", "garry", "norris", "blair", "nauls",
)  # fmt: skip

PHASES, SUMS, COMPLETE = DEPTHS = ("phases", "sums", "complete")
"""How much of the game the tablet keeps: the order of the phases, the public sums, everything."""

# Numbers of the table (kept under this name for nobody)

SNOWCATS = "snowcats"
"""How many snowcats the board has, where that is not one."""
ROUND, WEATHER, POOL, HUNGRY = "round", "weather", "pool", "hungry"
"""Which round it is; the face of the weather die, 1 for the first; the Alien's strength that lies with it; hunger."""
DIE_AT_STATION = "die-at-station"
SOS, RESCUE_FUEL, ARRIVED, GONE, DECLINED = "sos", "rescue-fuel", "arrived", "gone", "declined"
"""The rescue helicopter's space since the S.O.S.; spaces its fuel has gone; whether it is there, has left, was declined
this round."""
FREEZING = "freezing"
"""The space of the freezing token, from 1; there is none before the boiler is destroyed."""
TEST_DONE = {TEST_A: "test-a", TEST_B: "test-b"}
EXPOSED_BEFORE = "exposed-before"
"""Somebody was exposed at some time: whoever is later brings one more strength and no deck."""
DOGS_IN = "dogs-in"
"""The dogs have entered play, at the end of the first round."""
LOOSE = "loose"
"""Dogs that still have to be put in a room: where the phase was left, until somebody says where they are."""
LATE_DOGS = ("weather", "upkeep", "alien", "draw", "plan", "encounters", "actions", "rec-room", "tests", "food")
"""The phases in which that can be said afterwards."""
PACK, PACK_TAKEN = "pack", "pack-taken"
"""The dog that leads the pack, where the table plays with one: in which room it is, and the step in which it moves by
itself; that the Alien has taken it."""
PACK_TAMERS = 3
"""How many shut it in; two are enough for any other dog (RB of the expansion, líder de manada)."""
TURNED = "turned"
"""Action cards the leader has turned this round."""
ESCAPE = "escape"
"""What people are getting aboard: 1 the rescue helicopter, else its place in `ESCAPES`."""
RESCUE = "rescue"
ESCAPES = (RESCUE, *VEHICLES)
ENDING = "ending"
"""The end that has come, by its place in `ENDINGS`, until everybody has shown their role."""
ENDINGS = ("frozen", "alien-aboard", "departed", "assimilated")
SAID_ENDINGS = ("assimilated", "frozen")
"""The ends that the table says: the last Human was taken; the base has frozen, where the tablet keeps only phases."""

# Numbers of a player

SUSPICION, LYING, EXPOSED, CHARGE, SHEET = "suspicion", "lying", "exposed", "charges", "sheet"
WEAPONS, OBJECTS, LAB = "weapons", "objects", "lab"
"""How many cards and tokens of a kind somebody holds; which, nobody else knows."""
PLACED, OFFERS, LOOKS, VOTE, ABOARD, REFUSED, TESTED = (
    "placed", "offers", "looks", "vote", "aboard", "refused", "tested",
)  # fmt: skip
"""`TESTED` is kept for nobody: a test was made this round, and the recreation room is behind."""
ELSEWHERE = "elsewhere"
"""Somebody cannot get aboard from where they stand. In the board game everybody can."""

# Numbers of a room

FUEL, DAMAGE, DOG, FIRE, STRENGTH, FOOD_HERE, MET, DRAWN = (
    "fuel", "damage", "dogs", "fire", "strength", "food", "met", "drawn",
)  # fmt: skip
TOKEN_HERE = "leader-token"

# Markers

LEADER, TOKEN = "leader", "token"
"""Who leads; who has picked up the leader token and leads next."""

# Piles

ACTIVE, WEAPON_DECK, OBJECT_DECK, LAB_BAG, LAB_WASTE = (
    Place("pile", name) for name in ("active", "weapons", "objects", "lab", "waste")
)
HEAP = "alien-"
"""How the face-down location cards of the Alien are called, by number."""

HUMAN_ROLE, ALIEN_ROLE = "human", "alien"

SUNNY = "sunny"
FACES = (SUNNY, "storm", "other", "another")
"""The weathers a die can show: two that the rulebook names, and what else one's own die has."""
DEFAULT_FACES = FACES[:3]
"""Those, and one for the rest, of a die that nobody has looked at."""
WEAPON_SLUG: Mapping[str, str] = {
    PISTOL: "pistola", MELEE: "arma-cuerpo-a-cuerpo", FLAMETHROWER: "lanzallamas", EXPLOSIVE: "dinamita",
}  # fmt: skip
