"""What is kept of a table of La Cosa: declared once each, in the order in which a correction sets them.

A correction sets what it names. The cards that doors, quarantines and eliminations gain or lose come from the discards
and go there, unless a pile is named too: then the sum must be the deck's. Naming `turn`, `step`, `seats` or
`eliminated` drops what is under way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.engine import facts as f
from companion.engine.actions import FieldType, list_of, number, one_of, optional, so_many, table_of, text, whole
from companion.engine.deck import Decklist
from companion.engine.kit import declare
from companion.engine.kit.board_view import Board
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.declare import Counter, Declared, Hands, HouseOptions, Out, Pile, living
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import MANY, NAME, Shown
from companion.engine.kit.undo_hints import UndoHints
from companion.engine.places import DISCARD, DRAW
from companion.engine.state import Table
from companion.engine.view import Badge, Field, Grip
from companion.games.la_cosa import queries
from companion.games.la_cosa.cards import copies_that, offers
from companion.games.la_cosa.effects import Effects
from companion.games.la_cosa.queries import HAND, ROUNDS, obstacles
from companion.games.la_cosa.steps import BARS, ISOLATES

DROPS = frozenset({"turn", "step", "seats", "eliminated"})
"""Naming one of these drops what is under way."""

MOST_ROUNDS = 4
WAYS = ("clockwise", "counterclockwise")
DOOR = "puerta-atrancada"
PAIR = so_many(2, text, "malformed.pair")

Said = Mapping[str, object]


class UnderWay(Declared):
    """Declaration of what is asked and claimed; it is dropped before anything is set."""

    def concerns(self, said: Said) -> bool:
        return bool(DROPS & set(said))

    def set(self, effects: Effects, said: Said) -> None:
        effects.settle()
        effects.forget_notes()
        if effects.table.claim:
            effects.do(f.Claimed(effects.table.claim.player, ""))


class Seats(declare.Seats):
    """Declaration of the order of the living players.

    The gap after the k-th name is the k-th of the old ring, counted from the seat where the first name sat.
    """

    def set(self, effects: Effects, said: Said) -> None:
        table = effects.table
        super().set(effects, said)
        start = table.seats.index(effects.table.seats[0])
        effects.do(f.ObstaclesSet(table.gaps[start:] + table.gaps[:start], table.fronts))


class Direction(Declared):
    """Declaration of the direction of play."""

    def keys(self, game: object) -> Mapping[str, FieldType]:
        return {self.name: one_of(*WAYS)}

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        ways = tuple((way, prompts.say(f"fix.{way}")) for way in WAYS)
        now = WAYS[not prompts.table.clockwise]
        return (Field(self.name, prompts.say("fix.direction"), "choice", ways, value=now),)

    def read(self, form: Form) -> ActionJson:
        return {self.name: form.first(self.name)}

    def set(self, effects: Effects, said: Said) -> None:
        effects.do(f.DirectionTurned(said[self.name] == WAYS[0]))

    def grips(self, board: Board) -> Iterable[Grip]:
        yield Grip("way", "", "", "", {self.name: WAYS[board.table.clockwise]})


@dataclass(frozen=True)
class Turn(declare.Turn):
    """Declaration of the turn player, at draw or act; if only an elimination sets it, the next who is left."""

    usual: str = "draw"
    after: frozenset[str] = DROPS

    def set(self, effects: Effects, said: Said) -> None:
        before, seats = effects.before, effects.table.seats
        line = queries.in_play_order(before, before.turn) if before.turn in before.seats else before.seats
        left = next((p for p in line if p in seats), seats[0])
        turn = living(effects, str(said.get(self.name, left)), self.name)
        effects.do(f.TurnBegan(turn), f.StepBegan(str(said.get(self.step, self.usual))))


class Lost(Declared):
    """The draw pile as it was counted after turns that nobody noted."""

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        table = prompts.table
        most = prompts.decklist.size(len(table.players)) - HAND * len(table.seats)
        now = str(min(table.piles["draw"], most))
        return (Field("draw_pile", prompts.say("fix.draw"), "number", value=now, least=0, most=most),)

    def read(self, form: Form) -> ActionJson:
        draw, table = form.number("draw_pile"), form.table
        rest = form.decklist.size(len(table.players)) - draw - HAND * len(table.seats) - obstacles(table)
        return {"step": "draw", "draw_pile": draw, "discard_pile": max(0, rest)}


# Obstacles


class Doors(Declared):
    """Between whom doors stand: one pair a door. They are set with the quarantines (`Obstacles`)."""

    def keys(self, game: object) -> Mapping[str, FieldType]:
        return {self.name: list_of(PAIR)}

    def public(self, game: object, decklist: Decklist, table: Table) -> object:
        return queries.doors(table)

    @property
    def shape(self) -> FieldType:
        return list_of(so_many(2, NAME, "malformed.pair"))

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        table = prompts.table
        around = zip(table.seats, (*table.seats[1:], table.seats[0]), strict=True)
        gaps = tuple((str(k), prompts.say("fix.gap", a=a, b=b)) for k, (a, b) in enumerate(around))
        lying = [str(k) for k, cards in enumerate(table.gaps) for _ in cards]
        copies = max(copies_that(prompts.decklist, BARS, len(table.players)), len(lying))
        options = (("", prompts.say("fix.not-in-play")), *gaps)
        return tuple(
            Field(f"door.{k}", prompts.say("fix.door", k=k + 1), "choice", options, value="".join(lying[k : k + 1]))
            for k in range(copies)
        )

    def read(self, form: Form) -> ActionJson:
        filled, seats = form.filled, form.table.seats
        chosen = [filled[name][0] for name in sorted(filled) if name.startswith("door.") and filled[name]]
        gaps = [k for k in map(whole, chosen) if k is not None and k < len(seats)]
        return {self.name: [[seats[k], seats[(k + 1) % len(seats)]] for k in gaps]}

    def grips(self, board: Board) -> Iterable[Grip]:
        """Yield a door into every gap without one, and out of every gap with one."""
        seats, gaps = board.table.seats, board.table.gaps
        pairs = [(a, b) for a, b in zip(seats, (*seats[1:], seats[0]), strict=True)]
        if len(seats) < 3:
            return
        for k, lying in enumerate(gaps):
            others = [list(pair) for n, pair in enumerate(pairs) for _ in gaps[n] if n != k]
            then = others if lying else [*others, list(pairs[k])]
            yield Grip("gap", str(k), "-" if lying else "+", DOOR, {self.name: then})


class Quarantine(Counter):
    """Declaration of the rounds of quarantine left to each player."""

    is_whole = True

    def keys(self, game: object) -> Mapping[str, FieldType]:
        return {self.name: table_of(number(-MANY, MANY))}

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        numbers = tuple((str(k), str(k)) for k in range(1, MOST_ROUNDS + 1))
        rounds = (("", prompts.say("fix.no-quarantine")), *numbers)
        return tuple(
            Field(f"{self.field}.{k}", p, "choice", rounds, value=str(self.now(prompts.table, p) or ""))
            for k, p in enumerate(prompts.table.seats)
        )

    def read(self, form: Form) -> ActionJson:
        rounds = {p: whole(form.first(f"{self.field}.{k}")) for k, p in enumerate(form.table.seats)}
        return {self.name: {p: left for p, left in rounds.items() if left is not None}}

    def set(self, effects: Effects, said: Said) -> None:
        """They are set with the doors (`Obstacles`)."""

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        lying = tuple(board.card(card) for card in board.table.fronts.get(player, ()))
        rounds = board.table.track(ROUNDS, player)
        if rounds is None:
            return lying
        label = board.words.say("scene.quarantine", rounds=rounds)
        return (Badge(lying[0].icon if lying else ROUNDS, label, "obstacle", rounds), *lying[1:])

    def grips(self, board: Board) -> Iterable[Grip]:
        """Yield a whole quarantine before everybody without one, and away from everybody with one."""
        seats = board.table.seats
        now = {p: rounds for p in seats if (rounds := board.table.track(ROUNDS, p)) is not None}
        for player in seats:
            others = {p: rounds for p, rounds in now.items() if p != player}
            then = others if player in now else {**others, player: int(board.option("quarantine_rounds"))}
            yield Grip("seat", player, "-" if player in now else "+", ROUNDS, {self.name: then})

    def hints(self, undo: UndoHints) -> Iterable[str]:
        for player in dict.fromkeys(fact.player for fact in undo.facts if isinstance(fact, f.TrackSet) and fact.player):
            rounds = undo.before.track(ROUNDS, player)
            if rounds != undo.after.track(ROUNDS, player):
                yield undo.say("no-quarantine" if rounds is None else "quarantine", player=player, rounds=rounds)


class Obstacles(Declared):
    """The cards of doors and quarantines, as many as the deck has at most."""

    def concerns(self, said: Said) -> bool:
        return bool({"doors", "quarantine"} & set(said))

    def set(self, effects: Effects, said: Said) -> None:
        gaps, fronts = effects.table.gaps, effects.table.fronts
        if "doors" in said:
            gaps = self.between(effects, cast("Sequence[Sequence[str]]", said["doors"]))
        if "quarantine" in said:
            fronts = self.before(effects, cast("Mapping[str, int]", said["quarantine"]))
        effects.do(f.ObstaclesSet(gaps, fronts))

    def between(self, effects: Effects, pairs: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
        """Return the cards in each gap; with two living a door lies where one lay before."""
        table = effects.table
        self.enough(effects, DOOR, len(pairs))
        gaps: list[tuple[str, ...]] = [() for _ in table.seats]
        for a, b in pairs:
            if a not in table.seats or b not in table.seats or not table.adjacent(a, b):
                raise Impossible("door", a=a, b=b)
            gap = min(table.gaps_between(a, b), key=lambda k: (len(gaps[k]), not table.gaps[k]))
            gaps[gap] = (*gaps[gap], DOOR)
        return tuple(gaps)

    def before(self, effects: Effects, rounds: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        """Return the quarantine cards before each player; their rounds are counted from now on."""
        self.enough(effects, ROUNDS, len(rounds))
        for player, left in rounds.items():
            living(effects, player, "quarantine")
            if not 1 <= left <= MOST_ROUNDS:
                raise Impossible("rounds", player=player, rounds=left)
        for player in effects.table.seats:
            effects.keep(ROUNDS, player, rounds.get(player))
        return {player: effects.table.fronts.get(player, (ROUNDS,)) for player in rounds}

    def enough(self, effects: Effects, card: str, wanted: int) -> None:
        """There are so many copies in the deck; raises `Impossible`."""
        copies = copies_that(effects.decklist, BARS if card == DOOR else ISOLATES, len(effects.table.players))
        if wanted > copies:
            raise Impossible("too-many", card=card, copies=copies)


# Cards


@dataclass(frozen=True)
class Held(Hands):
    """Declaration of the number of cards in each hand. A card more comes from the discards, or from the pile where none
    are left; one less lies there."""

    def read(self, form: Form) -> ActionJson:
        read, table = super().read(form), form.table
        hands = cast("Mapping[str, int]", read[self.name])
        rest = table.piles["discard"] + sum(table.hands[p] - held for p, held in hands.items())
        if hands == {p: table.hands[p] for p in hands}:
            return read
        return {**read, "draw_pile": table.piles["draw"] + min(rest, 0), "discard_pile": max(rest, 0)}


class Counted(Declared):
    """Hands and piles after the correction; their sum with the obstacles is the deck's.

    In the step `act` the turn player has drawn: the card comes from the pile, of which an empty one is shuffled anew
    first. Where a pile was counted it was counted with that card gone.
    """

    def concerns(self, said: Said) -> bool:
        return True

    def grips(self, board: Board) -> Iterable[Grip]:
        """Yield the moves of one card from pile to pile."""
        piles = board.table.piles
        for pile, other in (("draw", "discard"), ("discard", "draw")):
            for sign, by in (("+", 1), ("-", -1)):
                then = {f"{pile}_pile": piles[pile] + by, f"{other}_pile": piles[other] - by}
                yield Grip("pile", pile, sign, "", then)

    def set(self, effects: Effects, said: Said) -> None:
        before, table, drops = effects.before, effects.table, bool(DROPS & set(said))
        hands = dict(table.hands)
        draw = before.piles["draw"]
        takes = drops and table.step == "act" and before.hands.get(table.turn, 0) <= HAND
        if drops:
            hands = {p: HAND + (p == table.turn and table.step == "act") for p in table.seats}
        size = effects.decklist.size(len(table.players))
        lying = obstacles(table) + table.piles["play"]
        counted = "draw_pile" in said or "discard_pile" in said
        discard = size - draw - sum(hands.values()) - lying
        if takes and not counted:
            effects.forget_next_back()
            if draw:
                draw, discard = draw - 1, discard + 1
            else:
                effects.do(f.StackShuffled(DISCARD, DRAW))
                draw, discard = discard, 0
        for player, held in cast("Mapping[str, int]", said.get("hands", {})).items():
            if player not in hands:
                raise Impossible("hands", player=player)
            hands[player] = held
        if counted:
            draw = cast(int, said.get("draw_pile", before.piles["draw"]))
            discard = cast(int, said.get("discard_pile", before.piles["discard"]))
        held = sum(hands.values())
        if min(draw, discard) < 0 or draw + discard + held + lying != size:
            raise Impossible("sum", draw=draw, discard=max(discard, 0), hands=held, lying=lying, size=size)
        effects.do(f.CountsSet({"draw": draw, "discard": discard}, hands))


STATE = (
    UnderWay("under-way"),
    HouseOptions(),
    Out("eliminated"),
    Seats(),
    Direction("direction"),
    Turn(),
    Doors("doors"),
    Quarantine("quarantine", track=ROUNDS, field="rounds"),
    Obstacles("obstacles"),
    Held(most=20),
    Pile("draw_pile", pile="draw", field="draw_pile", label="fix.draw", other="discard"),
    Pile("discard_pile", pile="discard", field="discard_pile", label="fix.discard", other="draw"),
    Counted("counted"),
    Lost("lost"),
)

FORMS = {
    **{name: (name,) for name in ("lost", "turn")},
    "hands": ("hands", "draw_pile", "discard_pile"),
    **{name: (name,) for name in ("direction", "seats", "doors", "quarantine", "eliminated", "options")},
}


PUBLIC = (
    *("game", "status", "seats", "eliminated", "direction", "turn", "step", "waiting_for", "against"),
    Shown(
        "partner",
        lambda game, decklist, table: (
            table.prompt.to if table.prompt and offers(decklist, table.prompt.about) else None
        ),
        optional(NAME),
    ),
    *("doors", "quarantine", "draw_pile", "discard_pile", "hands", "options"),
    Shown("card", lambda game, decklist, table: table.open[-1] if table.open else None, optional(NAME)),
    "winners",
)
