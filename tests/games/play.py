"""Plays contract lines against a game value, without service or store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.cards.decklist import Decklist
from companion.referee.actions import clean_name, read
from companion.referee.game import Game, Setup
from companion.table.history import REDO, UNDO, Course, Entry


class Sitting:
    """One game under test: say actions, look at the state."""

    def __init__(self, game: Game, decklist: Decklist, setup: dict[str, Any]) -> None:
        self.game, self.decklist = game, decklist
        players = tuple(clean_name(p) for p in setup["players"])
        self.setup = Setup(players, setup.get("first", players[0] if players else ""), setup.get("options", {}))
        self.refused = game.refuse_setup(decklist, self.setup)
        self.course = Course()
        if self.refused is None:
            self.course.record(Entry(1, setup, game.open(decklist, self.setup)))

    def say(self, **thing: Any) -> str:
        """`ok`, or the rule that refuses."""
        verb = thing["action"]
        facts: tuple[Any, ...] = ()
        if verb == UNDO and not self.course.can_undo:
            return "undo.nothing"
        if verb == REDO and not self.course.can_redo:
            return "redo.nothing"
        if verb not in (UNDO, REDO):
            action = read(self.game.verbs, thing)
            self.game.check_form(self.decklist, len(self.course.table.players), action)
            found = self.game.judge(self.decklist, self.course.table, action)
            if found is not None:
                return found.rule
            facts = self.game.carry_out(self.decklist, self.course.table, action)
        self.course.record(Entry(self.course.version + 1, thing, facts))
        return "ok"

    @property
    def state(self) -> dict[str, Any]:
        """The public state."""
        return self.game.state(self.decklist, self.course.table)


def lines_of(path: Path) -> list[Any]:
    """The JSON lines of a playthrough file, comments and blanks left out."""
    rows = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(row) for row in rows if row.strip() and not row.startswith("//")]
