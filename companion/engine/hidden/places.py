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
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from companion.engine.hidden.following import FEW_DISCARDS, Following
from companion.engine.hidden.referee import Move
from companion.engine.hidden.spots import Impossible, Spot, Taken, is_copy, minus, plus, slug_of
from companion.engine.places import DISCARD, DRAW, Place


class HiddenPlaces(Following):
    """All places of the copies of one game, and the cards that go from one to another."""

    # The deal

    def dealt(self, size: int, held: Mapping[str, int]) -> None:
        """Deal `size` cards to each, none of them marked if it was lawful.

        `held`: the literals that one of a player's cards never leaves the hand and is not among the copies.
        """
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
        """Deal cards of which nothing is known; no law says what may be among them."""
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
        """Return a place with `size` cards of which nothing is known."""
        return self._any_hand(size, -self.clauses.yes)

    def _any_hand(self, size: int, has: int) -> Spot:
        """Return a hand of which nothing is known."""
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

    # Cards go from place to place

    def take(self, source: Spot, face: str = "", returns: bool = False) -> Taken:
        """One card leaves a place. `face`: its name or copy, if it was seen; `returns`: it is taken back after."""
        clauses = self.clauses
        named = {copy: lit for copy, lit in source.named.items() if face in ("", copy, slug_of(copy))}
        sure = [card for card, lit in named.items() if card in self._by_name and lit == clauses.yes] if face else []
        noted = [] if returns else sure  # of those that come back one was drawn: which of them makes a difference
        if noted:  # which of the unseen of this name it is makes no difference
            named = {copy: lit for copy, lit in named.items() if copy == noted[0] or copy not in self._by_name}
        rest = not face or (not noted and face not in self.followed and self._free(slug_of(face)))
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
        if rest and face and not is_copy(face):
            taken[self._noted_as(face, clauses.any_of((marked, plain)))] = clauses.any_of((marked, plain))
            marked = plain = -clauses.yes
        source.size -= 1
        if len(source.marked) > max(0, source.size):
            self.learn(-lit for lit in source.marked[max(0, source.size) :])
            del source.marked[max(0, source.size) :]
        if not source.size and source is not self.pile:  # it follows, and spares the solver the search
            self.learn(-lit for lit in source.named.values())
            source.named.clear()
        return Taken(taken, marked, plain)

    def put(self, target: Spot, taken: Taken) -> None:
        """Put a card into a place."""
        target.size += 1
        for copy, coming in taken.named.items():
            target.named[copy] = self.clauses.any_of((target.named[copy], coming)) if copy in target.named else coming
        target.marked = plus(self.clauses, target.marked, taken.marked, target.size)
        if target.plain is not None:
            target.plain = plus(self.clauses, target.plain, taken.plain, target.size)

    def to_hand(self, player: str, taken: Taken) -> None:
        """Put a card into a hand."""
        self.put(self.hands[player], taken)

    def put_low(self, taken: Taken) -> None:
        """Put a card on the discards."""
        for copy, coming in taken.named.items():
            self.low.setdefault(copy, []).append(coming)
        self.low_marked.append(taken.marked)
        self.low_plain.append(taken.plain)
        self.low_followed += 1

    def spot(self, place: object) -> Spot:
        """Return a place on the table, where cards lie open."""
        return self.table.setdefault(place, Spot())

    # Drawing

    def draw(self, player: str, face: str = "") -> Taken:
        """Draw a card with the back that is followed and return what it may be; `face` if everybody saw it."""
        self._pile_is_empty()
        drawn = self._draw(face)
        self.to_hand(player, drawn)
        return drawn

    def taken_back(self, player: str, moves: Sequence[Move], see: Callable[[], None]) -> None:
        """Tell what was seen of a hand, whole, after it had drawn from piles and parted with cards; all of it was
        taken back since.

        Which of the cards seen went back is known as far as it was known which were drawn.
        """
        many = Counter(move.place for move in moves if move.more > 0)
        heaps = {place: self.pile if place == DRAW else self.table.get(place, Spot()) for place in many}
        if moves and (not self.counted or self.top is not None or any(heaps[at].size < many[at] for at in many)):
            return
        clauses, hand, no = self.clauses, self.hands[player], -self.clauses.yes
        drawn, parted, before = list[tuple[Spot, Taken]](), list[Taken](), frozenset(self.followed)
        for move in moves:
            if move.more > 0:
                drawn.append((heaps[move.place], self.take(heaps[move.place], move.face)))
                self.put(hand, drawn[-1][1])
            else:
                parted.append(self.take(hand, move.face, returns=True))
        see()
        if self.hands[player] is not hand:  # what was told could not be, and the worlds began anew
            return
        for taken in parted:
            self.put(hand, taken)
        for heap, taken in drawn:
            back = self.take(hand)
            for copy, going in back.named.items():
                was = taken.named.get(copy, no)
                if copy not in before:  # it was one of the number, or one of those of which only the name was seen
                    of_name = [lit for card, lit in taken.named.items() if self._is_noted(card, copy)]
                    was = clauses.any_of([taken.marked if self.is_marked(copy) else taken.plain, *of_name])
                clauses.add(-going, was)
            self.put(heap, back)

    def draw_other(self) -> None:
        """Draw a card with the other back and lay it open."""
        self._pile_is_empty()
        if self.counted and not self.pile_others:
            raise Impossible
        self._into_the_pile()  # somebody moved what lay on top: the table is right
        self.pile_others -= 1

    def draw_past(self, many: int, skipped: int) -> list[Taken]:
        """Draw `many` cards for an effect and discard `skipped` with the other back met on the way; return what they
        may be.

        If the pile runs out in the middle, all of it was met: what is followed of it is in the hand, the others are
        shuffled in with the discards and may be met again.
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
        """Return the sizes of the piles, as far as they are known."""
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
        """Make the discards the new draw pile after the last card was drawn."""
        if self.counted:
            self.learn(-lit for lit in (*self.pile.named.values(), *self.pile.marked))
        plain = [lit for lit in self.low_plain if lit != -self.clauses.yes]
        few = self.is_small or (self.counted and len(plain) <= FEW_DISCARDS)
        self.pile = Spot(0, plain=self.clauses.counted(plain, len(plain))[1:] if few else None)
        self.top = None
        self.shuffle_in()
        self.pile.size, self.pile_others, self.low_followed, self.low_others = self.low_followed, self.low_others, 0, 0

    def shuffle_all(self) -> None:
        """Shuffle the discards while every card lies somewhere.

        That all marked cards are there, each that is followed once and as many in a place as it has, follows, and
        spares the solver much search.
        """
        if not self.counted:
            self.shuffle_in()
            return
        self.shuffle()
        clauses, spots, no = self.clauses, self._spots(), -self.clauses.yes
        for copy in sorted(self.followed):
            clauses.at_most_one([spot.named[copy] for spot in spots if spot.named.get(copy, no) != no])
        clauses.exactly([lit for spot in spots for lit in self.marked_in(spot) if lit != no], len(self.marked))
        for spot in spots:
            if spot.plain is not None:
                here = [lit for lit in (*spot.named.values(), *spot.marked, *spot.plain) if lit != no]
                clauses.exactly(here, spot.size)

    def shuffle_in(self) -> None:
        """Put the discards under the draw pile; nobody knows after how many cards of it (if it is not counted)."""
        clauses = self.clauses
        marked = [lit for lit in (*self.low_marked, *self.pile.marked) if lit != -clauses.yes]
        self.pile.marked = [
            lit for lit in clauses.counted(marked, min(len(marked), len(self.marked)))[1:] if lit != -clauses.yes
        ]
        for copy, ways in self.low.items():
            self.pile.named[copy] = clauses.any_of(
                [*ways, *([self.pile.named[copy]] if copy in self.pile.named else [])]
            )
        self.low, self.low_marked, self.low_plain = {}, [], []

    # Open cards, and who plays

    def lay_on_pile(self, card: Taken) -> None:
        """Lay a card that a player parted with on top of the draw pile."""
        self._into_the_pile()
        self.top = card

    def lay_open(self, player: str, face: str, place: object) -> None:
        """Move a card from a hand to a place on the table, for all to see."""
        self.put(self.spot(place), self.take(self.hands[player], face))

    def throw(self, player: str, face: str) -> None:
        """Discard a card for all to see."""
        self.put_low(self.take(self.hands[player], face))

    def clear(self, place: object, face: str) -> None:
        """Discard a card that lay open."""
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
        self.low_plain += hand.plain or ()
        self.low_followed += hand.size

    # What nobody told

    def scatter(
        self,
        sizes: Mapping[str, int],
        held: Mapping[str, int] = MappingProxyType({}),
        lying: Mapping[object, Sequence[str]] = MappingProxyType({}),
        only: Collection[str] | None = None,
    ) -> None:
        """Forget where the copies are (of `only` these cards): anywhere that the table's counts allow.

        `sizes`: the cards in each hand, with what `held` says of a card that never leaves its hand and is not among the
        copies; `lying`: the open cards, by place.
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
        self.hands = {
            player: self._any_hand(size, held.get(player, -self.clauses.yes)) for player, size in sizes.items()
        }
        self.low_marked, self.low, self.low_plain = [self.clauses.new() for _ in self.marked], {}, []
        self.pile.marked = [self.clauses.new() for _ in self.marked]
        self.pile.size = len(self.copies)
        for more, fewer in zip(self.pile.marked[1:], self.pile.marked, strict=False):
            self.clauses.add(-more, fewer)
        in_hands = [lit for hand in self.hands.values() for lit in hand.marked]
        self.clauses.exactly([*in_hands, *self.pile.marked, *self.low_marked], len(self.marked))
