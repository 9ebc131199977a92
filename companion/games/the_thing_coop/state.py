"""What is kept otherwise in the cooperative mode: no action cards, no leader token, but dice, a threat, and who plays
whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from companion.engine.actions import FieldType, list_of, number, one_of, optional, table_of
from companion.engine.deck import Decklist
from companion.engine.kit import declare
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import NAME, Shown
from companion.engine.state import Table
from companion.engine.view import Badge, Field
from companion.games.the_thing import queries as q
from companion.games.the_thing import state as base
from companion.games.the_thing.base import STRENGTH_SUPPLY
from companion.games.the_thing.state import Supplies
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries


class UnderWay(base.UnderWay):
    """Declaration of what has begun (dice, a choice, a blocked way out); it is dropped before the table is
    corrected."""

    def set(self, effects: declare.Effects, said: Mapping[str, object]) -> None:
        super().set(effects, said)
        effects.clear_dice()
        effects.clear(c.BACK, c.ROLLED)


class Persons(declare.Declared):
    """Declaration of who plays which Character."""

    def public(self, game: Any, decklist: Decklist, table: Table) -> object:
        return {player: queries.person(table, player) for player in table.seats}

    @property
    def shape(self) -> FieldType:
        return table_of(NAME)

    def badges(self, board: Any, player: str) -> Iterable[Badge]:
        if len(queries.people(board.table)) > 1 and not q.is_exposed(board.table, player):
            yield Badge("human", queries.person(board.table, player), "action")


class Dice(declare.Declared):
    """The action dice that are not spent."""

    def keys(self, game: Any) -> Mapping[str, FieldType]:
        return {self.name: list_of(one_of(*c.FACES), c.DICE)}

    def set(self, effects: declare.Effects, said: Mapping[str, object]) -> None:
        faces = cast("Sequence[str]", said[self.name])
        for k, name in enumerate(c.DIE):
            effects.keep(name, "", c.FACES.index(faces[k]) + 1 if k < len(faces) else None)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        dice = queries.dice(prompts.table)
        sides = ((one, prompts.words.raw(f"dice.action.{one}")) for one in c.FACES)
        options = (("", prompts.say("show.none")), *sides)
        return tuple(
            Field(f"die.{k}", prompts.say("fix.die", k=k), "choice", options, value=dice.get(k, ""))
            for k in range(1, c.DICE + 1)
        )

    def read(self, form: Form) -> ActionJson:
        return {self.name: [face for k in range(1, c.DICE + 1) if (face := form.first(f"die.{k}"))]}

    def public(self, game: Any, decklist: Decklist, table: Table) -> object:
        return list(queries.dice(table).values())

    @property
    def shape(self) -> FieldType:
        return list_of(one_of(*c.FACES))


WITHOUT = ("leader_token", "token", "hands", "draw_pile", "active_pile", "counted", "pack")
DECLARED = (
    UnderWay("under-way"),
    Persons("people"),
    declare.Number("threat", track=c.THREAT, most=c.FIRST_THREAT),
    Dice("dice"),
    Supplies("supplies", strength=STRENGTH_SUPPLY - 4),  # the figure of 4 is the threat
    declare.Marker("assigned", note=c.ASSIGNED, badge=("dice", "scene.assigned", "obstacle")),
)
FORMS = {
    **{name: form for name, form in base.FORMS.items() if name not in ("leader_token", "hands", "tracks")},
    "tracks": ("threat", *base.FORMS["tracks"]),
    "dogs": ("dogs",),
    "dice": ("dice",),
}


_GONE = {*WITHOUT, "discard_pile", "voted", "encounters"}
PUBLIC = (
    *(one for one in base.PUBLIC if (one if isinstance(one, str) else one.name) not in _GONE),
    Shown("encounters", lambda game, decklist, table: [*q.hunted(table), *queries.dog_meetings(table)], list_of(NAME)),
    *("people", "threat", "dice"),
    Shown("assigned", shape=optional(NAME)),
    Shown("attack", lambda game, decklist, table: list(queries.attack(table)), list_of(number(0, 99))),
)
"""`attack`: the strength on each card if the Alien attacked now."""
