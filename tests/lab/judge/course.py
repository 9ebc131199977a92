"""A course of events as a tree: every step, taken back or not, and the cards seen along the way.

It knows moves of cards and nothing of actions, so that small invented games use it as well as whole ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.lab.judge.public import Given, Round, Swap


@dataclass
class Step:
    """One step of the course: its events, the cards seen after it, and its effect on all worlds."""

    before: Step | None
    events: tuple[Any, ...]
    where: Any
    moved: Any
    """The worlds just after the last swap or round of this step."""
    bound: list[int]
    """The selectors of this step and of what was seen right after it."""
    seen: list[Any] = field(default_factory=list)
    given: Given | None = None
    given_bound: int | None = None
    children: list[Step] = field(default_factory=list)

    def path(self) -> list[Step]:
        """List the steps that lead here, the deal first."""
        found: list[Step] = []
        step: Step | None = self
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]


class Course:
    """All steps of a game, which of them is the last that stands, and what was seen in those taken back."""

    def __init__(self, worlds: Any) -> None:
        self.worlds = worlds
        where = worlds.deal()
        self.root = self.now = Step(None, (), where, where, [])

    def go(self, events: Sequence[Any], given: Given | None = None) -> Step:
        """Take one step on; `given`: cards that were shown before they changed hands in it."""
        select = self.worlds.sat.fresh()
        where = moved = self.now.where
        for event in events:
            where = self.worlds.after(where, event, select)
            if isinstance(event, Swap | Round):
                moved = where
        step = Step(self.now, tuple(events), where, moved, [select])
        self.now.children.append(step)
        self.now = step
        self.give(given)
        return step

    def give(self, given: Given | None) -> None:
        """Say which cards changed hands in the last step, in place of what was said before."""
        step = self.now
        if given == step.given:
            return
        step.given, step.given_bound = given, None
        if given is not None:
            step.given_bound = self.worlds.sat.fresh()
            self.worlds.demand_gifts(step.moved, given, step.given_bound)

    def back(self) -> None:
        """Take the last step back."""
        assert self.now.before is not None
        self.now = self.now.before

    def see(self, held: Any) -> None:
        """Remember cards seen in a hand now."""
        if held in self.now.seen:
            return
        select = self.worlds.sat.fresh()
        self.worlds.demand(self.now.where, held, select)
        self.now.seen.append(held)
        self.now.bound.append(select)

    def binding(self, but_for: Callable[[Any], bool] = lambda seen: False) -> list[int]:
        """List the selectors of all that binds: the steps that stand, and those after which cards were seen.

        `but_for`: sights that are left out.
        """
        found: list[int] = []
        standing = {id(step) for step in self.now.path()}

        order: list[Step] = [self.root]
        for step in order:
            order.extend(step.children)
        tells: set[int] = set()
        for step in reversed(order):
            if step.seen or any(id(child) in tells for child in step.children):
                tells.add(id(step))
            if id(step) in standing or id(step) in tells:
                first = len(step.bound) - len(step.seen)
                found.extend(step.bound[:first])
                found.extend(lit for seen, lit in zip(step.seen, step.bound[first:], strict=True) if not but_for(seen))
                if step.given_bound is not None:
                    found.append(step.given_bound)
        return found
