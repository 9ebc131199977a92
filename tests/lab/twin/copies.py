"""Every world of a set of cards at once, for judges that leave nothing out that was ever told.

Every copy that somebody named is followed by itself through the whole game, from the deal; a card of which nobody ever
said what it is can be any other, and of those only how many there are is told. So a judge first says which copies are
`followed`, and begins anew where a check names another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from tests.lab.twin.clauses import Clauses

PATIENCE = 2_000
"""Conflicts after which a question about cards is given up."""

Spot = dict[str, int]
"""Content of one place: for each copy (`tres-de-oros.2`) that may lie there, the literal that says that it does."""


class Impossible(Exception):
    """Contradiction: the facts told cannot all be true at any table."""


def name_of(card: str) -> str:
    """Return the name of a card, given its name or one of its copies."""
    return card.split(".")[0]


class Copies:
    """Places where every followed copy may lie. The caller chooses the keys of the places.

    `common`: the name of the cards that are told by their name alone and not followed for it; every card that is not
    followed has this name, or one that is never told.
    """

    def __init__(self, followed: Iterable[str], common: str = "", marked: int = 0) -> None:
        """Start with no places; `marked` is the number of unfollowed cards of a kind of their own, which is counted
        too."""
        self.clauses, self.followed, self.common = Clauses(PATIENCE), tuple(sorted(followed)), common
        self.spots: dict[Hashable, Spot] = {}
        self.sizes: Counter[Hashable] = Counter()
        """Number of cards in each place, followed or not."""
        self.marked, self.counts = marked, dict[Hashable, list[int]]()
        """For each place the literals that at least one, two, … of those of the kind of their own lie there."""

    def deal(self, sizes: Mapping[str, int], rest: str, total: int) -> None:
        """Put the number of cards in `sizes` in each place, with nothing known of them, and all others of `total` in
        `rest`."""
        clauses = self.clauses
        self.sizes = Counter(sizes)
        self.sizes[rest] = total - sum(sizes.values())
        filled = [place for place, size in self.sizes.items() if size]
        self.spots = {place: {} for place in self.sizes}
        for copy in self.followed:
            for place in filled:
                self.spots[place][copy] = clauses.new()
            clauses.exactly_one([self.spots[place][copy] for place in filled])
        for place in filled:
            count = self.counts[place] = [clauses.new() for _ in range(min(self.marked, self.sizes[place]))]
            for more, fewer in zip(count[1:], count, strict=False):
                clauses.add(-more, fewer)
            clauses.add(-clauses.at_least(self._told(place), self.sizes[place] + 1))
        if self.marked:
            clauses.exactly([lit for count in self.counts.values() for lit in count], self.marked)

    def spot(self, place: Hashable) -> Spot:
        return self.spots.setdefault(place, {})

    def _told(self, place: Hashable) -> list[int]:
        """Return literals of which as many hold as followed or marked cards lie in a place."""
        return [*self.spot(place).values(), *self.counts.get(place, ())]

    # Cards go from place to place

    def move(
        self,
        source: Hashable,
        target: Hashable,
        fits: Callable[[str], bool] | None = None,
        unnamed: bool = True,
        marked: bool = False,
    ) -> Spot:
        """Move one card, and return for each copy the literal that it is the one.

        `fits`: all saw that it was such a card; `unnamed`: it may also be one that is not followed; `marked`: or a
        marked one (by the name "").
        """
        clauses, here = self.clauses, self.spot(source)
        if not self.sizes[source]:
            raise Impossible
        taken = {copy: clauses.new() for copy in here if fits is None or fits(copy)}
        ways = list(taken.values())
        if unnamed:
            other = -clauses.new()
            clauses.add(-other, -clauses.at_least(self._told(source), self.sizes[source]))
            ways.append(other)
        count = self.counts.get(source, [])
        if marked and count:
            going = clauses.new()
            clauses.add(-going, count[0])
            self.counts[source] = self._fewer(count, going)
            ways.append(going)
        if not ways:
            raise Impossible
        clauses.exactly_one(ways)
        for copy, going in taken.items():
            there, still = here[copy], clauses.new()
            clauses.add(-going, there)
            clauses.add(-still, there)
            clauses.add(-still, -going)
            clauses.add(-there, going, still)
            here[copy] = still
        self.sizes[source] -= 1
        self._put(target, taken)
        self.sizes[target] += 1
        if marked and count:
            self.counts[target] = self._more(self.counts.get(target, []), ways[-1], self.sizes[target])
            return {**taken, "": ways[-1]}
        return taken

    def _fewer(self, count: Sequence[int], one: int) -> list[int]:
        """Return the literals of `count` after one card of the marked kind leaves where literal `one` holds."""
        clauses = self.clauses
        after = [*count[1:], -clauses.yes]
        return [clauses.any_of((clauses.all_of((b, -one)), a)) for b, a in zip(count, after, strict=True)]

    def _more(self, count: Sequence[int], one: int, most: int) -> list[int]:
        """Return the literals of `count`, `most` at most, after one card of the marked kind arrives where literal `one`
        holds."""
        clauses, before = self.clauses, [self.clauses.yes, *count]
        now = [*count, -clauses.yes]
        more = [clauses.any_of((n, clauses.all_of((b, one)))) for n, b in zip(now, before, strict=True)]
        return more[: min(most, self.marked)]

    def _put(self, place: Hashable, taken: Spot) -> None:
        target = self.spot(place)
        for copy, coming in taken.items():
            target[copy] = self.clauses.any_of((target[copy], coming)) if copy in target else coming

    def pour(self, source: Hashable, target: Hashable) -> None:
        """Move all cards of a place to another."""
        self._put(target, self.spots.pop(source, {}))
        self.sizes[target] += self.sizes.pop(source, 0)
        for lit in self.counts.pop(source, ()):
            self.counts[target] = self._more(self.counts.get(target, []), lit, self.sizes[target])

    def empty(self, place: Hashable) -> None:
        """Record that `place` is empty. Raise `Impossible` if cards are still counted there."""
        for lit in (*self.spots.pop(place, {}).values(), *self.counts.pop(place, ())):
            self.clauses.add(-lit)
        if self.sizes.pop(place, 0):
            raise Impossible

    # What is seen

    def learn(self, literals: Iterable[int]) -> None:
        for lit in literals:
            self.clauses.add(lit)

    def some(self, place: Hashable, cards: Iterable[str]) -> list[int]:
        """Return literals that say that `cards` lie in `place`. A card is a copy, or a name where the copy is not
        known."""
        spot, found, wanted = self.spot(place), list[int](), list(cards)
        for name, many in Counter(map(name_of, wanted)).items():
            told = [card for card in wanted if name_of(card) == name and "." in card]
            if len(set(told)) < len(told):
                found.append(-self.clauses.yes)
            found += [spot.get(copy, -self.clauses.yes) for copy in told]
            if name == self.common:
                others = [lit for copy, lit in spot.items() if name_of(copy) != name]
                found.append(-self.clauses.at_least(others, self.sizes[place] - many + 1))
            elif len(told) < many:
                found.append(self.clauses.at_least([lit for copy, lit in spot.items() if name_of(copy) == name], many))
        return found

    def whole(self, place: Hashable, cards: Iterable[str]) -> list[int]:
        """Return literals that say that exactly `cards` lie in `place`; there must be as many of them as the place
        has."""
        wanted = list(cards)
        loose = {card for card in wanted if "." not in card}
        gone = [-lit for copy, lit in self.spot(place).items() if copy not in wanted and name_of(copy) not in loose]
        return [*self.some(place, wanted), *gone, *(-lit for lit in self.counts.get(place, ()))]

    def alone(self, place: Hashable, cards: Sequence[str]) -> list[list[int]]:
        """Return for each card its literals in `place`: one list for a copy, one for all cards of a name together."""
        names = Counter(map(name_of, cards))
        return [self.some(place, one) for one in ([card] for card in cards if "." in card)] + [
            self.some(place, [card for card in cards if name_of(card) == name]) for name in names
        ]
