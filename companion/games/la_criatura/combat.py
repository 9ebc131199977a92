"""The helicopter phase: attacks, who saves themselves, the Creature that shows itself, who is left standing."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.la_criatura import queries, turns
from companion.games.la_criatura.cards import guards
from companion.games.la_criatura.effects import Effects
from companion.games.la_criatura.queries import eyes, hits


def attack(effects: Effects, action: Action) -> None:
    """Strike at a player: after a miss the next attacks, a hit must be answered."""
    player, target, weapon = action.player, action.text("target"), action.text("weapon")
    if effects.table.step == "helicopter":
        effects.step("combat")
    if weapon and weapon not in effects.table.fronts.get(player, ()):
        effects.uncover(player, weapon)
    if action.said.get("triumph") is True:
        effects.spend(player)
    else:
        effects.roll(player, "attack", eyes(action))
    effects.keep(queries.DONE, player, 1)
    if not hits(effects.decklist, effects.table, action):
        turns.next_attack(effects)
    elif queries.role(effects.table, target) == queries.CREATURE_ROLE and queries.shields(effects.table):
        _ask(effects, queries.SHIELD, player, target)
    else:
        _ask(effects, queries.BLOW, player, target)


def _ask(effects: Effects, about: str, by: str, to: str) -> None:
    effects.step("respond")
    effects.do(f.Asked(about, by, to))


def respond(effects: Effects, action: Action) -> None:
    """Answer a blow: the Creature names who takes it; or the target is saved by an object, by a token, or falls."""
    prompt = effects.table.prompt
    assert prompt is not None, "judged before: somebody is asked"
    if prompt.about == queries.SHIELD:
        effects.do(f.Settled())
        _ask(effects, queries.BLOW, prompt.by, action.text("target"))
    elif action.said.get("triumph") is True:
        effects.spend(prompt.to)
        _saved(effects)
    elif action.text("card"):
        player, card = prompt.to, action.text("card")
        if card not in effects.table.fronts.get(player, ()):
            effects.uncover(player, card)
        effects.roll(player, "parry", eyes(action))
        if eyes(action)[0] in guards(effects.decklist, card, action.number("from")):
            _saved(effects)
        elif effects.option("defence_and_triumph") == "both" and queries.tokens(effects.table, player):
            effects.keep(queries.GUARDED, player, 1)
        else:
            fall(effects, player)
    else:
        fall(effects, prompt.to)


def _saved(effects: Effects) -> None:
    effects.settle()
    turns.next_attack(effects)


def fall(effects: Effects, player: str) -> None:
    """Take a player down: their events go to the discards, the seat closes, and it may be over."""
    effects.settle()
    effects.leave(player, "struck")
    if not over(effects):
        turns.next_attack(effects)


def over(effects: Effects) -> bool:
    """End the combat if it is decided and return True; once the Creature has shown itself the winners are known at
    once."""
    table = effects.table
    if queries.is_revealed(table):
        humans = tuple(p for p in table.seats if not queries.on_creatures_side(table, p))
        roles = {p: queries.role(table, p) for p in table.players}
        if not humans:
            side = tuple(p for p in table.players if p in table.roles)
            effects.do(f.Ended("creature-left", side, roles))
        elif len(humans) == len(table.seats):
            effects.do(f.Ended("humans-left", humans, roles))
        else:
            return False
        return True
    if len(table.seats) > int(effects.option("seats_aboard")):
        return False
    effects.step("landed", table.seats[0])
    return True


def uncover(effects: Effects, action: Action) -> None:
    """Show a weapon."""
    effects.uncover(action.player, action.text("card"))


def reveal(effects: Effects, action: Action) -> None:
    """Show the Creature's card, and with it every infected's."""
    effects.do(f.RoleShown(action.player, queries.CREATURE_ROLE))
    for player in action.names("infected"):
        effects.do(f.RoleShown(player, queries.INFECTED_ROLE))
    over(effects)


def end(effects: Effects, action: Action) -> None:
    """End the game: those aboard have won, or the Creature's side if one of them belongs to it."""
    table, roles = effects.table, {player: str(role) for player, role in action.table("roles").items()}
    if action.text("cause") == "abandoned":
        effects.do(f.Ended("abandoned", (), roles if set(roles) == set(table.players) else {}))
        return
    side = tuple(p for p in table.players if roles[p] != queries.HUMAN_ROLE)
    if any(p in side for p in table.seats):
        effects.do(f.Ended("creature-flies", side, roles))
    else:
        effects.do(f.Ended("humans-fly", table.seats, roles))
