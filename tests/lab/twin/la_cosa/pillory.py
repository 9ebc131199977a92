"""Declared slips and cheats are tried out on the companion: each must be noticed when it is said to be.

Nothing of it happens: a mistake is only judged, what is shown is not remembered, a false declaration is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from tests.lab.harness.harness import Desk, Disagreement
from tests.lab.twin.la_cosa.camera import Camera
from tests.lab.twin.la_cosa.cheats import FOULS, LIES, MISTAKES, Declared
from tests.lab.twin.la_cosa.observations import Sight
from tests.lab.twin.la_cosa.world import HUMAN, Action, World

T = TypeVar("T")


class Pillory:
    """Declared slips of one game: which were tried, and the answers."""

    def __init__(self, desk: Desk, camera: Camera, rate: float, rng: Random, shown: bool = True) -> None:
        """Prepare the slips. `shown`: also try those that only cards shown to the referee can prove."""
        self.desk, self.camera, self.rate, self.rng = desk, camera, rate, rng
        self._kinds = [self._mistake, self._mistake, self._lie, *([self._foul] if shown else [])]
        self._tried: dict[str, int] = {}

    def before(self, world: World) -> None:
        """Try a slip between two actions perhaps."""
        if self.rng.random() >= self.rate:
            return
        self.rng.choice(self._kinds)(world)

    def _least_tried(self, kinds: Mapping[Declared, T]) -> list[tuple[Declared, T]]:
        """Return the kinds tried least in this game first, so that a seldom possible kind gets its turn."""
        mixed = list(kinds.items())
        self.rng.shuffle(mixed)
        return sorted(mixed, key=lambda kind: self._tried.get(kind[0].name, 0))

    def _note(self, declared: Declared, answer: str) -> None:
        self._tried[declared.name] = self._tried.get(declared.name, 0) + 1
        self.desk.tale.caught[declared.name, answer] += 1

    def _mistake(self, world: World) -> None:
        for declared, make in self._least_tried(MISTAKES):
            action = make(world, self.rng)
            if action is not None:
                self._refused(declared, action)
                return

    def _refused(self, declared: Declared, action: Action) -> None:
        rule = self.desk.judge(action)
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
        """Show an unlawful sight, and note the rules named. `Camera.look` itself asserts that nothing unlawful is
        called lawful, and no kept rule is named."""
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
        desk = self.desk
        if (rule := desk.judge(claim)) is not None:
            raise Disagreement(f"a claim is refused: {rule}", None, rule)
        answer: str | None = None

        def at_the_end() -> None:
            nonlocal answer
            answer = "the humans win" if self._humans_win(world) else "unnoticed"

        def claimed() -> None:
            nonlocal answer
            answer = desk.judge(end)
            if answer is None:
                desk.try_out(end, at_the_end)

        desk.try_out(claim, claimed)
        if answer not in declared.rules:
            raise Disagreement(f"slip not noticed: {declared.name}", list(declared.rules), answer)
        self._note(declared, f"noticed: {answer}")

    def _humans_win(self, world: World) -> bool:
        winners = self.desk.state()["winners"]
        return isinstance(winners, list) and sorted(winners) == sorted(world.living(HUMAN))
