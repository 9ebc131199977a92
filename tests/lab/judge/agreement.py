"""The judge beside another referee, over whole games of the twin: every check is put to both, differences are kept.

    python -m tests.lab.judge.parts --games 20 --seed 1 --referee package.module:factory --keep folder

`factory(setup)` makes a referee for one game from the first line of its playthrough. The referee answers
`check(said, check) -> (verdict, rules)`: `said` are the lines of the playthrough so far, the set-up first, with undo,
redo and those checks that were shown to be remembered; the check is not among them.
"""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from tests.lab.judge.judge import NO_WORLD, Judge
from tests.lab.judge.public import BY_RULING, Verdict
from tests.lab.judge.sitting import EVENTS, KINDS, Referee, Sitting, some_habits
from tests.lab.judge.stubs import STUBS
from tests.lab.judge.table import Line
from tests.lab.judge.tries import Cell, Row, as_table, pairwise
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.deck import JUDGED, Option
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_careless import Careless
from tests.lab.twin.la_cosa.players_sensible import Sensible

__all__ = ["EVENTS", "KINDS", "Agreement", "Difference", "factory_named", "keep", "one_game", "outcome", "report"]

STYLES: dict[str, type[Fair]] = {"fair": Fair, "sensible": Sensible, "careless": Careless}
ROWS: list[Row[Option]] = pairwise(JUDGED)
"""Choices of all agreements, any two answers to two questions in one of them."""


SHY = ("shy", "rules", "no world fits, shy", "no world fits, rules")
"""No false verdicts: the referee does not say all it could, or both find a breach and name it otherwise."""


@dataclass
class Difference:
    """A check on which both do not agree, or on which the judge and the truth do not."""

    kind: str
    check: Line
    judge: Verdict
    other: tuple[str, tuple[str, ...]]
    said: tuple[Line, ...]

    @property
    def is_false(self) -> bool:
        """True if one of the two has said what is not so."""
        return self.kind not in SHY

    def text(self) -> str:
        """Write it as a playthrough that ends with the check, with what both say at the top."""
        mine = f"{self.judge.verdict} {sorted(self.judge.rules)} of {sorted(self.judge.possible)}"
        head = f"// {self.kind}: judge {mine}; other {self.other[0]} {list(self.other[1])}"
        return "\n".join([head, *(json.dumps(line, ensure_ascii=False) for line in (*self.said, self.check)), ""])


@dataclass
class Agreement:
    """Results of many games: counts by kind of check and outcome, the tries, and the differences."""

    games: int = 0
    actions: int = 0
    answers: int = 0
    """A checksum of every answer, in order."""
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
        """Compare both answers with one another and with the truth; `broken` is None where that is unknown."""
        kind = outcome(mine, *other)
        answer = (other[0], tuple(sorted(other[1])))
        self.answers = crc32(repr((answer, mine.verdict, sorted(mine.rules), mine.fits)).encode(), self.answers)
        unheard = kind == "not judged" and broken is not None and other[0] != "unknown"
        if unheard:
            kind = "false" if other[0] == ("legal" if broken else "illegal") else "not against the truth"
        self.counts[f"{check['what']} {mine.verdict}: {f'{mine.why}: ' if mine.why else ''}{kind}"] += 1
        if kind.split(", ")[-1] not in ("same", "not judged", "not against the truth"):
            self.differences.append(Difference(kind, check, mine, answer, tuple(said)))
        if broken is not None and _against_truth(mine, broken):
            self.differences.append(Difference("the judge against the truth", check, mine, answer, tuple(said)))

    def json(self) -> dict[str, Any]:
        """Give all of it as JSON; of the differences that are no false verdicts only the first of each kind."""
        kept: dict[str, str] = {}
        false = [one.text() for one in self.differences if one.is_false]
        for one in self.differences:
            if not one.is_false:
                kept.setdefault(one.kind, one.text())
        return {
            "games": self.games,
            "actions": self.actions,
            "answers": self.answers,
            "counts": dict(self.counts),
            "covered": [[*cell, many] for cell, many in self.covered.items()],
            "kinds": Counter(one.kind for one in self.differences),
            "false": false,
            "others": list(kept.values()),
        }


def report(parts: Sequence[dict[str, Any]], kinds: Sequence[str], events: Sequence[str]) -> str:
    """Say what came of all parts."""
    counts, covered, differences = Counter[str](), Counter[Cell](), Counter[str]()
    for part in parts:
        counts.update(part["counts"])
        differences.update(part["kinds"])
        covered.update({(kind, event): many for kind, event, many in part["covered"]})
    games, actions = (sum(part[name] for part in parts) for name in ("games", "actions"))
    lines = [f"{games} games, {actions} actions, {sum(counts.values())} checks"]
    lines += [f"  {name}: {many}" for name, many in sorted(counts.items())]
    lines += [f"  DIFFERENCE {kind}: {many}" for kind, many in sorted(differences.items())]
    for verdict, what in (("legal", "lawful"), ("illegal", "breaches")):
        mine = {name: many for name, many in counts.items() if f" {verdict}: " in name}
        all_of, shy = sum(mine.values()), sum(many for name, many in mine.items() if name.endswith("shy"))
        lines.append(f"  {what} by all worlds: {all_of}, left open by the referee: {shy} ({shy / max(1, all_of):.2%})")
    lines.append(f"  false verdicts: {sum(len(part['false']) for part in parts)}")
    return "\n".join([*lines, as_table(covered, kinds, events)])


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
    if verdict == "undetermined" and judge.why == BY_RULING:
        return unfit + "same"
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
    """Find the opponent of the judge: none, a stub that is wrong on purpose, or `module:factory`."""
    if name == "nobody":
        return None
    if name in STUBS:
        return STUBS[name]
    module, _, attribute = name.partition(":")
    found: Callable[[Line], Referee] = getattr(importlib.import_module(module), attribute)
    return found


def keep(texts: Sequence[str], folder: Path) -> None:
    """Write each of these playthroughs into a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number:04d}.jsonl").write_text(text, encoding="utf-8")
