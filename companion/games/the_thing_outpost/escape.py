"""Vehicles that leave from the start, the dog on the run, and who has won in the end."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action

# What happens
from companion.engine.kit.common_rules import refused_if
from companion.engine.rules import Moment, Violation, refuse, rule
from companion.games.the_thing import base as b
from companion.games.the_thing import escape, queries, rules_work, work
from companion.games.the_thing.rules import is_
from companion.games.the_thing.rules_work import of_card
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.effects import Effects


def turn(effects: Effects, action: Action) -> None:
    """Carry out a card; if it lets a player leave, only those in the same room can come along."""
    work.turn(effects, action)
    if effects.table.step == "escape":
        effects.set_off()


def end(effects: Effects, action: Action) -> None:
    """End the game. Those who got away before have won, whatever came of the others (RB, aclaraciones)."""
    cause = action.text("cause")
    if cause in o.OWN_ENDINGS:
        effects.comes_to(cause)
        return
    if cause != "roles":
        escape.end(effects, action)
        return
    roles = {player: str(value) for player, value in action.table("roles").items()}
    cause, side = outcome(effects, roles)
    away = q.escaped(effects.table)
    won = [p for p, role in roles.items() if role == side and p != action.text("last_infected")]
    winners = tuple(p for p in effects.table.players if p in away or p in won)
    effects.do(f.Ended(cause, winners, roles))


def outcome(effects: Effects, roles: dict[str, str]) -> tuple[str, str]:
    """Return the cause and the side that has won beside those who got away; none if only hidden Aliens are left."""
    ending = q.own_ending(effects.table)
    if not ending:
        cause, side = escape.outcome(effects, roles)
        unseen = not queries.exposed(effects.table) and queries.depth(effects.table) == b.COMPLETE
        if cause != "assimilated" or not unseen:
            return cause, side
        ending = "hidden-left"  # the cold found none but Aliens that nobody had seen
    return ending, {"stopped": b.HUMAN_ROLE, "hidden-left": ""}.get(ending, b.ALIEN_ROLE)


# Why it is refused


@rule("end.roles")
def human_is_left(m: Moment) -> Violation | None:
    """Refuse an end with only hidden Aliens left if a Human is in the base."""
    if m.action.text("cause") != "roles" or q.own_ending(m.table) != "hidden-left":
        return None
    left = [p for p in queries.characters(m.table) if m.action.table("roles")[p] == b.HUMAN_ROLE]
    return refuse("human-left", players=", ".join(left)) if left else None


@rule("end.last")
def last_infected(m: Moment) -> Violation | None:
    """Refuse a last infected player where there is none: if only hidden Aliens are left nobody wins at all."""
    nobody_wins = q.own_ending(m.table) == "hidden-left" or queries.ending(m.table) == "frozen"
    return None if nobody_wins and not m.action.text("last_infected") else rules_work.last_infected(m)


@of_card(b.USE, "escape.gone", overrulable=False)
def used(m: Moment, slug: str) -> Violation | None:
    """Refuse to use a vehicle where every vehicle has left (R5)."""
    return refuse(room=slug) if slug in o.PLACES and not q.left_there(m.table, slug) else None


def _cannot_leave(m: Moment, slug: str) -> bool:
    return slug in o.PLACES and is_(m, "escape") and not q.is_ready(m.table, slug)


@of_card(b.USE, "escape.not-ready")
def damaged(m: Moment, slug: str) -> Violation | None:
    """Refuse a vehicle with damage (R4)."""
    damage = queries.here(m.table, b.DAMAGE, slug)
    return refuse(room=slug, damage=damage) if damage and _cannot_leave(m, slug) else None


@of_card(b.USE, "escape.not-full")
def not_full(m: Moment, slug: str) -> Violation | None:
    """Refuse a whole vehicle that is not full, if the table plays with fuel."""
    whole = not queries.here(m.table, b.DAMAGE, slug)
    return refuse(room=slug) if whole and _cannot_leave(m, slug) else None


CAN = {**rules_work.CAN, b.USE: (used, *rules_work.USING[:-1], damaged, not_full)}


@rule("end.exposed")
def someone_exposed(m: Moment) -> Violation | None:
    """Only Aliens that nobody has seen are left: with an exposed one the game goes on (R18), unless the table plays it
    otherwise."""
    if m.action.text("cause") != "hidden-left" or queries.plays(m.table, "hidden_left", "any"):
        return None
    return refuse(players=", ".join(queries.exposed(m.table))) if queries.exposed(m.table) else None


@rule("step.wrong")
def end_in_ending(m: Moment) -> Violation | None:
    """Refuse a cause once its end has come, and in the saucer."""
    if m.action.text("cause") != "hidden-left":
        return None
    if m.table.step == "ending":
        return refuse("in-ending")
    return refuse(f"in-{m.table.step}") if q.is_in_the_ufo(m.table) else None


# The dog on the run, and the rifle that holds it up (RB, fase 8, el rifle de francotirador)


STEPS = ("plan", "encounters", "actions", "rec-room")
"""The phases in which a rifle can be played."""


def dog(effects: Effects, action: Action) -> None:
    """Move the dog a space on, where nobody has read how long its track is: the table says if it is away."""
    effects.add(o.DOG_AT)
    if action.said.get("away") is True:
        effects.comes_to("runaway")
    else:
        effects.begin("weather")


def rifle(effects: Effects, action: Action) -> None:
    """Lengthen the track by a rifle for the rest of the game."""
    effects.spend(b.WEAPONS, action.player)
    effects.keep(o.RIFLE, "", action.number("spaces"))


second_rifle = refused_if("rifle.twice", lambda m: queries.kept(m.table, o.RIFLE))
"""One rifle a game, and it stays (R13)."""
no_rifle = refused_if(
    "weapon.none", lambda m: not queries.number(m.table, b.WEAPONS, m.action.player), named=True, overrulable=True
)
"""Whoever plays a rifle holds a weapon."""
