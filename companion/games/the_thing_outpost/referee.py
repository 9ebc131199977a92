"""What is otherwise for the referee of the hidden cards: grenades burn, and teeth are looked at with a flashlight."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.the_thing import base as b
from companion.games.the_thing import referee
from companion.games.the_thing_outpost.log import WEAPONS

PROVES: referee.Proves = {
    **referee.PROVES,
    "fire": frozenset(WEAPONS[weapon] for weapon in b.BURNING),
    "test-b": frozenset({"linterna"}),
}
REFEREE = replace(referee.REFEREE, judge=partial(referee.judge, proves=PROVES))
