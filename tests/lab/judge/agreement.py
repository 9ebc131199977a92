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

from tests.lab.judge.judge import NO_WORLD, Judge
from tests.lab.judge.public import Verdict
from tests.lab.judge.sitting import EVENTS, KINDS, Referee, Sitting, some_habits
from tests.lab.judge.stubs import STUBS
from tests.lab.judge.table import Line
from tests.lab.judge.tries import Cell, Row, as_table, pairwise
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.deck import QUESTIONS, Option
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_careless import Careless
from tests.lab.twin.la_cosa.players_sensible import Sensible

STYLES: dict[str, type[Fair]] = {"fair": Fair, "sensible": Sensible, "careless": Careless}
ROWS: list[Row[Option]] = pairwise(QUESTIONS)
"""Choices of all agreements, any two answers to two questions in one of them."""


@dataclass
class Difference:
    """A check on which both do not agree, or on which the judge and the truth do not."""

    kind: str
    check: Line
    judge: Verdict
    other: tuple[str, tuple[str, ...]]
    said: tuple[Line, ...]


@dataclass
class Agreement:
    """What came of many games: counts by kind of check and outcome, what was tried, and the differences."""

    games: int = 0
    actions: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    covered: Counter[Cell] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def acted(self) -> None:
        """Count an action."""
        self.actions += 1

    def checked(self, kind: str, events: Sequence[str]) -> None:
        """Count a check of this kind after these events."""
        self.covered.update((kind, event) for event in events)

    def compare(
        self,
        said: Sequence[Line],
        check: Line,
        mine: Verdict,
        other: tuple[str, Collection[str]],
        broken: Collection[str] | None,
    ) -> None:
        """Compare both answers with one another and with what is true; `broken` is None where nobody says."""
        kind = outcome(mine, *other)
        answer = (other[0], tuple(sorted(other[1])))
        unheard = kind == "not judged" and broken is not None and other[0] != "unknown"
        if unheard:
            kind = "false" if other[0] == ("legal" if broken else "illegal") else "not against the truth"
        self.counts[f"{check['what']} {mine.verdict}: {f'{mine.why}: ' if mine.why else ''}{kind}"] += 1
        if kind.split(", ")[-1] not in ("same", "not judged", "not against the truth"):
            self.differences.append(Difference(kind, check, mine, answer, tuple(said)))
        if broken is not None and _against_truth(mine, broken):
            self.differences.append(Difference("the judge against the truth", check, mine, answer, tuple(said)))


def outcome(judge: Verdict, verdict: str, rules: Collection[str]) -> str:
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


def _against_truth(mine: Verdict, broken: Collection[str]) -> bool:
    """Tell whether the judge is refuted by what is true; what fits no world is refuted whatever it says."""
    if mine.verdict == "unknown":
        return mine.why == NO_WORLD
    if not mine.fits or (mine.verdict == "legal" and broken):
        return True
    return mine.verdict == "illegal" and (not broken or not mine.rules <= set(broken))


def one_game(
    seed: str, number: int, make: Callable[[Line], Referee] | None, found: Agreement, judged: bool = True
) -> None:
    """Play one game of the twin and add what came of it; not `judged`: only what is tried is counted.

    Of games one after the other every second is played with another choice of agreements.
    """
    rng = Random(f"{seed}/{number}")
    many = rng.choice((4, 4, 5, 6, 7, 9, 12))
    names = list(NAMES[:many])
    options: dict[str, Option] = ROWS[number // 2 % len(ROWS)] if number % 2 else {}
    world = deal(names, rng.choice(names), options, rng)
    style = rng.choice(("fair", "fair", "sensible", "careless"))
    setup: Line = {"playthrough": 1, "game": "la-cosa", "players": names, "first": world.first, "options": options}
    evening = Evening(world, STYLES[style](rng), most_turns=rng.choice((15, 40, 100)))
    judge = Judge(setup) if judged else None
    sitting = Sitting(evening, setup, judge, make(setup) if make else None, some_habits(rng), found)
    sitting.play(Random(f"looks {seed}/{number}"))
    if judge is not None:
        judge.worlds.sat.close()
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
        one_game(asked.seed, k, make, found)
        if time.monotonic() - began > asked.seconds:
            break
    seconds = time.monotonic() - began
    checks = sum(found.counts.values())
    print(f"{found.games} games, {found.actions} actions, {checks} checks, {seconds:.0f} s")
    for name, many in sorted(found.counts.items()):
        print(f"  {name}: {many}")
    for kind, many in Counter(difference.kind for difference in found.differences).items():
        print(f"  DIFFERENCE {kind}: {many}")
    print(as_table(found.covered, KINDS, EVENTS))
    if asked.keep is not None:
        keep(found.differences, asked.keep)
    return 1 if found.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
