"""The public sums as people say them: what was there, what went, what is left."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.state import Table
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.sums import Burnt, Meal, Moved, Upkeep


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
        if meal.is_enough and queries.kept(self.table, b.HUNGRY):
            said = f"{said} {self.say('fed')}"
        return said
