"""What a game keeps of a table, declared once each.

From one declaration follow the field of the correction and its shape, the fields of its form with what they are now,
how they are read, how the table is set so, what programs are told of it, what lies before a player, and what the hands
must do when it is taken back. The order of a game's declarations is the order in which a correction sets them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from companion.engine import facts as f
from companion.engine.actions import FieldType, fields_of, list_of, number, one_of, record_of, setting, table_of, text
from companion.engine.deck import Decklist
from companion.engine.kit.corrections import Impossible, names
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.public_state import COUNT, MANY, NAME
from companion.engine.kit.setup import option_fault
from companion.engine.state import Table
from companion.engine.view import Badge, Field, Grip, RoomView

if TYPE_CHECKING:
    from companion.engine.kit.board_view import Board
    from companion.engine.kit.game import Game
    from companion.engine.kit.prompts import PromptBuilder
    from companion.engine.kit.undo_hints import UndoHints

Effects = Any
"""The effects of the game that declares it (its `Effects`)."""


@dataclass(frozen=True)
class Declared:
    """Something that is kept of a table. `name` is its field of the correction and of the public state."""

    name: str

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        """The fields of the correction that set it; none where it cannot be corrected by itself."""
        return {}

    def concerns(self, said: Mapping[str, object]) -> bool:
        """Whether a correction that names these fields sets it."""
        return self.name in said

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        """The table is as the correction says; raises `Impossible`."""

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        """What stands on a form about it, filled in with what it is now."""
        return ()

    def read(self, form: Form) -> ActionJson:
        """The correction's fields from such a form."""
        return {}

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
        """What programs are told of it."""
        raise NotImplementedError(self.name)

    @property
    def shape(self) -> FieldType:
        """What that may be."""
        return NAME

    @property
    def is_told(self) -> bool:
        """Whether it says itself what programs are told of it."""
        return type(self).public is not Declared.public

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        """What of it lies before a player."""
        return ()

    def grips(self, board: Board) -> Iterable[Grip]:
        """Where one touch of the ring puts it right; what the rules refuse then is not offered."""
        return ()

    def hints(self, undo: UndoHints) -> Iterable[str]:
        """What the hands must do about it when an action is taken back."""
        return ()

    def rooms(self, board: Board) -> Iterable[RoomView]:
        """The rooms it consists of, where it is a board."""
        return ()

    def in_room(self, board: Board, room: str) -> Iterable[Badge]:
        """What of it lies in a room."""
        return ()


def living(effects: Effects, player: str, variant: str = "living") -> str:
    """A player who still plays; raises `Impossible`."""
    if player not in effects.table.seats:
        raise Impossible(variant, player=player)
    return player


def at_table(effects: Effects, people: tuple[str, ...], variant: str) -> tuple[str, ...]:
    """People of this table, each named once; raises `Impossible`."""
    unknown = [player for player in people if player not in effects.table.players]
    if unknown or len(set(people)) != len(people):
        raise Impossible(variant, players=", ".join(unknown or people))
    return people


# People


@dataclass(frozen=True)
class Seats(Declared):
    """Who sits where."""

    name: str = "seats"

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: list_of(text)}

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        seats = prompts.table.seats
        return tuple(
            Field(f"seat.{k}", prompts.say("fix.seat", k=k + 1), "choice", prompts.names(seats), value=player)
            for k, player in enumerate(seats)
        )

    def read(self, form: Form) -> ActionJson:
        return {self.name: [form.first(f"seat.{k}") for k in range(len(form.table.seats))]}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        seats = names(said[self.name])
        if sorted(seats) != sorted(effects.table.seats):
            raise Impossible("seats", players=", ".join(effects.table.seats))
        effects.do(f.PlayersMoved(seats))


@dataclass(frozen=True)
class People(Declared):
    """Some of the people, ticked on a form. `label` asks who they are; without one nothing corrects it by itself."""

    label: str = ""

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: list_of(text)} if self.label else {}

    def who(self, table: Table) -> tuple[str, ...]:
        """Who they are now."""
        raise NotImplementedError(self.name)

    def of(self, table: Table) -> tuple[str, ...]:
        """Of whom."""
        return table.seats

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
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
    """Who is out, exactly those named. `name` is also the rule's sentence for somebody who does not play."""

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
        """The number that is kept for a player who is flagged."""
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

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: text} if self.label else {}

    def who(self, table: Table) -> str | None:
        """Before whom it lies."""
        return table.notes.get(self.note)

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
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
    """Whose turn it is at which step; `step` names the field of the step. How play goes on from there is the game's.

    Where the table is at a step to which no correction puts it, the form stands at `usual`.
    """

    name: str = "turn"
    step: str = "step"
    usual: str = ""
    after: frozenset[str] = frozenset()
    """Fields of the correction that drop what is under way, so that play goes on from somewhere."""
    step_first: bool = False
    """Whether the form asks for the step before it asks whose turn it is."""

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: text, self.step: one_of(*self.steps(game))}

    def steps(self, game: Game) -> tuple[str, ...]:
        """The steps to which a correction may put the table."""
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

    def now(self, game: Game, table: Table) -> str:
        """The step at which the form stands."""
        return table.step if table.step in self.steps(game) else self.usual

    def called(self, prompts: PromptBuilder, step: str) -> str:
        """What a step is called on the form."""
        return prompts.say(f"fix.step-{step}")

    def read(self, form: Form) -> ActionJson:
        both = (self.step, self.name) if self.step_first else (self.name, self.step)
        return {name: form.first(name) for name in both}


# Numbers


@dataclass(frozen=True)
class Number(Declared):
    """A number of the whole table, kept under `track`; 0 where none is kept. Taken off the table at 0 if `blank`."""

    track: str = ""
    least: int = 0
    most: int = MANY
    limit: int | None = None
    """What it may be at most where that is less than what is a number at all."""
    refusal: str = ""
    """The sentence for a number beyond the limit."""
    blank: bool = False
    choices: bool = False
    """Whether its values are chosen, each with a label of its own (`ask.fix.<name>-<value>`)."""

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: number(self.least, self.most)}

    def now(self, table: Table) -> int:
        """What it is."""
        return table.tracks.get((self.track, ""), 0)

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
        return self.now(table)

    @property
    def shape(self) -> FieldType:
        return number(0, self.most)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        label, now = prompts.say(f"fix.{self.name}"), str(self.now(prompts.table))
        most = self.most if self.limit is None else self.limit
        if self.choices:
            options = tuple((str(k), prompts.say(f"fix.{self.name}-{k}")) for k in range(self.least, most + 1))
            return (Field(self.name, label, "choice", options, value=now),)
        return (Field(self.name, label, "number", value=now, least=self.least, most=most),)

    def read(self, form: Form) -> ActionJson:
        return {self.name: form.number(self.name)}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        value = cast(int, said[self.name])
        if self.limit is not None and value > self.limit:
            raise Impossible(self.refusal or self.name, "override.invalid", **{self.name: value, "most": self.limit})
        effects.keep(self.track, "", (value or None) if self.blank else value)


@dataclass(frozen=True)
class Counter(Declared):
    """A number before each player, kept under `track`; taken off the table at 0. `field` names the form's fields;
    without it the number cannot be corrected by itself."""

    track: str = ""
    field: str = ""
    most: int = MANY
    rule: str = ""
    """The rule that refuses more than may lie there."""
    limit: Callable[[Table, str], int] | None = None
    """What a player may have at most, where that is not `most` for everybody."""
    badge: tuple[str, str, str] | None = None
    """Its drawing, the key of its label (with the count), its colour."""

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: table_of(COUNT)} if self.field else {}

    def now(self, table: Table, player: str) -> int:
        """What a player has."""
        return table.tracks.get((self.track, player), 0)

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
        return {player: value for (track, player), value in table.tracks.items() if track == self.track}

    @property
    def shape(self) -> FieldType:
        return table_of(COUNT)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        options, table = tuple((str(k), str(k)) for k in range(self.most + 1)), prompts.table
        return tuple(
            Field(f"{self.field}.{k}", player, "choice", options, value=str(self.now(table, player)))
            for k, player in enumerate(table.seats)
        )

    def read(self, form: Form) -> ActionJson:
        return {self.name: {p: form.number(f"{self.field}.{k}") for k, p in enumerate(form.table.seats)}}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for player, held in cast("Mapping[str, int]", said[self.name]).items():
            living(effects, player, "player")
            if held > (self.limit(effects.table, player) if self.limit else self.most):
                raise Impossible("text", self.rule, player=player)
            effects.keep(self.track, player, held or None)

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        count = self.now(board.table, player)
        if self.badge and count:
            yield Badge(self.badge[0], board.words.say(self.badge[1], count=count), self.badge[2], count)


# Cards


@dataclass(frozen=True)
class Hands(Declared):
    """How many cards everybody holds. It is set with the piles (`Counted`)."""

    name: str = "hands"
    most: int = 30
    choices: bool = False

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: table_of(COUNT)}

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        hands, seats = prompts.table.hands, prompts.table.seats
        if self.choices:
            options = tuple((str(k), str(k)) for k in range(self.most + 1))
            return tuple(Field(f"hand.{k}", p, "choice", options, value=str(hands[p])) for k, p in enumerate(seats))
        return tuple(
            Field(f"hand.{k}", p, "number", value=str(hands[p]), least=0, most=self.most) for k, p in enumerate(seats)
        )

    def read(self, form: Form) -> ActionJson:
        return {self.name: {p: form.number(f"hand.{k}") for k, p in enumerate(form.table.seats)}}


@dataclass(frozen=True)
class HandsByKind(Declared):
    """How many cards of each kind everybody holds."""

    name: str = "hands"
    kinds: tuple[str, ...] = ()
    most: int = 30

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: table_of(fields_of(**dict.fromkeys(self.kinds, number(0, self.most))))}

    def now(self, table: Table, player: str) -> dict[str, int]:
        """What a player holds."""
        return {kind: table.kinds.get((player, kind), 0) for kind in self.kinds}

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
        return {player: self.now(table, player) for player in table.seats}

    @property
    def shape(self) -> FieldType:
        return table_of(record_of(**dict.fromkeys(self.kinds, COUNT)))

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        return tuple(
            Field(
                f"hand.{k}.{kind}",
                f"{p}: {prompts.words.raw(f'kinds.{kind}')}",
                "number",
                value=str(held),
                most=self.most,
            )
            for k, p in enumerate(prompts.table.seats)
            for kind, held in self.now(prompts.table, p).items()
        )

    def read(self, form: Form) -> ActionJson:
        seats = enumerate(form.table.seats)
        return {self.name: {p: {kind: form.number(f"hand.{k}.{kind}") for kind in self.kinds} for k, p in seats}}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        hands: dict[str, int] = {}
        kinds: list[tuple[str, str, int]] = []
        for player, held in cast("Mapping[str, Mapping[str, int]]", said[self.name]).items():
            now = {**self.now(effects.table, living(effects, player)), **held}
            hands[player] = sum(now.values())
            kinds += [(player, kind, count) for kind, count in now.items()]
        effects.do(f.CountsSet({}, hands, tuple(kinds)))


@dataclass(frozen=True)
class Pile(Declared):
    """How many cards lie in a pile. It is set with the hands (`Counted`)."""

    pile: str = ""
    field: str = ""
    """The name of its field on the form."""
    label: str = ""
    most: Callable[[Decklist, Table], int] = lambda decklist, table: decklist.size(len(table.players))
    help: str = ""

    def keys(self, game: Game) -> Mapping[str, FieldType]:
        return {self.name: COUNT}

    def now(self, table: Table) -> int:
        """How many lie there."""
        return table.piles.get(self.pile, 0)

    def public(self, game: Game, decklist: Decklist, table: Table) -> object:
        return self.now(table)

    @property
    def shape(self) -> FieldType:
        return COUNT

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        most, help_ = self.most(prompts.decklist, prompts.table), prompts.say(self.help) if self.help else ""
        now = str(self.now(prompts.table))
        return (Field(self.field, prompts.say(self.label), "number", value=now, least=0, most=most, help=help_),)

    def read(self, form: Form) -> ActionJson:
        return {self.name: form.number(self.field)}

    def grips(self, board: Board) -> Iterable[Grip]:
        if self.label:
            now = self.now(board.table)
            yield Grip("pile", self.pile, "+", "", {self.name: now + 1})
            if now:
                yield Grip("pile", self.pile, "-", "", {self.name: now - 1})


@dataclass(frozen=True)
class Counted(Declared):
    """Hands and piles together are the deck. The cards that are named nowhere lie in the discards, unless those are
    named too: then the sum has to be right."""

    name: str = "counted"
    piles: tuple[str, ...] = ("draw",)
    """The piles that are counted beside hands and discards; their fields are `<pile>_pile`, or the pile's own name."""
    size: Callable[[Decklist, Table], int] = lambda decklist, table: decklist.size(len(table.players))
    after: frozenset[str] = frozenset()
    """Fields of the correction after which cards have to be counted too."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        fields = {"hands", "discard_pile", *self.piles, *(f"{pile}_pile" for pile in self.piles), *self.after}
        return bool(fields & set(said))

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        table = effects.table
        hands = dict(table.hands)
        for player, held in cast("Mapping[str, int]", said.get("hands", {})).items():
            hands[living(effects, player)] = held
        piles = {
            pile: cast(int, said.get(f"{pile}_pile", said.get(pile, table.piles.get(pile, 0)))) for pile in self.piles
        }
        size = self.size(effects.decklist, table)
        rest = size - sum(hands.values()) - sum(piles.values())
        discard = cast(int, said.get("discard_pile", rest))
        if discard < 0 or discard != rest:
            raise Impossible(
                "sum", "override.invalid", **piles, hands=sum(hands.values()), discard=max(discard, 0), size=size
            )
        effects.do(f.CountsSet({**piles, "discard": discard}, hands))


# What the table decided


@dataclass(frozen=True)
class HouseOptions(Declared):
    """How the house questions are answered."""

    name: str = "options"

    def keys(self, game: Game) -> Mapping[str, FieldType]:
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
