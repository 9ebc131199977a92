"""Declared slips and cheats are tried out on the companion: each must be noticed when it is said to be.

Nothing of it happens: a mistake is only judged, what is shown is not remembered, a false declaration is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from companion.engine.history import UNDO
from tests.lab.harness.harness import Disagreement
from tests.lab.harness.harness_la_cosa import Sitting, compare
from tests.lab.harness.referee_camera import Camera
from tests.lab.twin.la_cosa.cheats import FOULS, LIES, MISTAKES, Declared
from tests.lab.twin.la_cosa.observations import Sight
from tests.lab.twin.la_cosa.world import HUMAN, Action, World

T = TypeVar("T")

Caught = dict[tuple[str, str], int]
"""How often each answer was given to each slip."""


class Pillory:
    """One game's declared slips: which were tried, and what was answered."""

    def __init__(self, sitting: Sitting, camera: Camera, rate: float, rng: Random) -> None:
        self.sitting, self.camera, self.rate, self.rng = sitting, camera, rate, rng
        self.caught: Caught = {}
        self._tried: dict[str, int] = {}

    def before(self, world: World) -> None:
        """Between two actions, perhaps something goes wrong."""
        if self.rng.random() >= self.rate:
            return
        self.rng.choice((self._mistake, self._mistake, self._lie, self._foul))(world)

    def _least_tried(self, kinds: Mapping[Declared, T]) -> list[tuple[Declared, T]]:
        """Those first that were tried least in this game: what is seldom possible is not crowded out."""
        mixed = list(kinds.items())
        self.rng.shuffle(mixed)
        return sorted(mixed, key=lambda kind: self._tried.get(kind[0].name, 0))

    def _note(self, declared: Declared, answer: str) -> None:
        key = (declared.name, answer)
        self._tried[declared.name] = self._tried.get(declared.name, 0) + 1
        self.caught[key] = self.caught.get(key, 0) + 1

    def _mistake(self, world: World) -> None:
        for declared, make in self._least_tried(MISTAKES):
            action = make(world, self.rng)
            if action is not None:
                self._refused(declared, action)
                return

    def _refused(self, declared: Declared, action: Action) -> None:
        rule = self.sitting.judge(action)
        if rule not in declared.rules:
            raise Disagreement(f"slip not noticed: {declared.name}", list(declared.rules), rule)
        self._note(declared, f"noticed: {rule}")

    # ------------------------------------------------------------------ hidden cards

    def _foul(self, world: World) -> None:
        if world.status != "playing" or len(world.seats) == 1:
            return
        for declared, make in self._least_tried(FOULS):
            sight = make(world, self.rng)
            if sight is not None:
                self._shown(declared, sight)
                return

    def _shown(self, declared: Declared, sight: Sight) -> None:
        """`Camera.look` itself holds that no unlawful thing is called lawful, and no rule is named that is kept."""
        found = self.camera.look(sight, remember=False)
        if found.verdict == "illegal":
            named = [rule for rule in found.rules if rule in sight.broken]
            self._note(declared, f"noticed: {' '.join(named)}")
        else:
            self._note(declared, found.verdict)
        if declared.when == "check" and not set(found.rules) & set(declared.rules):
            raise Disagreement(f"slip not noticed: {declared.name}", list(declared.rules), [found.verdict, found.rules])

    # ------------------------------------------------------------------ what the end brings to light

    def _lie(self, world: World) -> None:
        for declared, make in self._least_tried(LIES):
            said = make(world, self.rng)
            if said is not None:
                self._laid_open(world, declared, *said)
                return

    def _laid_open(self, world: World, declared: Declared, claim: Action, end: Action) -> None:
        sitting = self.sitting
        before = sitting.state()
        if (rule := sitting.judge(claim)) is not None:
            raise Disagreement(f"a claim is refused: {rule}", None, rule)
        sitting.record(claim)
        answer = sitting.judge(end)
        told = 1
        if answer is None:
            sitting.record(end)
            told = 2
            answer = "the humans win" if self._humans_win(world) else "unnoticed"
        for _ in range(told):
            sitting.record({"action": UNDO})
        sitting.course.undone.clear()
        compare(before, sitting.state())
        if answer not in declared.rules:
            raise Disagreement(f"slip not noticed: {declared.name}", list(declared.rules), answer)
        self._note(declared, f"noticed: {answer}")

    def _humans_win(self, world: World) -> bool:
        winners = self.sitting.state()["winners"]
        return isinstance(winners, list) and sorted(winners) == sorted(world.living(HUMAN))
