"""The judge beside another referee, over whole games of the twin: every check is put to both, differences are kept.

    python -m tests.lab.judge.agreement --games 20 --seed 1 --referee package.module:factory --keep folder

`factory(setup)` makes a referee for one game from the first line of its playthrough. The referee answers
`check(said, check) -> (verdict, rules)`: `said` are the lines of the playthrough so far, the set-up first, with undo,
redo and those checks that were shown to be remembered; the check is not among them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from tests.lab.judge.judge import ASIDE, NO_WORLD, Judge
from tests.lab.judge.public import Verdict
from tests.lab.judge.stubs import STUBS
from tests.lab.judge.table import Line
from tests.lab.twin.la_cosa.cheats import FOULS
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.deck import QUESTIONS, Option
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.observations import a_hand, hand_of, probe, withdrawn
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_careless import Careless
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.world import World

STYLES: dict[str, type[Fair]] = {"fair": Fair, "sensible": Sensible, "careless": Careless}


class Referee(Protocol):
    """Whoever is held against the judge."""

    def check(self, said: Sequence[Line], check: Line) -> tuple[str, Collection[str]]:
        """Answer a check with a verdict and the rules that hold."""


@dataclass
class Difference:
    """A check on which both do not agree, or on which the judge and the truth do not."""

    kind: str
    check: Line
    judge: Verdict
    other: tuple[str, tuple[str, ...]]
    said: tuple[Line, ...]


@dataclass
class Habits:
    """How often people show their cards, between two actions or on certain occasions."""

    looks: float = 0.25
    probes: float = 0.2
    fouls: float = 0.1
    honest: float = 0.5
    """How often cards that change hands or are discarded are shown before."""
    instead: float = 0.3
    """How often something else was shown for the same offer first."""
    again: float = 0.1
    undo: float = 0.06
    remembers: float = 0.7


def some_habits(rng: Random) -> Habits:
    """Make people who show much, little, or hands only."""
    return Habits(
        looks=rng.choice((0.05, 0.15, 0.3)),
        probes=rng.choice((0.05, 0.2)),
        fouls=rng.choice((0.0, 0.1)),
        honest=rng.choice((0.0, 0.15, 0.5, 0.9)),
        instead=rng.choice((0.0, 0.3, 0.6)),
        undo=rng.choice((0.0, 0.05, 0.12)),
        remembers=rng.choice((0.3, 0.7, 1.0)),
    )


@dataclass
class Agreement:
    """What came of many games: counts by kind of check and outcome, and the differences."""

    games: int = 0
    actions: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def outcome(judge: Verdict, verdict: str, rules: Collection[str], check: Line) -> str:
    """Say how another's answer stands to the judge's.

    `wrong`: legal against illegal. `unproven`: certain where worlds differ. `shy`: undetermined where they do not.
    `rules`: both illegal, but a rule is named that is broken in no world, or one is missing that is in all.
    """
    if "unknown" in (judge.verdict, verdict):
        return "not judged"
    unfit = "" if judge.fits else "no world fits, "
    if judge.verdict == verdict:
        if verdict != "illegal":
            return "same" if judge.fits else "no world fits, same"
        missing = judge.rules - set(rules)
        if "hand.thing-moved" in rules:
            missing -= {"hand.duplicate-copy"}  # it may be named too
        return unfit + ("rules" if missing or not set(rules) <= judge.possible else "same")
    if judge.verdict == "undetermined":
        return unfit + "unproven"
    return unfit + ("shy" if verdict == "undetermined" else "wrong")


class Sitting:
    """One game of the twin, told to both."""

    def __init__(self, world: World, setup: Line, referee: Referee | None, habits: Habits, found: Agreement) -> None:
        self.world, self.setup, self.referee, self.habits = world, setup, referee, habits
        self.judge = Judge(setup)
        self.found = found
        self.lines: list[Line] = []
        self.over = False

    def ask(self, check: Line, broken: Collection[str] | None, remember: bool) -> None:
        """Put a check to both; `broken`: the rules truly broken, None where nobody says."""
        mine = self.judge.check(self.lines, check)
        said = (self.setup, *self.lines)
        verdict, rules = self.referee.check(said, check) if self.referee else (mine.verdict, mine.rules)
        kind = outcome(mine, verdict, rules, check)
        self.found.counts[f"{check['what']} {mine.verdict}: {mine.why or kind}"] += 1
        if mine.why == ASIDE:
            self.over = True
        answer = (verdict, tuple(sorted(rules)))
        if kind.split(", ")[-1] not in ("same", "not judged"):
            self.found.differences.append(Difference(kind, check, mine, answer, said))
        if broken is not None and _against_truth(mine, broken):
            self.found.differences.append(Difference("the judge against the truth", check, mine, answer, said))
        if remember:
            if "illegal" in (mine.verdict, verdict) and mine.verdict != verdict:
                self.over = True  # from here on both remember something else
            self.lines.append(check)

    def tell(self, action: Line) -> None:
        """Tell both what happened."""
        self.lines.append(dict(action))
        self.found.actions += 1

    # ------------------------------------------------------------------ a game

    def play(self, evening: Evening, rng: Random) -> None:
        """Play to the end, with people showing cards all along."""
        habits = self.habits
        while not self.over:
            world = self.world
            if world.status == "playing" and len(world.seats) > 1:
                self._between(world, rng)
            then = world.copy()
            action = evening.go_on()
            if action is None:
                return
            shown = [dict(check) for check in evening.honest] if rng.random() < habits.honest else []
            for check in shown:
                self._show(check, evening, rng)
            self.tell(action)
            if rng.random() < habits.undo and world.status == "playing" and then.status == "playing":
                self._again(evening, then, action, shown, rng)

    def _between(self, world: World, rng: Random) -> None:
        habits = self.habits
        if rng.random() < habits.looks:
            sight = a_hand(world, rng)
            self.ask(sight.check, sight.broken, rng.random() < habits.remembers and not sight.broken)
            if rng.random() < habits.again:
                again = hand_of(world, str(sight.check["player"]), rng)
                self.ask(again.check, again.broken, not again.broken)
        if rng.random() < habits.probes:
            found = probe(world, rng)
            if found is not None:
                self.ask(found.check, found.broken, False)
        if rng.random() < habits.fouls:
            for foul in rng.sample(list(FOULS.values()), len(FOULS)):
                caught = foul(world, rng)
                if caught is not None:
                    self.ask(caught.check, None, False)
                    break

    def _show(self, check: Line, evening: Evening, rng: Random) -> None:
        """Show what is given or discarded; sometimes something else first, sometimes twice."""
        if check["what"] in ("exchange", "round") and rng.random() < self.habits.instead:
            other = withdrawn(dict(check), evening.instead, rng)
            if other is not None:
                self.ask(other, frozenset(), True)
        self.ask(check, frozenset(), True)
        if rng.random() < self.habits.again:
            self.ask(check, frozenset(), True)

    def _again(self, evening: Evening, then: World, action: Line, shown: Sequence[Line], rng: Random) -> None:
        """Take the last action back, show cards, and restore it or say it anew, perhaps after showing otherwise."""
        if rng.random() < 0.5:
            self._hand(self.world, rng)
        self.tell({"action": "undo"})
        if rng.random() < 0.5:
            self._hand(then, rng)
        if shown and rng.random() < 0.5:
            for check in shown:
                self._show(check, evening, rng)
        self.tell({"action": "redo"} if rng.random() < 0.5 else action)
        if rng.random() < 0.5:
            self._hand(self.world, rng)

    def _hand(self, world: World, rng: Random) -> None:
        sight = a_hand(world, rng)
        self.ask(sight.check, sight.broken, not sight.broken)


def _against_truth(mine: Verdict, broken: Collection[str]) -> bool:
    """Tell whether the judge is refuted by what is true; what fits no world is refuted whatever it says."""
    if mine.verdict == "unknown":
        return mine.why == NO_WORLD
    if not mine.fits or (mine.verdict == "legal" and broken):
        return True
    return mine.verdict == "illegal" and (not broken or not mine.rules <= set(broken))


def one_game(seed: str, make: Callable[[Line], Referee] | None, found: Agreement) -> None:
    """Play one game of the twin and add what came of it."""
    rng = Random(seed)
    many = rng.choice((4, 4, 5, 6, 7, 9, 12))
    names = list(NAMES[:many])
    options: dict[str, Option] = {name: rng.choice(values) for name, values in QUESTIONS.items() if rng.random() < 0.2}
    world = deal(names, rng.choice(names), options, rng)
    style = rng.choice(("fair", "fair", "sensible", "careless"))
    setup: Line = {"playthrough": 1, "game": "la-cosa", "players": names, "first": world.first, "options": options}
    evening = Evening(world, STYLES[style](rng), most_turns=rng.choice((15, 40, 100)))
    sitting = Sitting(world, setup, make(setup) if make else None, some_habits(rng), found)
    sitting.play(evening, Random(f"looks {seed}"))
    sitting.judge.worlds.sat.close()
    found.games += 1


def factory_named(name: str) -> Callable[[Line], Referee] | None:
    """Find who is held against the judge: nobody, a stub that is wrong on purpose, or `module:factory`."""
    if name == "nobody":
        return None
    if name in STUBS:
        return STUBS[name]
    module, _, attribute = name.partition(":")
    found: Callable[[Line], Referee] = getattr(importlib.import_module(module), attribute)
    return found


def keep(differences: Sequence[Difference], folder: Path) -> None:
    """Write each difference as a playthrough that ends with the check, and beside it what was said."""
    folder.mkdir(parents=True, exist_ok=True)
    for k, found in enumerate(differences):
        lines = [*found.said, found.check]
        told = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        mine = f"{found.judge.verdict} {sorted(found.judge.rules)} of {sorted(found.judge.possible)}"
        head = f"// {found.kind}: judge {mine}; other {found.other[0]} {list(found.other[1])}\n"
        (folder / f"{k:04d}.jsonl").write_text(head + told + "\n", encoding="utf-8")


def main() -> int:
    """Play many games and report; exit 1 where there is a difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--referee", default="nobody", help=f"nobody, {', '.join(STUBS)}, or module:factory")
    parser.add_argument("--keep", type=Path, default=None, help="folder for the differences")
    asked = parser.parse_args()
    found, began = Agreement(), time.monotonic()
    make = factory_named(asked.referee)
    for k in range(asked.games):
        one_game(f"{asked.seed}/{k}", make, found)
        if time.monotonic() - began > asked.seconds:
            break
    seconds = time.monotonic() - began
    checks = sum(found.counts.values())
    print(f"{found.games} games, {found.actions} actions, {checks} checks, {seconds:.0f} s")
    for name, many in sorted(found.counts.items()):
        print(f"  {name}: {many}")
    for kind, many in Counter(difference.kind for difference in found.differences).items():
        print(f"  DIFFERENCE {kind}: {many}")
    if asked.keep is not None:
        keep(found.differences, asked.keep)
    return 1 if found.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
