"""How people leave the base: one after the other decides to get aboard, everybody aboard has to agree, roles are shown;
and how the game ends."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.effects import Effects

CONSENT, ROLE = "consent", "role"
"""What people are asked: whether somebody may come aboard; whoever came aboard, what they are."""


def rescue_begins(effects: Effects) -> None:
    """Bring the rescue helicopter, as the table says where the tablet keeps only phases."""
    if effects.table.step == "actions":
        effects.clear(b.REFUSED, b.ABOARD)
        effects.keep(b.ESCAPE, "", b.ESCAPES.index(b.RESCUE) + 1)
        effects.do(f.StepBegan("rescue"))


def board(effects: Effects, action: Action) -> None:
    """Record a player's decision to get aboard. Whoever comes first needs nobody's leave."""
    rescue_begins(effects)
    player, first = action.player, not queries.aboard(effects.table)
    if action.said.get("boards") is not True:
        if first:
            effects.keep(b.DECLINED, "", 1)
            effects.begin("actions")
        else:
            passed_over(effects, player)
    elif first:
        come_aboard(effects, player)
        if queries.plays(effects.table, "first_aboard", "boarding"):
            effects.ask(ROLE, (player, player))
        else:
            next_or_away(effects)
    else:
        effects.ask(CONSENT, *((player, one) for one in queries.aboard(effects.table)))


def consent(effects: Effects, action: Action) -> None:
    """Record if a player aboard lets the next one in; a single refusal is enough."""
    prompt = effects.table.asked(action.player) or effects.table.prompt
    if prompt is None:
        return
    asking = prompt.by
    if action.said.get("grants") is not True:
        effects.do(f.Settled())
        passed_over(effects, asking)
        return
    effects.do(f.Settled(action.player))
    if not effects.table.prompts:
        come_aboard(effects, asking)
        effects.ask(ROLE, (asking, asking))


def come_aboard(effects: Effects, player: str) -> None:
    """Let a player in; whoever was refused before can be asked again."""
    effects.keep(b.ABOARD, player, len(queries.aboard(effects.table)) + 1)
    effects.clear(b.REFUSED)


def role(effects: Effects, action: Action) -> None:
    """Whoever came aboard shows their role: with an Alien aboard it is over."""
    effects.do(f.Settled(action.player))
    if action.said.get("alien") is True:
        effects.known_as(action.player, b.ALIEN_ROLE)
        effects.comes_to("alien-aboard")
        return
    effects.known_as(action.player, b.HUMAN_ROLE)
    next_or_away(effects)


def passed_over(effects: Effects, player: str) -> None:
    """Leave a player behind, at least until another comes aboard."""
    effects.keep(b.REFUSED, player, 1)
    next_or_away(effects)


def next_or_away(effects: Effects) -> None:
    """Ask the next one; when nobody is left, those aboard leave."""
    if not queries.may_board(effects.table):
        effects.comes_to("departed")


def end(effects: Effects, action: Action) -> None:
    """End the game: by what everybody shows in the end it is known who has won."""
    if action.text("cause") == "abandoned":
        effects.do(f.Ended("abandoned", ()))
        return
    if action.text("cause") in b.SAID_ENDINGS:
        effects.comes_to(action.text("cause"))
        return
    roles = {player: str(value) for player, value in action.table("roles").items()}
    cause, side = outcome(effects, roles)
    winners = tuple(p for p in effects.table.players if roles.get(p) == side and p != action.text("last_infected"))
    effects.do(f.Ended(cause, winners, roles))


def outcome(effects: Effects, roles: dict[str, str]) -> tuple[str, str]:
    """Return the cause and the side that has won (RB, ganar la partida)."""
    table = effects.table
    ending = queries.ending(table) or "assimilated"
    if ending == "frozen" and all(roles.get(p) == b.ALIEN_ROLE for p in queries.characters(table)):
        return "assimilated", b.ALIEN_ROLE  # the cold found no Human any more
    if ending != "departed":
        return ending, b.ALIEN_ROLE
    flown = queries.aboard(table)
    if any(roles.get(p) == b.ALIEN_ROLE for p in flown):
        return "alien-aboard", b.ALIEN_ROLE
    left = [p for p in queries.characters(table) if p not in flown]
    if any(roles.get(p) == b.HUMAN_ROLE for p in left):
        return "human-left", b.ALIEN_ROLE
    return "humans-away", b.HUMAN_ROLE
