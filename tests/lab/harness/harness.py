"""The companion's side of a twin's game: told action by action, its state compared, near misses and checks judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, cast

from companion.engine.actions import Action, Malformed, read
from companion.engine.deck import Decklist
from companion.engine.facts import Fact, Setting
from companion.engine.game import Setup
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Finding, Line, Memory, Reread
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.kit.game import Game

if TYPE_CHECKING:
    from tests.lab.harness.exact_others import ExactOther

Said = Mapping[str, object]

STEP_BACK = 0.03
"""How often, after an action, it is taken back and restored."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Twin and companion do not agree: about what, what each says, and the game so far as a playthrough."""

    about: str
    twin: object
    companion: object
    playthrough: tuple[str, ...]


class Disagreement(Exception):
    """The first difference of a game; the game is broken off there."""

    def __init__(self, about: str, twin: object, companion: object) -> None:
        super().__init__(about)
        self.about, self.twin, self.companion = about, twin, companion


@dataclass(slots=True)
class Tale:
    """What came of one game. `reached` counts whatever the twin notes: phases, endings, rules that were met."""

    actions: int = 0
    ending: str = "unended"
    winner: str = "nobody"
    reached: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


class CompanionSide:
    """One game as the companion keeps it: its history, told action by action."""

    def __init__(self, game: Game, decklist: Decklist) -> None:
        self.game, self.decklist = game, decklist
        self.course = Course()

    def begin(self, said: Said) -> None:
        """The set-up line; raises `Disagreement` where it is refused."""
        setup = Setup(
            tuple(cast("list[str]", said["players"])),
            str(said["first"]),
            cast("Mapping[str, Setting]", said["options"]),
        )
        found = self.game.refuse_setup(self.decklist, setup)
        if found is not None:
            raise Disagreement("the set-up is refused", None, found.rule)
        self.course.record(Entry(1, said, self.game.open(self.decklist, setup)))

    def judge(self, said: Said) -> str | None:
        """The rule that refuses an action, None if it is accepted; nothing is changed."""
        try:
            action = read(self.game.verbs, said)
            self.game.check_form(self.decklist, len(self.course.table.players), action)
        except Malformed as fault:
            return f"malformed: {fault.key} {fault.blanks}"
        found = self.game.judge(self.decklist, self.course.table, action)
        return found.rule if found else None

    def record(self, said: Said) -> None:
        """Carry an action out, or go back or forward by one."""
        facts: tuple[Fact, ...] = ()
        if said["action"] not in (UNDO, REDO):
            facts = self.game.carry_out(self.decklist, self.course.table, read(self.game.verbs, said))
        self.course.record(Entry(self.course.version + 1, said, facts))

    def state(self) -> dict[str, object]:
        """The public state."""
        return self.game.state(self.decklist, self.course.table)


class Desk(CompanionSide):
    """A game that a twin tells action by action, with everything that is to come of it."""

    def __init__(
        self,
        game: Game,
        decklist: Decklist,
        options: Mapping[str, Setting],
        dice: Random,
        exact: ExactOther | None = None,
    ) -> None:
        """`exact`: a perfect referee, which every verdict is held against."""
        super().__init__(game, decklist)
        self.options, self.dice, self.exact = options, dice, exact
        self.memory = Memory()
        self.kept: dict[object, object] = {}
        """What the referee has made of the game so far."""
        self.tale = Tale()

    def run(self, play: Callable[[Desk], None]) -> None:
        """Play one game; a difference ends it."""
        try:
            play(self)
            if self.exact is not None:
                self.exact.close()
        except Disagreement as found:
            lines = tuple(json.dumps(dict(entry.action), ensure_ascii=False) for entry in self.course.entries)
            self.tale.differences.append(Difference(found.about, found.twin, found.companion, lines))

    def open(self, players: tuple[str, ...], first: str) -> None:
        """The set-up line."""
        table = {"players": list(players), "first": first, "options": dict(self.options)}
        self.begin({"playthrough": 1, "game": self.game.slug, **table})

    def say(self, said: Said, state: Mapping[str, object] | None = None) -> None:
        """An action the twin finds lawful; `state`: what the companion's state must then be, as far as it names it."""
        found = self.judge(said)
        if found is not None:
            raise Disagreement(f"refused: {said.get('action')}", None, [dict(said), found])
        self.record(said)
        self.tale.actions += 1
        if self.dice.random() < STEP_BACK:
            self.record({"action": UNDO})
            self.record({"action": REDO})
        if state is not None:
            self.expect(state)

    def near_miss(self, said: Said, *rules: str) -> None:
        """An action the twin finds unlawful, by one of these rules."""
        found = self.judge(said)
        if found not in rules:
            raise Disagreement(f"near miss: {said.get('action')}", [dict(said), *rules], found)
        self.tale.refused[str(found)] += 1

    def expect(self, state: Mapping[str, object]) -> None:
        """The companion's state is this one, as far as it is named."""
        here = self.state()
        wrong = [key for key, value in state.items() if here.get(key) != value]
        if wrong:
            told = {key: state[key] for key in wrong}
            raise Disagreement(f"state: {', '.join(wrong)}", told, {key: here.get(key) for key in wrong})

    def check(self, said: Said, *verdicts: str, remember: bool = True) -> None:
        """Cards shown to the referee: one of these verdicts. `remember`: they are what really lies there."""
        referee = self.game.referee
        assert referee is not None
        check = referee.read(dict(said))
        refused = referee.refuse(self.decklist, self.course.table, check)
        if refused is not None:
            raise Disagreement("check refused", list(verdicts), [dict(said), refused.rule])
        told = Reread(line(self.course, self.memory, referee), self.kept)
        finding = referee.judge(self.decklist, told, check)
        if remember:
            self.memory = self.memory.with_sight(check, self.course.version, finding)
        what = check.text("what")
        self.tale.verdicts[f"{what} {finding.verdict}"] += 1
        self._compare(told, check, finding, said)
        if finding.verdict not in verdicts:
            raise Disagreement(f"verdict: {what}", [dict(said), *verdicts], [finding.verdict, *finding.rules])

    def _compare(self, told: Line, check: Action, finding: Finding, said: Said) -> None:
        """The verdict beside that of all worlds: counted, and a difference where it is wrong."""
        if self.exact is None:
            return
        exact, what = self.exact.judge(told, check, finding), check.text("what")
        if exact is None:
            return
        if exact.contradicts(finding):
            found = [finding.verdict, *finding.rules]
            raise Disagreement(f"differs from all worlds: {what}", [dict(said), exact.verdict], found)
        certain = "open" if exact.verdict == "undetermined" else f"proven {exact.verdict}"
        self.tale.verdicts[f"{what} {certain if exact.fits else 'fits no world'}: {finding.verdict}"] += 1

    def note(self, name: str) -> None:
        """Something was reached."""
        self.tale.reached[name] += 1

    def over(self, ending: str, winner: str) -> None:
        """The game has ended like this."""
        self.tale.ending, self.tale.winner = ending, winner
        self.note(f"ending {ending}")
