"""Plays contract lines against a game value, without service or store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.decks.catalog import title
from companion.engine.actions import clean_name, read
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.kit.game import Game
from companion.engine.view import Question
from companion.engine.words import Wording
from companion.service.transfer.cases import actions_in

STATE = "="


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
        """Say an action, and return `ok` or the rule that refuses it."""
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

    def do(self, *lines: str | dict[str, Any]) -> None:
        """Say lines of a case (`draw Ana away`) or actions, which all must be accepted."""
        for line in lines:
            for thing in actions_in(line, self.game) if isinstance(line, str) else (line,):
                assert self.say(**thing) == "ok", line

    def words(self, lang: str = "es") -> Wording:
        """Return the words of the game's own deck."""
        return title(self.game.slug).words[lang]

    def ask(self, said: Mapping[str, object] | None = None, lang: str = "es") -> Question:
        """Return the question now, or after this choice."""
        return self.game.ask(self.decklist, self.course.table, said or {}, self.words(lang))

    def told(self, lang: str = "es") -> str:
        """Return the log line of the last entry that stands."""
        (_, before), (entry, _) = self.course.standing[-2:]
        return self.game.tell(
            self.decklist, before, read(self.game.verbs, dict(entry.action)), entry.facts, self.words(lang)
        )

    @property
    def state(self) -> dict[str, Any]:
        """The public state, which is as the game describes it."""
        state = self.game.state(self.decklist, self.course.table)
        assert self.game.state_shape is None or self.game.state_shape(state) == state
        return state


def seated(slug: str, *lines: str | dict[str, Any], players: Sequence[str], **options: Any) -> Sitting:
    """Return a table of a game with its own deck, after these lines."""
    here = title(slug)
    sitting = Sitting(here.game, here.decklist, {"players": [*players], "options": options})
    sitting.do(*lines)
    return sitting


def rows_of(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the lines of a playthrough file: an action, or after `=` what a comment gives of the state (`// = {…}`)."""
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("// ="):
            yield STATE, json.loads(row.removeprefix("// ="))
        elif row.strip() and not row.startswith("//"):
            yield "", json.loads(row)


def lines_of(path: Path) -> list[Any]:
    """Return the JSON lines of a playthrough file, comments and blanks left out."""
    return [thing for mark, thing in rows_of(path) if not mark]
