"""What a game keeps of a table, declared once each.

From one declaration follow the field of the correction and its shape, the fields of its form with what they are now,
how they are read, how the table is set so, what programs are told of it, what lies before a player, and what the hands
must do when it is taken back. The order of a game's declarations is the order in which a correction sets them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from companion.engine import facts as f
from companion.engine.actions import FieldType, setting, table_of
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.declared import Declared, Effects, at_table, living
from companion.engine.kit.declared_counts import Counted, Counter, Hands, Number, Pile
from companion.engine.kit.declared_people import Flagged, Marker, Out, People, Seats, Turn
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.setup import option_fault
from companion.engine.view import Field

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame
    from companion.engine.kit.prompts import PromptBuilder


@dataclass(frozen=True)
class HouseOptions(Declared):
    """Declaration of the answers to the house questions."""

    name: str = "options"

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: table_of(setting)}

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        words, table = prompts.words, prompts.table
        fields = []
        for asked in prompts.decklist.options:
            key = f"options.{asked.name}"
            values = tuple((str(v).lower(), words.raw(f"{key}.values.{str(v).lower()}")) for v in asked.values)
            now = str(table.options.get(asked.name, asked.default)).lower()
            fields.append(Field(f"option.{asked.name}", words.raw(f"{key}.question"), "choice", values, value=now))
        return tuple(fields)

    def read(self, form: Form) -> ActionJson:
        chosen: dict[str, f.Setting] = {}
        for option in form.decklist.options:
            said = form.first(f"option.{option.name}")
            match = next((value for value in option.values if str(value).lower() == said), None)
            if match is not None and match != form.table.options.get(option.name, option.default):
                chosen[option.name] = match
        return {self.name: chosen} if chosen else {}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        options = cast("Mapping[str, f.Setting]", said[self.name])
        for name, value in options.items():
            if fault := option_fault(effects.decklist, name, value):
                raise Impossible(fault.variant, fault.rule, **fault.blanks)
        effects.do(f.OptionsSet(dict(options)))


__all__ = [
    "Counted",
    "Counter",
    "Declared",
    "Effects",
    "Flagged",
    "Hands",
    "HouseOptions",
    "Marker",
    "Number",
    "Out",
    "People",
    "Pile",
    "Seats",
    "Turn",
    "at_table",
    "living",
]
