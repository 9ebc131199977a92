"""What happens in the phases that the leader reads out: weather, upkeep, food, the dogs, and what is left for later."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import DISCARD, hand, room
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import pack, queries, sums
from companion.games.the_thing.board import COLUMNS, Weather
from companion.games.the_thing.effects import Effects


def sheets(effects: Effects, action: Action) -> None:
    """Assign the Characters, as far as they are said, and begin the first round."""
    for player, name in action.table("who").items():
        effects.keep(b.SHEET, player, b.SHEETS.index(str(name)) + 1 if name in b.SHEETS else None)
    if action.text("token"):
        effects.clear(b.TOKEN_HERE)
        effects.lay(b.TOKEN_HERE, action.text("token"), 1)
    if effects.table.step == "sheets":
        effects.begin("weather")


def weather(effects: Effects, action: Action) -> None:
    """Lay the die with its weather on the weather table again."""
    effects.keep(b.WEATHER, "", b.FACES.index(action.text("face")) + 1)
    effects.keep(b.DIE_AT_STATION, "", None)
    done(effects, "weather")


def done(effects: Effects, step: str) -> None:
    """Go on after a phase's task, or only make it up if it had been forgotten."""
    effects.keep(f"late-{step}", "", None)
    if effects.table.step == step:
        effects.go_on()


def said_weather(table: Table, action: Action) -> Weather:
    """Return the numbers of the weather table: those of the board, or else those read at the step."""
    found = sums.asked_of(table)
    return Weather(**{name: action.number(name) if name in action.said else getattr(found, name) for name in COLUMNS})


def upkeep(effects: Effects, action: Action) -> None:
    """Burn the base's fuel, turn what is missing into damage, and move the cold and the rescue helicopter."""
    costs = sums.upkeep(effects.table, said_weather(effects.table, action))
    for burnt in (costs.generator, costs.boiler):
        if burnt is not None:
            effects.lay(b.FUEL, burnt.room, burnt.left - burnt.had)
            effects.damage(burnt.room, burnt.damage_after - burnt.damage)
    for moved in (costs.freezing, costs.rescue, costs.rescue_fuel):
        if moved is not None:
            effects.keep(moved.track, "", moved.now)
    said = action.said
    if (costs.rescue and costs.rescue.is_at_end) or said.get("arrived") is True:
        effects.keep(b.ARRIVED, "", 1)
    if (costs.rescue_fuel and costs.rescue_fuel.is_at_end) or said.get("gone") is True:
        effects.keep(b.GONE, "", 1)
    if (costs.freezing and costs.freezing.is_at_end) or said.get("frozen") is True:
        effects.keep("late-upkeep", "", None)
        effects.comes_to("frozen")
        return
    done(effects, "upkeep")


def food(effects: Effects, action: Action) -> None:
    """Eat what is in the kitchen, else four of the pantry; else the base is hungry and hands shrink at once."""
    meal = sums.meal(effects.table)
    effects.lay(b.FOOD_HERE, b.KITCHEN, -meal.kitchen)
    effects.food(meal.from_pantry)
    if not meal.is_enough:
        effects.keep(b.HUNGRY, "", 1)
    elif meal.sates:
        effects.keep(b.HUNGRY, "", None)
    for player in queries.characters(effects.table):
        over = effects.table.hands[player] - queries.hand_limit(effects.table)
        if over > 0:
            effects.do(f.CardsMoved(hand(player), DISCARD, over))
    done(effects, "food")


def locate(effects: Effects, action: Action) -> None:
    """Turn a location card up: a dog goes there, the kennel opens, or the leader token lies there and the round is
    over.

    Before the encounters it is the pack leader's, after those of dogs that the kennel lets out.
    """
    slug = action.text("at")
    if slug == b.KENNEL:
        effects.add(b.LOOSE, "", -effects.lay(b.DOG, b.KENNEL, -b.DOGS))
        pack.gathered(effects, slug)
        return
    effects.lay(b.DRAWN, queries.card_of(slug), 1)
    if not queries.drawable(effects.table) and queries.plays(effects.table, "few_cards", "shuffled"):
        effects.clear(b.DRAWN)
    if queries.number(effects.table, b.LOOSE):
        last = queries.pack_is_loose(effects.table) and queries.number(effects.table, b.LOOSE) == 1
        effects.lay(b.DOG, slug, 1)
        effects.add(b.LOOSE, "", -1)
        if last or action.said.get("pack") is True:
            effects.put(b.PACK, room(slug), 1)
        return
    if effects.table.step == b.PACK:
        pack.goes(effects, slug)
        effects.go_on()
        return
    new_leader(effects)
    effects.clear(b.TOKEN_HERE)
    effects.lay(b.TOKEN_HERE, slug, 1)
    done(effects, "dogs")


def new_leader(effects: Effects) -> None:
    """Whoever has the leader token takes the sheet; without one the leader stays."""
    chosen = effects.table.notes.get(b.TOKEN)
    if chosen and chosen in queries.characters(effects.table):
        effects.lead(chosen)
    effects.note(b.TOKEN, None)


def go_on(effects: Effects, action: Action) -> None:
    """End the phase for the tablet; what it should have asked for can be made up for later."""
    step, deep = effects.table.step, queries.depth(effects.table) != b.PHASES
    if deep and step in LATER:
        effects.keep(f"late-{step}", "", 1)
    if step == "dogs":
        new_leader(effects)
        if any(slug != b.KENNEL for slug in queries.drawable(effects.table)):
            effects.clear(b.TOKEN_HERE)  # a card was turned up for it, and nobody has said which
    effects.go_on()


LATER = ("upkeep", "food")
"""The phases that can be made up for when somebody finds that they were forgotten."""


def leave(effects: Effects, action: Action) -> None:
    """Give up what was forgotten."""
    effects.keep(f"late-{action.text('of')}", "", None)


def depth(effects: Effects, action: Action) -> None:
    """Change how much of the game the tablet keeps."""
    effects.do(f.OptionsSet({"depth": action.text("to")}))
