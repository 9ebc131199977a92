"""How the Alien attacks: the game plays it, by the location cards and by how many Characters are together (RC, fase
4)."""

from __future__ import annotations

from companion.engine.actions import Action
from companion.engine.places import Place
from companion.games.the_thing import base as b
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.effects import Effects


def lay(effects: Effects, action: Action) -> None:
    """Location cards are laid face down, on each the strength of the desired attack, on the last what is left."""
    for k, strength in enumerate(queries.attack(effects.table), 1):
        effects.put(b.STRENGTH, Place("pile", f"{b.HEAP}{k}"), strength)
        effects.add(b.POOL, "", -strength)
    effects.keep(c.ATTACKED, "", 1)
    effects.begin("encounters")


def reveal(effects: Effects, action: Action) -> None:
    """The cards are turned over, one after the other. The kennel gives the Alien one of the dogs that are shut in."""
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
