"""Declarations about people: who sits where, who is out, whose turn it is, and what lies before one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine import facts as f
from companion.engine.actions import FieldType, list_of, one_of, text
from companion.engine.deck import Decklist
from companion.engine.kit.corrections import Impossible, names
from companion.engine.kit.declared import Declared, Effects, at_table, living
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.public_state import NAME
from companion.engine.state import Table
from companion.engine.view import Badge, Field, Grip

if TYPE_CHECKING:
    from companion.engine.kit.board_view import Board
    from companion.engine.kit.parts import AnyGame
    from companion.engine.kit.prompts import PromptBuilder
    from companion.engine.kit.undo_hints import UndoHints


@dataclass(frozen=True)
class Seats(Declared):
    """Declaration of the order of seats."""

    name: str = "seats"

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: list_of(text)}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        seats = names(said[self.name])
        if sorted(seats) != sorted(effects.table.seats):
            raise Impossible("seats", players=", ".join(effects.table.seats))
        effects.do(f.PlayersMoved(seats))


@dataclass(frozen=True)
class People(Declared):
    """Some of the people, ticked on a form. `label` asks who they are; without one nothing corrects it by itself."""

    label: str = ""

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: list_of(text)} if self.label else {}

    def who(self, table: Table) -> tuple[str, ...]:
        """Return the players it applies to now."""
        raise NotImplementedError(self.name)

    def of(self, table: Table) -> tuple[str, ...]:
        """Of whom."""
        return table.seats

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        return list(self.who(table))

    @property
    def shape(self) -> FieldType:
        return list_of(NAME)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        options = prompts.names(self.of(prompts.table))
        return (Field(self.name, prompts.say(self.label), "checks", options, values=self.who(prompts.table)),)

    def read(self, form: Form) -> ActionJson:
        return {self.name: list(form.filled.get(self.name, ()))}


@dataclass(frozen=True)
class Out(People):
    """Declaration of the eliminated players. `name` is also the rule's sentence for a player who does not play."""

    label: str = "fix.who-out"

    def who(self, table: Table) -> tuple[str, ...]:
        return table.eliminated

    def of(self, table: Table) -> tuple[str, ...]:
        return table.players

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        table, out = effects.table, at_table(effects, names(said[self.name]), self.name)
        if set(out) >= set(table.players):
            raise Impossible("nobody-left")
        self.bring_back(effects, out)
        for player in out:
            if player in effects.table.seats:
                effects.leave(player, "override")

    def bring_back(self, effects: Effects, out: tuple[str, ...]) -> None:
        """Those who were taken for eliminated sit down again: after whom they sat after, or the nearest before them
        who is there. They have no cards until they are counted."""
        sat_after = dict(effects.table.out)
        for player in reversed(effects.table.eliminated):
            if player not in out:
                after = sat_after[player]
                while after not in effects.table.seats and after in sat_after and after != player:
                    after = sat_after[after]
                effects.do(f.PlayerBack(player, after if after in effects.table.seats else effects.table.seats[-1]))


@dataclass(frozen=True)
class Flagged(People):
    """Players for whom a number is kept, whatever it is."""

    track: str = ""
    badge: tuple[str, str, str] | None = None
    """Its drawing, the key of its label, its colour."""
    unknown: str = ""
    """The sentence for a name that is not at the table, or there twice; where none is given such names are nobody."""

    def who(self, table: Table) -> tuple[str, ...]:
        return tuple(p for p in table.seats if (self.track, p) in table.tracks)

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        flagged = names(said[self.name])
        if self.unknown:
            at_table(effects, flagged, self.unknown)
        for player in effects.table.seats:
            effects.keep(self.track, player, self.since(effects, player) if player in flagged else None)

    def since(self, effects: Effects, player: str) -> int:
        """Return the number kept for a flagged player."""
        return 1

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        return _badge(self.badge, board) if (self.track, player) in board.table.tracks else ()

    def grips(self, board: Board) -> Iterable[Grip]:
        if not self.label or not self.badge:
            return
        now = self.who(board.table)
        for player in board.table.seats:
            then = [p for p in now if p != player] if player in now else [*now, player]
            yield Grip("seat", player, "-" if player in now else "+", self.badge[0], {self.name: then})


@dataclass(frozen=True)
class Marker(Declared):
    """A marker before one player, noted under `note`. Without a label it cannot be corrected by itself."""

    note: str = ""
    label: str = ""
    badge: tuple[str, str, str] | None = None
    """Its drawing, the key of its label, its colour."""
    undo: str = ""
    """The sentence that gives it back to whoever had it."""

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: text} if self.label else {}

    def who(self, table: Table) -> str | None:
        """Before whom it lies."""
        return table.notes.get(self.note)

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        return self.who(table)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        options, now = prompts.names(prompts.table.seats), self.who(prompts.table) or ""
        return (Field(self.name, prompts.say(self.label), "choice", options, value=now),)

    def read(self, form: Form) -> ActionJson:
        return {self.name: form.first(self.name)}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        effects.do(f.Noted(self.note, living(effects, str(said[self.name]))))

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        return _badge(self.badge, board) if self.badge and player == self.who(board.table) else ()

    def hints(self, undo: UndoHints) -> Iterable[str]:
        if self.undo and any(isinstance(fact, f.Noted) and fact.key == self.note for fact in undo.facts):
            yield undo.say(self.undo, player=self.who(undo.before))


def _badge(badge: tuple[str, str, str] | None, board: Board) -> Iterable[Badge]:
    return (Badge(badge[0], board.words.raw(badge[1]), badge[2]),) if badge else ()


@dataclass(frozen=True)
class Turn(Declared):
    """Declaration of the turn player and the step; `step` names the field of the step. The game decides how play goes
    on.

    The form stands at `usual` if the table is at a step that no correction can set.
    """

    name: str = "turn"
    step: str = "step"
    usual: str = ""
    after: frozenset[str] = frozenset()
    """Fields of the correction that drop what is under way, so that play goes on from somewhere."""
    step_first: bool = False
    """Whether the form asks for the step before it asks whose turn it is."""

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: text, self.step: one_of(*self.steps(game))}

    def steps(self, game: AnyGame) -> tuple[str, ...]:
        """Return the steps that a correction may set."""
        return tuple(step for step, phase in game.phases.items() if phase.settable)

    def concerns(self, said: Mapping[str, object]) -> bool:
        return bool({self.name, self.step, *self.after} & set(said))

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        table, steps = prompts.table, self.steps(prompts.game)
        options = tuple((step, self.called(prompts, step)) for step in steps)
        now = self.now(prompts.game, table)
        whose = Field(self.name, prompts.say("fix.whose"), "choice", prompts.names(table.seats), value=table.turn)
        step = Field(self.step, prompts.say(f"fix.{self.step}"), "choice", options, value=now)
        return (step, whose) if self.step_first else (whose, step)

    def now(self, game: AnyGame, table: Table) -> str:
        """Return the step at which the form stands."""
        return table.step if table.step in self.steps(game) else self.usual

    def called(self, prompts: PromptBuilder, step: str) -> str:
        """Return the name of a step on the form."""
        return prompts.say(f"fix.step-{step}")

    def read(self, form: Form) -> ActionJson:
        both = (self.step, self.name) if self.step_first else (self.name, self.step)
        return {name: form.first(name) for name in both}
