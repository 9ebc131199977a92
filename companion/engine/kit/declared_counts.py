"""Declarations that count: numbers of the table and of its people, cards in hands and piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from companion.engine import facts as f
from companion.engine.actions import FieldType, number, table_of
from companion.engine.deck import Decklist
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.declared import Declared, Effects, living
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.public_state import COUNT, MANY
from companion.engine.state import Table
from companion.engine.view import Badge, Field, Grip

if TYPE_CHECKING:
    from companion.engine.kit.board_view import Board
    from companion.engine.kit.parts import AnyGame
    from companion.engine.kit.prompts import PromptBuilder


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

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: number(self.least, self.most)}

    def now(self, table: Table) -> int:
        """Return the present value."""
        return table.tracks.get((self.track, ""), 0)

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
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
            raise Impossible(self.refusal or self.name, **{self.name: value, "most": self.limit})
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

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: table_of(COUNT)} if self.field else {}

    def now(self, table: Table, player: str) -> int:
        """Return a player's present value."""
        return table.tracks.get((self.track, player), 0)

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
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


@dataclass(frozen=True)
class Hands(Declared):
    """Declaration of the number of cards in each hand. It is set together with the piles (`Counted`)."""

    name: str = "hands"
    most: int = 30
    choices: bool = False

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
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
class Pile(Declared):
    """Declaration of the number of cards in a pile. It is set together with the hands (`Counted`)."""

    pile: str = ""
    field: str = ""
    """The name of its field on the form."""
    label: str = ""
    most: Callable[[Decklist, Table], int] = lambda decklist, table: decklist.size(len(table.players))
    help: str = ""
    other: str = ""
    """The pile that has what this one lacks where it is counted alone; none where the game knows by itself."""

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: COUNT}

    def now(self, table: Table) -> int:
        """Return the present size."""
        return table.piles.get(self.pile, 0)

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        return self.now(table)

    @property
    def shape(self) -> FieldType:
        return COUNT

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        most, help_ = self.most(prompts.decklist, prompts.table), prompts.say(self.help) if self.help else ""
        now = str(self.now(prompts.table))
        return (Field(self.field, prompts.say(self.label), "number", value=now, least=0, most=most, help=help_),)

    def read(self, form: Form) -> ActionJson:
        count = form.number(self.field)
        if not self.other:
            return {self.name: count}
        rest = form.table.piles[self.other] + self.now(form.table) - count
        return {self.name: count, f"{self.other}_pile": rest} if count != self.now(form.table) else {}

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
            raise Impossible("sum", **piles, hands=sum(hands.values()), discard=max(discard, 0), size=size)
        effects.do(f.CountsSet({**piles, "discard": discard}, hands))
