"""Why something is refused when cards are dealt out, in the recreation room, at tests and on the way out (`rules`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.engine.kit.common_rules import asked, refused_if
from companion.engine.rules import Moment, Rule, Violation, refuse, refuse_as, rule
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.rules import is_, room_of

# Action cards


def _at(m: Moment) -> str:
    return queries.where_it_is_done(m.table, m.action)


@rule("player.unknown")
def nobody_named(m: Moment) -> Violation | None:
    """Refuse a card without a player; where the tablet keeps only sums, a room is enough (R42), but for who leaves."""
    if m.action.player:
        return None
    deep = queries.depth(m.table) == b.COMPLETE or is_(m, "escape")
    return refuse("nobody") if deep or not m.action.text("at") else None


lies = refused_if("turn.lying", lambda m: queries.kept(m.table, b.LYING, m.action.player), named=True)
"""Whoever has acted gets no more cards (R42, R66)."""


@rule("turn.no-card")
def no_card_left(m: Moment) -> Violation | None:
    """There is a card to turn up (R28), where the tablet counts them."""
    counted = m.action.player and queries.depth(m.table) == b.COMPLETE
    return refuse() if counted and not m.table.piles.get("active", 0) else None


@rule("turn.nothing-here", overrulable=True)
def nothing_here(m: Moment) -> Violation | None:
    """Cards are carried out in the green rooms that stand (R42)."""
    slug = _at(m)
    if slug not in b.GREEN:
        return refuse(room=slug or b.REC_ROOM)
    return refuse("burnt", room=slug) if queries.is_burnt(m.table, slug) else None


@dataclass(frozen=True)
class RuleOfCard:
    """A rule about what a card does in a room: the room of the action (`rule`), or any other that is called."""

    card: str
    id: str
    check: Callable[[Moment, str], Violation | None]
    overrulable: bool

    def __call__(self, m: Moment, slug: str) -> Violation | None:
        return self.check(m, slug)

    @property
    def rule(self) -> Rule:
        """The rule of a move that may be about this card, or another."""
        return Rule(
            self.id, lambda m: self(m, _at(m)) if m.action.text("card") == self.card else None, self.overrulable
        )


def of_card(
    card: str, id: str, *, overrulable: bool = True
) -> Callable[[Callable[[Moment, str], Violation | None]], RuleOfCard]:
    """Make a rule about a card of the check below."""
    return lambda check: RuleOfCard(card, id, check, overrulable)


@of_card(b.REPAIR, "repair.boiler")
def beyond_repair(m: Moment, slug: str) -> Violation | None:
    """Refuse to repair a destroyed boiler (R8)."""
    return refuse() if slug == b.BOILER and queries.is_destroyed(m.table) else None


@of_card(b.REPAIR, "repair.whole")
def whole(m: Moment, slug: str) -> Violation | None:
    """Only what is damaged is repaired (R45)."""
    return None if queries.here(m.table, b.DAMAGE, slug) else refuse(room=slug)


@of_card(b.SABOTAGE, "sabotage.full")
def broken(m: Moment, slug: str) -> Violation | None:
    """Sabotage where something is left to break (R47)."""
    most = slug in b.MOST_DAMAGE and queries.here(m.table, b.DAMAGE, slug) >= queries.most_damage(m.table, slug)
    return refuse(room=slug) if most else None


@of_card(b.USE, "use.radio")
def radio_damaged(m: Moment, slug: str) -> Violation | None:
    """Refuse to send with a damaged radio (R46)."""
    damage = queries.here(m.table, b.DAMAGE, slug)
    return refuse(count=damage) if slug == b.RADIO and damage else None


@of_card(b.USE, "use.sent")
def radio_sent(m: Moment, slug: str) -> Violation | None:
    """Refuse to send the S.O.S. twice."""
    return refuse() if slug == b.RADIO and queries.kept(m.table, b.SOS) else None


@of_card(b.USE, "use.empty")
def empty(m: Moment, slug: str) -> Violation | None:
    """There is something left to take (R46)."""
    stock = {b.ARMOURY: "weapons", b.WAREHOUSE: "objects", b.LABORATORY: "lab"}.get(slug)
    if stock and not m.table.piles.get(stock, 0):
        return refuse(room=slug)
    food, need = queries.here(m.table, b.FOOD_HERE, b.PANTRY), queries.meal_brought(m.table, m.action.player)
    if slug == b.KITCHEN and 0 < food < need and queries.plays(m.table, "last_food", "stays"):
        return refuse("few", room=b.PANTRY, count=need)
    return refuse(room=b.PANTRY) if slug == b.KITCHEN and not food else None


def _fuelled(m: Moment, slug: str) -> tuple[str, str] | None:
    """From where to where fuel goes, where any does."""
    if slug in b.VEHICLES and not is_(m, "escape"):
        return (b.RESERVE, slug)
    if slug in (b.BOILER, b.GENERATOR):
        return (b.WAREHOUSE, slug)
    return (b.WAREHOUSE, m.action.text("into")) if slug == b.STATION and m.action.text("into") else None


@of_card(b.USE, "use.no-fuel")
def no_fuel(m: Moment, slug: str) -> Violation | None:
    """There is fuel to take (R46)."""
    way = _fuelled(m, slug)
    gone = way and not queries.here(m.table, b.FUEL, way[0])
    return refuse(room=way[0]) if way and gone else None


@of_card(b.USE, "use.full")
def no_space(m: Moment, slug: str) -> Violation | None:
    """Fuel goes where there are spaces for it, and one is free (R46)."""
    way = _fuelled(m, slug)
    if way is None:
        return None
    if way[1] not in (b.BOILER, b.GENERATOR, *b.VEHICLES):
        return refuse("none", room=way[1])
    if queries.is_burnt(m.table, way[1]):
        return refuse("burnt", room=way[1])
    return None if queries.fuel_goes_in(m.table, way[1], 1) else refuse(room=way[1])


@of_card(b.USE, "use.into")
def moves_no_fuel(m: Moment, slug: str) -> Violation | None:
    """Refuse to use the weather station without moving a fuel token, if there is one and a space for it (R46)."""
    counted = slug == b.STATION and queries.depth(m.table) != b.PHASES
    return refuse() if counted and not m.action.text("into") and queries.takes_fuel(m.table) else None


@of_card(b.USE, "escape.not-ready")
def not_ready(m: Moment, slug: str) -> Violation | None:
    """Refuse to leave in a vehicle that is not whole and full (R62)."""
    if slug not in b.VEHICLES or not is_(m, "escape") or queries.is_ready(m.table, slug):
        return None
    space = queries.fuel_space(m.table, slug)
    fuel = 0 if space is None else space - queries.here(m.table, b.FUEL, slug)
    return refuse(room=slug, damage=queries.here(m.table, b.DAMAGE, slug), fuel=fuel)


USING = (radio_damaged, radio_sent, empty, no_fuel, no_space, not_ready)
CAN: Mapping[str, tuple[RuleOfCard, ...]] = {
    b.USE: USING,
    b.REPAIR: (beyond_repair, whole),
    b.SABOTAGE: (broken,),
}
"""What keeps a card from being carried out in a room."""
POSSIBLE = tuple(one.rule for one in (*CAN[b.REPAIR], broken, *USING[:-1], moves_no_fuel, not_ready))


@rule("escape.no-keys", overrulable=True)
def no_keys(m: Moment) -> Violation | None:
    """Whoever leaves in a vehicle shows the keys, an object (R62); the tablet has to know of their objects."""
    known = m.action.player and queries.depth(m.table) == b.COMPLETE
    without = is_(m, "escape") and known and not queries.number(m.table, b.OBJECTS, m.action.player)
    return refuse(player=m.action.player) if without else None


@rule("escape.no-vehicle")
def escapes_elsewhere(m: Moment) -> Violation | None:
    """One leaves in a vehicle, with a card to use it."""
    wrong = is_(m, "escape") and (_at(m) not in b.VEHICLES or m.action.text("card") != b.USE)
    return refuse(room=_at(m) or b.REC_ROOM) if wrong else None


def lost_in_vain(can: Mapping[str, tuple[RuleOfCard, ...]]) -> Rule:
    """Make the rule that a card is only lost if nobody on their feet can do what it says (R43).

    `can`: what keeps a card from it.
    """

    @rule("lose.possible", overrulable=True)
    def check(m: Moment) -> Violation | None:
        checks = can[m.action.text("card")]
        for player in queries.characters(m.table):
            slug = queries.where(m.table, player)
            up = not queries.kept(m.table, b.LYING, player)
            stands = up and slug in b.GREEN and not queries.is_burnt(m.table, slug)
            if stands and not any(one(m, slug) for one in checks):
                return refuse(player=player)
        return None

    return check


somebody_can = lost_in_vain(CAN)


@rule("stop.first", overrulable=True)
def none_turned(m: Moment) -> Violation | None:
    """At least one card is turned (R41), as long as somebody is on their feet to get it."""
    up = any(not queries.kept(m.table, b.LYING, p) for p in queries.characters(m.table))
    missing = up and not queries.number(m.table, b.TURNED) and m.table.piles.get("active", 0)
    return refuse() if missing else None


# Cards of one's own


no_object = refused_if(
    "extra.none", lambda m: not queries.number(m.table, b.OBJECTS, m.action.player), named=True, overrulable=True
)
"""Whoever uses an object holds one (R49)."""


def _tools(m: Moment) -> bool:
    return m.action.text("item") == "tools"


def _here(m: Moment) -> str:
    return queries.where(m.table, m.action.player)


@rule("extra.elsewhere")
def extra_elsewhere(m: Moment) -> Violation | None:
    """Fuel and tools are used where one stands: a room that takes fuel, or has damage spaces (R48)."""
    fits = _here(m) in (b.MOST_DAMAGE if _tools(m) else (b.BOILER, b.GENERATOR, *b.VEHICLES))
    if not fits:
        return refuse("tools" if _tools(m) else "text", room=_here(m) or b.REC_ROOM)
    return refuse("burnt", room=_here(m)) if queries.is_burnt(m.table, _here(m)) else None


@rule(no_fuel.id, overrulable=True)
def _store_empty(m: Moment) -> Violation | None:
    empty_ = not _tools(m) and not queries.here(m.table, b.FUEL, b.WAREHOUSE)
    return refuse(room=b.WAREHOUSE) if empty_ else None


@rule(no_space.id, overrulable=True)
def _no_space_here(m: Moment) -> Violation | None:
    full = not _tools(m) and not queries.fuel_goes_in(m.table, _here(m), 1)
    return refuse(room=_here(m)) if full else None


EXTRA_POSSIBLE = (
    Rule(beyond_repair.id, lambda m: beyond_repair(m, _here(m)) if _tools(m) else None, overrulable=True),
    Rule(whole.id, lambda m: whole(m, _here(m)) if _tools(m) else None, overrulable=True),
    _store_empty,
    _no_space_here,
)


# Fires


@rule("fire.burnt")
def burnt_already(m: Moment) -> Violation | None:
    """Refuse to burn a green room twice (R40)."""
    slug = room_of(m)
    if slug not in b.GREEN:
        return refuse("colour", room=slug)
    return refuse(room=slug) if queries.is_burnt(m.table, slug) else None


no_fires = refused_if(
    "fire.none-left", lambda m: sum(queries.is_burnt(m.table, one) for one in b.GREEN) >= b.FIRES, overrulable=True
)
"""The box has six fires (R40)."""


fire_too_late = refused_if("fire.late", lambda m: queries.number(m.table, b.TURNED), overrulable=True)
"""A room is set on fire right before the actions (R40)."""

# In the recreation room


@rule("step.wrong", of_actor=True)
def tests_have_begun(m: Moment) -> Violation | None:
    """Refuse what belongs to phase 5 after the first test of the round."""
    tested = m.table.step == "tests" and queries.kept(m.table, b.TESTED)
    return refuse("in-tests", turn=m.table.turn, asked="") if tested else None


trades_with_itself = refused_if("trade.self", lambda m: m.action.text("to") == m.action.player, named=True)
"""Weapons and objects go to somebody else (R50)."""


trades_wrong = refused_if("trade.kind", lambda m: m.action.text("kind") not in (b.WEAPONS, b.OBJECTS))
"""Only weapons and objects are traded (R50)."""


@rule("trade.none", overrulable=True)
def trades_nothing(m: Moment) -> Violation | None:
    """Whoever gives a card has one of the kind."""
    has = queries.number(m.table, m.action.text("kind"), m.action.player)
    return None if has else refuse(player=m.action.player)


no_flamethrower = refused_if(
    "weapon.no-charge",
    lambda m: is_(m, "flamethrower") and not queries.number(m.table, b.CHARGE, m.action.player),
    named=True,
)


def votes_of(m: Moment) -> list[tuple[str, str]]:
    """Return who points at whom in the action."""
    if m.action.verb == "vote":
        return [(m.action.player, m.action.text("at"))] if m.action.text("at") else []
    return [(voter, str(target)) for voter, target in m.action.table("votes").items() if target]


@rule("player.unknown")
def votes_unknown(m: Moment) -> Violation | None:
    """Whoever is pointed at is at the table."""
    unknown = next((target for _, target in votes_of(m) if target not in m.table.players), None)
    return refuse(player=unknown) if unknown is not None else None


@rule("player.out")
def votes_out(m: Moment) -> Violation | None:
    """Characters vote, and are voted against."""
    people = queries.characters(m.table)
    out = next((p for pair in votes_of(m) for p in pair if p not in people), None)
    return refuse(player=out) if out is not None else None


@rule("vote.self")
def votes_self(m: Moment) -> Violation | None:
    """Refuse a vote for oneself (R51)."""
    own = next((voter for voter, target in votes_of(m) if voter == target), None)
    return refuse(player=own) if own is not None else None


@rule("vote.proven")
def votes_proven(m: Moment) -> Violation | None:
    """Refuse a vote for a player proven human (R51)."""
    proven = next((target for _, target in votes_of(m) if not queries.suspicion(m.table, target)), None)
    return refuse(player=proven) if proven is not None else None


voted = refused_if("vote.twice", lambda m: queries.kept(m.table, b.VOTE, m.action.player), named=True)
"""One vote each (R51)."""

# Tests


@rule("test.done", overrulable=True)
def test_done(m: Moment) -> Violation | None:
    """One test of each kind a round, for the whole group (R54)."""
    kind = m.action.text("kind")
    return refuse(kind) if queries.kept(m.table, b.TEST_DONE[kind]) else None


@rule("test.no-sample", overrulable=True)
def no_sample(m: Moment) -> Violation | None:
    """Refuse a blood test without a bag of blood to spend (R56)."""
    missing = m.action.text("kind") == b.TEST_A and not queries.number(m.table, b.LAB, m.action.player)
    return refuse(player=m.action.player) if missing else None


@rule("test.no-wire", overrulable=True)
def no_wire(m: Moment) -> Violation | None:
    """Refuse a test by fire without the wire, an object that is kept (R57)."""
    missing = m.action.text("kind") == b.TEST_B and not queries.number(m.table, b.OBJECTS, m.action.player)
    return refuse(player=m.action.player) if missing else None


@rule("test.not-most", overrulable=True)
def not_most_suspected(m: Moment) -> Violation | None:
    """Refuse a blood test on anybody but the most suspected (R55)."""
    if m.action.text("kind") != b.TEST_A:
        return None
    most = queries.may_be_tested(m.table, m.action.player)
    return None if m.action.text("target") in most else refuse(players=", ".join(most))


# The way out


@rule("board.order", overrulable=True)
def not_next(m: Moment) -> Violation | None:
    """Refuse a decision out of order: the least suspicious decides first (R63)."""
    first = queries.may_board(m.table)
    if m.action.player == first:
        return None
    away = queries.kept(m.table, b.ELSEWHERE, m.action.player)
    return refuse("elsewhere" if away else "text", player=m.action.player, turn=first)


@rule("board.not-asked")
def not_asked_aboard(m: Moment) -> Violation | None:
    """Whoever is aboard lets somebody in, and whoever came aboard shows their role; nobody else does (R64)."""
    found = asked(m)
    return Violation("board.not-asked", found.blanks) if found and found.rule == "respond.not-asked" else found


somebody_is_asked = refused_if("board.waits", lambda m: m.table.prompts)
"""While those aboard are asked nobody else gets in (R64)."""


@rule("step.wrong")
def end_at_wrong_moment(m: Moment) -> Violation | None:
    """Winners are known when the game has come to an end; without a result it stops at any time."""
    early = m.action.text("cause") == "roles" and m.table.step != "ending"
    early |= m.action.text("cause") == "frozen" and queries.depth(m.table) != b.PHASES
    late = m.action.text("cause") in b.SAID_ENDINGS and m.table.step == "ending"
    return refuse("in-ending" if late else "still-playing") if early or late else None


@rule("end.unexposed")
def nobody_exposed(m: Moment) -> Violation | None:
    """Refuse that the last Human was taken where only an exposed Alien could have done it, and the tablet knows of
    none."""
    known = queries.exposed(m.table) or queries.depth(m.table) == b.PHASES
    return refuse() if m.action.text("cause") == "assimilated" and not known else None


@rule("end.roles")
def end_roles(m: Moment) -> Violation | None:
    """Refuse roles that do not cover everybody, or contradict those that were shown."""
    if m.action.text("cause") != "roles":
        return None
    roles = m.action.table("roles")
    wrong = sorted({*m.table.players} ^ {*roles})
    if wrong:
        return refuse(players=", ".join(wrong))
    off = [p for p, role in m.table.roles.items() if roles.get(p) != role]
    return refuse("shown", players=", ".join(off)) if off else None


@rule("end.roles")
def exposed_as_human(m: Moment) -> Violation | None:
    """Refuse an exposed Alien as Human in the end."""
    roles = m.action.table("roles") if m.action.text("cause") == "roles" else {}
    human = [p for p in queries.exposed(m.table) if roles.get(p) == b.HUMAN_ROLE]
    return refuse("exposed", players=", ".join(human)) if human else None


@rule("end.roles")
def no_alien_at_all(m: Moment) -> Violation | None:
    """One player is an Alien from the deal of the roles on, and nobody becomes a Human again."""
    said = m.action.text("cause") == "roles"
    return refuse("no-alien") if said and b.ALIEN_ROLE not in m.action.table("roles").values() else None


@rule("end.roles")
def human_is_left(m: Moment) -> Violation | None:
    """Refuse Humans in the base after the last Human was taken."""
    if m.action.text("cause") != "roles" or queries.ending(m.table) != "assimilated":
        return None
    roles = m.action.table("roles")
    left = [p for p in queries.characters(m.table) if roles[p] == b.HUMAN_ROLE]
    return refuse("human-left", players=", ".join(left)) if left else None


@rule("end.last")
def last_infected(m: Moment) -> Violation | None:
    """With nobody exposed and all infected, the last of them is named, and nobody else ever (RB, aclaraciones). Only a
    tablet that keeps everything knows that nobody was exposed."""
    if m.action.text("cause") != "roles":
        return None
    last, roles = m.action.text("last_infected"), m.action.table("roles")
    if not queries.all_infected(m.table, roles):
        return refuse("human", player=last) if last else None
    if last:
        return None if last in m.table.players else refuse_as("player.unknown", player=last)
    return refuse() if queries.depth(m.table) == b.COMPLETE else None
