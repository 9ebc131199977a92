"""Questions about a table of the cooperative mode: who plays whom, which dice lie there, where the threat is."""

from __future__ import annotations

from companion.engine.state import Table
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c

# People and their Characters


def people(table: Table) -> tuple[str, ...]:
    """Return who plays, in the order in which they sit."""
    kept = (table.notes.get(f"{c.PERSON}-{k}") for k in range(1, c.CHARACTERS + 1))
    return tuple(person for person in kept if person)


def person(table: Table, player: str) -> str:
    """Return who plays a Character; empty for nobody."""
    return table.notes.get(f"{c.PERSON}-{q.number(table, c.PERSON, player)}", "")


def number_of(table: Table, player: str) -> int:
    """Return the number of the person who plays a Character."""
    return q.number(table, c.PERSON, player)


def next_person(table: Table) -> str:
    """Return the first Character of the next person to the left of the leader who has one; with one person the
    leader's."""
    now, count = number_of(table, q.leader(table)), len(people(table))
    for k in range(1, count + 1):
        number = (now - 1 + k) % count + 1
        theirs = [one for one in q.characters(table) if number_of(table, one) == number]
        if theirs:
            return theirs[0]
    return q.leader(table)


def planners(table: Table) -> tuple[str, ...]:
    """Return who still has to be moved: the leader's Characters first, then those to the left (RC, fase 3)."""
    first, count = number_of(table, q.leader(table)), len(people(table))
    order = sorted(q.characters(table), key=lambda one: (number_of(table, one) - first) % max(count, 1))
    return tuple(one for one in order if not q.kept(table, b.PLACED, one))


def resting(table: Table) -> str:
    """Return who can still turn a die: on their feet in the dormitory, and not the one with the dice; empty for
    nobody."""
    here = (player for player in q.standing(table, b.DORMITORY) if player != assigned(table))
    return "" if q.kept(table, c.ALTERED) else next(here, "")


def grows(table: Table, player: str, more: int) -> int:
    """By how much somebody's suspicion grows: not past the threat, unless the table plays so, nor off the track."""
    now, at = q.suspicion(table, player), threat(table)
    if table.options.get("jump") != "passes" and now < at < now + more:
        more = at - now
    return max(min(more, q.most_suspicion(table) - now), 0)


# Dice


def dice(table: Table) -> dict[int, str]:
    """Return the dice that are not spent, by number from 1, with the side they show."""
    return {k: c.FACES[side - 1] for k, name in enumerate(c.DIE, 1) if (side := q.number(table, name))}


def faces(table: Table, words: Wording) -> str:
    """List the sides that the dice show."""
    return ", ".join(words.raw(f"dice.action.{face}") for face in dice(table).values())


def bad(table: Table) -> tuple[int, ...]:
    """Return the dice that show sabotage or the threat."""
    return tuple(k for k, face in dice(table).items() if face in c.BAD)


def how_many_dice(table: Table) -> int:
    """Return how many dice are rolled (RC, cocina)."""
    return c.HUNGRY_DICE if q.kept(table, b.HUNGRY) else c.DICE


def assigned(table: Table) -> str:
    """Return who was given the dice; empty for nobody."""
    return table.notes.get(c.ASSIGNED, "")


def may_reroll(table: Table, player: str) -> int:
    """Return how many dice a Character may have rolled again.

    Norris any, Garry one, in the dark any with a flashlight (RC, oscuridad, Norris, Garry); an object, as far as is
    known.
    """
    if q.kept(table, c.REROLLED) or not player:
        return 0
    name = q.sheet(table, player)
    lamp = q.is_dark(table) and q.number(table, b.OBJECTS, player)
    return c.DICE if name == b.NORRIS or lamp else int(name == b.GARRY)


def up(table: Table) -> tuple[str, ...]:
    """Return the Characters on their feet."""
    return tuple(player for player in q.characters(table) if not q.kept(table, b.LYING, player))


# The Alien


def threat(table: Table) -> int:
    """Return the space of the threat."""
    return q.number(table, c.THREAT)


def sharing(table: Table) -> tuple[str, ...]:
    """Return whose suspicion lies on the space of the threat.

    On the green one people are proven human and left alone, unless the table plays otherwise.
    """
    at = threat(table)
    if not at and table.options.get("green") != "taken":
        return ()
    return tuple(player for player in q.characters(table) if q.suspicion(table, player) == at)


def crowd(table: Table) -> int:
    """Return how many Characters are together where most are."""
    return max((len(q.there(table, slug)) for slug in (*b.OWN_GREEN, b.DORMITORY)), default=0)


def attack(table: Table) -> tuple[int, ...]:
    """Return the strength on each location card: on each the desired attack, on the last what is left (RC, fase 4)."""
    left, desired, laid = q.number(table, b.POOL), crowd(table) + 1, list[int]()
    while left and len(laid) < len(q.locations(table)):
        laid.append(min(desired, left))
        left -= laid[-1]
    return tuple(laid)


def prey(table: Table, slug: str, staying: tuple[str, ...]) -> tuple[str, ...]:
    """Return whom the Alien can assimilate in a room: the Characters that stayed, and the dog (empty)."""
    return (*staying, *([""] if q.here(table, b.DOG, slug) else []))


def dog_meetings(table: Table) -> tuple[str, ...]:
    """Return the rooms in which a Character is alone with a dog and that are not dealt with."""
    dogs = [slug for slug in b.OWN_GREEN if q.here(table, b.DOG, slug) and not q.here(table, b.MET, slug)]
    people = {slug: q.standing(table, slug) for slug in dogs}
    return tuple(slug for slug in dogs if len(people[slug]) == 1 and q.sheet(table, people[slug][0]) != b.CLARK)


def blocks(table: Table) -> int:
    """With how many dice the exposed Alien tries to block a way out; 0 where it has tried, or there is none."""
    return 0 if q.kept(table, c.ROLLED) or not q.exposed(table) else q.number(table, b.POOL)
