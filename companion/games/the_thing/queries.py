"""Questions about the table that several rules ask: who stands where, who meets whom, what lies where."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action
from companion.engine.places import Place, room
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing.board import Figures, figures


def number(table: Table, name: str, player: str = "") -> int:
    """Return a number of the table, or of a player; 0 if none is kept."""
    return table.tracks.get((name, player), 0)


def kept(table: Table, name: str, player: str = "") -> bool:
    """Return True if a number is kept at all."""
    return (name, player) in table.tracks


def here(table: Table, name: str, slug: str) -> int:
    """Return a number of a room."""
    return table.numbers.get((name, room(slug)), 0)


def depth(table: Table) -> str:
    """Return how much of the game the tablet keeps, one of `DEPTHS`."""
    return str(table.options.get("depth", b.COMPLETE))


def plays(table: Table, name: str, answer: str) -> bool:
    """Return True if the table plays by this answer to something that the rulebook leaves open."""
    return table.options.get(name) == answer


def board(table: Table) -> Figures:
    """Return what the host has read from the board."""
    return figures(table.options, len(table.players))


def face(table: Table) -> str:
    """Return what the weather die shows; empty before it was rolled."""
    shown = number(table, b.WEATHER)
    return b.FACES[shown - 1] if shown else ""


# People


def leader(table: Table) -> str:
    """Return who has the leader sheet."""
    return table.notes.get(b.LEADER, "")


def is_exposed(table: Table, player: str) -> bool:
    """Return True if a player is an exposed Alien."""
    return kept(table, b.EXPOSED, player)


def characters(table: Table) -> tuple[str, ...]:
    """Return everybody who is no exposed Alien, in the order of the seats."""
    return tuple(player for player in table.seats if not is_exposed(table, player))


def exposed(table: Table) -> tuple[str, ...]:
    """Return the players of the exposed Alien."""
    return tuple(player for player in table.seats if is_exposed(table, player))


def after(table: Table, player: str, steps: int = 1) -> str:
    """Return the next Character to the left of a player; to the right with -1."""
    people = characters(table)
    seats = table.seats
    start = seats.index(player) if player in seats else 0
    for k in range(1, len(seats) + 1):
        found = seats[(start + steps * k) % len(seats)]
        if found in people:
            return found
    return player


def from_the_leader(table: Table) -> tuple[str, ...]:
    """Return the Characters from the leader on, to the left."""
    people, seats, first = characters(table), table.seats, leader(table)
    start = seats.index(first) if first in seats else 0
    return tuple(player for player in (*seats[start:], *seats[:start]) if player in people)


def planners(table: Table) -> tuple[str, ...]:
    """Return who still has to move, from the leader's left on, the leader last."""
    order = from_the_leader(table)
    if order and order[0] == leader(table):
        order = (*order[1:], order[0])
    return tuple(player for player in order if not kept(table, b.PLACED, player))


def where(table: Table, player: str) -> str:
    """Return the room in which a player stands or lies; empty if nobody knows."""
    at = number(table, "room", player)
    return b.ROOMS[at - 1] if at else ""


def standing(table: Table, slug: str) -> tuple[str, ...]:
    """Return the Characters on their feet in a room; in the dormitory everybody, where the table has sleepers meet."""
    awake = slug == b.DORMITORY and plays(table, "dormitory", "meet")
    return tuple(p for p in there(table, slug) if awake or not kept(table, b.LYING, p))


def there(table: Table, slug: str) -> tuple[str, ...]:
    """All Characters in a room."""
    return tuple(p for p in characters(table) if where(table, p) == slug)


def sheet(table: Table, player: str) -> str:
    """Return a player's Character; empty if it was not said."""
    told = number(table, b.SHEET, player)
    return b.SHEETS[told - 1] if told else ""


def garry(table: Table) -> str:
    """Return who plays Garry, empty where nobody in the base does."""
    return next((player for player in characters(table) if sheet(table, player) == b.GARRY), "")


def suspicion(table: Table, player: str) -> int:
    """Return the space of a player's suspicion token: 0 is the green one, proven human."""
    return number(table, b.SUSPICION, player)


def most_suspicion(table: Table) -> int:
    """Return the red space: the number of Characters the game began with, or of those that are left."""
    return len(characters(table) if plays(table, "red_space", "left") else table.players)


def is_watched(table: Table, player: str) -> bool:
    """Return True if a player's action cards have to be shown: suspicion is at its maximum."""
    return suspicion(table, player) >= most_suspicion(table)


def shows_card(table: Table, player: str, light: bool = False) -> bool:
    """Return True if the card that a player hands in lies face up: suspicion is at its maximum.

    Where it is drawn in the dark the table may have it lie face down. `light`: a flashlight is used.
    """
    blind = is_dark(table) and not light and sheet(table, player) != b.NORRIS
    return is_watched(table, player) and not (blind and plays(table, "dark_card", "down"))


def hand_limit(table: Table) -> int:
    """Return the most action cards in a hand."""
    return b.HUNGRY_LIMIT if kept(table, b.HUNGRY) else b.LIMIT


# Rooms


def has_second_snowcat(table: Table) -> bool:
    """Return True on a board with two snowcats."""
    return kept(table, b.SNOWCATS)


def green(table: Table) -> tuple[str, ...]:
    """Return the green rooms of this board, in its order."""
    return b.GREEN if has_second_snowcat(table) else b.OWN_GREEN


def vehicles(table: Table) -> tuple[str, ...]:
    """Return the rooms in which a vehicle stands."""
    return b.VEHICLES if has_second_snowcat(table) else b.OWN_VEHICLES


def card_of(slug: str) -> str:
    """Return the room under which a room's location card is known: both snowcats share one."""
    return b.SHED if slug == b.SECOND_SHED else slug


def is_burnt(table: Table, slug: str) -> bool:
    """Return True if a room was set on fire."""
    return bool(here(table, b.FIRE, slug))


def is_dark(table: Table) -> bool:
    """Return True if the generator has failed. Of one that has burnt down the rulebook does not say."""
    after_fire = table.options.get("burnt_generator", "as-before")
    if is_burnt(table, b.GENERATOR) and after_fire != "as-before":
        return after_fire == "dark"
    return here(table, b.DAMAGE, b.GENERATOR) >= b.MOST_DAMAGE[b.GENERATOR]


def most_damage(table: Table, slug: str) -> int:
    """Return how many damage counters a room takes: all of its spaces, or as many as it began with."""
    if slug not in (b.RADIO, b.HELICOPTER) or not plays(table, "damage_spaces", "start"):
        return b.MOST_DAMAGE[slug]
    count = len(table.players)
    told = table.options.get("helicopter")
    return count if slug == b.RADIO else told if isinstance(told, int) else count - 2


def is_destroyed(table: Table) -> bool:
    """Return True where the boiler is beyond repair: it has all its damage, or has burnt (RB, localizaciones en
    llamas)."""
    return kept(table, b.FREEZING) or is_burnt(table, b.BOILER)


def fuel_space(table: Table, slug: str) -> int | None:
    """Return how much fuel goes into a room; None if nobody has read it from the board."""
    if slug in (b.BOILER, b.GENERATOR):
        return b.MOST_FUEL
    return board(table).fuel_spaces.get(card_of(slug)) if slug in b.VEHICLES else None


def fuel_goes_in(table: Table, slug: str, count: int) -> int:
    """Return how many of `count` fuel tokens a room can take."""
    space = fuel_space(table, slug)
    return count if space is None else max(min(count, space - here(table, b.FUEL, slug)), 0)


def takes_fuel(table: Table) -> tuple[str, ...]:
    """Return the rooms to which the use of the weather station can move a token of the warehouse."""
    rooms = (b.GENERATOR, b.BOILER, *vehicles(table)) if here(table, b.FUEL, b.WAREHOUSE) else ()
    return tuple(slug for slug in rooms if not is_burnt(table, slug) and fuel_goes_in(table, slug, 1))


def is_ready(table: Table, slug: str) -> bool:
    """Return True if a vehicle is whole and, as far as is known, full; where the tablet keeps only phases the table
    knows."""
    if depth(table) == b.PHASES:
        return True
    space = fuel_space(table, slug)
    full = space is None or here(table, b.FUEL, slug) >= space
    return full and not here(table, b.DAMAGE, slug)


def kennel_is_in_deck(table: Table) -> bool:
    """Return True if the kennel's card is among the location cards: dogs are shut in, and not to stay there for
    good."""
    let_out = table.options.get("kennel") != "stay"
    return let_out and kept(table, b.DOGS_IN) and bool(here(table, b.DOG, b.KENNEL))


def locations(table: Table) -> tuple[str, ...]:
    """Return the rooms whose cards are in the location deck; for the card of two snowcats both."""
    whole = tuple(slug for slug in green(table) if not is_burnt(table, slug))
    return (*whole, b.KENNEL) if kennel_is_in_deck(table) else whole


def drawable(table: Table) -> tuple[str, ...]:
    """Return the rooms whose cards are in the location deck and were not drawn yet."""
    return tuple(slug for slug in locations(table) if not here(table, b.DRAWN, card_of(slug)))


def heaps(table: Table) -> tuple[tuple[Place, int], ...]:
    """Return the Alien's face-down cards, each with the strength on it."""
    return tuple((at, n) for (name, at), n in table.numbers.items() if name == b.STRENGTH and at.kind == "pile")


def strength(table: Table) -> int:
    """Return the strength of the exposed Alien: in its reserve, on its cards and in rooms."""
    return number(table, b.POOL) + sum(n for (name, _), n in table.numbers.items() if name == b.STRENGTH)


# Dogs


def has_pack_leader(table: Table) -> bool:
    """Return True if one of the dogs leads the pack."""
    return table.options.get("pack_leader") == "yes"


def pack_leader(table: Table) -> str:
    """Return the room of the dog that leads the pack; empty if nobody knows, or while it is being moved."""
    return next((slug for slug in (*b.GREEN, b.KENNEL) if here(table, b.PACK, slug)), "")


def pack_leader_moves(table: Table) -> bool:
    """Return True if it is about, neither shut in nor taken: dogs enter at the end of the first round."""
    about = kept(table, b.DOGS_IN) and not kept(table, b.PACK_TAKEN)
    return has_pack_leader(table) and about and pack_leader(table) != b.KENNEL


def pack_is_loose(table: Table) -> bool:
    """Return True if it is among the dogs that were taken up and still have to be put in a room."""
    gone = pack_leader(table) or kept(table, b.PACK_TAKEN)
    return has_pack_leader(table) and not gone and bool(number(table, b.LOOSE))


def dogs_are_late(table: Table) -> bool:
    """Return True if dogs are still loose from a phase that was left before all had their room."""
    return bool(number(table, b.LOOSE)) and table.step in b.LATE_DOGS and depth(table) == b.COMPLETE


def caught(table: Table, slug: str, people: int) -> int:
    """Return how many dogs of a room `people` people shut in: the pack leader takes three."""
    dogs = here(table, b.DOG, slug)
    if pack_leader(table) != slug:
        return min(dogs, 1) if people > 1 else 0
    return dogs if people >= b.PACK_TAMERS else dogs - 1 if people > 1 else 0


# Encounters


def staying(table: Table, action: Action) -> tuple[str, ...]:
    """Return who takes part in the encounter of the action: who stands in its room and does not evade."""
    evade = action.table("evade")
    return tuple(p for p in standing(table, action.text("at")) if p not in evade)


def hunted(table: Table) -> tuple[str, ...]:
    """Return the rooms in which the exposed Alien still has to be dealt with."""
    return tuple(slug for slug in (*b.GREEN, b.KENNEL) if here(table, b.STRENGTH, slug))


def meetings(table: Table) -> tuple[str, ...]:
    """Return the rooms in which a Character meets another, or a dog, and that are not dealt with."""
    asleep = (b.DORMITORY,) if plays(table, "dormitory", "meet") else ()
    found: list[str] = []
    for slug in (*b.GREEN, *asleep):
        people, dogs = standing(table, slug), here(table, b.DOG, slug)
        meets = len(people) > 1 or (dogs and any(sheet(table, p) != b.CLARK for p in people))
        if meets and not here(table, b.MET, slug):
            found.append(slug)
    return tuple(found)


def looks_at(table: Table, player: str) -> tuple[str, ...]:
    """At whose contagion tokens somebody can look in the meeting that is under way."""
    return tuple(p for p in there(table, where(table, player)) if p != player and kept(table, b.OFFERS, p))


# Work


def times(table: Table, slug: str) -> int:
    """Return how often an action is done in a room: once, or once for everybody who stands there and helps."""
    return len(standing(table, slug)) if slug in b.TOGETHER else 1


def meal_brought(table: Table, player: str) -> int:
    """Return how much food a player brings to the kitchen."""
    return 1 if sheet(table, player) == b.NAULS else 2


# The way out


def aboard(table: Table) -> tuple[str, ...]:
    """Return who is aboard, in the order in which they came."""
    found = [(n, p) for (name, p), n in table.tracks.items() if name == b.ABOARD]
    return tuple(p for _, p in sorted(found))


def may_board(table: Table) -> str:
    """Return who decides now about getting aboard: the least suspicious, among equals whoever comes first in turn;
    empty if nobody is left to."""
    settled = (b.ABOARD, b.REFUSED, b.ELSEWHERE)
    waiting = [p for p in from_the_leader(table) if not any(kept(table, name, p) for name in settled)]
    return min(waiting, key=lambda p: suspicion(table, p), default="")


def rescue_is_said(table: Table) -> bool:
    """Return True if the table may say by itself that people leave by the rescue helicopter.

    Where the tablet keeps only phases it does not know when the helicopter comes.
    """
    return depth(table) == b.PHASES and table.step == "actions" and not kept(table, b.GONE)


def rescue_is_there(table: Table) -> bool:
    """Return True if the rescue helicopter stands there and was not declined this round."""
    return kept(table, b.ARRIVED) and not kept(table, b.GONE) and not kept(table, b.DECLINED)


# The end


def ending(table: Table) -> str:
    """Return the end that has come, one of `ENDINGS`; empty before that."""
    return b.ENDINGS[number(table, b.ENDING) - 1] if kept(table, b.ENDING) else ""


def all_infected(table: Table, roles: Mapping[str, object]) -> bool:
    """Return True where every player is an Alien and none was exposed."""
    return not exposed(table) and all(roles.get(p) == b.ALIEN_ROLE for p in table.players)


# Planning


def sees_in_the_dark(table: Table, action: Action) -> bool:
    """Return True if a player chooses their own card although the generator has failed."""
    return sheet(table, action.player) == b.NORRIS or action.said.get("light") is True


def whose_card(table: Table, action: Action) -> str:
    """Out of whose hand the card comes that somebody hands in: in the dark the right neighbour's."""
    dark = is_dark(table) and not sees_in_the_dark(table, action)
    return to_the_right(table, action.player) if dark and action.player in table.seats else action.player


def to_the_right(table: Table, player: str) -> str:
    """From whose hand somebody draws in the dark: the next Character's to the right; where the right neighbour has none
    any more, by agreement the own."""
    everybody = table.players
    beside = everybody[everybody.index(player) - 1] if player in everybody else player
    gone = beside not in characters(table)
    return player if gone and plays(table, "dark_neighbour", "own") else after(table, player, -1)


def where_it_is_done(table: Table, action: Action) -> str:
    """In which room a card is carried out: where its Character stands; as it is said, where nobody keeps that."""
    said = action.text("at") if not action.player or depth(table) != b.COMPLETE else ""
    return said or (where(table, action.player) if action.player else "")


# Votes and tests


def voters(table: Table) -> tuple[str, ...]:
    """Return who has not voted yet."""
    return tuple(p for p in characters(table) if not kept(table, b.VOTE, p))


def voted(table: Table) -> tuple[str, ...]:
    """Return whose vote is in; whom it is for the table does not know."""
    return tuple(p for p in characters(table) if kept(table, b.VOTE, p))


def all_voted(table: Table) -> bool:
    """Return True if every vote is in, and none is counted yet."""
    return table.step == "rec-room" and not voters(table)


def may_be_tested(table: Table, tester: str) -> tuple[str, ...]:
    """On whom somebody makes a blood test: the most suspected; by agreement always on themselves."""
    people = characters(table)
    highest = max((suspicion(table, p) for p in people), default=0)
    most = tuple(p for p in people if suspicion(table, p) == highest)
    own = plays(table, "own_test", "always") and tester in people and tester not in most
    return (*most, tester) if own else most


def testers(table: Table, kind: str) -> tuple[str, ...]:
    """Return who may have, by what everybody has drawn, what a test of this kind takes."""
    if kind == b.TEST_A:
        return tuple(p for p in characters(table) if number(table, b.LAB, p))
    return tuple(p for p in characters(table) if number(table, b.OBJECTS, p) and number(table, b.CHARGE, p))
