"""Where every copy may lie, of all worlds of a game at once, as clauses: the part that no game need say again.

A *world* is one way the cards that nobody has seen may have been dealt, drawn and given. Each thing that happens at the
table is told by one method, which adds clauses; a question is asked of all worlds (`possible`). Nothing is left out:
every copy that is followed is so by itself, and who moves one unseen may move any that lies there.

What a game adds is its *law*: which unseen acts are lawful. A lawful deal and a lawful act are clauses that hold where
`book` does, so that one telling answers both questions: what must be if everybody kept to the rules (asked under
`book`), and what must be whatever people did (asked without).

Copies are called `whisky.2`, cards of which it was not said which copy `whisky`. Cards with another back than those
that are followed (`others`) are only counted: everybody sees how many lie in a pile, if not which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.engine.solver import Clauses

Spot = dict[str, int]
"""What may lie in one place: for each copy the literal that says that it does. Others do not."""


class Impossible(Exception):
    """What was told cannot happen at any table, whatever people did."""


def slug_of(card: str) -> str:
    """The name of a card or of one of its copies."""
    return card.partition(".")[0]


def is_copy(card: str) -> bool:
    """Whether a card was told by its copy."""
    return "." in card


class HiddenPlaces:
    """All places of the copies of one game.

    `copies`: those that are followed; `others`: how many cards with another back lie in the draw pile at the beginning.
    """

    def __init__(self, copies: Sequence[str], others: int) -> None:
        self.clauses = Clauses()
        self.book = self.clauses.new()
        """Holds in the worlds in which the deal and every unseen act were lawful."""
        self.copies = tuple(copies)
        self.hands: dict[str, Spot] = {}
        self.table: dict[object, Spot] = {}
        """What lies open, by the place the caller gives it."""
        self.pile: Spot = {}
        self.top: Spot = {}
        """The card that was laid on top of the draw pile, if somebody did."""
        self.discards: dict[str, list[int]] = {}
        """For each copy the ways it may have come among the discards; nobody asks for them before they are shuffled."""
        self.pile_followed, self.pile_others = len(self.copies), others
        self.low_followed = self.low_others = 0
        """How many cards of each back lie in the draw pile, and among the discards."""
        self.seen: set[str] = set()
        """The copies of which it was seen where they lay, if only once."""
        self.counted = True
        """Whether it is known how many of each back lie in a pile; not so after a correction."""

    def law(self, *literals: int) -> None:
        """One of these holds, if the deal and every unseen act were lawful."""
        self.clauses.add(-self.book, *literals)

    # Questions

    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some world has all of this."""
        return self.clauses.has(literals)

    def holding(self, player: str, cards: Iterable[str]) -> list[int]:
        """That these cards are in a hand, as literals: copies, or cards of which it was not said which copy."""
        hand, wanted = self.hands[player], list(cards)
        found: list[int] = []
        for slug, many in Counter(map(slug_of, wanted)).items():
            told = [card for card in wanted if slug_of(card) == slug and is_copy(card)]
            for copy in told:
                found += [hand.get(copy, -self.clauses.yes), *self._nowhere_else(copy, hand)]
            if len(told) < many:
                found.append(self.clauses.at_least(of(hand, slug), many))
        return found

    def without_others(self, player: str, cards: Collection[str]) -> list[int]:
        """That a hand holds no copy but these, as literals; of a card told by its name any copy may be meant."""
        loose = {card for card in cards if not is_copy(card)}
        return [-lit for copy, lit in self.hands[player].items() if copy not in cards and slug_of(copy) not in loose]

    def _nowhere_else(self, copy: str, here: Spot) -> list[int]:
        """That a copy lies in no other place. It follows; said, it spares the solver the search."""
        return [-spot[copy] for spot in self._spots() if spot is not here and copy in spot]

    def _spots(self) -> list[Spot]:
        return [*self.hands.values(), self.pile, self.top, *self.table.values()]

    # What is seen

    def learn(self, literals: Iterable[int]) -> None:
        """So it is."""
        for literal in literals:
            self.clauses.add(literal)

    def saw(self, player: str, cards: Collection[str], whole: bool) -> None:
        """These cards are in a hand; `whole`: and nothing else of what is followed."""
        self.learn(self.holding(player, cards))
        hand = self.hands[player]
        if whole:
            self.learn(self.without_others(player, cards))
            loose = {card for card in cards if not is_copy(card)}
            for copy in [copy for copy in hand if copy not in cards and slug_of(copy) not in loose]:
                del hand[copy]
        for copy in cards:
            if copy in hand:
                self.seen.add(copy)
                self._certain(copy, hand)

    def _certain(self, copy: str, here: Spot) -> None:
        """A copy lies in this place, so in no other: it need not be followed there."""
        here[copy] = self.clauses.yes
        for spot in self._spots():
            if spot is not here and copy in spot:
                self.clauses.add(-spot.pop(copy))
        for lit in self.discards.pop(copy, ()):
            self.clauses.add(-lit)

    # Cards go from place to place

    def take(self, source: Spot, face: str = "", among: Spot | None = None) -> Spot:
        """One card leaves a place; which it may be. `face`: its name or copy, if it was seen; `among`: and it lay
        there too."""
        clauses = self.clauses
        some = [copy for copy in source if face in ("", copy, slug_of(copy)) and (among is None or copy in among)]
        if not some:
            raise Impossible
        if len(some) == 1:
            (copy,) = some
            self.seen |= {copy} if face else set()
            clauses.add(source.pop(copy))
            if among is not None:
                clauses.add(among[copy])
            return {copy: clauses.yes}
        taken = {copy: clauses.new() for copy in some}
        clauses.exactly_one(list(taken.values()))
        for copy, going in taken.items():
            there, still = source[copy], clauses.new()
            clauses.add(-going, there)
            clauses.add(-still, there)
            clauses.add(-still, -going)
            clauses.add(-there, going, still)
            source[copy] = still
            if among is not None:
                clauses.add(-going, among[copy])
        return taken

    def put(self, target: Spot, taken: Spot) -> None:
        """A card comes to a place."""
        for copy, coming in taken.items():
            target[copy] = self.clauses.any_of((target[copy], coming)) if copy in target else coming

    def to_hand(self, player: str, taken: Spot) -> None:
        """A card comes to a hand."""
        self.put(self.hands[player], taken)

    def put_low(self, taken: Spot, many: int = 1) -> None:
        """A card comes to the discards; or all of a hand of so many."""
        for copy, coming in taken.items():
            self.discards.setdefault(copy, []).append(coming)
        self.low_followed += many

    def spot(self, place: object) -> Spot:
        """A place on the table, where cards lie open."""
        return self.table.setdefault(place, {})

    # Drawing

    def draw(self, player: str, face: str = "") -> Spot:
        """A card with the back that is followed is drawn; `face` where everybody saw it. Which it may be."""
        self._pile_is_empty()
        drawn = self._draw(face)
        self.to_hand(player, drawn)
        return drawn

    def draw_other(self) -> None:
        """A card with the other back is drawn and lies open."""
        self._pile_is_empty()
        if self.counted and not self.pile_others:
            raise Impossible
        self.put(self.pile, self.top)  # somebody moved what lay on top: the table is right
        self.top = {}
        self.pile_others -= 1

    def draw_past(self, player: str, many: int, skipped: int) -> Spot:
        """So many cards are drawn for an effect, and so many with the other back met on the way are discarded.

        Where the pile runs out in the middle, all of it was met: what is followed of it is in the hand, the others are
        shuffled in with the discards and may be met again. Which cards they may be.
        """
        found: Spot = {}
        for _ in range(many):
            if self.counted and not self.pile_followed:
                if skipped < self.pile_others:
                    raise Impossible
                skipped -= self.pile_others
                self.low_others, self.pile_others = self.low_others + self.pile_others, 0
                self.shuffle()
            drawn = self._draw("")
            self.put(found, drawn)
            self.to_hand(player, drawn)
        if self.counted and skipped > self.pile_others:
            raise Impossible
        self.pile_others, self.low_others = self.pile_others - skipped, self.low_others + skipped
        return found

    def _draw(self, face: str) -> Spot:
        if self.counted and not self.pile_followed:
            raise Impossible
        self.pile_followed -= 1
        if not self.top:
            return self.take(self.pile, face)
        top, self.top = self.top, {}
        if face:
            self.learn(-lit for copy, lit in top.items() if slug_of(copy) != face)
        return {copy: lit for copy, lit in top.items() if face in ("", slug_of(copy))}

    def _pile_is_empty(self) -> None:
        if self.counted and not self.pile_followed + self.pile_others:
            self.shuffle()

    def shuffle(self) -> None:
        """The draw pile has been drawn to the last card; the discards are the new one."""
        self.learn(-lit for lit in self.pile.values())
        self.pile, self.discards, self.top = self._heap(), {}, {}
        self.pile_followed, self.pile_others, self.low_followed, self.low_others = (
            self.low_followed,
            self.low_others,
            0,
            0,
        )

    def shuffle_in(self) -> None:
        """The discards come under the draw pile, nobody knows after how many cards of it (where it is not counted)."""
        self.put(self.pile, self._heap())
        self.discards = {}

    def _heap(self) -> Spot:
        return {copy: self.clauses.any_of(ways) for copy, ways in self.discards.items()}

    # Open cards, and who plays

    def lay_on_pile(self, card: Spot) -> None:
        """A card that somebody parted with comes to lie on top of the draw pile."""
        self.put(self.pile, self.top)
        self.top = card
        self.pile_followed += 1

    def lay_open(self, player: str, face: str, place: object) -> None:
        """A card goes from a hand to a place on the table, for all to see."""
        self.put(self.spot(place), self.take(self.hands[player], face))

    def throw(self, player: str, face: str) -> None:
        """A card is discarded for all to see."""
        self.put_low(self.take(self.hands[player], face))

    def clear(self, place: object, face: str) -> None:
        """A card that lay open is discarded."""
        self.put_low(self.take(self.spot(place), face))

    # What nobody told

    def scatter(
        self,
        sizes: Mapping[str, int],
        held: Mapping[str, int],
        lying: Mapping[object, Sequence[str]],
        only: Collection[str] | None = None,
    ) -> None:
        """Nobody knows any more where the copies are (of `only` these cards): anywhere that the table's counts allow.

        `sizes`: the cards in each hand, with what `held` says of a card that never leaves its hand and is not among the
        copies; `lying`: what lies open, by its place.
        """
        clauses = self.clauses
        which = [copy for copy in self.copies if only is None or slug_of(copy) in only]
        for copy in which:
            self.discards.pop(copy, None)
            for spot in self._spots():
                spot.pop(copy, None)
        self.put(self.pile, self.top)
        self.top, self.counted = {}, False
        self.hands = {player: self.hands.get(player, {}) for player in sizes}
        self.table = {place: self.table.get(place, {}) for place in lying}
        for copy in which:
            hidden = [*self.hands.values(), self.pile]
            for spot in (*hidden, *(self.table[place] for place, faces in lying.items() if slug_of(copy) in faces)):
                spot[copy] = clauses.new()
            low = clauses.new()
            self.discards[copy] = [low]
            clauses.exactly_one([low, *(spot[copy] for spot in self._spots() if copy in spot)])
        for place, faces in lying.items():
            for face, many in Counter(faces).items():
                clauses.exactly(of(self.table[place], face), many)
        for player, size in () if only else sizes.items():  # of some cards nobody knows what came in their stead
            clauses.exactly([held[player], *self.hands[player].values()], size)


def of(spot: Spot, slug: str) -> list[int]:
    """The literals of every copy of a card that may lie in a place."""
    return [lit for copy, lit in spot.items() if slug_of(copy) == slug]
