"""Tiny games played at random, judged by the solver and by the list of all worlds; every difference is told.

python -m tests.lab.judge.piles_small --game dos-barajas|la-criatura --games 1000 --seed 1
"""

from __future__ import annotations

import argparse
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from tests.lab.judge.course import Course
from tests.lab.judge.piles import Merged, Moved, Seen
from tests.lab.judge.piles_listing import Listing, One
from tests.lab.judge.public import DISCARD, DRAW, Verdict, slug_of

GAMES = {"dos-barajas": "tests.lab.judge.dos_barajas.small", "la-criatura": "tests.lab.judge.la_criatura.small"}


class Difference(Exception):
    """Both sides do not agree."""


class Tiny(ABC):
    """One tiny game: the truth, and both sides that are told the public facts."""

    def __init__(self, rng: Random, worlds: Any, listing: Listing) -> None:
        self.rng, self.worlds, self.listing = rng, worlds, listing
        self.course = Course(worlds)
        self.true: One = rng.choice(sorted(listing.worlds(), key=_in_order))
        self.trail: list[Any] = []
        self.verdicts: Counter[str] = Counter()
        self.story: list[object] = []

    # ------------------------------------------------------------------ what each game says

    @abstractmethod
    def act(self) -> None:
        """Let something happen."""

    @abstractmethod
    def put(self, bound: Sequence[int]) -> tuple[str, object, Verdict, Verdict, Sequence[Any]]:
        """Put a check to both: what, the question, both answers, and what is to be remembered of it."""

    @abstractmethod
    def state(self) -> Any:
        """Give what else is kept of the table, to be restored when a step is taken back."""

    @abstractmethod
    def restore(self, state: Any) -> None:
        """Restore what else was kept of the table."""

    @abstractmethod
    def none_left(self, bound: Sequence[int]) -> bool:
        """Tell whether the solver finds no world."""

    # ------------------------------------------------------------------ the course

    def happen(self, *events: Any, but: str | None = None) -> bool:
        """Let something happen, at random; tell whether it could."""
        world = self.true
        for event in events:
            ways = sorted(self.listing.after(world, event, but), key=_in_order)
            if not ways:
                return False
            world = self.rng.choice(ways)
        self.trail.append((self.true, self.state()))
        self.listing.worlds()
        self.story.append(events)
        self.course.go(events)
        self.listing.go(events)
        self.true = world
        return True

    def back(self) -> None:
        """Take the last step back."""
        if self.trail:
            self.true, state = self.trail.pop()
            self.restore(state)
            self.course.back()
            self.listing.back()
            self.story.append("back")

    def go_on(self) -> None:
        """Let the next thing happen."""
        if self.rng.random() < 0.1:
            self.back()
        else:
            self.act()

    def check(self) -> None:
        """Put one check to both sides; what is true may be remembered, and now and then what is not."""
        bound = self.course.binding()
        if not self.listing.worlds():
            if not self.none_left(bound):
                raise Difference("the solver finds a world where none is listed")
            self.verdicts["no world is left"] += 1
            return
        what, asked, mine, listed, seen = self.put(bound)
        self.story.append((asked, mine.verdict))
        if mine != listed:
            raise Difference(f"solver {mine}\n  list   {listed}")
        self.verdicts[f"{what} {mine.verdict}{'' if mine.fits else ' unfit'}"] += 1
        true = all(self.listing.shows(self.true, one) for one in seen)
        if mine.verdict != "illegal" and mine.fits and self.rng.random() < (0.6 if true else 0.1):
            for one in seen:
                self.course.see(one)
                self.listing.see(one)
                self.story.append(("seen", one))

    # ------------------------------------------------------------------ cards

    def at(self, place: str) -> list[str]:
        """List the copies that truly lie in a place."""
        return self.listing.at(self.true, place)

    def drawn(self, target: str, many: int, thrown: int = 0) -> list[Any]:
        """Draw, with a shuffle where the pile is empty; `thrown`: cards discarded just before."""
        there, spare, events = len(self.at(DRAW)), len(self.at(DISCARD)) + thrown, list[Any]()
        for _ in range(many):
            if not there:
                events.append(Merged(DISCARD, DRAW))
                there, spare = spare, 0
            if there:
                events.append(Moved(DRAW, target, 1))
                there -= 1
        return events

    def some(self, place: str, target: str, most: int, seen: float) -> list[Any]:
        """Move some cards that truly lie in a place, unseen or seen."""
        cards = self.at(place)
        many = min(len(cards), self.rng.randint(1, most))
        if not many:
            return []
        if self.rng.random() < seen:
            return [Moved(place, target, 1, frozenset((self.named([self.rng.choice(cards)])[0],)))]
        return [Moved(place, target, many)]

    def named(self, cards: Sequence[str]) -> list[str]:
        """Name cards by copy or by kind."""
        return [card if self.rng.random() < 0.6 else slug_of(card) for card in cards]

    def altered(self, cards: Sequence[str], others: Sequence[str]) -> list[str]:
        """Change cards that are shown."""
        rng, made = self.rng, list(cards)
        if made and rng.random() < 0.4:
            made[rng.randrange(len(made))] = rng.choice(others)
        if rng.random() < 0.05:
            made.append(rng.choice(others))
        return made

    def public_seen(self, place: str) -> list[Any]:
        """Let everybody see some cards of a place, or all."""
        cards = self.at(place)
        if not cards:
            return []
        shown = self.rng.sample(cards, self.rng.randint(1, len(cards)))
        return [Seen(place, tuple(self.named(shown)), len(shown) == len(cards))]


def _in_order(world: One) -> tuple[object, ...]:
    return (world.lies, sorted(world.marks))


def play(make: Callable[[Random], Tiny], seed: str, steps: int) -> tuple[Counter[str], str | None]:
    """Play one tiny game; count the verdicts, and tell the difference if there is one."""
    game = make(Random(seed))
    try:
        for _ in range(steps):
            game.go_on()
            if game.rng.random() < 0.5:
                game.check()
    except Difference as found:
        return game.verdicts, f"seed {seed}\n  " + "\n  ".join(str(line) for line in game.story) + f"\n  {found}"
    finally:
        game.worlds.sat.close()
    return game.verdicts, None


def game_named(name: str) -> Callable[[Random], Tiny]:
    """Find a tiny game."""
    made: Callable[[Random], Tiny] = import_module(GAMES[name]).Small
    return made


def main() -> int:
    """Play many and report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=500)
    asked = parser.parse_args()
    verdicts: Counter[str] = Counter()
    wrong, began, games = 0, time.monotonic(), 0
    for k in range(asked.games):
        counted, found = play(game_named(asked.game), f"{asked.seed}/{k}", asked.steps)
        verdicts += counted
        games += 1
        if found is not None:
            wrong += 1
            print(found)
        if wrong >= 3 or time.monotonic() - began > asked.seconds:
            break
    print(f"{games} tiny games, {sum(verdicts.values())} checks, {wrong} differences")
    for name, many in sorted(verdicts.items()):
        print(f"  {name}: {many}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
