"""Whole games in which cards are shown to the referee all the time, as files that can be replayed: played by the twins,
which know what really lies where."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line
from companion.engine.kit.game import Game
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import play

LOOKS = 0.12
"""Rate of cards shown between two actions of La Cosa."""


class _Witness:
    """Witness beside a referee who remembers the longest line, and the checks on the way that were not legal."""

    def __init__(self, game: Game, most: int) -> None:
        assert game.referee is not None
        self._judge, self._most = game.referee.judge, most
        self.line: Line = ()
        self.doubted: dict[int, list[Action]] = {}
        self.game = replace(game, referee=replace(game.referee, judge=self.judge))

    def judge(self, decklist: Decklist, line: Line, check: Action) -> Finding:
        """Judge a check, and note the line and the doubtful checks."""
        found = self._judge(decklist, line, check)
        number = line[-1].entry.number
        if len(line) <= self._most:
            self.line = list(line)
            if found.verdict != "legal":
                self.doubted.setdefault(number, []).append(check)
        return found

    def lines(self) -> list[dict[str, Any]]:
        """Return the set-up, actions and checks in order; undone ones are left out."""
        said = [dict(self.line[0].entry.action)]
        for step in self.line:
            if step.entry.verb:
                said.append(dict(step.entry.action))
            said += [{**one.check.json()} for one in step.sights]
            said += [{**check.json()} for check in self.doubted.get(step.entry.number, ())]
        return said


def game_of(slug: str, seed: str, players: int, most: int = 1000) -> str:
    """Return one game of a box as the text of a playthrough of at most `most` entries, checks not counted."""
    here = title(slug)
    witness = _Witness(here.game, most)
    tale = play(replace(here, other_rules=witness.game), Plan(players, seed, looks=LOOKS, slips=0.0))
    assert not tale.differences, tale.differences
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in witness.lines())
