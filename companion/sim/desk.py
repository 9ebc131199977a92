"""The companion's side of a twin's game: told action by action, its state compared, near misses and checks judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from companion.cards.decklist import Decklist
from companion.referee.actions import Action, Malformed, read
from companion.referee.game import Game, Setup
from companion.referee.hidden import Memory
from companion.referee.hidden_line import line
from companion.table.facts import Setting
from companion.table.history import REDO, UNDO, Course, Entry

Said = Mapping[str, object]

STEP_BACK = 0.03
"""How often, after an action, it is taken back and restored."""


@dataclass(frozen=True, slots=True)
class Different:
    """Twin and companion do not agree: about what, what each says, and the game so far as a playthrough."""

    about: str
    twin: object
    companion: object
    playthrough: tuple[str, ...]


@dataclass(slots=True)
class Tale:
    """What came of one game. `reached` counts whatever the twin notes: phases, endings, rules that were met."""

    actions: int = 0
    ending: str = "unended"
    winner: str = "nobody"
    reached: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    differences: list[Different] = field(default_factory=list)


class Parted(Exception):
    """The first difference of a game; the game is broken off there."""


class Desk:
    """One game as the companion keeps it."""

    def __init__(self, game: Game, decklist: Decklist, options: Mapping[str, Setting], dice: Random) -> None:
        self.game, self.decklist, self.options, self.dice = game, decklist, options, dice
        self.course = Course()
        self.memory = Memory()
        self.tale = Tale()

    def run(self, play: Callable[[Desk], None]) -> None:
        """Play one game; a difference ends it."""
        try:
            play(self)
        except Parted:
            return

    def open(self, players: tuple[str, ...], first: str) -> None:
        """The set-up line."""
        said: dict[str, object] = {
            "playthrough": 1, "game": self.game.slug, "players": list(players), "first": first,
            "options": dict(self.options),
        }  # fmt: skip
        setup = Setup(players, first, self.options)
        found = self.game.refuse_setup(self.decklist, setup)
        if found is not None:
            self._part("the set-up is refused", None, found.rule)
        self.course.record(Entry(1, said, self.game.open(self.decklist, setup)))

    def judged(self, said: Said) -> str | None:
        """The rule that refuses an action, None if it is accepted; nothing is changed."""
        try:
            action = self._read(said)
        except Malformed as fault:
            return f"malformed {fault.key} {dict(fault.blanks)}"
        found = self.game.judge(self.decklist, self.course.table, action)
        return found.rule if found else None

    def say(self, said: Said, state: Mapping[str, object] | None = None) -> None:
        """An action the twin finds lawful; `state`: what the companion's state must then be, as far as it names it."""
        found = self.judged(said)
        if found is not None:
            self._part(f"refused: {said.get('action')}", None, [dict(said), found])
        facts = self.game.carry_out(self.decklist, self.course.table, self._read(said))
        self._record(said, facts)
        self.tale.actions += 1
        if self.dice.random() < STEP_BACK:
            self._record({"action": UNDO}, ())
            self._record({"action": REDO}, ())
        if state is not None:
            self.expect(state)

    def near_miss(self, said: Said, *rules: str) -> None:
        """An action the twin finds unlawful, by one of these rules."""
        found = self.judged(said)
        if found not in rules:
            self._part(f"near miss: {said.get('action')}", [dict(said), *rules], found)
        self.tale.refused[str(found)] += 1

    def expect(self, state: Mapping[str, object]) -> None:
        """The companion's state is this one, as far as it is named."""
        here = self.state()
        wrong = [key for key, value in state.items() if here.get(key) != value]
        if wrong:
            self._part(f"state: {', '.join(wrong)}", {k: state[k] for k in wrong}, {k: here.get(k) for k in wrong})

    def check(self, said: Said, *verdicts: str) -> None:
        """Cards shown to the referee: one of these verdicts."""
        witness = self.game.witness
        assert witness is not None
        check = witness.read(dict(said))
        refused = witness.refuse(self.decklist, self.course.table, check)
        if refused is not None:
            self._part("check refused", list(verdicts), [dict(said), refused.rule])
        finding = witness.judge(self.decklist, line(self.course, self.memory, witness), check)
        self.memory = self.memory.with_sight(check, self.course.version, finding)
        self.tale.verdicts[f"{check.text('what')} {finding.verdict}"] += 1
        if finding.verdict not in verdicts:
            self._part(f"verdict: {check.text('what')}", [dict(said), *verdicts], [finding.verdict, *finding.rules])

    def state(self) -> dict[str, object]:
        """The public state."""
        return self.game.state(self.decklist, self.course.table)

    def note(self, name: str) -> None:
        """Something was reached."""
        self.tale.reached[name] += 1

    def over(self, ending: str, winner: str) -> None:
        """The game has ended like this."""
        self.tale.ending, self.tale.winner = ending, winner
        self.note(f"ending {ending}")

    def _read(self, said: Said) -> Action:
        action = read(self.game.verbs, dict(said))
        self.game.check_form(self.decklist, len(self.course.table.players), action)
        return action

    def _record(self, said: Said, facts: tuple[object, ...]) -> None:
        self.course.record(Entry(self.course.version + 1, said, facts))  # type: ignore[arg-type]

    def _part(self, about: str, twin: object, companion: object) -> None:
        lines = tuple(json.dumps(dict(entry.action), ensure_ascii=False) for entry in self.course.entries)
        self.tale.differences.append(Different(about, twin, companion, lines))
        raise Parted(about)
