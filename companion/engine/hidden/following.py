"""Which hidden card may lie where: copies that are followed, numbers of the rest, and what a look at a hand tells.

A copy is followed by itself from where it was seen, until it may lie in so many places that nothing is to be had from
it; then it is one of the number again. `HiddenPlaces` says how cards come from one place to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain

from companion.engine.hidden.spots import Impossible, Spot, Taken, is_copy, minus, plus, slug_of
from companion.engine.solver import Clauses

SMALL = 24
"""Decks of up to so many cards are followed copy by copy from the deal."""

FEW_DISCARDS = 12
"""Where no more discards than so many can be neither followed nor marked, they are counted when all are shuffled."""

SMALL_PATIENCE = 40
"""With those the solver has so many times the patience: they are there to be exact, at no table."""

SPREADS = ((10_000, 12, 12), (18_000, 8, 12), (26_000, 4, 6), (10**9, 3, 4))
"""A copy that may lie in more hands than so many is followed no longer; a marked one, as from whom to whom those went
tells most, in more than the second number. With fewer variables (a short game, or one that shows much) further."""


class Following:
    """All places of the copies of one game, and what is known of them.

    `copies`: those that are followed; `others`: how many cards with another back lie in the draw pile at the beginning;
    `marked`: whether the law is about a card.
    """

    def __init__(
        self,
        copies: Sequence[str],
        others: int = 0,
        marked: Callable[[str], bool] = lambda card: False,
        small: int = SMALL,
        forgets: bool = True,
    ) -> None:
        """`small`: decks of up to so many copies are followed from the deal; `forgets`: a copy that may be in too many
        places is followed no longer."""
        self.is_small, self.forgets = len(copies) <= small, forgets
        self.clauses = Clauses(SMALL_PATIENCE if self.is_small else 1)
        self.book = self.clauses.new()
        """Holds in the worlds in which the deal and every unseen act were lawful."""
        self.copies = tuple(copies)
        self._copies_of: dict[str, list[str]] = {}
        for copy in copies:
            self._copies_of.setdefault(slug_of(copy), []).append(copy)
        self.marked = frozenset(filter(marked, copies))
        self._marked_names = frozenset(map(slug_of, self.marked))
        self.followed: set[str] = set(copies) if self.is_small else set()
        self.hands: dict[str, Spot] = {}
        self.table: dict[object, Spot] = {}
        """What lies open, by the place the caller gives it."""
        self.pile = Spot(len(copies), plain=None)
        self.top: Taken | None = None
        """The card that was laid on top of the draw pile, if somebody did."""
        self.low: dict[str, list[int]] = {}
        self.low_marked: list[int] = []
        self.low_plain: list[int] = []
        """For each copy, and for marked and other ones of the rest, the ways they may have come among the discards;
        nobody asks for them before they are shuffled."""
        self.pile_others, self.low_followed, self.low_others = others, 0, 0
        """How many cards of each back lie in the draw pile, and among the discards."""
        self._by_name: dict[str, int] = {}
        """Cards of which only the name was seen, each under a name of its own (`whisky.?1`), and the literal that there
        is one."""
        self._notes = 0
        self.seen: set[str] = set()
        """The copies of which it was seen where they lay, if only once."""
        self.lent: dict[str, str] = {}
        """Copies of which is taken for granted, while something is asked, who has them."""
        self.asked = 0
        """How many variables were made by questions: how far copies are followed hangs on what happened alone."""
        self.counted = True
        """Whether it is known how many of each back lie in a pile; not so after a correction."""

    def law(self, *literals: int) -> None:
        """One of these holds, if the deal and every unseen act were lawful."""
        self.clauses.add(-self.book, *literals)

    # Questions

    def possible(self, literals: Iterable[int]) -> bool:
        """Return True if some world has all of this."""
        return self.clauses.has(literals)

    def may_hold(self, player: str, copy: str) -> int:
        """Return the literal that a copy may be in a hand."""
        hand = self.hands[player]
        if self.lent.get(copy, player) != player:
            return -self.clauses.yes
        if copy in self.followed:
            return hand.named.get(copy, -self.clauses.yes)
        rest = self._rest(hand, copy)
        return self.clauses.yes if rest is None else rest[0] if rest else -self.clauses.yes

    def _rest(self, spot: Spot, card: str) -> list[int] | None:
        """Return the literals of the unfollowed cards among which a card is counted."""
        return spot.marked if self.is_marked(card) else spot.plain

    def is_marked(self, card: str) -> bool:
        """Return True for a card that the law is about."""
        return slug_of(card) in self._marked_names

    def marked_in(self, spot: Spot) -> list[int]:
        """As many literals hold as marked cards lie in a place."""
        return [*spot.marked, *(lit for copy, lit in spot.named.items() if self.is_marked(copy))]

    def as_marked(self, card: Taken) -> int:
        """Return the literal that a card on its way is a marked one."""
        named = (lit for copy, lit in card.named.items() if self.is_marked(copy))
        return self.clauses.any_of([card.marked, *named])

    def holding(self, player: str, cards: Collection[str]) -> list[int]:
        """Return the literals that these cards are in a hand: copies, or cards named without their copy."""
        hand, clauses = self.hands[player], self.clauses
        found: list[int] = []
        for copy in cards:
            if self.lent.get(copy, player) != player:
                found.append(-clauses.yes)
            if copy in self.followed:
                found += [hand.named.get(copy, -clauses.yes), *self._nowhere_else(copy, hand)]
        for rest, group in self._by_kind(hand, cards):
            there: list[int] = []  # of each name as many literals hold as are there, if no more than are wanted
            for slug, many in Counter(map(slug_of, group)).items():
                known, noted = self._of_name(hand, slug, cards)
                loose = clauses.counted(known, min(group.count(slug), len(known)))[1:]
                enough = clauses.counted([*loose, *noted], many)[1:]
                there += enough
                found += self._known_by_name(slug, enough)
            found.append(clauses.at_least([*rest, *there], len(there)))
        return [lit for lit in found if lit != clauses.yes]

    def _known_by_name(self, slug: str, enough: Sequence[int]) -> list[int]:
        """Return the literals that as many of the wanted cards of a name were seen before as are no longer free."""
        noted = self._noted(slug)
        least = len(enough) - self._unseen(slug)
        used = self.clauses.counted(noted, len(noted))
        wanted = ((used[k], least + k) for k in range(len(noted) + 1) if least + k > 0)
        return [self.clauses.any_of((-so, enough[many - 1] if many <= len(enough) else -so)) for so, many in wanted]

    def _by_kind(self, hand: Spot, cards: Iterable[str]) -> list[tuple[list[int], list[str]]]:
        """Return the unfollowed cards, marked ones and others, with the literals that count those of a hand."""
        rest = [card for card in cards if card not in self.followed]
        marked = [card for card in rest if self.is_marked(card)]
        return [(hand.marked, marked), (hand.plain or [], [card for card in rest if not self.is_marked(card)])]

    def _of_name(self, hand: Spot, slug: str, cards: Collection[str]) -> tuple[list[int], list[int]]:
        """Return the literals of what the unfollowed cards of a name may be: of the copies that are followed, which
        only a card named without its copy can be, and of those of which only the name was seen."""
        of_name = [copy for copy in hand.named if slug_of(copy) == slug and copy not in cards]
        known = [hand.named[copy] for copy in of_name if slug in cards and copy not in self._by_name]
        return known, [hand.named[copy] for copy in of_name if copy in self._by_name]

    def _free(self, slug: str) -> int:
        """Return how many of the cards that are not followed may have this name, at most."""
        return max(self._unseen(slug) - self._noted(slug).count(self.clauses.yes), 0)

    def _unseen(self, slug: str) -> int:
        return sum(copy not in self.followed for copy in self._copies_of.get(slug, ()))

    def _noted(self, slug: str) -> list[int]:
        """Return the literals that there are the cards of this name of which no more than that was seen."""
        return [so for card, so in self._by_name.items() if slug_of(card) == slug]

    def without_others(self, player: str, cards: Collection[str], may_be: Iterable[str] = ()) -> list[int]:
        """Return the literals that a hand holds nothing but these; for a card named without its copy any copy may be
        meant.

        `may_be`: cards that may be there besides.
        """
        hand, besides = self.hands[player], frozenset(may_be)
        gone = [-lit for copy, lit in hand.named.items() if not self._is_meant(copy, cards, besides)]
        for rest, group in self._by_kind(hand, cards):
            left = list(rest)
            for slug, many in Counter(map(slug_of, group)).items():
                known, noted = self._of_name(hand, slug, cards)
                gone.append(-self.clauses.at_least(known, group.count(slug) + (slug in besides) + 1))
                gone.append(-self.clauses.at_least([*known, *noted], many + (slug in besides) + 1))
                left += [*known, *noted]
            many = len(group) + (len(besides) if rest is hand.plain else 0)
            gone.append(-self.clauses.at_least(left, many + 1))
        return [lit for lit in gone if lit != self.clauses.yes]

    def _is_meant(self, copy: str, cards: Collection[str], besides: Collection[str] = ()) -> bool:
        """Return True if a copy may be one of these cards."""
        slug = slug_of(copy)
        if copy in cards or slug in cards or slug in besides:
            return True
        return copy in self._by_name and any(slug_of(card) == slug and card not in self.followed for card in cards)

    def elsewhere(self, player: str, slug: str) -> list[int]:
        """As many literals hold as cards of a name were seen and lie in another place than this hand."""
        hand, known = self.hands[player], self.seen | self._by_name.keys()
        # Of a small deck every copy is followed, and those that nobody saw have not been seen among the discards.
        low = ((card, lit) for card, ways in self.low.items() if card in known for lit in ways)
        spots = (spot.named.items() for spot in self._spots() if spot is not hand)
        return [lit for card, lit in chain(*spots, low) if slug_of(card) == slug]

    def _nowhere_else(self, copy: str, here: Spot) -> list[int]:
        """Return the literals that a copy lies in no other place. It follows; added, it spares the solver the
        search."""
        return [-spot.named[copy] for spot in self._spots() if spot is not here and copy in spot.named]

    def _spots(self) -> list[Spot]:
        return [*self.hands.values(), self.pile, *self.table.values()]

    # What is seen

    def learn(self, literals: Iterable[int]) -> None:
        """Add facts."""
        for literal in literals:
            self.clauses.add(literal)

    def saw(self, player: str, cards: Collection[str], whole: bool) -> None:
        """Add that these cards are in a hand; `whole`: and nothing else of what is followed."""
        hand = self.hands[player]
        self.learn(self.holding(player, cards))
        if whole:
            self.learn(self.without_others(player, cards))
        for copy in cards:
            if copy in self.followed:
                self._certain(copy, hand)
            elif is_copy(copy) and copy in self.copies:
                self._name(copy, hand)
        for slug, many in Counter(card for card in cards if not is_copy(card)).items():
            self._note(slug, many, hand, cards)
        if whole:
            for copy in [copy for copy in hand.named if copy not in cards and slug_of(copy) not in cards]:
                self.clauses.add(-hand.named.pop(copy))
            self.learn(-lit for lit in (*hand.marked[:1], *(hand.plain or ())[:1]))
            hand.marked, hand.plain = [], []

    def saw_with_drawn(self, player: str, drawn: Spot, cards: Collection[str]) -> None:
        """Add that a hand and what was drawn for it were seen together: just these copies; nobody knows which was
        drawn."""
        hand = self.hands[player]
        for copy in cards:
            if copy in self.followed:
                self.clauses.add(*(spot.named[copy] for spot in (hand, drawn) if copy in spot.named))
            else:
                self._name(copy, hand, drawn)
        for spot in (hand, drawn):
            for copy in [copy for copy in spot.named if copy not in cards]:
                self.clauses.add(-spot.named.pop(copy))
            self.learn(-lit for lit in (*spot.marked[:1], *(spot.plain or ())[:1]))
            spot.marked, spot.plain = [], []

    def _name(self, copy: str, hand: Spot, drawn: Spot | None = None) -> None:
        """Follow from now on a copy of which nothing was known: it lies here, or in `drawn`.

        It was one of the number, or one of those of which only the name was seen.
        """
        clauses, spots = self.clauses, [hand] if drawn is None else [hand, drawn]
        noted = [card for card in self._by_name if slug_of(card) == slug_of(copy)]
        ways = [(spot, card) for spot in spots for card in noted if card in spot.named]
        if self._free(slug_of(copy)):
            ways += [(spot, "") for spot in spots if self._rest(spot, copy)]
        if not ways:
            raise Impossible
        was = [clauses.new() for _ in ways] if len(ways) > 1 else [clauses.yes]
        if len(was) > 1:
            clauses.exactly_one(was)
        for (spot, card), lit in zip(ways, was, strict=True):
            rest = self._rest(spot, copy)
            if card:
                clauses.add(-lit, spot.named[card])
                spot.named[card] = clauses.all_of((spot.named[card], -lit))
                self._by_name[card] = clauses.all_of((self._by_name[card], -lit))
            elif rest is not None:
                rest[:] = minus(clauses, rest, lit)
        for spot in spots:
            here = clauses.any_of([lit for (there, _), lit in zip(ways, was, strict=True) if there is spot])
            if here != -clauses.yes:
                spot.named[copy] = here
        self.followed.add(copy)
        self.seen.add(copy)

    def _note(self, slug: str, many: int, hand: Spot, cards: Collection[str]) -> None:
        """Follow from now on the cards of a name that were seen here and are not followed yet."""
        clauses, rest = self.clauses, self._rest(hand, slug)
        if not rest or not self._free(slug):
            return
        there = [lit for copy, lit in hand.named.items() if slug_of(copy) == slug and copy not in cards]
        for lit in clauses.counted(there, many)[:0:-1]:
            if lit == clauses.yes or not rest:
                continue
            rest[:] = minus(clauses, rest, -lit)
            hand.named[self._noted_as(slug, -lit)] = -lit

    def _is_noted(self, card: str, copy: str) -> bool:
        """Return True for a card of which only the name was seen, and that may be this copy."""
        return card in self._by_name and slug_of(card) == slug_of(copy)

    def _noted_as(self, slug: str, there_is: int) -> str:
        """Follow from now on a card of which only the name was seen, and return the name it goes by."""
        self._notes += 1
        card = f"{slug}.?{self._notes}"
        self._by_name[card] = there_is
        self.followed.add(card)
        if len(noted := self._noted(slug)) > (unseen := self._unseen(slug)):
            self.clauses.add(-self.clauses.at_least(noted, unseen + 1))
        return card

    def _certain(self, copy: str, here: Spot) -> None:
        """Fix a copy in this place and no other: it need not be followed there."""
        if copy not in here.named:
            raise Impossible
        here.named[copy] = self.clauses.yes
        self.seen.add(copy)
        for spot in self._spots():
            if spot is not here and copy in spot.named:
                self.clauses.add(-spot.named.pop(copy))
        for lit in self.low.pop(copy, ()):
            self.clauses.add(-lit)
        if self.top is not None and copy in self.top.named:
            self.clauses.add(-self.top.named[copy])

    def tidy(self) -> None:
        """Follow no longer what may lie in many hands, nor what is not marked and may lie in the pile and in no hand.

        To be called when all cards lie.
        """
        if self.is_small or not self.forgets:
            return
        no = -self.clauses.yes
        for spot in self._spots():
            if no in spot.named.values():
                spot.named = {copy: lit for copy, lit in spot.named.items() if lit != no}
        held = Counter(chain.from_iterable(hand.named for hand in self.hands.values()))
        if self._by_name:
            places = {*self.low, *chain.from_iterable(spot.named for spot in self._spots())}
            places |= set(self.top.named) if self.top else set()
            for card in [card for card in self._by_name if card not in places]:
                self.followed.discard(card)
                del self._by_name[card]
        few, few_marked = next(spread for below, *spread in SPREADS if self.clauses.size - self.asked < below)
        for copy in sorted(self.followed):
            is_marked = self.is_marked(copy)
            lost = not is_marked and not held[copy] and copy in self.pile.named
            if lost or held[copy] > (few_marked if is_marked else few):
                self._forget(copy)

    def _forget(self, copy: str) -> None:
        """Follow a copy no longer: wherever it may lie, it is one of the number."""
        self.followed.discard(copy)
        self._by_name.pop(copy, None)
        is_marked = self.is_marked(copy)
        for spot in self._spots():
            if copy in spot.named:
                lit = spot.named.pop(copy)
                if is_marked:
                    spot.marked = plus(self.clauses, spot.marked, lit, spot.size)
                elif spot.plain is not None:
                    spot.plain = plus(self.clauses, spot.plain, lit, spot.size)
        ways = self.low.pop(copy, [])
        (self.low_marked if is_marked else self.low_plain).extend(ways)
        if self.top is not None and copy in self.top.named:
            named = {other: lit for other, lit in self.top.named.items() if other != copy}
            lit, top = self.top.named[copy], self.top
            marked = self.clauses.any_of((top.marked, lit)) if is_marked else top.marked
            self.top = Taken(named, marked, top.plain if is_marked else self.clauses.any_of((top.plain, lit)))
