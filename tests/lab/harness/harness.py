"""The companion's side of a twin's game: told action by action, its state compared, near misses and checks judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, cast

from companion.engine.actions import Malformed, read
from companion.engine.deck import Decklist
from companion.engine.facts import Fact, Setting
from companion.engine.game import Setup
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import CHECK, Finding, Memory, Reread
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.kit.game import Game
from tests.lab.harness.aliases import Aliases

__all__ = ["CompanionSide", "Desk", "Difference", "Disagreement", "Exact", "Finding", "Plan", "Tale", "setup_line"]

Said = Mapping[str, object]

STEP_BACK = 0.03
"""Rate at which an action is taken back and restored."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of one game: how many players, which of many games, by which people, and how closely it is looked at.

    Only the twin of La Cosa has a choice of people, slips, looks, cheats and `shown`.
    """

    players: int
    seed: str
    options: Mapping[str, Setting] = field(default_factory=dict)
    style: str = "fair"
    most_turns: int = 400
    checks: bool = True
    slips: float = 1.0
    """Near misses judged for each action, on average."""
    looks: float = 0.0
    """Rate of cards shown to the referee between two actions."""
    cheats: float = 0.0
    """Rate of declared slips and cheats tried between two actions."""
    exact: bool = False
    """True to hold every verdict against all worlds that fit the facts seen."""
    label: str = ""
    """The options that the series asks for, as one writes them; those drawn by chance are left out."""
    shown: bool = True
    """False to show no cards to the referee, neither for `looks` nor for a slip that nothing else proves."""


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
    """Record of one game. `reached` counts whatever the twin notes: phases, cards, endings, rules that were met."""

    plan: Plan
    actions: int = 0
    ending: str = "unended"
    winner: str = "nobody"
    turns: int = 0
    reached: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    """Near misses that were lawful after all, and tried out."""
    verdicts: Counter[str] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Declared slips and cheats that were tried, and what was answered."""
    seats: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    """Number of seats of each role in the end, and of those that won."""
    differences: list[Difference] = field(default_factory=list)


class Exact(Protocol):
    """A perfect referee of one game, which every verdict is held against."""

    def compare(self, said: Sequence[Said], finding: Finding) -> tuple[str, bool]:
        """Say how the last check of a playthrough stands in all worlds, and whether they refute the finding."""

    def close(self) -> None:
        """Give back what the game needed."""


class CompanionSide:
    """One game as the companion keeps it: its history, told action by action."""

    def __init__(self, game: Game, decklist: Decklist) -> None:
        self.game, self.decklist = game, decklist
        self.course = Course()

    def begin(self, said: Said) -> None:
        """Read the set-up line; raises `Disagreement` where it is refused."""
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
        """Name the rule that refuses an action, None if it is accepted; nothing is changed."""
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
        """Give the public state."""
        return self.game.state(self.decklist, self.course.table)


def setup_line(game: str, players: tuple[str, ...], first: str, options: Mapping[str, Setting]) -> dict[str, object]:
    """Make the first line of a playthrough."""
    table = {"players": list(players), "first": first, "options": dict(options)}
    return {"playthrough": 1, "game": game, **table}


def plain(state: Said) -> dict[str, object]:
    """Bring a public state into the form in which two of them are compared."""
    return {key: value for key, value in state.items() if key != "version"}


class Desk(CompanionSide):
    """A game that a twin tells action by action, with everything that is to come of it.

    The twin calls people by the names they began with; `names` are those they have now.
    """

    def __init__(self, game: Game, decklist: Decklist, plan: Plan, dice: Random, exact: Exact | None = None) -> None:
        super().__init__(game, decklist)
        self.plan, self.options, self.dice, self.exact = plan, plan.options, dice, exact
        self.names = Aliases()
        self.form: Callable[[Said], Said] = plain
        """Form in which two states are compared."""
        self.told: list[Said] = []
        """The playthrough: what happened and what the referee is to remember, as the companion was told it."""
        self.states: list[dict[str, object]] = []
        """The state after the set-up and after every action that stands."""
        self.memory = Memory()
        self.kept: dict[object, object] = {}
        """Memory of the referee about the game so far."""
        self.tale = Tale(plan)

    def run(self, play: Callable[[Desk], None]) -> None:
        """Play one game; a difference ends it."""
        try:
            play(self)
            if self.states:
                self.take_all_back(Random(f"back {self.plan.seed}"))
        except Disagreement as found:
            lines = tuple(json.dumps(said, ensure_ascii=False) for said in self.told)
            self.tale.differences.append(Difference(found.about, found.twin, found.companion, lines))
        finally:
            if self.exact is not None:
                self.exact.close()

    # ------------------------------------------------------------------ what happens

    def open(self, players: tuple[str, ...], first: str) -> None:
        """Tell the set-up."""
        self.told.append(setup_line(self.game.slug, players, first, self.options))
        self.begin(self.told[0])
        self.states.append(self.state())

    def judge(self, said: Said) -> str | None:
        """Name the rule that refuses an action, None if it is accepted; nothing is changed."""
        return super().judge(self.names.outward(said))

    def record(self, said: Said) -> None:
        """Carry an action out, or go back or forward by one."""
        super().record(self.names.outward(said))

    def state(self) -> dict[str, object]:
        """Give the public state, people by the names the twin knows."""
        return self.names.inward(super().state())

    def carry(self, said: Said) -> None:
        """Tell an action that the twin finds lawful; the companion must accept it."""
        self.told.append(self.names.outward(dict(said)))
        found = self.judge(said)
        if found is not None:
            raise Disagreement(f"refused: {said.get('action')}", None, [dict(said), found])
        self.record(said)
        self.tale.actions += 1
        self.states.append(self.state())

    def say(self, said: Said, state: Said | None = None) -> None:
        """Tell an action that the twin finds lawful; now and then it is taken back and restored.

        `state`: what the companion's state must then be, as far as it names it.
        """
        self.carry(said)
        if self.dice.random() < STEP_BACK:
            self.step_back()
        if state is not None:
            self.expect(state)

    def expect(self, state: Said, *, whole: bool = False) -> None:
        """Hold the companion's state against this one: as far as it is named, or the whole."""
        if state == self.states[-1]:
            return
        self.same(state, self.states[-1], whole=whole)

    def same(self, twin: Said, companion: Said, *, whole: bool = True) -> None:
        """Raise `Disagreement` naming the fields in which two states differ."""
        one, other = self.form(twin), self.form(companion)
        keys = one.keys() | other.keys() if whole else one.keys()
        wrong = sorted(key for key in keys if one.get(key) != other.get(key))
        if wrong:
            told = {key: one.get(key) for key in wrong}
            raise Disagreement(f"state: {', '.join(wrong)}", told, {key: other.get(key) for key in wrong})

    def rename(self, player: str, name: str) -> None:
        """Call `player` by another name from now on; nothing else changes."""
        said = {"action": "rename", "player": player, "to": name}
        self.told.append(self.names.outward(said))
        found = self.judge(said)
        if found is not None:
            raise Disagreement(f"refuses a new name: {found}", None, found)
        self.record(said)
        self.names.rename(player, name)
        self.states.append(self.state())
        self.same(self.states[-2], self.states[-1])

    # ------------------------------------------------------------------ what is taken back

    def go(self, verb: str) -> None:
        """Take the last action back, or restore it."""
        self.told.append({"action": verb})
        self.record({"action": verb})

    def undo(self) -> None:
        """Take the last action back."""
        self.go(UNDO)

    def redo(self) -> None:
        """Restore what was taken back last."""
        self.go(REDO)

    def step_back(self) -> None:
        """Take the last action back and restore it."""
        self.undo()
        self.same(self.states[-2], self.state())
        self.redo()
        self.same(self.states[-1], self.state())

    def try_out(self, said: Said, then: Callable[[], None]) -> None:
        """Carry out something lawful that does not happen, look at it, and take it back."""
        before = self.state()
        self.told.append(self.names.outward(dict(said)))
        self.record(said)
        then()
        self.record({"action": UNDO})
        self.same(before, self.state())
        self.course.undone.clear()
        self.told.pop()

    def take_all_back(self, dice: Random) -> None:
        """Take everything back and restore it, and play a beginning of the game again from nothing."""
        for state in reversed(self.states[:-1]):
            self.undo()
            self.same(state, self.state())
        if self.course.can_undo:
            raise Disagreement("something is left to be taken back", 0, len(self.course.standing))
        for _ in self.states[1:]:
            self.redo()
        self.same(self.states[-1], self.state())
        again = CompanionSide(self.game, self.decklist)
        again.begin(self.told[0])
        upto = dice.randrange(len(self.states))
        actions = [said for said in self.told[1:] if said["action"] not in (CHECK, UNDO, REDO)]
        for said in actions[:upto]:
            again.record(json.loads(json.dumps(said)))
        self.same(self.states[upto], self.names.inward(again.state()))

    # ------------------------------------------------------------------ what is refused

    def near_miss(self, said: Said, *rules: str) -> None:
        """Say something that the twin finds unlawful, by one of these rules."""
        found = self.judge(said)
        if found not in rules:
            self.told.append(self.names.outward(dict(said)))
            raise Disagreement(f"near miss: {said.get('action')}", [dict(said), *rules], found)
        self.tale.refused[str(found)] += 1

    # ------------------------------------------------------------------ what the referee says

    def check(self, said: Said, *verdicts: str, remember: bool = True) -> None:
        """Show cards to the referee: one of these verdicts. `remember`: they are what really lies there."""
        finding = self.show(said, remember=remember)
        what = str(said["what"])
        self.tale.verdicts[f"{what} {finding.verdict}"] += 1
        if finding.verdict not in verdicts:
            raise Disagreement(f"verdict: {what}", [dict(said), *verdicts], [finding.verdict, *finding.rules])

    def show(self, said: Said, *, remember: bool) -> Finding:
        """Show cards to the referee, and hold what it says against all worlds."""
        referee = self.game.referee
        assert referee is not None
        said = self.names.outward(dict(said))
        check = referee.read(said)
        self.told.append(said)
        refused = referee.refuse(self.decklist, self.course.table, check)
        if refused is not None:
            raise Disagreement(f"a check is refused: {refused.rule}", None, refused.rule)
        told = Reread(line(self.course, self.memory, referee), self.kept)
        finding = referee.judge(self.decklist, told, check)
        self._compare(check.text("what"), finding)
        if remember:
            self.memory = self.memory.with_sight(check, self.course.version, finding)
        else:
            self.told.pop()
        return finding

    def _compare(self, what: str, finding: Finding) -> None:
        """Put the verdict beside that of all worlds: counted, and a difference where it is refuted."""
        if self.exact is None:
            return
        certain, is_refuted = self.exact.compare(self.told, finding)
        if is_refuted:
            raise Disagreement(f"differs from all worlds: {what}", certain, [finding.verdict, *finding.rules])
        self.tale.verdicts[f"{what} {certain}: {finding.verdict}"] += 1

    # ------------------------------------------------------------------ what is noted

    def note(self, name: str) -> None:
        """Note that something was reached."""
        self.tale.reached[name] += 1

    def over(self, ending: str, winner: str) -> None:
        """Note how the game has ended."""
        self.tale.ending, self.tale.winner = ending, winner
        self.note(f"ending {ending}")
