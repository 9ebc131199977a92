"""The exposed Alien, whom the game plays: it attacks by the location cards and by how many Characters are together (RC,
fase 4). The threat: whom it reaches becomes part of the Alien, and it moves at the end of the round (RC, exponer al
alienígena, fase 9)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import Place
from companion.games.the_thing import base as b
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.acting import goes_on
from companion.games.the_thing_coop.effects import ORDER, Effects


def choose(effects: Effects, action: Action) -> None:
    """Take the Character the leader names for the threat; play goes on where it stopped."""
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
    """Return how far the threat moves at the end of a round.

    Alone a space to the left, else to the right by as many spaces as there are tokens on its own.
    """
    return sharing or -1


def move(effects: Effects, action: Action) -> None:
    """Move the threat and begin a new round."""
    reaches = effects.move_threat(by(len(queries.sharing(effects.table))))
    if reaches and effects.threaten("weather"):
        return
    if not effects.is_coming_to_an_end:
        effects.begin("weather")


def lay(effects: Effects, action: Action) -> None:
    """Location cards are laid face down, on each the strength of the desired attack, on the last what is left."""
    for k, strength in enumerate(queries.attack(effects.table), 1):
        effects.put(b.STRENGTH, Place("pile", f"{b.HEAP}{k}"), strength)
        effects.add(b.POOL, "", -strength)
    effects.keep(c.ATTACKED, "", 1)
    effects.begin("encounters")


def reveal(effects: Effects, action: Action) -> None:
    """Turn the cards over, one after the other. The kennel gives the Alien one of the dogs that are shut in."""
    for (heap, strength), slug in zip(q.heaps(effects.table), action.names("at"), strict=False):
        effects.put(b.STRENGTH, heap, None)
        effects.lay(b.DRAWN, slug, 1)
        if slug == b.KENNEL:
            dog = -effects.lay(b.DOG, b.KENNEL, -1)
            effects.add(b.POOL, "", strength + dog)
        else:
            effects.lay(b.STRENGTH, slug, strength)
    if not q.heaps(effects.table):
        effects.begin("encounters")
