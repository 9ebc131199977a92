"""What the box has of everything that lies on the table: no correction gives out more (RB, componentes)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.kit import declare
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.rooms import RoomNumber
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.box import deck_size
from companion.games.the_thing.effects import Effects

HELD: Mapping[str, tuple[str, str]] = {
    "weapons": ("weapon_pile", "weapon"), "objects": ("object_pile", "object"), "lab": ("lab_bag", "lab"),
}  # fmt: skip
"""What people hold: the pile it comes from, as a correction names it, and the back of its cards."""


@dataclass(frozen=True)
class Supplies(declare.Declared):
    """Cards, tokens and charges: those in hands and piles are no more than the box has for so many players. What
    somebody turns out to hold was drawn: where the pile is not counted too, it lies there no longer. `strength`: what
    the tokens and figures of the Alien are worth."""

    strength: int = b.STRENGTH_SUPPLY

    def concerns(self, said: Mapping[str, object]) -> bool:
        return any({*said} & keys for keys in self.fields_of().values())

    def fields_of(self) -> Mapping[str, set[str]]:
        """Return, for each supply, the fields of a correction that draw on it."""
        held = {kind: {kind, pile} for kind, (pile, _) in HELD.items()}
        return {**held, "charges": {"charges"}, "strength": {"strength", "pool"}}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for kind, keys in self.fields_of().items():
            if {*said} & keys:
                supply = self.supply(effects.decklist, effects.table, kind)
                if kind in HELD and HELD[kind][0] not in said:
                    left = effects.table.piles[kind]
                    drawn = min(self.lying(effects.table, kind) - supply, left)
                    if drawn > 0:
                        effects.do(f.CountsSet({kind: left - drawn}, {}))
                count = self.lying(effects.table, kind)
                if count > supply:
                    raise Impossible(f"supply-{kind}", count=count, supply=supply)

    def lying(self, table: Table, kind: str) -> int:
        """Return how much of a supply is on the table; what is in the waste may be a mistake, and is not counted."""
        if kind == "strength":
            placed = (n for (name, _), n in table.numbers.items() if name == b.STRENGTH)
            return queries.number(table, b.POOL) + sum(placed)
        held = sum(n for (name, _), n in table.tracks.items() if name == kind)
        return held + (table.piles.get(kind, 0) if kind in HELD else 0)

    def supply(self, decklist: Decklist, table: Table, kind: str) -> int:
        """Return how much of it the box has for this table."""
        box, players = decklist.answered(table.options), len(table.players)
        if kind == "strength":
            return self.strength
        if kind == "charges":
            return b.CHARGES * sum(copy.slug == b.WEAPON_SLUG[b.FLAMETHROWER] for copy in box.in_play(players))
        return deck_size(box, players, HELD[kind][1])


@dataclass(frozen=True)
class Fuel(RoomNumber):
    """Fuel in a room, no more than it has spaces, as far as the board tells."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for slug, count in cast("Mapping[str, int]", said[self.name]).items():
            space = queries.fuel_space(effects.table, slug) if slug in self.slugs else None
            if space is not None and count > space:
                raise Impossible("fuel", room=slug, most=space)
        super().set(effects, said)


@dataclass(frozen=True)
class OnTrack(declare.Number):
    """The space of a token on a track, not beyond its end where somebody has read it. `end`: which track of the
    board."""

    end: str = ""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        most = self.length(effects.table)
        if most is not None and cast(int, said[self.name]) > most:
            raise Impossible("track", most=most)
        super().set(effects, said)

    def length(self, table: Table) -> int | None:
        """Return the last space of the track; None where nobody has read it."""
        return cast("int | None", getattr(queries.board(table), self.end))
