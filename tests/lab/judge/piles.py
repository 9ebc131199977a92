"""Cards that lie in places, for games whose cards move in numbers: what happened to them, and all worlds of it.

Two of the card games use it: `dos_barajas` and `la_criatura`. A place is a word (`hand:Ana`, `draw`, `discard`). Cards
go unseen from place to place; how many go is public, and sometimes of which kinds. The same list of events is read by
the solver here and by the list of all worlds (`piles_listing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.lab.judge.public import DISCARD, DRAW, is_copy, slug_of
from tests.lab.judge.solver import Solver

Lits = Mapping[str, int]
FEW = 4
"""Kinds with more copies than this are counted one by one."""

# ---------------------------------------------------------------------- what happens


@dataclass(frozen=True)
class Moved:
    """A number of cards went from one place to another; `among`: the kinds or copies that everybody saw them to be."""

    source: str
    target: str
    count: int
    among: frozenset[str] | None = None


@dataclass(frozen=True)
class Merged:
    """All cards of a place went to another, unseen."""

    source: str
    target: str


@dataclass(frozen=True)
class Seen:
    """Cards that were seen in a place, by copy or by kind; `whole` if nothing else lies there."""

    place: str
    cards: tuple[str, ...]
    whole: bool = False


def named(source: str, target: str, cards: Sequence[str]) -> list[Moved]:
    """Move cards that everybody saw."""
    return [Moved(source, target, many, frozenset((card,))) for card, many in Counter(cards).items()]


@dataclass
class Heap:
    """The two piles as they are counted: cards are drawn, and the discards are shuffled when the draw pile is empty."""

    draw: int
    thrown: int
    again: bool = True
    """The discards become the draw pile when it is empty."""

    def drawn(self, target: str, many: int) -> tuple[list[object], int]:
        """Draw as many as there are: what happens, and how many were drawn."""
        events: list[object] = []
        left = many
        while left:
            if not self.draw and self.thrown and self.again:
                events.append(Merged(DISCARD, DRAW))
                self.draw, self.thrown = self.thrown, 0
            now = min(left, self.draw)
            if not now:
                break
            events.append(Moved(DRAW, target, now))
            self.draw -= now
            left -= now
        return events, many - left


@dataclass(frozen=True)
class Pack:
    """Copies that are dealt: how many to each place, the rest to one place (`None`: nothing is left over)."""

    copies: tuple[str, ...]
    shares: tuple[tuple[str, int], ...]
    rest: str | None = DRAW


# ---------------------------------------------------------------------- all worlds


@dataclass(frozen=True)
class Where:
    """One moment in all worlds: for each place the copies that may lie there, and what else may be so."""

    places: Mapping[str, Lits]
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Number of cards in each place, in every world."""
    marks: Lits = field(default_factory=dict)

    def at(self, place: str) -> Lits:
        """Give the copies that may lie in a place."""
        return self.places.get(place, {})


class Piles:
    """The solver's side of one game."""

    def __init__(self, packs: Sequence[Pack], patience: int = 20_000) -> None:
        self.packs = tuple(packs)
        self.sat = Solver(patience, "minicard")
        kinds: dict[str, list[str]] = {}
        for pack in packs:
            for copy in pack.copies:
                kinds.setdefault(slug_of(copy), []).append(copy)
        self.by_slug = {slug: tuple(copies) for slug, copies in kinds.items()}

    def is_real(self, card: str) -> bool:
        """Tell whether a card plays."""
        return card in self.by_slug.get(slug_of(card), ()) or card in self.by_slug

    def deal(self) -> Where:
        """Deal in every way."""
        places: dict[str, dict[str, int]] = {}
        sizes: Counter[str] = Counter()
        for pack in self.packs:
            self._share(pack, places)
            sizes.update(dict(pack.shares))
            if pack.rest is not None:
                sizes[pack.rest] += len(pack.copies) - sum(many for _, many in pack.shares)
        return Where(places, sizes, self.at_first())

    def at_first(self) -> Lits:
        """Say what else may be so at the deal."""
        return {}

    def _share(self, pack: Pack, places: dict[str, dict[str, int]]) -> None:
        sat, shares = self.sat, [(place, many) for place, many in pack.shares if many]
        for place, _ in shares:
            places.setdefault(place, {})
        for copy in pack.copies:
            lits = [sat.fresh() for _ in shares]
            for (place, _), lit in zip(shares, lits, strict=True):
                places[place][copy] = lit
            if lits:
                sat.at_most_one(lits)
            if pack.rest is not None:
                places.setdefault(pack.rest, {})[copy] = -sat.any_of(lits)
            else:
                sat.need(*lits)
        for place, many in shares:
            sat.exactly([places[place][copy] for copy in pack.copies], many)

    # ------------------------------------------------------------------ what happened

    def after(self, where: Where, event: object, step: int) -> Where:
        """Make the next moment; `step` is the selector under which it binds."""
        if isinstance(event, Moved):
            return self.moved(where, event, step)[0]
        if isinstance(event, Merged):
            joined = self._joined(where.at(event.target), where.at(event.source))
            size = where.sizes.get(event.target, 0) + where.sizes.get(event.source, 0)
            sizes = {**where.sizes, event.source: 0, event.target: size}
            self._counted(joined, size)
            return replace(where, places={**where.places, event.source: {}, event.target: joined}, sizes=sizes)
        if isinstance(event, Seen):
            self.demand(where, event, step)
            return where
        return self.otherwise(where, event, step)

    def otherwise(self, where: Where, event: object, step: int) -> Where:
        """Make the next moment of what only this game knows."""
        raise NotImplementedError(event)

    def moved(self, where: Where, event: Moved, step: int) -> tuple[Where, Lits]:
        """Move cards; also give those that went.

        There are always as many cards in the place as leave it, so that only what was seen of them binds.
        """
        sat, source, among = self.sat, where.at(event.source), event.among
        gone = {copy: sat.fresh() for copy in source}
        sat.exactly(list(gone.values()), event.count)
        for copy, lit in gone.items():
            sat.need(-lit, source[copy])
            if among is not None and copy not in among and slug_of(copy) not in among:
                sat.need(-step, -lit)
        left = {copy: sat.both(lit, -gone[copy]) for copy, lit in source.items()}
        joined = self._joined(where.at(event.target), gone)
        stay = where.sizes.get(event.source, 0) - event.count
        size = where.sizes.get(event.target, 0) + event.count
        self._counted(left, stay)
        self._counted(joined, size)
        places = {**where.places, event.source: left, event.target: joined}
        self._somewhere(places, gone)
        return replace(where, places=places, sizes={**where.sizes, event.source: stay, event.target: size}), gone

    def _somewhere(self, places: Mapping[str, Lits], copies: Iterable[str]) -> None:
        """Say that each of these copies lies in one place: it follows, and saves the solver much search."""
        lit_of = [lits for lits in places.values() if lits]
        for copy in copies:
            lits = [here[copy] for here in lit_of if copy in here]
            self.sat.at_most(lits, 1)
            self.sat.need(*lits)

    def _counted(self, lits: Lits, size: int) -> None:
        """Say how many cards lie in a place: it follows, and saves the solver much search."""
        if len(lits) > size:
            self.sat.exactly(list(lits.values()), size)

    def _joined(self, lits: Lits, more: Lits) -> Lits:
        if not lits or not more:
            return lits or more
        joined = dict(lits)
        for copy, lit in more.items():
            joined[copy] = self.sat.either(joined[copy], lit) if copy in joined else lit
        return joined

    # ------------------------------------------------------------------ what was seen

    def demand(self, where: Where, seen: Seen, under: int) -> None:
        """Demand under a selector that cards lie where they were seen."""
        sat, here = self.sat, where.at(seen.place)
        wanted = Counter(slug_of(card) for card in seen.cards)
        copies = [card for card in seen.cards if is_copy(card)]
        if len(set(copies)) < len(copies):
            sat.need(-under)
        for copy in copies:
            sat.need(-under, here.get(copy, sat.no))
        for slug, many in wanted.items():
            if any(card == slug for card in seen.cards):
                lits = [here[copy] for copy in self.by_slug.get(slug, ()) if copy in here]
                self._at_least(lits, many, under)
        if seen.whole:
            for copy, lit in here.items():
                if slug_of(copy) not in wanted:
                    sat.need(-under, -lit)

    def _at_least(self, lits: Sequence[int], many: int, under: int) -> None:
        sat = self.sat
        if len(lits) < many:
            sat.need(-under)
        elif many == 1:
            sat.need(-under, *lits)
        elif len(lits) == many:
            for lit in lits:
                sat.need(-under, lit)
        else:
            rows = [[sat.fresh() for _ in lits] for _ in range(many)]
            for row in rows:
                for mine, lit in zip(row, lits, strict=True):
                    sat.need(-under, -mine, lit)
                sat.need(-under, *row)
            for column in zip(*rows, strict=True):
                sat.at_most_one(column)

    def possible(self, assumed: Iterable[int]) -> bool:
        """Tell whether a world has all of this."""
        return self.sat.possible(list(assumed))


class Question:
    """One check put to all worlds of a moment."""

    def __init__(self, piles: Piles, where: Where, bound: Sequence[int]) -> None:
        self.piles, self.where, self.sat = piles, where, piles.sat
        self.bound = list(bound)
        self.spent: list[int] = []

    def can(self, *lits: int) -> bool:
        """Tell whether some world has this."""
        return self.piles.possible([*self.bound, *lits])

    def shown(self, seen: Seen) -> int:
        """Make a selector for: these cards lie there."""
        under = self.sat.fresh()
        self.spent.append(under)
        self.piles.demand(self.where, seen, under)
        return under

    def never(self, place: str, card: str) -> bool:
        """Tell whether a card, or every copy of a kind, lies elsewhere in every world."""
        here = self.where.at(place)
        return not any(self.can(here[copy]) for copy in self._meant(card) if copy in here)

    def lies_elsewhere(self, place: str, cards: Sequence[str]) -> bool:
        """Tell whether some card shown in a place, or one copy too many of a kind, lies elsewhere in every world."""
        real = [card for card in cards if self.piles.is_real(card)]
        counts = Counter(slug_of(card) for card in real)
        return any(self.never(place, card) for card in dict.fromkeys(real)) or any(
            many > self.ever(place, slug) for slug, many in counts.items() if many > 1
        )

    def ever(self, place: str, slug: str) -> int:
        """Count the copies of a kind that may lie in a place."""
        here = self.where.at(place)
        return sum(self.can(here[copy]) for copy in self._meant(slug) if copy in here)

    def _meant(self, card: str) -> Sequence[str]:
        return (card,) if is_copy(card) else self.piles.by_slug.get(card, ())

    def close(self) -> None:
        """Let go of what was demanded for this question only."""
        for lit in self.spent:
            self.sat.need(-lit)
