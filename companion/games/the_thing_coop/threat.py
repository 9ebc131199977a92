"""The threat: whom it reaches becomes an Alien, and at the end of the round it moves (RC, exponer al alienígena, fase
9)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.acting import goes_on
from companion.games.the_thing_coop.effects import ORDER, Effects


def choose(effects: Effects, action: Action) -> None:
    """The leader says whom the threat takes; play goes on where it stopped."""
    back = ORDER[max(q.number(effects.table, c.BACK) - 1, 0)]
    effects.keep(c.BACK, "", None)
    effects.transform(action.player)
    if effects.is_coming_to_an_end:
        return
    if back == "actions":
        effects.do(f.StepBegan("actions"))
        goes_on(effects)
    else:
        effects.begin(back)


def by(sharing: int) -> int:
    """How far the threat moves at the end of a round: alone a space to the left, else to the right by as many spaces as
    there are tokens on its own."""
    return sharing or -1


def move(effects: Effects, action: Action) -> None:
    """The threat moves, and a new round begins."""
    reaches = effects.move_threat(by(len(queries.sharing(effects.table))))
    if reaches and effects.threaten("weather"):
        return
    if not effects.is_coming_to_an_end:
        effects.begin("weather")
