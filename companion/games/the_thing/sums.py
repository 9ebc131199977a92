"""The public sums: what a weather costs the base, what is eaten. Each is a value, so that it can be shown before it is
done, done, and told afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from companion.engine.state import Table
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.board import Weather


@dataclass(frozen=True, slots=True)
class Burnt:
    """Fuel of a room: it had `had` and needed `need`; the damage was `damage` and is at most `most`."""

    room: str
    had: int
    need: int
    damage: int
    most: int

    @property
    def left(self) -> int:
        """Fuel that is left."""
        return max(self.had - self.need, 0)

    @property
    def missing(self) -> int:
        """Fuel that is missing."""
        return max(self.need - self.had, 0)

    @property
    def damage_after(self) -> int:
        """The damage with what is missing; never more than the room holds (RB, fase 2)."""
        return min(self.damage + self.missing, self.most)


@dataclass(frozen=True, slots=True)
class Moved:
    """A token on a track: where it was, how far it goes, the length where it is known, and where it comes to lie."""

    track: str
    was: int
    by: int
    length: int | None = None

    @property
    def now(self) -> int:
        """New space of the token; never beyond the end."""
        there = self.was + self.by
        return there if self.length is None else min(there, self.length)

    @property
    def is_at_end(self) -> bool:
        """True if it has come to the last space, as far as that is known."""
        return self.length is not None and self.was + self.by >= self.length


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Costs of the base this round. What does not happen is None."""

    generator: Burnt | None
    boiler: Burnt | None
    freezing: Moved | None
    rescue: Moved | None
    rescue_fuel: Moved | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Numbers of the weather table that a round needs, in the order of the table."""

    generator: bool
    boiler: bool
    freezing: bool
    rescue: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are needed."""
        return tuple(column.name for column in fields(self) if getattr(self, column.name))


def wanted(table: Table) -> Wanted:
    """Return which numbers of the weather table count now.

    A generator that failed burns nothing, a destroyed boiler freezes instead, and the helicopter flies since the S.O.S.
    until it is there.
    """
    flies = queries.kept(table, b.SOS) and not queries.kept(table, b.ARRIVED) and not queries.kept(table, b.GONE)
    destroyed = queries.is_destroyed(table)
    dark = queries.is_dark(table) or queries.is_burnt(table, b.GENERATOR)
    return Wanted(not dark, not destroyed, destroyed, flies)


def asked_of(table: Table) -> Weather:
    """Return what the weather table of the host's board says now."""
    return queries.board(table).weather.get(queries.face(table), Weather())


def upkeep(table: Table, said: Weather) -> Upkeep:
    """Return what the base costs with these numbers of the weather table (RB, fase 2)."""
    want, found = wanted(table), queries.board(table)

    def burnt(slug: str, need: int | None) -> Burnt:
        had, damage = queries.here(table, b.FUEL, slug), queries.here(table, b.DAMAGE, slug)
        return Burnt(slug, had, need or 0, damage, b.MOST_DAMAGE[slug])

    def moved(track: str, by: int | None, length: int | None) -> Moved:
        return Moved(track, queries.number(table, track), by or 0, length)

    return Upkeep(
        burnt(b.GENERATOR, said.generator) if want.generator else None,
        burnt(b.BOILER, said.boiler) if want.boiler else None,
        moved(b.FREEZING, said.freezing, found.freezing) if want.freezing else None,
        moved(b.SOS, said.rescue, found.rescue) if want.rescue else None,
        moved(b.RESCUE_FUEL, 1, found.rescue_fuel) if _burns_rescue_fuel(table) else None,
    )


def _burns_rescue_fuel(table: Table) -> bool:
    """Return True if the helicopter's fuel goes on a space: the rulebook says two things (C2), and the table
    chooses."""
    if not queries.kept(table, b.SOS) or queries.kept(table, b.GONE):
        return False
    policy, there = table.options.get("rescue_fuel"), queries.kept(table, b.ARRIVED)
    if policy == "after-arrival":
        return there
    return there or policy != "not-sunny" or queries.face(table) != b.SUNNY


@dataclass(frozen=True, slots=True)
class Meal:
    """Meal of the base: all that is in the kitchen, else four of the pantry, else nothing and the base is hungry."""

    kitchen: int
    """Food there, all of which is eaten."""
    pantry: int
    eats_rest: bool = False
    """Whether a pantry that is not enough is eaten all the same."""
    hunger_stays: bool = False
    """Whether nobody who once went hungry is ever sated again."""

    @property
    def from_pantry(self) -> int:
        """Food of the pantry that is eaten."""
        return 0 if self.kitchen else 4 if self.pantry >= 4 else self.pantry * self.eats_rest

    @property
    def is_enough(self) -> bool:
        """True if nobody goes hungry."""
        return bool(self.kitchen) or self.pantry >= 4

    @property
    def sates(self) -> bool:
        """True if whoever was hungry no longer is."""
        return self.is_enough and not self.hunger_stays


def meal(table: Table) -> Meal:
    """Return what there is to eat (RB, fase 7)."""
    kitchen, pantry = (queries.here(table, b.FOOD_HERE, room) for room in (b.KITCHEN, b.PANTRY))
    rest, stays = queries.plays(table, "leftovers", "eaten"), queries.plays(table, "hunger", "for-good")
    return Meal(kitchen, pantry, rest, stays)


# The public sums as people say them: what was there, what went, what is left


class SumsTold:
    """Sums of one table in one language (`sums.…`)."""

    def __init__(self, words: Wording, table: Table) -> None:
        self.words = words
        self.table = table

    def say(self, key: str, **blanks: object) -> str:
        """Return a sentence about a sum."""
        return self.words.say(f"sums.{key}", **blanks)

    def upkeep(self, costs: Upkeep) -> Iterator[str]:
        """Yield what the base costs, line by line."""
        for burnt in (costs.generator, costs.boiler):
            if burnt is not None:
                yield self.burnt(burnt)
        if costs.generator is None:
            yield self.say("dark")
        if costs.freezing is not None:
            yield self.moved("freezing", costs.freezing)
        if costs.rescue is not None:
            yield self.moved("rescue", costs.rescue)
        if costs.rescue_fuel is not None:
            yield self.moved("rescue-fuel", costs.rescue_fuel)

    def burnt(self, burnt: Burnt) -> str:
        """«Generador: 3 − 2 = 1»; with what is missing, the damage it does, and what comes of that."""
        room = self.words.raw(f"rooms.{burnt.room}")
        said = self.say("burnt", room=room, had=burnt.had, need=burnt.need, left=burnt.left)
        if not burnt.missing:
            return said
        damage, most = burnt.damage_after, burnt.most
        said = self.say(
            "short", room=room, had=burnt.had, need=burnt.need, missing=burnt.missing, damage=damage, most=most
        )
        if damage >= most and burnt.damage < most:
            said = f"{said} {self.say('boiler-lost' if burnt.room == b.BOILER else 'blackout')}"
        return said

    def moved(self, key: str, moved: Moved) -> str:
        """Return the move of a token along its track."""
        said = self.say(key, was=moved.was, by=moved.by, now=moved.now)
        return f"{said} {self.say(f'{key}-end')}" if moved.is_at_end else said

    def meal(self, meal: Meal) -> str:
        """Return what is eaten, or that there is not enough."""
        if meal.kitchen:
            said = self.say("kitchen", count=meal.kitchen)
        elif meal.is_enough:
            said = self.say("pantry", had=meal.pantry, left=meal.pantry - meal.from_pantry)
        else:
            said = self.say("hungry-eats" if meal.from_pantry else "hungry", had=meal.pantry)
        if meal.sates and queries.kept(self.table, b.HUNGRY):
            said = f"{said} {self.say('fed')}"
        return said
