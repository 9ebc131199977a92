"""What the questions of any game are made from: the table, what has been said, the words."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.common.opening import option
from companion.referee.view import Field, Said
from companion.table.facts import Setting
from companion.table.state import Table


class Asking:
    """One question in the making."""

    def __init__(self, decklist: Decklist, table: Table, said: Said, words: Wording) -> None:
        self.decklist = decklist
        self.table = table
        self.said = said
        self.words = words

    def heard(self, key: str) -> str:
        """A text said so far, empty where none was."""
        value = self.said.get(key)
        return value if isinstance(value, str) else ""

    def option(self, name: str) -> Setting:
        """What this table decided on a house question."""
        return option(self.decklist, self.table, name)

    def say(self, key: str, **blanks: object) -> str:
        """A sentence of the questions."""
        return self.words.say(f"ask.{key}", **blanks)

    def names(self, players: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Players as the options of a field."""
        return tuple((player, player) for player in players)


def seat_fields(sheet: Asking) -> tuple[Field, ...]:
    """Who sits where, seat by seat."""
    seats = sheet.table.seats
    return tuple(
        Field(f"seat.{k}", sheet.say("fix.seat", k=k + 1), "choice", sheet.names(seats), value=player)
        for k, player in enumerate(seats)
    )


def option_fields(sheet: Asking) -> tuple[Field, ...]:
    """The house questions with their answers, as they are now."""
    words, table = sheet.words, sheet.table
    fields = []
    for asked in sheet.decklist.options:
        values = tuple(
            (str(value).lower(), words.raw(f"options.{asked.name}.values.{str(value).lower()}"))
            for value in asked.values
        )
        now = str(table.options.get(asked.name, asked.default)).lower()
        question = words.raw(f"options.{asked.name}.question")
        fields.append(Field(f"option.{asked.name}", question, "choice", values, value=now))
    return tuple(fields)
