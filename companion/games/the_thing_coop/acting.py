"""What happens with the action dice: they are rolled, given to a Character, cancelled or suffered, and used (RC, fase
5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.the_thing import base as b
from companion.games.the_thing import queries as q
from companion.games.the_thing import work
from companion.games.the_thing.meetings import harm
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.effects import Effects


def sides_of(action: Action) -> tuple[int, ...]:
    """Return the sides that lie on top, from 1."""
    return tuple(cast("Sequence[int]", action.said.get("dice") or ()))


def numbers_of(action: Action) -> tuple[int, ...]:
    """Return the dice that are meant, from 1."""
    return tuple(cast("Sequence[int]", action.said.get("which") or ()))


def show(effects: Effects, name: str, side: int) -> None:
    """Record the side that a die shows."""
    effects.keep(name, "", c.FACES.index(c.SIDES[side - 1]) + 1)


def roll(effects: Effects, action: Action) -> None:
    """Roll the dice."""
    sides = sides_of(action)
    effects.do(f.DiceRolled(effects.table.turn, "action", sides, tuple(c.SIDES[side - 1] for side in sides)))
    for name, side in zip(c.DIE, sides, strict=False):
        show(effects, name, side)


def reroll(effects: Effects, action: Action) -> None:
    """Roll some of the dice once more."""
    sides = sides_of(action)
    effects.do(f.DiceRolled(action.player, "action", sides, tuple(c.SIDES[side - 1] for side in sides)))
    for number, side in zip(numbers_of(action), sides, strict=True):
        show(effects, c.DIE[number - 1], side)
    effects.keep(c.REROLLED, "", 1)
    effects.note(c.ASSIGNED, action.player)


def give(effects: Effects, action: Action) -> None:
    """Give the dice to a Character."""
    effects.note(c.ASSIGNED, action.player)


def alter(effects: Effects, action: Action) -> None:
    """Whoever is in the dormitory turns a die to another side, and lies down."""
    effects.keep(c.DIE[action.number("die") - 1], "", c.FACES.index(action.text("face")) + 1)
    effects.keep(c.ALTERED, "", 1)
    effects.lay_down(action.player)
    if not queries.up(effects.table):
        close(effects)


def cancel(effects: Effects, action: Action) -> None:
    """Dice are cancelled, for a space of suspicion each."""
    player, numbers = action.player, numbers_of(action)
    effects.note(c.ASSIGNED, player)
    for number in numbers:
        effects.keep(c.DIE[number - 1], "", None)
    effects.suspect(player, len(numbers))
    if effects.reached(player) and effects.threaten("actions"):
        return
    goes_on(effects)


def suffer(effects: Effects, action: Action) -> None:
    """Suffer what was not cancelled; the Character does nothing."""
    effects.note(c.ASSIGNED, action.player)
    effects.keep(c.SUFFERS, "", 1)
    goes_on(effects)


def goes_on(effects: Effects) -> None:
    """Go on with what is left of the dice: sabotage before the threat while they are suffered.

    A Character that was taken, or that has no dice left, has had its turn.
    """
    player = queries.assigned(effects.table)
    while q.kept(effects.table, c.SUFFERS) and queries.bad(effects.table):
        dice = queries.dice(effects.table)
        number = min(queries.bad(effects.table), key=lambda one: c.BAD.index(dice[one]))
        effects.keep(c.DIE[number - 1], "", None)
        if dice[number] == b.SABOTAGE:
            sabotage(effects, player)
        elif effects.move_threat(-1) and effects.threaten("actions"):
            return
        if effects.is_coming_to_an_end:
            return
    is_there = player in q.characters(effects.table)
    if not is_there or q.kept(effects.table, c.SUFFERS) or not queries.dice(effects.table):
        finish(effects, player)


def sabotage(effects: Effects, player: str) -> None:
    """Sabotage the room of a Character, if it still can be."""
    slug = q.where(effects.table, player)
    if slug in b.OWN_GREEN and not q.is_burnt(effects.table, slug):
        harm(effects, slug, 1)


def finish(effects: Effects, player: str) -> None:
    """End a Character's turn: it lies down and the dice are taken back. When everybody lies the phase is over."""
    effects.add(b.TURNED)
    if player in q.characters(effects.table):
        effects.lay_down(player)
    close(effects)


def close(effects: Effects) -> None:
    """Take the dice back; when nobody stands any more the phase is over."""
    effects.clear_dice()
    if effects.table.step == "actions" and not queries.up(effects.table):
        effects.begin("rec-room")


def carry_out(effects: Effects, action: Action) -> None:
    """Have a Character use or repair where it stands; or have people leave the base in a vehicle."""
    work.turn(effects, action)
    if effects.table.step == "escape":
        effects.clear_dice()
        if queries.blocks(effects.table):
            effects.do(f.StepBegan("block"))
    elif action.player:
        close(effects)


def burn(effects: Effects, action: Action) -> None:
    """Have a Character set fire to its room instead."""
    work.burn(effects, action)
    effects.add(b.TURNED)
    close(effects)


def waste(effects: Effects, action: Action) -> None:
    """Lay a Character down that can do nothing with the dice."""
    finish(effects, action.player)
