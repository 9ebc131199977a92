"""What happens when the leader deals out the action cards: use, repair, sabotage, fires, cards of one's own."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import DISCARD
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.effects import Effects
from companion.games.the_thing.meetings import burn_with, harm


def turn(effects: Effects, action: Action) -> None:
    """Turn a card up and give it to a player: they do it where they stand and lie down."""
    player, card = action.player, action.text("card")
    slug = queries.where_it_is_done(effects.table, action)
    turn_up(effects, card)
    if slug:
        again = queries.times(effects.table, slug) if player else max(action.number("times"), 1)
        if card == b.SABOTAGE:
            harm(effects, slug, 1)
        elif card == b.REPAIR:
            effects.damage(slug, -repaired(effects, player, again))
        elif action.said.get("escape") is True:
            effects.lay_down(player)
            set_off(effects, player, slug)
            return
        else:
            use(effects, action, slug, again)
    if player:
        effects.lay_down(player)


def repaired(effects: Effects, player: str, again: int) -> int:
    """Return how many counters a repair takes off: one each time, Windows two; with helpers by agreement only one
    more."""
    if queries.sheet(effects.table, player) != b.WINDOWS:
        return again
    return again + 1 if queries.plays(effects.table, "windows", "once") else 2 * again


def turn_up(effects: Effects, card: str) -> None:
    """Turn up and discard a card of those that were handed in."""
    effects.add(b.TURNED)
    if effects.table.piles.get(str(b.ACTIVE.name), 0):
        effects.do(f.CardsMoved(b.ACTIVE, DISCARD, 1, (card,)))


def lose(effects: Effects, action: Action) -> None:
    """Lose a card that nobody can use; a player lies down all the same."""
    turn_up(effects, action.text("card"))
    effects.lay_down(action.player)


def use(effects: Effects, action: Action, slug: str, again: int) -> None:
    """Use a room for its purpose (RB, localizaciones)."""
    player = action.player
    if slug in (b.BOILER, b.GENERATOR):
        effects.fuel(b.WAREHOUSE, slug, again)
    elif slug in b.VEHICLES:
        effects.fuel(b.RESERVE, slug, again)
    elif slug == b.RADIO:
        effects.keep(b.SOS, "", queries.number(effects.table, b.SOS) or 1)
    elif slug == b.KITCHEN:
        effects.lay(b.FOOD_HERE, slug, effects.food(queries.meal_brought(effects.table, player)))
    elif slug == b.STATION:
        if action.text("face"):
            effects.keep(b.WEATHER, "", b.FACES.index(action.text("face")) + 1)
        effects.keep(b.DIE_AT_STATION, "", 1)
        if action.text("into"):
            effects.fuel(b.WAREHOUSE, action.text("into"), 1)
    elif player:
        search(effects, action, slug, again)


def search(effects: Effects, action: Action, slug: str, again: int) -> None:
    """Draw in the armoury, the warehouse or the laboratory, and keep it to oneself."""
    player = action.player
    if slug == b.ARMOURY:
        effects.take(b.WEAPON_DECK, b.WEAPONS, player)
        if action.said.get("flamethrower") is True:
            effects.add(b.CHARGE, player, b.CHARGES)
    elif slug == b.WAREHOUSE:
        effects.take(b.OBJECT_DECK, b.OBJECTS, player)
    elif slug == b.LABORATORY:
        drawn = again + (queries.sheet(effects.table, player) == b.BLAIR)
        drawn = min(drawn, effects.table.piles[str(b.LAB_BAG.name)])
        kept = min(action.number("kept"), drawn) if "kept" in action.said else drawn
        effects.take(b.LAB_BAG, b.LAB, player, kept)
        if drawn > kept:
            effects.do(f.CardsMoved(b.LAB_BAG, b.LAB_WASTE, drawn - kept))


def extra(effects: Effects, action: Action) -> None:
    """Use a card of fuel or tools where its owner stands: free, and out of the game."""
    slug = queries.where(effects.table, action.player)
    if action.text("item") == "tools":
        effects.damage(slug, -1)
    else:
        effects.fuel(b.WAREHOUSE, slug, 1)
    effects.spend(b.OBJECTS, action.player)


def burn(effects: Effects, action: Action) -> None:
    """Set a room on fire to warm the base: it is lost, and its card with it."""
    player, slug = action.player, action.text("at")
    burn_with(effects, player, action.text("with"))
    effects.stand(player, b.REC_ROOM)
    effects.lay_down(player)
    effects.lay(b.FIRE, slug, 1)
    if slug == b.BOILER or queries.is_destroyed(effects.table):
        effects.keep(b.FREEZING, "", 1)  # the boiler is destroyed: the cold begins; a fire warms the base


def stop(effects: Effects, action: Action) -> None:
    """Stop turning cards: the rest is discarded unseen."""
    effects.begin("rec-room")


def set_off(effects: Effects, player: str, slug: str) -> None:
    """Whoever has the keys is first aboard a vehicle; now the others can join."""
    effects.keep(b.ESCAPE, "", b.ESCAPES.index(slug) + 1)
    effects.clear(b.REFUSED, b.ABOARD)
    effects.keep(b.ABOARD, player, 1)
    effects.do(f.StepBegan("escape"))
