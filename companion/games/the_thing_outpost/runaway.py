"""The dog on the run, and the rifle that holds it up (RB, fase 8, el rifle de francotirador)."""

from __future__ import annotations

from companion.engine.actions import Action
from companion.engine.kit.common_rules import refused_if
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost.effects import Effects

STEPS = ("plan", "encounters", "actions", "rec-room")
"""The phases in which a rifle can be played."""


def dog(effects: Effects, action: Action) -> None:
    """Move the dog a space on, where nobody has read how long its track is: the table says if it is away."""
    effects.add(o.DOG_AT)
    if action.said.get("away") is True:
        effects.comes_to("runaway")
    else:
        effects.begin("weather")


def rifle(effects: Effects, action: Action) -> None:
    """Lengthen the track by a rifle for the rest of the game."""
    effects.spend(b.WEAPONS, action.player)
    effects.keep(o.RIFLE, "", action.number("spaces"))


second_rifle = refused_if("rifle.twice", lambda m: queries.kept(m.table, o.RIFLE))
"""One rifle a game, and it stays (R13)."""
no_rifle = refused_if(
    "weapon.none", lambda m: not queries.number(m.table, b.WEAPONS, m.action.player), named=True, overrulable=True
)
"""Whoever plays a rifle holds a weapon."""
