"""Where hidden cards may lie, of all worlds of a game at once, as clauses: the part that no game need say again.

A *world* is one way the cards that nobody has seen may have been dealt, drawn and given. Each thing that happens at the
table is told by one method, which adds clauses; a question is asked of all worlds (`possible`).

A card that nobody has seen is no copy but a number: of each place it is known how many *marked* cards (those the game's
law is about) and how many others may lie there. A copy is followed by itself from where it was seen, until it may lie
in so many places that nothing is to be had from it; then it is one of the number again. So two unseen cards are never
told apart, however often they change hands. What is left out by that only ever adds worlds: a verdict may be left open
by it, but not wrong. Of a small deck (`SMALL`) every copy is followed from the deal, and nothing is left out.

What a game adds is its *law*: which unseen acts are lawful. A lawful deal and a lawful act are clauses that hold where
`book` does, so that one telling answers both questions: what must be if everybody kept to the rules (asked under
`book`), and what must be whatever people did (asked without).

Copies are called `whisky.2`, cards of which it was not said which copy `whisky`. Cards with another back than those
that are followed (`others`) are only counted: everybody sees how many lie in a pile, if not which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from companion.engine.hidden_spots import Spot, Taken, is_copy, minus, plus, slug_of
from companion.engine.places import DISCARD, DRAW, Place
from companion.engine.solver import Clauses

SMALL = 24
"""Decks of up to so many cards are followed copy by copy from the deal."""

SMALL_PATIENCE = 40
"""With those the solver has so many times the patience: they are there to be exact, at no table."""

SPREADS = ((10_000, 12, 12), (18_000, 8, 12), (26_000, 4, 6), (10**9, 3, 4))
"""A copy that may lie in more hands than so many is followed no longer; a marked one, as from whom to whom those went
tells most, in more than the second number. With fewer variables (a short game, or one that shows much) further."""


class Impossible(Exception):
    """What was told cannot happen at any table, whatever people did."""


class HiddenPlaces:
    """All places of the copies of one game.

    `copies`: those that are followed; `others`: how many cards with another back lie in the draw pile at the beginning;
    `marked`: whether the law is about a card.
    """

    def __init__(
        self,
        copies: Sequence[str],
        others: int,
        marked: Callable[[str], bool],
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
        """For each copy, and for marked ones of the rest, the ways they may have come among the discards; nobody asks
        for them before they are shuffled."""
        self.pile_others, self.low_followed, self.low_others = others, 0, 0
        """How many cards of each back lie in the draw pile, and among the discards."""
        self._by_name: dict[str, bool] = {}
        """Cards of which only the name was seen, each under a name of its own (`whisky.?1`); whether it is sure that
        there is one."""
        self._notes = 0
        self.seen: set[str] = set()
        """The copies of which it was seen where they lay, if only once."""
        self.lent: dict[str, str] = {}
        """Copies of which is taken for granted, while something is asked, who has them."""
        self.counted = True
        """Whether it is known how many of each back lie in a pile; not so after a correction."""

    def law(self, *literals: int) -> None:
        """One of these holds, if the deal and every unseen act were lawful."""
        self.clauses.add(-self.book, *literals)

    # The deal

    def dealt(self, size: int, held: Mapping[str, int]) -> None:
        """So many cards for each, none of them marked if it was lawful. `held`: that one of them is a card that never
        leaves its hand and is not among the copies."""
        clauses = self.clauses
        self.pile.size -= size * len(held) - 1
        for player, has in held.items():
            self.hands[player] = Spot(size) if self.is_small else self._any_hand(size, has)
            if not self.is_small:
                self.law(*(-lit for lit in self.hands[player].marked[:1]))
        if not self.is_small:
            self.pile.marked = [clauses.new() for _ in self.marked]
            for lit in self.pile.marked:
                self.law(lit)
            return
        self.pile.plain = []
        for copy in self.copies:
            for spot in (*self.hands.values(), self.pile):
                spot.named[copy] = clauses.new()
                if copy in self.marked and spot is not self.pile:
                    self.law(-spot.named[copy])
            clauses.exactly_one([spot.named[copy] for spot in self._spots()])
        for player, has in held.items():
            clauses.exactly([has, *self.hands[player].named.values()], size)

    def deal_any(self, sizes: Mapping[str, int]) -> None:
        """So many cards for each, of which nothing is known; no law says what may be among them."""
        clauses, no = self.clauses, -self.clauses.yes
        self.pile.size -= sum(sizes.values())
        self.hands = {
            player: Spot(size) if self.is_small else self._any_hand(size, no) for player, size in sizes.items()
        }
        if not self.is_small:
            most = len(self.marked)
            held = clauses.counted([lit for hand in self.hands.values() for lit in hand.marked], most + 1)
            clauses.add(-held.pop())
            self.pile.marked = [-lit for lit in reversed(held[1:])]
            self.learn(-lit for lit in self.pile.marked[self.pile.size :])
            return
        self.pile.plain = []
        for copy in self.copies:
            for spot in (*self.hands.values(), self.pile):
                spot.named[copy] = clauses.new()
            clauses.exactly_one([spot.named[copy] for spot in self._spots()])
        for hand in self.hands.values():
            clauses.exactly(list(hand.named.values()), hand.size)

    def any_hand(self, size: int) -> Spot:
        """A place with so many cards of which nothing is known."""
        return self._any_hand(size, -self.clauses.yes)

    def _any_hand(self, size: int, has: int) -> Spot:
        """A hand of which nothing is known."""
        clauses = self.clauses
        marked = [clauses.new() for _ in range(size)]
        for more, fewer in zip(marked[1:], marked, strict=False):
            clauses.add(-more, fewer)
        # So many are plain as are neither marked nor the card that never leaves its hand.
        least = [clauses.yes, *marked]
        plain = [
            clauses.all_of((-least[size - j + 1], clauses.any_of((-has, -least[size - j])))) for j in range(1, size + 1)
        ]
        return Spot(size, {}, marked, plain)

    # Questions

    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some world has all of this."""
        return self.clauses.has(literals)

    def may_hold(self, player: str, copy: str) -> int:
        """That a copy may be in a hand, as a literal."""
        hand = self.hands[player]
        if self.lent.get(copy, player) != player:
            return -self.clauses.yes
        if copy in self.followed:
            return hand.named.get(copy, -self.clauses.yes)
        rest = self._rest(hand, copy)
        return self.clauses.yes if rest is None else rest[0] if rest else -self.clauses.yes

    def _rest(self, spot: Spot, card: str) -> list[int] | None:
        """The literals of those cards that are not followed among which a card is counted."""
        return spot.marked if self.is_marked(card) else spot.plain

    def is_marked(self, card: str) -> bool:
        """Whether the law is about it."""
        return slug_of(card) in self._marked_names

    def holding(self, player: str, cards: Collection[str]) -> list[int]:
        """That these cards are in a hand, as literals: copies, or cards of which it was not said which copy."""
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
                enough = clauses.counted(self._of_name(hand, slug, cards), many)[1:]
                there += enough
                if (known := many - self._free(slug)) > 0:
                    found.append(enough[known - 1])
            found.append(clauses.at_least([*rest, *there], len(there)))
        return [lit for lit in found if lit != clauses.yes]

    def _by_kind(self, hand: Spot, cards: Iterable[str]) -> list[tuple[list[int], list[str]]]:
        """The cards that are not followed, marked ones and others, with the literals that count those of a hand."""
        rest = [card for card in cards if card not in self.followed]
        marked = [card for card in rest if self.is_marked(card)]
        return [(hand.marked, marked), (hand.plain or [], [card for card in rest if not self.is_marked(card)])]

    def _of_name(self, hand: Spot, slug: str, cards: Collection[str]) -> list[int]:
        """The literals of what may be meant by the cards of a name that are not followed."""
        is_loose = slug in cards
        return [
            lit
            for copy, lit in hand.named.items()
            if slug_of(copy) == slug and copy not in cards and (is_loose or copy in self._by_name)
        ]

    def _free(self, slug: str) -> int:
        """How many of the cards that are not followed may have this name, at most."""
        used = sum(sure for card, sure in self._by_name.items() if slug_of(card) == slug)
        return max(sum(slug_of(copy) == slug and copy not in self.followed for copy in self.copies) - used, 0)

    def without_others(self, player: str, cards: Collection[str], may_be: Iterable[str] = ()) -> list[int]:
        """That a hand holds nothing but these, as literals; of a card told by its name any copy may be meant.

        `may_be`: cards that may be there besides.
        """
        hand, besides = self.hands[player], frozenset(may_be)
        gone = [-lit for copy, lit in hand.named.items() if not self._is_meant(copy, cards, besides)]
        for rest, group in self._by_kind(hand, cards):
            left = list(rest)
            for slug, many in Counter(map(slug_of, group)).items():
                named = self._of_name(hand, slug, cards)
                gone.append(-self.clauses.at_least(named, many + (slug in besides) + 1))
                left += named
            many = len(group) + (len(besides) if rest is hand.plain else 0)
            gone.append(-self.clauses.at_least(left, many + 1))
        return [lit for lit in gone if lit != self.clauses.yes]

    def _is_meant(self, copy: str, cards: Collection[str], besides: Collection[str] = ()) -> bool:
        """Whether a copy may be one of these cards."""
        slug = slug_of(copy)
        if copy in cards or slug in cards or slug in besides:
            return True
        return copy in self._by_name and any(slug_of(card) == slug and card not in self.followed for card in cards)

    def elsewhere(self, player: str, slug: str) -> list[int]:
        """As many literals hold as cards of a name were seen and lie in another place than this hand."""
        hand = self.hands[player]
        return [
            lit
            for spot in self._spots()
            if spot is not hand
            for card, lit in spot.named.items()
            if slug_of(card) == slug
        ]

    def _nowhere_else(self, copy: str, here: Spot) -> list[int]:
        """That a copy lies in no other place. It follows; said, it spares the solver the search."""
        return [-spot.named[copy] for spot in self._spots() if spot is not here and copy in spot.named]

    def _spots(self) -> list[Spot]:
        return [*self.hands.values(), self.pile, *self.table.values()]

    # What is seen

    def learn(self, literals: Iterable[int]) -> None:
        """So it is."""
        for literal in literals:
            self.clauses.add(literal)

    def saw(self, player: str, cards: Collection[str], whole: bool) -> None:
        """These cards are in a hand; `whole`: and nothing else of what is followed."""
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
        """A hand and what was drawn for it were seen together: just these copies, nobody knows which was drawn."""
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
        """A copy of which nothing was known lies here: it is followed from now on. `drawn`: or it lies there.

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
                self._by_name[card] = False
            elif rest is not None:
                rest[:] = minus(clauses, rest, lit)
        for spot in spots:
            here = clauses.any_of([lit for (there, _), lit in zip(ways, was, strict=True) if there is spot])
            if here != -clauses.yes:
                spot.named[copy] = here
        self.followed.add(copy)
        self.seen.add(copy)

    def _note(self, slug: str, many: int, hand: Spot, cards: Collection[str]) -> None:
        """So many cards of a name were seen here: those that are not followed yet are from now on."""
        clauses, rest = self.clauses, self._rest(hand, slug)
        if not rest or not self._free(slug):
            return
        there = [lit for copy, lit in hand.named.items() if slug_of(copy) == slug and copy not in cards]
        for lit in clauses.counted(there, many)[:0:-1]:
            if lit == clauses.yes or not rest:
                continue
            self._notes += 1
            card = f"{slug}.?{self._notes}"
            rest[:] = minus(clauses, rest, -lit)
            hand.named[card] = -lit
            self._by_name[card] = lit == -clauses.yes
            self.followed.add(card)

    def _certain(self, copy: str, here: Spot) -> None:
        """A copy lies in this place, so in no other: it need not be followed there."""
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
        for spot in self._spots():
            for copy in [copy for copy, lit in spot.named.items() if lit == -self.clauses.yes]:
                del spot.named[copy]
        held = Counter(copy for hand in self.hands.values() for copy in hand.named)
        places = {*held, *self.low, *(copy for spot in self._spots() for copy in spot.named)}
        places |= set(self.top.named) if self.top else set()
        for card in [card for card in self._by_name if card not in places]:
            self.followed.discard(card)
            del self._by_name[card]
        few, few_marked = next(spread for below, *spread in SPREADS if self.clauses.size < below)
        for copy in sorted(self.followed):
            is_marked = self.is_marked(copy)
            lost = not is_marked and not held[copy] and copy in self.pile.named
            if lost or held[copy] > (few_marked if is_marked else few):
                self._forget(copy)

    def _forget(self, copy: str) -> None:
        """A copy is followed no longer: wherever it may lie, it is one of the number."""
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
        if is_marked:
            self.low_marked += ways
        if self.top is not None and copy in self.top.named:
            named = {other: lit for other, lit in self.top.named.items() if other != copy}
            lit, top = self.top.named[copy], self.top
            marked = self.clauses.any_of((top.marked, lit)) if is_marked else top.marked
            self.top = Taken(named, marked, top.plain if is_marked else self.clauses.any_of((top.plain, lit)))

    # Cards go from place to place

    def take(self, source: Spot, face: str = "") -> Taken:
        """One card leaves a place. `face`: its name or copy, if it was seen."""
        clauses = self.clauses
        if face and not is_copy(face) and not any(slug_of(copy) == face for copy in source.named):
            self._note(face, 1, source, ())
        named = {copy: lit for copy, lit in source.named.items() if face in ("", copy, slug_of(copy))}
        rest = not face or (face not in self.followed and self._free(slug_of(face)))
        may_marked = rest and bool(source.marked) and (not face or self.is_marked(face))
        may_plain = rest and source.plain != [] and not (face and self.is_marked(face))
        many = len(named) + may_marked + may_plain
        if not many:
            raise Impossible
        going = [clauses.yes] if many == 1 else [clauses.new() for _ in range(many)]
        if many > 1:
            clauses.exactly_one(going)
        marked, plain = -clauses.yes, -clauses.yes
        if may_marked:
            marked = going.pop()
            source.marked = minus(clauses, source.marked, marked)
        if may_plain:
            plain = going.pop()
            if many > 1:
                clauses.prefer(plain, -marked)
            if source.plain is not None:
                source.plain = minus(clauses, source.plain, plain)
        taken = dict(zip(named, going, strict=True))
        for copy, lit in taken.items():
            there = source.named[copy]
            clauses.add(-lit, there)
            if lit == clauses.yes:
                del source.named[copy]
            else:
                source.named[copy] = clauses.all_of((there, -lit))
        source.size -= 1
        if len(source.marked) > max(0, source.size):
            self.learn(-lit for lit in source.marked[max(0, source.size) :])
            del source.marked[max(0, source.size) :]
        return Taken(taken, marked, plain)

    def put(self, target: Spot, taken: Taken) -> None:
        """A card comes to a place."""
        target.size += 1
        for copy, coming in taken.named.items():
            target.named[copy] = self.clauses.any_of((target.named[copy], coming)) if copy in target.named else coming
        target.marked = plus(self.clauses, target.marked, taken.marked, target.size)
        if target.plain is not None:
            target.plain = plus(self.clauses, target.plain, taken.plain, target.size)

    def to_hand(self, player: str, taken: Taken) -> None:
        """A card comes to a hand."""
        self.put(self.hands[player], taken)

    def put_low(self, taken: Taken) -> None:
        """A card comes to the discards."""
        for copy, coming in taken.named.items():
            self.low.setdefault(copy, []).append(coming)
        if taken.marked != -self.clauses.yes:
            self.low_marked.append(taken.marked)
        self.low_followed += 1

    def spot(self, place: object) -> Spot:
        """A place on the table, where cards lie open."""
        return self.table.setdefault(place, Spot())

    # Drawing

    def draw(self, player: str, face: str = "") -> Taken:
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
        self._into_the_pile()  # somebody moved what lay on top: the table is right
        self.pile_others -= 1

    def draw_past(self, many: int, skipped: int) -> list[Taken]:
        """So many cards are drawn for an effect, and so many with the other back met on the way are discarded.

        Where the pile runs out in the middle, all of it was met: what is followed of it is in the hand, the others are
        shuffled in with the discards and may be met again. Which cards they may be.
        """
        found = []
        for _ in range(many):
            if self.counted and not self._pile_size():
                if skipped < self.pile_others:
                    raise Impossible
                skipped -= self.pile_others
                self.low_others, self.pile_others = self.low_others + self.pile_others, 0
                self.shuffle()
            found.append(self._draw(""))
        if self.counted and skipped > self.pile_others:
            raise Impossible
        self.pile_others, self.low_others = self.pile_others - skipped, self.low_others + skipped
        return found

    def _draw(self, face: str) -> Taken:
        if self.counted and not self._pile_size():
            raise Impossible
        if self.top is None:
            if not self.counted:  # who counts nothing knows nothing of where the last ones are
                self.pile.size = max(self.pile.size, len(self.marked) + 1)
            return self.take(self.pile, face)
        top, self.top = self.top, None
        if not face:
            return top
        self.learn(-lit for copy, lit in top.named.items() if slug_of(copy) != face)
        self.learn([-(top.plain if self.is_marked(face) else top.marked)])
        named = {copy: lit for copy, lit in top.named.items() if slug_of(copy) == face}
        no = -self.clauses.yes
        return Taken(named, top.marked if self.is_marked(face) else no, no if self.is_marked(face) else top.plain)

    def sizes(self) -> dict[Place, int]:
        """How many cards lie in the piles, as far as it is known."""
        if not self.counted:
            return {DRAW: -1}
        return {DRAW: self._pile_size() + self.pile_others, DISCARD: self.low_followed + self.low_others}

    def _pile_size(self) -> int:
        return self.pile.size + (self.top is not None)

    def _into_the_pile(self) -> None:
        if self.top is not None:
            self.put(self.pile, self.top)
        self.top = None

    def _pile_is_empty(self) -> None:
        if self.counted and not self._pile_size() + self.pile_others:
            self.shuffle()

    def shuffle(self) -> None:
        """The draw pile has been drawn to the last card; the discards are the new one."""
        if self.counted:
            self.learn(-lit for lit in (*self.pile.named.values(), *self.pile.marked))
        self.pile = Spot(0, plain=[] if self.is_small else None)
        self.top = None
        self.shuffle_in()
        self.pile.size, self.pile_others, self.low_followed, self.low_others = self.low_followed, self.low_others, 0, 0

    def shuffle_in(self) -> None:
        """The discards come under the draw pile, nobody knows after how many cards of it (where it is not counted)."""
        clauses = self.clauses
        marked = self.low_marked + [lit for lit in self.pile.marked if lit != -clauses.yes]
        self.pile.marked = [
            lit for lit in clauses.counted(marked, min(len(marked), len(self.marked)))[1:] if lit != -clauses.yes
        ]
        for copy, ways in self.low.items():
            self.pile.named[copy] = clauses.any_of(
                [*ways, *([self.pile.named[copy]] if copy in self.pile.named else [])]
            )
        self.low, self.low_marked = {}, []

    # Open cards, and who plays

    def lay_on_pile(self, card: Taken) -> None:
        """A card that somebody parted with comes to lie on top of the draw pile."""
        self._into_the_pile()
        self.top = card

    def lay_open(self, player: str, face: str, place: object) -> None:
        """A card goes from a hand to a place on the table, for all to see."""
        self.put(self.spot(place), self.take(self.hands[player], face))

    def throw(self, player: str, face: str) -> None:
        """A card is discarded for all to see."""
        self.put_low(self.take(self.hands[player], face))

    def clear(self, place: object, face: str) -> None:
        """A card that lay open is discarded."""
        self.put_low(self.take(self.spot(place), face))

    def pour(self, target: Spot, source: Spot) -> None:
        """All cards of a place come to another."""
        target.size += source.size
        for copy, lit in source.named.items():
            target.named[copy] = self.clauses.any_of((target.named[copy], lit)) if copy in target.named else lit
        for lit in source.marked:
            target.marked = plus(self.clauses, target.marked, lit, target.size)
        for lit in source.plain or ():
            target.plain = plus(self.clauses, target.plain or [], lit, target.size)

    def gone(self, player: str) -> None:
        """All cards of a hand are discarded unseen."""
        hand = self.hands.pop(player)
        for copy, lit in hand.named.items():
            self.low.setdefault(copy, []).append(lit)
        self.low_marked += hand.marked
        self.low_followed += hand.size

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
        self.pile.plain = None
        self._into_the_pile()
        open_now = {copy for spot in self.table.values() for copy in spot.named}
        for copy in sorted(c for c in self.followed if only is None or c in open_now or slug_of(c) in only):
            self._forget(copy)
        self.is_small = self.counted = False
        self.table = {place: Spot(len(faces), plain=[self.clauses.yes] * len(faces)) for place, faces in lying.items()}
        if only is not None:
            return
        self.hands = {player: self._any_hand(size, held[player]) for player, size in sizes.items()}
        self.low_marked, self.low = [self.clauses.new() for _ in self.marked], {}
        self.pile.marked = [self.clauses.new() for _ in self.marked]
        self.pile.size = len(self.copies)
        for more, fewer in zip(self.pile.marked[1:], self.pile.marked, strict=False):
            self.clauses.add(-more, fewer)
        in_hands = [lit for hand in self.hands.values() for lit in hand.marked]
        self.clauses.exactly([*in_hands, *self.pile.marked, *self.low_marked], len(self.marked))
