"""What happens when everybody is back in the recreation room: trades, votes, an Alien that shows itself, tests."""

from __future__ import annotations

from companion.engine.actions import Action
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.effects import Effects
from companion.games.the_thing.meetings import drop_everything


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
