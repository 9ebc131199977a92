"""How people leave the base: the Alien tries to block the way before anybody can follow (RC, huida de los humanos y
victoria); and how the game ends."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.the_thing import base as b
from companion.games.the_thing import escape
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.acting import sides_of
from companion.games.the_thing_coop.effects import Effects


def board(effects: Effects, action: Action) -> None:
    """Record a decision to get aboard; when the first one does the Alien tries to block the way."""
    escape.rescue_begins(effects)
    first = action.said.get("boards") is True and not q.aboard(effects.table)
    if first and queries.blocks(effects.table):
        escape.come_aboard(effects, action.player)
        effects.do(f.StepBegan("block"))
    else:
        escape.board(effects, action)


def bad_among(sides: tuple[int, ...]) -> int:
    """Count the dice that show sabotage or the threat."""
    return sum(c.SIDES[side - 1] in c.BAD for side in sides)


def block(effects: Effects, action: Action) -> None:
    """Roll as many dice as the Alien is strong: with three bad sides nobody leaves this time."""
    sides = sides_of(action)
    effects.do(f.DiceRolled(q.leader(effects.table), "block", sides, tuple(c.SIDES[side - 1] for side in sides)))
    effects.keep(c.ROLLED, "", 1)
    if bad_among(sides) >= c.BLOCKS:
        effects.clear(b.ESCAPE, b.REFUSED, b.ABOARD, c.ROLLED)
        effects.begin("rec-room")
        return
    way = b.ESCAPES[max(q.number(effects.table, b.ESCAPE) - 1, 0)]
    effects.do(f.StepBegan("rescue" if way == b.RESCUE else "escape"))
    escape.next_or_away(effects)


def end(effects: Effects, action: Action) -> None:
    """End the game: everybody wins together, or nobody does."""
    if action.text("cause") != "roles":
        escape.end(effects, action)
        return
    roles = {player: str(value) for player, value in action.table("roles").items()}
    cause, side = escape.outcome(effects, roles)
    winners = queries.people(effects.table) if side == b.HUMAN_ROLE else ()
    effects.do(f.Ended(cause, winners, roles))
