"""What the cooperative mode adds to the board game, and under which names its numbers are kept (RC: its rulebook)."""

from __future__ import annotations

from companion.games.the_thing import base as b

CHARACTERS = 6
"""So many Characters play, whoever plays them (RC, preparación 13)."""
NAMES = ("Bennings", "Clark", "Windows", "MacReady", "Garry", "Norris", "Dr. Blair", "Nauls")
"""What is printed on the sheets, in the order of `SHEETS`: a place at the table is called by its Character."""

DICE, HUNGRY_DICE = 3, 2
"""Action dice that are rolled; with a hungry base (RC, cocina)."""
ADVANCE = "advance"
"""The side of the die that moves the threat."""
FACES = (b.USE, b.REPAIR, b.SABOTAGE, ADVANCE)
SIDES = (b.USE, b.USE, b.REPAIR, b.REPAIR, b.SABOTAGE, ADVANCE)
"""The six sides of an action die (RC, componentes)."""
GOOD, BAD = (b.USE, b.REPAIR), (b.SABOTAGE, ADVANCE)
FIRST_THREAT = 6
"""Where the threat begins: the red space of six, and the last one of the track (RC, preparación 16)."""
FIRST_STRENGTH = 5
"""The strength of the Alien when it is exposed for the first time (RC, exponer al alienígena)."""
ALIENS = 2
"""Role cards of an Alien, of the eight (RC, componentes)."""
BLOCKS = 3
"""So many bad sides keep people from leaving (RC, huida de los humanos)."""
DOG_TOKENS = ("healthy",) * 7 + ("alien",) * 2
"""What is in the contagion bag."""

# Numbers of the table

THREAT = "threat"
DIE = tuple(f"die-{k}" for k in range(1, DICE + 1))
"""The side of each action die that is not spent, by its place in `FACES`, from 1."""
REROLLED, SUFFERS, ALTERED = "rerolled", "suffers", "altered"
"""Dice were rolled again; what was not cancelled is being resolved; the die of this round's dormitory was turned."""
ATTACKED = "attacked"
"""The Alien has attacked this round."""
BACK = "back"
"""After somebody was chosen play goes on with this phase, by its place in the order of the phases."""
ROLLED = "block-rolled"
"""The Alien has tried to block this way out."""

PERSON = "person"
"""Who plays a Character: the number of a person; the persons themselves are the notes `person-1` …"""

# Markers

ASSIGNED = "assigned"
"""Which Character the dice were given to."""
