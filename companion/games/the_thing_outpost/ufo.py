"""The last fight, in the saucer: both sides take launch tokens, the Alien pays for the launch (RB, huida en ovni)."""

from __future__ import annotations

from collections import Counter

from companion.engine.actions import Action
from companion.engine.kit.common_rules import refused_if
from companion.engine.places import room
from companion.engine.rules import Moment, Violation, refuse, refuse_as, rule
from companion.games.the_thing import base as b
from companion.games.the_thing import queries, rules
from companion.games.the_thing.meetings import assimilate, become_alien
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.effects import Effects, collect


def numbers(action: Action, field: str) -> tuple[int, ...]:
    """Return the values of the tokens named."""
    value = action.said.get(field)
    return tuple(value) if isinstance(value, list | tuple) else ()


# What happens


def set_up(effects: Effects, action: Action) -> None:
    """All Aliens show themselves; a launch token lies face up in every sector, the others are the stock."""
    for sector, value in zip(o.SECTORS, numbers(action, "tokens"), strict=False):
        effects.put(o.FACE_UP, room(sector), value)
    effects.keep(o.STOCK, "", sum(o.TOKENS.values()) - len(o.SECTORS))
    for player in action.names("aliens"):
        become_alien(effects, player)
    if effects.table.step == "ufo-setup":
        effects.begin("ufo-hide")


def enter(effects: Effects, action: Action) -> None:
    """Put a Human into a sector."""
    effects.keep(o.SECTOR, action.player, o.SECTORS.index(action.text("at")) + 1)
    if not q.to_enter(effects.table):
        effects.go_on()


def uncover(effects: Effects, action: Action) -> None:
    """Turn the Alien's cards over: its strength comes to lie in the sectors."""
    for (heap, strength), sector in zip(queries.heaps(effects.table), action.names("at"), strict=False):
        effects.put(b.STRENGTH, heap, None)
        effects.put(b.STRENGTH, room(sector), strength)
    effects.go_on()


def fight(effects: Effects, action: Action) -> None:
    """Both sides in a sector: a fire weapon drives the Alien out, else strength decides."""
    sector, fighter = action.text("at"), action.text("fire")
    strength, people = q.strength(effects.table, sector), q.in_sector(effects.table, sector)
    back = strength
    if fighter:
        if action.text("with") == b.FLAMETHROWER:
            effects.burns(fighter)
        else:
            effects.spend(b.WEAPONS, fighter)
        back -= 1
    elif strength >= len(people):
        for player in people:
            effects.keep(o.SECTOR, player, None)
        if action.text("win") == "assimilate":
            assimilate(effects, action.text("victim"))
            back += 1
        elif action.text("win") == "tokens":
            back = 0
    if back or fighter:
        effects.put(b.STRENGTH, room(sector), None)
        effects.add(b.POOL, "", back)
    if effects.table.step == "ufo-fight":
        effects.begin("ufo-fight")


def collected(effects: Effects, action: Action) -> None:
    """Take the tokens of the sectors."""
    collect(effects, numbers(action, "drawn"))
    effects.go_on()


def launch(effects: Effects, action: Action) -> None:
    """Pay for the next card of the launch; any excess is lost."""
    for value in numbers(action, "pay"):
        effects.add(o.HELD[value], "", -1)
    effects.add(o.LAUNCHED)
    effects.add(o.PAID)
    if queries.number(effects.table, o.LAUNCHED) >= len(o.COSTS):
        effects.comes_to("launched")
    else:
        effects.begin("ufo-launch")


# Why it is refused


def _more_than(values: tuple[int, ...], there: dict[int, int]) -> int:
    """Return a value of which more are named than there are; 0 for none."""
    return next((value for value, count in Counter(values).items() if count > there[value]), 0)


def _unseen(m: Moment) -> dict[int, int]:
    """Tokens of each value that nobody has seen yet, as far as is known."""
    lying = Counter(q.token(m.table, sector) for sector in o.SECTORS)
    held = q.held(m.table)
    return {value: count - lying[value] - held[value] for value, count in o.TOKENS.items()}


@rule("player.unknown")
def aliens_unknown(m: Moment) -> Violation | None:
    """Whoever shows that they are an Alien has a Character."""
    wrong = [p for p in m.action.names("aliens") if p not in queries.characters(m.table)]
    if not wrong:
        return None
    return refuse_as("player.unknown" if wrong[0] not in m.table.players else "player.out", player=wrong[0])


@rule("ufo.tokens")
def tokens_wrong(m: Moment) -> Violation | None:
    """Refuse tokens that are not one in each sector, or more of a value than the box has."""
    tokens = numbers(m.action, "tokens")
    if len(tokens) != len(o.SECTORS):
        return refuse(count=len(o.SECTORS))
    value = _more_than(tokens, dict(o.TOKENS))
    return refuse("value", value=value, count=o.TOKENS[value]) if value else None


@rule("step.wrong")
def not_left(m: Moment) -> Violation | None:
    """Refuse to go past what only people can decide."""
    if m.table.step in ("runaway", *o.UFO_STEPS[:-1]):
        return refuse(f"in-{m.table.step}", turn=m.table.turn, asked=m.table.turn)
    return rules.not_left(m)


entered = refused_if("enter.twice", lambda m: q.sector_of(m.table, m.action.player), named=True)
"""Everybody is in one sector."""


@rule("alien.cards")
def too_many_cards(m: Moment) -> Violation | None:
    """There is a card for each sector."""
    if not q.is_in_the_ufo(m.table):
        return rules.too_many_cards(m)
    count, have = len(rules.strengths(m)), len(o.SECTORS)
    return refuse(count=count, have=have) if count > have else None


@rule("ufo.sector")
def too_weak(m: Moment) -> Violation | None:
    """Refuse cards that cannot be of different sectors, each with the strength that its sector asks for (R14)."""
    if not q.is_in_the_ufo(m.table):
        return None
    for strength, value in zip(sorted(rules.strengths(m)), sorted(o.VALUES), strict=False):
        if strength < value:
            return refuse("hidden", value=value, strength=strength)
    return None


@rule("ufo.sector")
def sector_wrong(m: Moment) -> Violation | None:
    """Each card shows another sector, and has as much strength as the sector is worth (R14)."""
    seen = set[str]()
    for (_, strength), sector in zip(queries.heaps(m.table), m.action.names("at"), strict=False):
        if sector in seen:
            return refuse("twice", room=sector)
        if strength < o.value_of(sector):
            return refuse(room=sector, value=o.value_of(sector), strength=strength)
        seen.add(sector)
    return None


@rule("ufo.nobody")
def no_fight(m: Moment) -> Violation | None:
    """Both sides are in this sector."""
    at = m.action.text("at")
    return None if at in q.fights(m.table) else refuse(room=at)


@rule("evade.elsewhere")
def fighter_elsewhere(m: Moment) -> Violation | None:
    """Whoever uses fire stands there."""
    who, at = m.action.text("fire"), m.action.text("at")
    return refuse(player=who, room=at) if who and who not in q.in_sector(m.table, at) else None


@rule("clash.wins")
def wins_wrongly(m: Moment) -> Violation | None:
    """Refuse an outcome that is not one thing for a stronger Alien, nothing for a weaker or equal one."""
    at, win = m.action.text("at"), m.action.text("win")
    strength, people = q.strength(m.table, at), len(q.in_sector(m.table, at))
    stronger = strength > people and not m.action.text("fire")
    if stronger == bool(win):
        return None
    if m.action.text("fire"):
        return refuse("fire", player=m.action.text("fire"))
    return refuse("ufo" if stronger else "not", room=at, strength=strength, people=people)


@rule("clash.victim")
def victim_wrong(m: Moment) -> Violation | None:
    """Refuse a victim who is not there."""
    wrong = m.action.text("win") == "assimilate" and m.action.text("victim") not in q.in_sector(
        m.table, m.action.text("at")
    )
    return refuse(room=m.action.text("at")) if wrong else None


@rule("ufo.drawn")
def drawn_wrong(m: Moment) -> Violation | None:
    """Refuse a number of tokens other than its sectors are worth, while there are any (R16)."""
    drawn, wanted = numbers(m.action, "drawn"), q.to_draw(m.table)
    if len(drawn) != wanted:
        return refuse(count=wanted)
    value = _more_than(drawn, _unseen(m))
    return refuse("value", value=value, count=_unseen(m)[value]) if value else None


@rule("ufo.pay")
def pays_too_little(m: Moment) -> Violation | None:
    """Refuse to pay less than the next card's cost, or with tokens that the Alien does not hold (R15)."""
    pay, cost = numbers(m.action, "pay"), q.next_cost(m.table)
    value = _more_than(pay, q.held(m.table))
    if value:
        return refuse("held", value=value, count=q.held(m.table)[value])
    return refuse(cost=cost, count=sum(pay)) if sum(pay) < cost else None
