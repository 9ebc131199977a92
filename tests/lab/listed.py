"""Cards whose every world is listed, one by one, where a judge else asks a solver.

It takes the place of `tests.lab.twin.copies.Copies`: what moves a card there by clauses moves it here in each
world, and what is a literal there is here whether a world has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from tests.lab.twin.clauses import TooHard
from tests.lab.twin.copies import Impossible, name_of

MOST = 6_000
"""Most worlds that are listed; a game with more is not judged."""


class World(NamedTuple):
    """World: the place of each followed card, how many marked cards lie in each place, further facts, and the card that
    went last.

    `went` is the number of that card, -1 for a marked one, None for any other.
    """

    where: tuple[Hashable, ...]
    kind: tuple[tuple[Hashable, int], ...] = ()
    so: tuple[bool, ...] = ()
    went: int | None = None

    def many(self, place: Hashable) -> int:
        """Return how many marked cards lie in a place."""
        return dict(self.kind).get(place, 0)


@dataclass(frozen=True)
class Literal:
    """Something that a world has or has not; `number`: of those that are so unless something says otherwise."""

    holds: Callable[[World], bool]
    number: int = -1
    is_not: bool = False

    def __neg__(self) -> Literal:
        return Literal(self.holds, self.number, not self.is_not)

    def __call__(self, world: World) -> bool:
        return self.holds(world) != self.is_not


class Worlds:
    """All worlds, asked as clauses are."""

    def __init__(self) -> None:
        self.all: set[World] = {World(())}
        self.too_many = False
        self.yes = Literal(lambda world: True)

    def put(self, worlds: Iterable[World]) -> None:
        """Replace all worlds; if they are too many, nothing is known of this game any more."""
        found = set[World]()
        for world in worlds:
            found.add(world)
            if len(found) > MOST:
                self.too_many = True
                break
        self.all = set() if self.too_many else found

    def new(self) -> Literal:
        """Return a free literal: it holds unless a clause denies it."""
        number = len(next(iter(self.all), World(())).so)
        self.put(world._replace(so=(*world.so, True)) for world in self.all)
        return Literal(lambda world: world.so[number], number)

    def add(self, *literals: Literal) -> None:
        """Demand that one of these holds, by free literals or by dropping worlds."""
        free = [one.number for one in literals if one.number >= 0 and one.is_not]

        def left() -> Iterator[World]:
            for world in self.all:
                if any(one(world) for one in literals):
                    yield world
                elif free:
                    yield world._replace(so=(*world.so[: free[0]], False, *world.so[free[0] + 1 :]))

        self.put(list(left()))

    def has(self, literals: Iterable[Literal]) -> bool:
        """Return True if a world has all of this. Raise `TooHard` where there are too many."""
        if self.too_many:
            raise TooHard
        wanted = list(literals)
        return any(all(one(world) for one in wanted) for world in self.all)

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """Demand that exactly one of these literals holds, each of which was free."""
        numbers = [one.number for one in literals]
        self.put(
            world._replace(so=tuple(k == this if k in numbers else so for k, so in enumerate(world.so)))
            for world in self.all
            for this in numbers
        )

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """Return a literal that stores whether one of these holds now."""
        some, number = list(literals), len(next(iter(self.all), World(())).so)
        self.put(world._replace(so=(*world.so, any(one(world) for one in some))) for world in self.all)
        return Literal(lambda world: world.so[number])

    def close(self) -> None:
        """Drop all worlds."""
        self.all = set()


class Listed:
    """Places of every followed copy in each world. The caller chooses the keys of the places."""

    def __init__(self, followed: Iterable[str], common: str = "", marked: int = 0) -> None:
        self.clauses, self.followed, self.common, self.marked = Worlds(), tuple(sorted(followed)), common, marked
        self.sizes: Counter[Hashable] = Counter()
        self.counts = self

    def deal(self, sizes: Mapping[str, int], rest: str, total: int) -> None:
        """Deal in every way the number of cards in `sizes` to each place, and all others to `rest`."""
        self.sizes = Counter(sizes)
        self.sizes[rest] = total - sum(sizes.values())
        filled = [place for place, size in self.sizes.items() if size]
        if len(filled) ** len(self.followed) > MOST:
            self.clauses.all, self.clauses.too_many = set(), True
            return
        self.clauses.put(
            World(where, tuple(zip(filled, kind, strict=True)))
            for kind in product(*(range(min(self.marked, self.sizes[place]) + 1) for place in filled))
            if sum(kind) == self.marked
            for where in product(filled, repeat=len(self.followed))
            if all(where.count(place) + many <= self.sizes[place] for place, many in zip(filled, kind, strict=True))
        )

    def spot(self, place: Hashable) -> dict[str, Literal]:
        """Return for each copy the literal that it lies in `place` now."""
        return {copy: self._is_in(k, place) for k, copy in enumerate(self.followed)}

    @staticmethod
    def _is_in(k: int, place: Hashable) -> Literal:
        return Literal(lambda world: world.where[k] == place)

    def get(self, place: Hashable, default: object = ()) -> list[Literal]:
        """Return literals that say that at least one, two, … marked cards lie in a place."""
        most = min(self.marked, self.sizes[place])
        return [Literal(lambda world, j=j: world.many(place) > j) for j in range(most)]  # type: ignore[misc]

    def move(
        self,
        source: Hashable,
        target: Hashable,
        fits: Callable[[str], bool] | None = None,
        unnamed: bool = True,
        marked: bool = False,
    ) -> dict[str, Literal]:
        """Move one card, in each world each that may; return for each copy the literal that it was this one ("" for a
        marked one)."""
        moved = [world for old in self.clauses.all for world in self._moved(old, source, target, fits, unnamed, marked)]
        if not self.sizes[source] or not (moved or self.clauses.too_many):
            raise Impossible
        self.clauses.put(moved)
        self.sizes[source] -= 1
        self.sizes[target] += 1
        names = {**dict(enumerate(self.followed)), -1: ""}
        return {name: Literal(lambda world, k=k: world.went == k) for k, name in names.items()}  # type: ignore[misc]

    def _moved(
        self,
        world: World,
        source: Hashable,
        target: Hashable,
        fits: Callable[[str], bool] | None,
        unnamed: bool,
        marked: bool,
    ) -> Iterator[World]:
        here = [k for k, place in enumerate(world.where) if place == source]
        for k in here:
            if fits is None or fits(self.followed[k]):
                yield world._replace(where=(*world.where[:k], target, *world.where[k + 1 :]), went=k)
        if unnamed and len(here) + world.many(source) < self.sizes[source]:
            yield world._replace(went=None)
        if marked and world.many(source):
            kind = Counter(dict(world.kind))
            kind[source] -= 1
            kind[target] += 1
            yield world._replace(kind=_sorted(kind), went=-1)

    def pour(self, source: Hashable, target: Hashable) -> None:
        """Move all cards of a place to another."""

        def poured(world: World) -> World:
            kind = Counter(dict(world.kind))
            kind[target] += kind.pop(source, 0)
            where = tuple(target if place == source else place for place in world.where)
            return world._replace(where=where, kind=_sorted(kind))

        self.clauses.put(map(poured, self.clauses.all))
        self.sizes[target] += self.sizes.pop(source, 0)

    def empty(self, place: Hashable) -> None:
        """Record that `place` is empty. Raise `Impossible` if cards are still counted there."""
        self.clauses.put([w for w in self.clauses.all if place not in w.where and not w.many(place)])
        if self.sizes.pop(place, 0):
            raise Impossible

    def learn(self, literals: Iterable[Literal]) -> None:
        for literal in literals:
            self.clauses.add(literal)

    # What lies in a place

    def some(self, place: Hashable, cards: Iterable[str]) -> list[Literal]:
        """Return literals that say that `cards` lie in `place`. A card is a copy, or a name where the copy is not
        known."""
        wanted, size = list(cards), self.sizes[place]
        return [Literal(lambda world: self._has(world, place, wanted, size))]

    def _has(self, world: World, place: Hashable, wanted: Sequence[str], size: int) -> bool:
        here = [copy for k, copy in enumerate(self.followed) if world.where[k] == place]
        told = [card for card in wanted if "." in card]
        if len(set(told)) < len(told) or not {*told} <= {*here}:
            return False
        names, there = Counter(map(name_of, wanted)), Counter(map(name_of, here))
        others = sum(many for name, many in there.items() if name != self.common)
        return all(
            others + many <= size if name == self.common else there[name] >= many for name, many in names.items()
        )

    def whole(self, place: Hashable, cards: Iterable[str]) -> list[Literal]:
        """Return literals that say that exactly `cards` lie in `place`."""
        wanted = list(cards)
        loose = {card for card in wanted if "." not in card}

        def nothing_else(world: World) -> bool:
            here = [copy for k, copy in enumerate(self.followed) if world.where[k] == place]
            return not world.many(place) and all(copy in wanted or name_of(copy) in loose for copy in here)

        return [*self.some(place, wanted), Literal(nothing_else)]

    def alone(self, place: Hashable, cards: Sequence[str]) -> list[list[Literal]]:
        """Return for each card its literals in `place`: one list for a copy, one for all cards of a name together."""
        groups = [[card] for card in cards if "." in card]
        groups += [[card for card in cards if name_of(card) == name] for name in Counter(map(name_of, cards))]
        return [self.some(place, group) for group in groups]


def _sorted(kind: Counter[Hashable]) -> tuple[tuple[Hashable, int], ...]:
    return tuple(sorted(((place, many) for place, many in kind.items() if many), key=repr))
