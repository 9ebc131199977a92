"""What is printed on the two boards of the expansion, and under which names its numbers are kept."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.the_thing import base as b

# The vehicles

PLACES = b.VEHICLES
BESIDE = (b.HELICOPTER, b.SHED, b.SECOND_SHED, b.GENERATOR, b.BOILER)
"""The side of the board where both snowcats stand, from above."""
"""The three places of escape: the helicopter, and a room for each of the two snowcats."""
USED = "used"
"""Vehicles of a room that have left."""
ESCAPED, ELSEWHERE, LAST_ASKED = "escaped", b.ELSEWHERE, "owner-asked"
"""Who got away; who stands elsewhere while a vehicle leaves; that whoever has the keys is asked for the role card."""

# Tests

FILLINGS, HEALTHY = TEETH = ("fillings", "healthy")
TESTED = "tested-b"
"""Who looks at teeth this round, and at whose."""
SHOWN = "fillings"
"""Which teeth somebody has shown, by their place in `TEETH` from 1, until they meet somebody."""
TESTER, BLED = "tester-b", "blood-shown"
"""Who looked at teeth first this round; who has made a test by blood, where everybody may."""

# The dog on the run

DOG_AT, RIFLE = "dog-at", "rifle"
"""The space of the dog, and how many the rifle that was played adds."""
RIFLES = (1, 2, 3)

# The saucer

VALUES = (1, 1, 1, 1, 2, 2, 3, 4)
"""The sectors by the strength it takes to enter, as they are numbered here."""
SECTORS = tuple(f"sector-{k}" for k in range(1, len(VALUES) + 1))
TOKENS: Mapping[int, int] = {1: 10, 2: 8, 3: 4}
"""Launch tokens of the box by their value."""
COSTS = (2, 3, 4, 5, 6)
"""What the cards of the launch cost, in their order."""
A_TURN = 2
"""Cards of the launch that can be paid for in a turn."""
SECTOR, FACE_UP = "sector", "launch-token"
"""In which sector somebody stands; the value of the token that lies in one; that its tokens were taken this turn."""
STOCK, LAUNCHED, PAID = "launch-stock", "launched", "paid-this-turn"
"""Tokens face down; cards paid for in all, and this turn."""
HELD = {value: f"launch-{value}" for value in TOKENS}
"""Tokens of each value that the Alien holds."""
UFO_STEPS = ("ufo-setup", "ufo-hide", "ufo-place", "ufo-reveal", "ufo-fight", "ufo-collect", "ufo-launch")

OWN_END = "outpost-ending"
OWN_ENDINGS = ("runaway", "alien-away", "launched", "taken", "stopped", "hidden-left")
"""Ends that the board game does not have, until everybody has shown their role."""


def value_of(sector: str) -> int:
    """Return the strength a sector asks for."""
    return VALUES[SECTORS.index(sector)]
