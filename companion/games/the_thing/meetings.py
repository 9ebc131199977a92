"""What happens when Characters, dogs and the exposed Alien come together in a room."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import DISCARD, Place, room
from companion.games.the_thing import base as b
from companion.games.the_thing import pack, queries
from companion.games.the_thing.effects import Effects

LOOK = "look"
"""What people are asked: at whose contagion tokens they look."""


def reveal(effects: Effects, action: Action) -> None:
    """Turn the Alien's cards over: the strength on each comes to lie in the room it shows."""
    for (heap, strength), slug in zip(queries.heaps(effects.table), action.names("at"), strict=False):
        effects.put(b.STRENGTH, heap, None)
        effects.lay(b.STRENGTH, slug, strength)
    end_of_meetings(effects)


def clash(effects: Effects, action: Action) -> None:
    """Resolve the exposed Alien in a room: a weapon evades or burns it; else strength decides (RB, encuentros)."""
    slug, win = action.text("at"), action.text("win")
    evading(effects, action)
    fighter = action.text("fire")
    strength, people = queries.here(effects.table, b.STRENGTH, slug), queries.staying(effects.table, action)
    if fighter:
        burn_with(effects, fighter, action.text("with"))
        effects.lay_down(fighter)
        strength -= 1
    elif people and strength == len(people):
        for player in people:
            effects.lay_down(player)
    elif strength > len(people):
        strength += wins(effects, slug, strength, win, action.text("victim"), people)
    effects.put(b.STRENGTH, room(slug), None)
    effects.add(b.POOL, "", strength)
    end_of_meetings(effects)


def wins(effects: Effects, slug: str, strength: int, win: str, victim: str, people: tuple[str, ...]) -> int:
    """Let the Alien take a living being, or break the room; whoever was there escapes. Return the strength it gains."""
    gained = 0
    if win == "assimilate":
        gained = 1
        if victim in people:
            assimilate(effects, victim)
        else:
            pack.taken(effects, slug)
    elif win == "sabotage":
        harm(effects, slug, strength)
    for player in people:
        if player in effects.table.seats:
            effects.stand(player, b.REC_ROOM)
            effects.lay_down(player)
    return gained


def assimilate(effects: Effects, player: str) -> None:
    """Take a player by the exposed Alien: dead, and still one of the Humans."""
    drop_everything(effects, player)
    effects.lead_passes(player)
    effects.leave(player, "assimilated")
    if not queries.characters(effects.table):
        effects.comes_to("assimilated")


def drop_everything(effects: Effects, player: str) -> None:
    """Weapons and objects go under their decks, laboratory tokens are discarded, the leader token goes back."""
    for kind, back in ((b.WEAPONS, b.WEAPON_DECK), (b.OBJECTS, b.OBJECT_DECK), (b.LAB, b.LAB_WASTE)):
        while queries.number(effects.table, kind, player):
            effects.spend(kind, player, back)
    effects.keep(b.CHARGE, player, None)
    if effects.table.notes.get(b.TOKEN) == player:
        effects.note(b.TOKEN, None)


def harm(effects: Effects, slug: str, strength: int) -> None:
    """Sabotage a room, as often as the Alien is strong there, or once by a card (RB, localizaciones)."""
    if slug in b.MOST_DAMAGE:
        effects.damage(slug, strength)
    elif slug == b.ARMOURY:
        out_of_game(effects, b.WEAPON_DECK, strength)
    elif slug == b.WAREHOUSE:
        out_of_game(effects, b.OBJECT_DECK, strength)
    elif slug == b.LABORATORY:
        out = min(strength, effects.table.piles[str(b.LAB_BAG.name)])
        if out:
            effects.do(f.CardsMoved(b.LAB_BAG, b.LAB_WASTE, out))
    elif slug == b.KITCHEN:
        effects.food(2 * strength)
    elif slug == b.STATION:
        effects.lay(b.FUEL, b.WAREHOUSE, -strength)


def out_of_game(effects: Effects, deck: Place, count: int) -> None:
    """Cards of a deck are taken out of the game, unseen."""
    left = effects.table.piles[str(deck.name)]
    if left and count:
        effects.do(f.CountsSet({str(deck.name): max(left - count, 0)}, {}))


def burn_with(effects: Effects, player: str, weapon: str) -> None:
    """Use a fire weapon: a charge, or the card, and one of the face-down action cards goes with it."""
    if weapon == b.FLAMETHROWER:
        effects.burns(player)
    else:
        effects.spend(b.WEAPONS, player)
    if effects.table.piles.get(str(b.ACTIVE.name), 0):
        effects.do(f.CardsMoved(b.ACTIVE, DISCARD))


def evading(effects: Effects, action: Action) -> None:
    """Whoever evades pays for it: a melee weapon leaves the game, a flamethrower spends a charge."""
    for player, weapon in action.table("evade").items():
        if weapon == b.MELEE:
            effects.spend(b.WEAPONS, player)
        elif weapon == b.FLAMETHROWER:
            effects.burns(player)


def meet(effects: Effects, action: Action) -> None:
    """People and dogs in a room: two people shut a dog in, one alone looks into the bag; people offer tokens and look
    at each other's, all at once."""
    slug = action.text("at")
    evading(effects, action)
    people = queries.staying(effects.table, action)
    effects.lay(b.MET, slug, 1)
    dog = queries.here(effects.table, b.DOG, slug)
    if dog and len(people) > 1:
        pack.shut_in(effects, slug, len(people))
    elif dog and people and queries.sheet(effects.table, people[0]) != b.CLARK:
        effects.suspect(people[0])
    if len(people) > 1:
        for player in people:
            if queries.suspicion(effects.table, player):
                effects.keep(b.OFFERS, player, 1)
        choosing = [p for p in people if len(queries.looks_at(effects.table, p)) > 1]
        for player in people:
            if queries.looks_at(effects.table, player):
                effects.keep(b.LOOKS, player, 1)
        if choosing and queries.depth(effects.table) == b.COMPLETE:
            effects.ask(LOOK, *((effects.table.turn, player) for player in choosing))
            effects.do(f.StepBegan("meeting"))
            return
        end_of_looking(effects)
    end_of_meetings(effects)


def look(effects: Effects, action: Action) -> None:
    """Record that a player has looked at a token; nobody is told what it was."""
    effects.do(f.CardsShown(action.text("at"), action.player, (), 1), f.Settled(action.player))
    if not effects.table.prompts:
        looked(effects, action)


def looked(effects: Effects, action: Action) -> None:
    """Record that everybody has looked."""
    if effects.table.prompts:
        effects.do(f.Settled())
    end_of_looking(effects)
    effects.begin("encounters")


def end_of_looking(effects: Effects) -> None:
    """Whoever has looked grows more suspicious; all tokens go back."""
    for player in queries.characters(effects.table):
        if queries.kept(effects.table, b.LOOKS, player):
            effects.suspect(player)
    effects.clear(b.OFFERS, b.LOOKS)


def end_of_meetings(effects: Effects) -> None:
    """Go on to the next encounter, or to what comes after them."""
    if effects.table.step == "encounters":
        effects.begin("encounters")


# What happens when everybody is back in the recreation room: trades, votes, an Alien that shows itself, tests


def trade(effects: Effects, action: Action) -> None:
    """Give a weapon or an object to another player; which, nobody else is told."""
    player, to, kind = action.player, action.text("to"), action.text("kind")
    if action.said.get("flamethrower") is True:
        charges = queries.number(effects.table, b.CHARGE, player)
        effects.keep(b.CHARGE, player, None)
        effects.add(b.CHARGE, to, charges)
    effects.add(kind, player, -1)
    effects.add(kind, to)


def vote(effects: Effects, action: Action) -> None:
    """Record that a vote is in; whom it is for is told when all are."""
    effects.keep(b.VOTE, action.player, 1)


def votes(effects: Effects, action: Action) -> None:
    """All votes at once, as the fingers pointed; whoever is not named pointed at nobody. Suspicion grows by a space for
    each."""
    for target in action.table("votes").values():
        if target:
            effects.suspect(str(target))
    effects.clear(b.VOTE)
    effects.begin("tests")


def expose(effects: Effects, action: Action) -> None:
    """Expose a player as an Alien, who plays as the exposed Alien from now on."""
    become_alien(effects, action.player)


def become_alien(effects: Effects, player: str) -> None:
    """Take the Character with all its cards out of the game.

    The first Alien takes the location deck and strength of half the players, each later one brings one more (RB,
    exponerte como alienígena).
    """
    effects.known_as(player, b.ALIEN_ROLE)
    drop_out(effects, player)


def drop_out(effects: Effects, player: str) -> None:
    """Make a Character part of the exposed Alien, whatever is known of its role card."""
    drop_everything(effects, player)
    effects.discard(player, effects.table.hands[player])
    effects.lead_passes(player)
    for name in ("room", b.SUSPICION, b.LYING, b.VOTE, b.PLACED):
        effects.keep(name, player, None)
    effects.keep(b.EXPOSED, player, 1)
    first = not queries.kept(effects.table, b.EXPOSED_BEFORE)
    effects.keep(b.EXPOSED_BEFORE, "", 1)
    effects.add(b.POOL, "", effects.first_strength() if first else 1)
    if not queries.characters(effects.table):
        effects.comes_to("assimilated")


def test(effects: Effects, action: Action) -> None:
    """Test a player, who shows their role card: Human and on the green space, or an exposed Alien."""
    kind, target = action.text("kind"), action.text("target")
    effects.keep(b.TESTED, "", 1)
    effects.keep(b.TEST_DONE[kind], "", 1)
    if kind == b.TEST_A:
        effects.spend(b.LAB, action.player)
    else:
        effects.burns(action.player)
    if action.said.get("alien") is True:
        become_alien(effects, target)
    else:
        effects.keep(b.SUSPICION, target, None)
    done = all(queries.kept(effects.table, name) for name in b.TEST_DONE.values())
    if done and effects.table.step == "tests":
        effects.go_on()
