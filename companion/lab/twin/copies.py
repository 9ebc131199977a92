"""Every world of a set of cards at once, each copy followed by itself: for judges that leave nothing out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from companion.lab.twin.clauses import Clauses

Spot = dict[str, int]
"""What may lie in one place: for each copy (`tres-de-oros.2`) the literal that says that it does. Others do not."""


class Impossible(Exception):
    """What was told cannot happen at any table: nothing follows from it."""


def name_of(card: str) -> str:
    """The name of a card or of one of its copies."""
    return card.split(".")[0]


class Copies:
    """Where every copy may lie. The places are whatever the caller calls them."""

    def __init__(self, clauses: Clauses, copies: Sequence[str]) -> None:
        self.clauses, self.copies = clauses, tuple(copies)
        self.spots: dict[Hashable, Spot] = {}

    def deal(self, sizes: Mapping[Hashable, int], rest: Hashable) -> None:
        """So many cards in each place, of which nothing is known; all others lie in one."""
        clauses = self.clauses
        self.spots = {place: {} for place in (*sizes, rest)}
        filled = [place for place, size in sizes.items() if size] + [rest]
        for copy in self.copies:
            for place in filled:
                self.spots[place][copy] = clauses.new()
            clauses.exactly_one([self.spots[place][copy] for place in filled])
        for place, size in sizes.items():
            if size:
                clauses.exactly(list(self.spots[place].values()), size)

    def spot(self, place: Hashable) -> Spot:
        """A place, which may be new."""
        return self.spots.setdefault(place, {})

    # Cards go from place to place

    def take(self, place: Hashable, fits: Callable[[str], bool] = lambda copy: True) -> Spot:
        """One card leaves a place; which it may be. `fits`: everybody saw that it was such a one."""
        clauses, source = self.clauses, self.spots[place]
        some = [copy for copy in source if fits(copy)]
        if not some:
            raise Impossible
        taken = {copy: clauses.new() for copy in some}
        clauses.exactly_one(list(taken.values()))
        for copy, going in taken.items():
            there, still = source[copy], clauses.new()
            clauses.add(-going, there)
            clauses.add(-still, there)
            clauses.add(-still, -going)
            clauses.add(-there, going, still)
            source[copy] = still
        return taken

    def put(self, place: Hashable, taken: Spot) -> None:
        """A card, or several, come to a place."""
        target = self.spot(place)
        for copy, coming in taken.items():
            target[copy] = self.clauses.any_of((target[copy], coming)) if copy in target else coming

    def move(self, source: Hashable, target: Hashable, fits: Callable[[str], bool] = lambda copy: True) -> Spot:
        """One card goes from a place to another; which it may be."""
        taken = self.take(source, fits)
        self.put(target, taken)
        return taken

    def pour(self, source: Hashable, target: Hashable) -> None:
        """All cards of a place come to another."""
        self.put(target, self.spots.pop(source, {}))

    def empty(self, place: Hashable) -> None:
        """Nothing is left in a place: the table counts it so."""
        for lit in self.spots.pop(place, {}).values():
            self.clauses.add(-lit)

    # What is seen

    def some(self, place: Hashable, cards: Iterable[str]) -> list[int]:
        """That these cards lie in a place, as literals: copies, or cards of which it was not said which copy."""
        spot, found = self.spot(place), list[int]()
        wanted = list(cards)
        for name, many in Counter(map(name_of, wanted)).items():
            told = [card for card in wanted if name_of(card) == name and "." in card]
            if len(set(told)) < len(told):
                found.append(-self.clauses.yes)
            found += [spot.get(copy, -self.clauses.yes) for copy in told]
            if len(told) < many:
                found.append(self.clauses.at_least([lit for copy, lit in spot.items() if name_of(copy) == name], many))
        return found

    def whole(self, place: Hashable, cards: Iterable[str]) -> list[int]:
        """That just these cards lie in a place, as literals; there must be as many of them as the place has."""
        wanted = list(cards)
        loose = {card for card in wanted if "." not in card}
        gone = [-lit for copy, lit in self.spot(place).items() if copy not in wanted and name_of(copy) not in loose]
        return [*self.some(place, wanted), *gone]

    def alone(self, place: Hashable, cards: Sequence[str]) -> list[list[int]]:
        """That each card by itself, and so many of each name, lie in a place: each as literals."""
        names = Counter(map(name_of, cards))
        return [self.some(place, one) for one in ([card] for card in cards if "." in card)] + [
            self.some(place, [card for card in cards if name_of(card) == name]) for name in names
        ]
