"""Why something is refused when cards are dealt out, in the recreation room, at tests and on the way out (`rules`)."""

from __future__ import annotations

from companion.engine.kit.common_rules import refuse, refused_if
from companion.engine.rules import Moment, Violation
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.rules import is_, room_of

# Action cards


def _at(m: Moment) -> str:
    return queries.where_it_is_done(m.table, m.action)


def nobody_named(m: Moment) -> Violation | None:
    """A card is given to somebody; where the tablet keeps only sums, a room is enough (R42)."""
    if m.action.player:
        return None
    deep = queries.depth(m.table) == "complete"
    return refuse("player.unknown", "nobody") if deep or not m.action.text("at") else None


lies = refused_if("turn.lying", lambda m: queries.kept(m.table, b.LYING, m.action.player), named=True)
"""Whoever has acted gets no more cards (R42, R66)."""


def no_card_left(m: Moment) -> Violation | None:
    """There is a card to turn up (R28)."""
    return None if m.table.piles.get("active", 0) or not m.action.player else refuse("turn.no-card")


def impossible_here(m: Moment) -> Violation | None:
    """What the card says can be done where its Character stands (R42)."""
    slug = _at(m)
    if slug not in b.GREEN or queries.is_burnt(m.table, slug):
        return refuse("turn.nothing-here", room=slug or b.REC_ROOM)
    check = {b.USE: _unusable, b.REPAIR: _unrepairable, b.SABOTAGE: _broken}[m.action.text("card")]
    return check(m, slug)


def _unrepairable(m: Moment, slug: str) -> Violation | None:
    """Only what is damaged is repaired, and never a destroyed boiler (R8, R45)."""
    if slug == b.BOILER and queries.is_destroyed(m.table):
        return refuse("repair.boiler")
    return None if queries.here(m.table, b.DAMAGE, slug) else refuse("repair.whole", room=slug)


def _broken(m: Moment, slug: str) -> Violation | None:
    """Sabotage where something is left to break (R47)."""
    if slug in b.MOST_DAMAGE:
        most = queries.here(m.table, b.DAMAGE, slug) >= b.MOST_DAMAGE[slug]
        return refuse("sabotage.full", room=slug) if most else None
    return None


def _unusable(m: Moment, slug: str) -> Violation | None:
    """What a room needs to be used (R46)."""
    if slug in b.VEHICLES:
        return _vehicle(m, slug)
    if slug in (b.BOILER, b.GENERATOR):
        return _fuel(m, b.WAREHOUSE, slug)
    if slug == b.RADIO:
        damage = queries.here(m.table, b.DAMAGE, slug)
        if damage:
            return refuse("use.radio", count=damage)
        return refuse("use.sent") if queries.kept(m.table, b.SOS) else None
    if slug == b.STATION and m.action.text("to"):
        return _fuel(m, b.WAREHOUSE, m.action.text("to"))
    stock = {b.ARMOURY: "weapons", b.WAREHOUSE: "objects", b.LABORATORY: "lab"}.get(slug)
    if stock and not m.table.piles.get(stock, 0):
        return refuse("use.empty", room=slug)
    if slug == b.KITCHEN and not queries.here(m.table, b.FOOD_HERE, b.PANTRY):
        return refuse("use.empty", room=b.PANTRY)
    return None


def _fuel(m: Moment, source: str, slug: str) -> Violation | None:
    if not queries.here(m.table, b.FUEL, source):
        return refuse("use.no-fuel", room=source)
    return None if queries.fuel_goes_in(m.table, slug, 1) else refuse("use.full", room=slug)


def _vehicle(m: Moment, slug: str) -> Violation | None:
    """A vehicle takes fuel, or leaves when it is whole and full (R62)."""
    if not is_(m, "escape"):
        return _fuel(m, b.RESERVE, slug)
    if queries.is_ready(m.table, slug):
        return None
    space = queries.fuel_space(m.table, slug)
    fuel = 0 if space is None else space - queries.here(m.table, b.FUEL, slug)
    return refuse("escape.not-ready", room=slug, damage=queries.here(m.table, b.DAMAGE, slug), fuel=fuel)


def escapes_elsewhere(m: Moment) -> Violation | None:
    """One leaves in a vehicle, with a card to use it."""
    wrong = is_(m, "escape") and (_at(m) not in b.VEHICLES or m.action.text("card") != b.USE)
    return refuse("escape.no-vehicle", room=_at(m) or b.REC_ROOM) if wrong else None


def somebody_can(m: Moment) -> Violation | None:
    """A card is only lost where nobody on their feet can do what it says (R43)."""
    card = m.action.text("card")
    check = {b.USE: _unusable, b.REPAIR: _unrepairable, b.SABOTAGE: _broken}[card]
    for player in queries.characters(m.table):
        slug = queries.where(m.table, player)
        up = not queries.kept(m.table, b.LYING, player)
        if up and slug in b.GREEN and not queries.is_burnt(m.table, slug) and check(m, slug) is None:
            return refuse("lose.possible", player=player)
    return None


def none_turned(m: Moment) -> Violation | None:
    """At least one card is turned (R41)."""
    missing = not queries.number(m.table, b.TURNED) and m.table.piles.get("active", 0)
    return refuse("stop.first") if missing else None


# Cards of one's own


no_object = refused_if("extra.none", lambda m: not queries.number(m.table, b.OBJECTS, m.action.player), named=True)
"""Whoever uses an object holds one (R49)."""


def extra_here(m: Moment) -> Violation | None:
    """Tools and fuel are used where one stands (R48)."""
    slug = queries.where(m.table, m.action.player)
    if m.action.text("item") == "tools":
        if slug == b.BOILER and queries.is_destroyed(m.table):
            return refuse("repair.boiler")
        return None if queries.here(m.table, b.DAMAGE, slug) else refuse("repair.whole", room=slug)
    if slug not in (b.BOILER, b.GENERATOR, *b.VEHICLES):
        return refuse("extra.elsewhere", room=slug)
    return _fuel(m, b.WAREHOUSE, slug)


# Fires


def burnt_already(m: Moment) -> Violation | None:
    """A green room burns once, and the box has six fires (R40)."""
    slug = room_of(m)
    if slug not in b.GREEN or queries.is_burnt(m.table, slug):
        return refuse("fire.burnt", room=slug)
    fires = sum(queries.is_burnt(m.table, one) for one in b.GREEN)
    return refuse("fire.none-left") if fires >= b.FIRES else None


fire_too_late = refused_if("fire.late", lambda m: queries.number(m.table, b.TURNED))
"""A room is set on fire right before the actions (R40)."""

# In the recreation room


def trades_with_itself(m: Moment) -> Violation | None:
    """Weapons and objects go to somebody else (R50)."""
    return refuse("trade.self", player=m.action.player) if m.action.text("to") == m.action.player else None


def trades_wrong(m: Moment) -> Violation | None:
    """Only weapons and objects are traded, of those somebody holds (R50)."""
    kind = m.action.text("kind")
    if kind not in (b.WEAPONS, b.OBJECTS):
        return refuse("trade.kind")
    return None if queries.number(m.table, kind, m.action.player) else refuse("trade.none", player=m.action.player)


no_flamethrower = refused_if(
    "weapon.no-charge",
    lambda m: is_(m, "flamethrower") and not queries.number(m.table, b.CHARGE, m.action.player),
    named=True,
)


def votes_of(m: Moment) -> list[tuple[str, str]]:
    """Who points at whom in what is said."""
    if m.action.verb == "vote":
        return [(m.action.player, m.action.text("at"))] if m.action.text("at") else []
    return [(voter, str(target)) for voter, target in m.action.table("votes").items() if target]


def vote_wrong(m: Moment) -> Violation | None:
    """Nobody points at themselves, nor at somebody proven human, nor at whoever does not play (R51)."""
    for voter, target in votes_of(m):
        if target not in m.table.players:
            return refuse("player.unknown", player=target)
        if target not in queries.characters(m.table):
            return refuse("player.out", player=target)
        if target == voter:
            return refuse("vote.self", player=voter)
        if not queries.suspicion(m.table, target):
            return refuse("vote.proven", player=target)
    return None


voted = refused_if("vote.twice", lambda m: queries.kept(m.table, b.VOTE, m.action.player), named=True)
"""One vote each (R51)."""

# Tests


def test_done(m: Moment) -> Violation | None:
    """One test of each kind a round, for the whole group (R54)."""
    kind = m.action.text("kind")
    return refuse(f"test.done-{kind}") if queries.kept(m.table, b.TEST_DONE[kind]) else None


def no_sample(m: Moment) -> Violation | None:
    """A blood test spends a bag of blood (R56)."""
    missing = m.action.text("kind") == b.TEST_A and not queries.number(m.table, b.LAB, m.action.player)
    return refuse("test.no-sample", player=m.action.player) if missing else None


def not_most_suspected(m: Moment) -> Violation | None:
    """A blood test is made on the most suspected (R55)."""
    if m.action.text("kind") != b.TEST_A:
        return None
    most = queries.most_suspected(m.table)
    return None if m.action.text("target") in most else refuse("test.not-most", players=", ".join(most))


# The way out


def not_next(m: Moment) -> Violation | None:
    """The least suspicious decides first (R63)."""
    first = queries.may_board(m.table)
    return None if m.action.player == first else refuse("board.order", player=m.action.player, turn=first)


somebody_is_asked = refused_if("board.waits", lambda m: m.table.prompts)
"""While those aboard are asked nobody else gets in (R64)."""


def end_at_wrong_moment(m: Moment) -> Violation | None:
    """Winners are known when the game has come to an end; without a result it stops at any time."""
    early = m.action.text("cause") != "abandoned" and m.table.step != "ending"
    return refuse("step.wrong", "still-playing") if early else None


def end_roles(m: Moment) -> Violation | None:
    """Everybody's role is said, and nobody else's."""
    if m.action.text("cause") == "abandoned":
        return None
    roles = m.action.table("roles")
    wrong = sorted({*m.table.players} ^ {*roles})
    if wrong:
        return refuse("end.roles", players=", ".join(wrong))
    off = [p for p, role in m.table.roles.items() if roles.get(p) != role]
    return refuse("end.roles", "shown", players=", ".join(off)) if off else None
