"""What is kept of a table of two decks: declared once each, in the order in which a correction sets them.

A correction sets what it names; the rest of the main deck lies in the discards, unless they are named too: then the sum
has to be right. Naming `turn`, `phase`, `seats`, `first` or `eliminated` drops what is under way (a combat, a count).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine import facts as f
from companion.engine.actions import list_of, one_of, optional, record_of
from companion.engine.deck import Decklist
from companion.engine.kit import declare
from companion.engine.kit.board_view import Board
from companion.engine.kit.corrections import names
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import COUNT, NAME, Shown
from companion.engine.state import Table
from companion.engine.view import Badge
from companion.games.dos_barajas import combat, queries
from companion.games.dos_barajas.effects import Effects
from companion.games.dos_barajas.queries import THING, main_size

UNKNOWN = "unknown"
"""What somebody is who was taken for a revealed Thing and is not."""


class Revealed(declare.People):
    """Declaration of the living who are known to be Things."""

    def who(self, table: Table) -> tuple[str, ...]:
        return queries.revealed(table)

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        seen = names(said[self.name])
        for player in seen:
            effects.known_as(declare.living(effects, player), THING)
        for player in queries.revealed(effects.table):
            if player not in seen:
                effects.known_as(player, UNKNOWN)
        if effects.table.step == queries.COMBAT and not queries.revealed(effects.table):  # nobody is fought
            accused = queries.number(effects.table, queries.AFTER) == queries.ACCUSED_IN
            combat.close(effects)
            effects.keep(queries.AFTER, "", None)
            effects.begin(queries.ACCUSE if accused else queries.INVADE)

    def badges(self, board: Board, player: str) -> tuple[Badge, ...]:
        is_thing = board.table.roles.get(player) == THING
        return (Badge("thing", board.words.raw("scene.revealed"), "contagion"),) if is_thing else ()


class First(declare.Marker):
    """Declaration of who goes first; the first seat if nobody is recorded."""

    def who(self, table: Table) -> str:
        return queries.first(table)


@dataclass(frozen=True)
class Turn(declare.Turn):
    """A phase begins where the table says it is; a combat under way is dropped."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        known = effects.table.step in self.steps(effects.game)
        step = str(said.get("phase", effects.table.step if known else self.usual))
        combat.close(effects)
        effects.keep(queries.AFTER, "", None)
        if effects.table.claim:
            effects.do(f.Claimed("", ""))
        turn = str(said.get("turn", effects.table.turn))
        if "turn" in said:
            declare.living(effects, turn)
        effects.begin(step, turn if turn in effects.table.seats else "")

    def called(self, prompts: PromptBuilder, step: str) -> str:
        return prompts.words.raw(f"phases.{step}")


def _size(decklist: Decklist, table: Table) -> int:
    return main_size(decklist, table.options)


ENDINGS = ("things-won", "all-things", "no-things", queries.NO_HUMANS, queries.MAJORITY, queries.ABANDONED)
COMBAT = optional(record_of(round=COUNT, called_by=NAME, after=one_of("accuse", "invade"), rolled=list_of(NAME)))


def _combat(game: Any, decklist: Decklist, table: Table) -> dict[str, object] | None:
    if table.step != queries.COMBAT or table.ended:
        return None
    return {
        "round": queries.number(table, queries.FIGHT),
        "called_by": table.notes.get(queries.CALLED),
        "after": "accuse" if queries.number(table, queries.AFTER) == queries.ACCUSED_IN else "invade",
        "rolled": [player for player in table.seats if queries.has_rolled(table, player)],
    }


STATE = (
    declare.Marker("commander", note=queries.COMMANDER, badge=("kind-figuras", "scene.commander", "defence")),
    declare.HouseOptions(),
    declare.Out("eliminated"),
    declare.Seats(),
    Revealed("revealed", label="fix.who-thing"),
    First("first", note=queries.FIRST, label="fix.who-first", undo="first"),
    declare.Number("round", track=queries.ROUND, least=1),
    Turn(step="phase", usual=queries.ACCUSE, after=frozenset({"seats", "first", "eliminated"}), step_first=True),
    declare.Hands(),
    declare.Pile("draw_pile", pile="draw", field="draw", label="fix.draw", most=_size),
    declare.Pile("discard_pile", pile="discard", field="discard", label="fix.discard", most=_size, other="draw"),
    declare.Pile("middle", pile="middle", field="middle", label="fix.middle", most=_size),
    declare.Counted(piles=("draw", "middle"), size=_size, after=frozenset({"eliminated", "options"})),
    declare.Flagged("rolled", track=queries.ROLLED, badge=("dice", "scene.rolled", "obstacle")),
)

FORMS = {
    "turn": ("turn",),
    "hands": ("hands", "draw_pile", "discard_pile", "middle"),
    **{name: (name,) for name in ("first", "seats", "eliminated", "revealed", "options")},
}

PUBLIC = (
    *("game", "status", "seats", "eliminated", "direction", "commander", "first", "round", "phase", "turn"),
    "waiting_for",
    Shown("combat", _combat, COMBAT),
    *("revealed", "hands", "draw_pile", "discard_pile", "middle"),
    Shown("clubs", lambda game, decklist, table: queries.number(table, queries.THROWN), COUNT),
    "options",
    Shown("ending", shape=optional(one_of(*ENDINGS))),
    "winners",
)
