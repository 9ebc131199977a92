"""Every world of a whole game at once, as clauses: where each card may lie, who is La Cosa, who is infected.

A *world* is one way the unseen cards may have been dealt, drawn and given, all of it lawfully. Each thing that happens
at the table is told by one method, which adds clauses; a question is asked of all worlds (`possible`). Nothing is left
out: every green card that plays is followed copy by copy; who moves one unseen may move any that the rules let them.
The card of La Cosa itself never moves, so that a literal for each player says who has it.

Panics are not followed: everybody sees how many lie in a pile, if not which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from tests.lab.twin.clauses import Clauses
from tests.lab.twin.la_cosa.world import THING

Spot = dict[str, int]
"""What may lie in one place: for each copy (`whisky.2`) the literal that says that it does. Others do not."""

INFECTED_CARD = "infectado"


class Impossible(Exception):
    """What was told cannot happen at any table: nothing follows from it."""


def slug_of(card: str) -> str:
    """The name of a card or of one of its copies."""
    return card.split(".")[0]


def is_copy(card: str) -> bool:
    """Whether a card was told by its copy."""
    return "." in card


def sick(card: str) -> bool:
    """Whether it is an ¡Infectado!."""
    return slug_of(card) == INFECTED_CARD


class HiddenWorlds:
    """All worlds of one game. `copies`: the green cards that play, without La Cosa; `panics`: how many pink ones;
    `patience`: as of `Clauses`."""

    def __init__(
        self, players: Sequence[str], copies: Sequence[str], panics: int, hand: int, patience: int = 0
    ) -> None:
        self.clauses = Clauses(patience)
        self.copies = tuple(copies)
        self.thing = {player: self.clauses.new() for player in players}
        self.infected = dict.fromkeys(players, -self.clauses.yes)
        self.hands: dict[str, Spot] = {player: {} for player in players}
        self.table: dict[object, Spot] = {}
        """What lies open: by the place the caller gives it."""
        self.discards: Spot = {}
        self.pile: Spot = {}
        self.top: Spot = {}
        """The card that was laid on top of the draw pile, if somebody did."""
        self.left: list[str] = []
        """Who was eliminated and may have been La Cosa."""
        self.greens, self.pinks = len(copies) - hand * len(players) + 1, panics
        self.low_greens = self.low_pinks = 0
        """How many cards of each back lie in the draw pile, and among the discards."""
        self.counted = True
        """Whether that is known; after a correction of hands, seats or piles nobody knows it any more."""
        self.bare: dict[str, int] = {}
        """Whose last ¡Infectado! may have gone in a correction, and that none has come since."""
        self._deal(players, hand)

    def _deal(self, players: Sequence[str], hand: int) -> None:
        """La Cosa and cards that are neither panics nor ¡Infectado!, so many for each."""
        clauses = self.clauses
        clauses.exactly_one(list(self.thing.values()))
        for copy in self.copies:
            if sick(copy):
                self.pile[copy] = clauses.yes
                continue
            for player in players:
                self.hands[player][copy] = clauses.new()
            self.pile[copy] = clauses.new()
            clauses.exactly_one([self.hands[player][copy] for player in players] + [self.pile[copy]])
        for player in players:
            clauses.exactly([self.thing[player], *self.hands[player].values()], hand)

    # ------------------------------------------------------------------ questions

    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some world has all of this; raises `TooHard` where the patience ends."""
        return self.clauses.has(literals)

    def holding(self, player: str, cards: Iterable[str]) -> list[int]:
        """That these cards are in a hand, as literals: copies, or cards of which it was not said which copy."""
        hand, wanted = self.hands[player], list(cards)
        found: list[int] = []
        for slug, many in Counter(map(slug_of, wanted)).items():
            told = [card for card in wanted if slug_of(card) == slug and is_copy(card)]
            if slug == THING:
                found.append(self.thing[player])
                continue
            for copy in told:
                found += [hand.get(copy, -self.clauses.yes), *self._nowhere_else(copy, hand)]
            if len(told) < many:
                found.append(self.clauses.at_least(self._of(hand, slug), many))
        return found

    def whole(self, player: str, cards: Iterable[str]) -> list[int]:
        """That a hand is just these cards, as literals. There must be as many of them as the hand has."""
        wanted = list(cards)
        loose = {slug_of(card) for card in wanted if not is_copy(card)}
        none = [-lit for copy, lit in self.hands[player].items() if slug_of(copy) not in loose and copy not in wanted]
        thing = self.thing[player] if THING in map(slug_of, wanted) else -self.thing[player]
        return [thing, *self.holding(player, wanted), *none]

    def infections(self, player: str) -> list[int]:
        """The literals of every ¡Infectado! that may be in a hand."""
        return self._of(self.hands[player], INFECTED_CARD)

    def all_sick(self, player: str) -> list[int]:
        """That a hand holds nothing but ¡Infectado!, as literals."""
        return [-self.thing[player], *(-lit for copy, lit in self.hands[player].items() if not sick(copy))]

    def _of(self, spot: Spot, slug: str) -> list[int]:
        return [lit for copy, lit in spot.items() if slug_of(copy) == slug]

    def _nowhere_else(self, copy: str, here: Spot) -> list[int]:
        """That a copy lies in no other place. It follows; said, it spares the solver the search."""
        return [-spot[copy] for spot in self._spots() if spot is not here and copy in spot]

    def _spots(self) -> list[Spot]:
        return [*self.hands.values(), self.pile, self.top, self.discards, *self.table.values()]

    # ------------------------------------------------------------------ what is seen

    def learn(self, literals: Iterable[int]) -> None:
        """So it is."""
        for literal in literals:
            self.clauses.add(literal)

    def saw_whole(self, player: str, cards: Iterable[str]) -> None:
        """A hand is just these cards."""
        wanted = list(cards)
        self.learn(self.whole(player, wanted))
        loose = {slug_of(card) for card in wanted if not is_copy(card)}
        hand = self.hands[player]
        self.hands[player] = {copy: lit for copy, lit in hand.items() if copy in wanted or slug_of(copy) in loose}
        for copy in wanted:
            if is_copy(copy) and copy in hand:
                self._certain(copy, self.hands[player])

    def saw_some(self, player: str, cards: Iterable[str]) -> None:
        """These cards are in a hand, whatever else is."""
        wanted = list(cards)
        self.learn(self.holding(player, wanted))
        for copy in wanted:
            if copy in self.hands[player]:
                self._certain(copy, self.hands[player])

    def saw_no_infection(self, player: str) -> None:
        """No ¡Infectado! is in a hand."""
        self.learn(-lit for lit in self.infections(player))
        self.hands[player] = {copy: lit for copy, lit in self.hands[player].items() if not sick(copy)}

    def saw_superinfection(self, player: str, facing: str) -> None:
        """A hand of nothing but ¡Infectado! in an exchange, of nobody infected who faces La Cosa."""
        self.learn(self.all_sick(player))
        self.clauses.add(-self.infected[player], -self.thing[facing])

    def _certain(self, copy: str, here: Spot) -> None:
        """A copy lies in this place, so in no other: it need not be followed there."""
        here[copy] = self.clauses.yes
        for spot in self._spots():
            if spot is not here and copy in spot:
                self.clauses.add(-spot.pop(copy))

    # ------------------------------------------------------------------ cards go from place to place

    def _take(self, source: Spot, fits: Iterable[str] | None = None, among: Spot | None = None) -> Spot:
        """One card leaves a place; which it may be. `fits`: those it can be; `among`: and it lay there too."""
        clauses = self.clauses
        wanted = source if fits is None else [copy for copy in fits if copy in source]
        some = [copy for copy in wanted if among is None or copy in among]
        if not some:
            raise Impossible
        if len(some) == 1:
            (copy,) = some
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

    def _put(self, target: Spot, taken: Spot) -> None:
        """A card comes to a place."""
        clauses = self.clauses
        for copy, coming in taken.items():
            there = target.get(copy)
            if there is None:
                target[copy] = coming
            elif there != clauses.yes:
                target[copy] = clauses.any_of((there, coming))

    def _to_hand(self, player: str, taken: Spot) -> None:
        """A card comes to a hand; an ¡Infectado! is one that an infected player has to keep, whatever was corrected."""
        self._put(self.hands[player], taken)
        if player in self.bare:
            self.bare[player] = self.clauses.all_of(
                [self.bare[player], *(-lit for copy, lit in taken.items() if sick(copy))]
            )

    def spot(self, place: object) -> Spot:
        """A place on the table, where cards lie open."""
        return self.table.setdefault(place, {})

    # ------------------------------------------------------------------ drawing

    def draw(self, player: str, face: str = "") -> Spot:
        """A green card is drawn; `face` where everybody saw it. Which it may be."""
        if self.counted and not self.greens + self.pinks:
            self.shuffle()
        drawn = self._draw_green(face)
        self._to_hand(player, drawn)
        return drawn

    def draw_panic(self) -> None:
        """A pink card is drawn and lies open."""
        if self.counted and not self.greens + self.pinks:
            self.shuffle()
        if self.counted and not self.pinks:
            raise Impossible
        self._put(self.pile, self.top)  # somebody moved what lay on top: the table is right
        self.top = {}
        self.pinks -= 1

    def discard_panic(self) -> None:
        """The pink card that lay open is discarded."""
        self.low_pinks += 1

    def draw_away(self, player: str, many: int, skipped: int) -> Spot:
        """So many green cards are drawn for an effect, and so many pink ones met on the way are discarded.

        Where the pile runs out in the middle, all of it was met: its green cards are in the hand, its pink ones are
        shuffled in with the other discards and may be met again. Which cards they may be.
        """
        found: Spot = {}
        for _ in range(many):
            if self.counted and not self.greens:
                if skipped < self.pinks:
                    raise Impossible
                skipped -= self.pinks
                self.low_pinks, self.pinks = self.low_pinks + self.pinks, 0
                self.shuffle()
            drawn = self._draw_green("")
            self._put(found, drawn)
            self._to_hand(player, drawn)
        if self.counted and skipped > self.pinks:
            raise Impossible
        self.pinks, self.low_pinks = self.pinks - skipped, self.low_pinks + skipped
        return found

    def _draw_green(self, face: str) -> Spot:
        if self.counted and not self.greens:
            raise Impossible
        self.greens -= 1
        if self.top:
            top, self.top = self.top, {}
            return self._take_top(top, face)
        return self._take(self.pile, self._named(face))

    def _take_top(self, top: Spot, face: str) -> Spot:
        """The card that was laid on the pile comes away again."""
        if face:
            for copy, lit in top.items():
                if slug_of(copy) != face:
                    self.clauses.add(-lit)
            top = {copy: lit for copy, lit in top.items() if slug_of(copy) == face}
        return top

    def _named(self, face: str) -> list[str] | None:
        return [copy for copy in self.copies if slug_of(copy) == face] if face else None

    def shuffle(self) -> None:
        """The draw pile has been drawn to the last card; the discards are the new one."""
        for lit in self.pile.values():
            self.clauses.add(-lit)
        self.pile, self.discards, self.top = self.discards, {}, {}
        self.greens, self.pinks, self.low_greens, self.low_pinks = self.low_greens, self.low_pinks, 0, 0

    def shuffle_in(self) -> None:
        """The pile ran out in the middle of a draw, nobody knows after how many cards of the back that was wanted."""
        self._put(self.pile, self.discards)
        self.discards = {}

    # ------------------------------------------------------------------ parting with cards

    def part(self, player: str, among: Spot | None = None) -> Spot:
        """A card leaves a hand for a pile, unseen and lawfully: of an infected player not the last ¡Infectado!.

        `among`: it is one of these.
        """
        hand = self.hands[player]
        before = {copy: lit for copy, lit in hand.items() if sick(copy)}
        parted = self._take(hand, among=among)
        for copy, going in parted.items():
            if sick(copy):
                others = [lit for other, lit in before.items() if other != copy]
                self.clauses.add(-self.infected[player], -going, *others)
        return parted

    def discard(self, player: str, among: Spot | None = None) -> None:
        """A card is discarded unseen."""
        self._put(self.discards, self.part(player, among))
        self.low_greens += 1

    def lay_on_pile(self, card: Spot) -> None:
        """A card that somebody parted with comes to lie on top of the draw pile."""
        self.top = card
        self.greens += 1

    def lay_open(self, player: str, face: str, place: object) -> None:
        """A card goes from a hand to a place on the table, for all to see."""
        self._put(self.spot(place), self._take(self.hands[player], self._named(face)))

    def throw(self, player: str, face: str) -> None:
        """A card is discarded for all to see."""
        self._put(self.discards, self._take(self.hands[player], self._named(face)))
        self.low_greens += 1

    def clear(self, place: object, face: str) -> None:
        """A card that lay open is discarded."""
        self._put(self.discards, self._take(self.spot(place), self._named(face)))
        self.low_greens += 1

    # ------------------------------------------------------------------ giving cards

    def give(
        self,
        pairs: Sequence[tuple[str, str]],
        seen: Mapping[str, str],
        spared: str = "",
        unavoidable: bool = False,
    ) -> None:
        """Cards change hands at once, each giver's to the taker beside the name.

        `seen`: what somebody was seen to give: a fact, lawful or not; `spared`: whom no ¡Infectado! infects now;
        `unavoidable`: nobody gets out of it and nobody is eliminated by it.
        """
        for giver, taker in pairs:
            if not unavoidable and giver not in seen:
                self._not_superinfected(giver, taker)
        gifts = {giver: self._gift(giver, taker, seen.get(giver, ""), unavoidable) for giver, taker in pairs}
        infected = {taker: self._infected_by(giver, taker, gifts[giver]) for giver, taker in pairs if taker != spared}
        for giver, taker in pairs:
            self._to_hand(taker, gifts[giver])
        self.infected |= infected

    def _not_superinfected(self, giver: str, taker: str) -> None:
        """Nobody goes into an exchange with nothing but ¡Infectado!, save the infected facing La Cosa."""
        some = [self.thing[giver], *(lit for copy, lit in self.hands[giver].items() if not sick(copy))]
        self.clauses.add(self.infected[giver], *some)
        self.clauses.add(self.thing[taker], *some)

    def _gift(self, giver: str, taker: str, seen: str, unavoidable: bool) -> Spot:
        if seen:
            return self._take(self.hands[giver], [seen] if is_copy(seen) else self._named(seen))
        clauses, thing = self.clauses, self.thing[giver]
        hand = dict(self.hands[giver])
        excused = [clauses.all_of(self.all_sick(giver))] if unavoidable else []
        gift = self._take(self.hands[giver])
        for copy, going in gift.items():
            if sick(copy):
                others = [lit for other, lit in hand.items() if sick(other) and other != copy]
                for reason in ([self.infected[giver]], [self.thing[taker]], others):
                    clauses.add(-going, thing, *excused, *reason)
        return gift

    def _infected_by(self, giver: str, taker: str, gift: Spot) -> int:
        """Whether a player is infected after this gift."""
        caught = [lit for copy, lit in gift.items() if sick(copy)]
        if not caught:
            return self.infected[taker]
        by_gift = self.clauses.all_of((self.thing[giver], self.clauses.any_of(caught)))
        before = self.infected[taker]
        return by_gift if before == -self.clauses.yes else self.clauses.any_of((before, by_gift))

    # ------------------------------------------------------------------ people

    def leaves(self, player: str, held: int) -> None:
        """Somebody is eliminated: their cards are discarded unseen. They may have been La Cosa until play goes on."""
        for copy, lit in self.hands.pop(player).items():
            self._put(self.discards, {copy: lit})
        self.low_greens += held
        self.left.append(player)

    def play_goes_on(self) -> None:
        """Who was eliminated and was La Cosa would have said so."""
        for player in self.left:
            self.clauses.add(-self.thing[player])
        self.left.clear()

    # ------------------------------------------------------------------ corrections

    def corrected(self, sizes: Mapping[str, int], lying: Mapping[object, Sequence[str]]) -> None:
        """Something happened that nobody told: any copy may lie anywhere, as the hands' sizes and what lies open allow.

        La Cosa stays who it is and the infected stay infected; anybody else may have been infected, and whoever was
        may have lost the last ¡Infectado!. How many cards of which back lie in a pile is not asked any more.
        """
        clauses, self.counted, self.top = self.clauses, False, {}
        self.hands = {player: {} for player in sizes}
        self.table = {place: {} for place in lying}
        self.pile, self.discards = {}, {}
        for copy in self.copies:
            spots = [*self.hands.values(), self.pile, self.discards]
            spots += [self.table[place] for place, faces in lying.items() if slug_of(copy) in faces]
            for spot in spots:
                spot[copy] = clauses.new()
            clauses.exactly_one([spot[copy] for spot in spots])
        for place, faces in lying.items():
            for slug, many in Counter(faces).items():
                clauses.exactly(self._of(self.table[place], slug), many)
        self.left = [player for player in self.left if player not in sizes]
        for player, size in sizes.items():
            clauses.exactly([self.thing[player], *self.hands[player].values()], size)
            fresh, bare = clauses.new(), clauses.new()
            clauses.add(-fresh, -self.thing[player])
            self.infected[player] = clauses.any_of((self.infected[player], fresh))
            self.bare[player] = bare
            for lit in self.infections(player):
                clauses.add(-bare, -lit)
            clauses.add(-self.infected[player], bare, *self.infections(player))

    def laid_otherwise(self, slugs: Collection[str], lying: Mapping[object, Sequence[str]], discards: int) -> None:
        """Only cards of these names went between table and discards, so that of each hand and of the pile it is known
        how many of them it has, but not which. `discards`: how many cards lie there now."""
        clauses, moved = self.clauses, [copy for copy in self.copies if slug_of(copy) in slugs]
        self._put(self.pile, self.top)
        self.top, self.low_greens = {}, discards - self.low_pinks
        before = {id(spot): [spot.pop(copy) for copy in moved if copy in spot] for spot in self._spots()}
        kept = {place: self.table.get(place, {}) for place in lying}
        self.table = kept
        for copy in moved:
            spots = [spot for spot in (*self.hands.values(), self.pile) if before[id(spot)]]
            spots += [self.discards, *(self.table[place] for place, faces in lying.items() if slug_of(copy) in faces)]
            for spot in spots:
                spot[copy] = clauses.new()
            clauses.exactly_one([spot[copy] for spot in spots])
        for spot in (*self.hands.values(), self.pile):
            then, now = before[id(spot)], [spot[copy] for copy in moved if copy in spot]
            for many in range(1, len(now) + 1 if then else 0):
                a, b = clauses.at_least(then, many), clauses.at_least(now, many)
                clauses.add(-a, b)
                clauses.add(a, -b)
        for place, faces in lying.items():
            for slug, many in Counter(face for face in faces if face in slugs).items():
                clauses.exactly(self._of(self.table[place], slug), many)
