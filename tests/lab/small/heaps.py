"""Cards in places against a list of all worlds: small invented games told to both, and what can be in a hand asked.

    python -m tests.lab.small.heaps 200          # games of each kind; prints how often each was told otherwise

A world is one letter for each copy: where it lies (and one for who holds the card that never leaves a hand). The
referee's places count and follow copies; here each step makes every world that can come of it. What can be in no world
and is held possible is left open; the other way it is wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, permutations, product
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from companion.engine.hidden import following
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Move
from companion.engine.hidden.spots import Spot, slug_of
from companion.engine.hidden.weighing import lie

COPIES = ("copa.1", "copa.2", "oro.1", "oro.2", "oro.3", "basto.1", "basto.2", "espada.1")
DEALT = "AABBPPPP"
PILE, TOP, LOW, TABLE, NEW = "P^DTN"
OTHERS = 2
"""Cards with another back in the pile."""


class Kind(NamedTuple):
    """What a game has besides what all have, and how often the rare steps are thrown in for each other one."""

    held: bool = False
    """One card never leaves the hand it was dealt to, and none that is marked was dealt lawfully."""
    tops: int = 0
    """Cards are laid on the pile, one on the other, and cards with the other back are drawn."""
    new: int = 0
    """Cards are drawn and seen with the hand; one of them is discarded."""
    corrected: int = 0
    """Somebody corrects by hand: cards may lie anywhere that the table counts."""
    forgets: bool = False
    """What may lie in both hands is followed no longer."""
    through: int = 0
    """The pile is drawn through, and the discards are shuffled while every card lies."""
    steps: int = 9


KINDS = {
    "plain": Kind(),
    "held": Kind(held=True),
    "tops": Kind(tops=4),
    "new": Kind(new=3),
    "new, held": Kind(new=3, held=True),
    "through": Kind(through=3, steps=14),
    "corrected": Kind(corrected=2, tops=1),
    "corrected, held": Kind(corrected=2, held=True),
    "forgetful": Kind(forgets=True, tops=3, through=2, steps=12),
}
FORGETFUL = ((10**9, 1, 1),)

World = str
Worlds = frozenset[World]


def is_marked(card: str) -> bool:
    """Return True for a card that the law is about."""
    return card.startswith("basto")


def gone(worlds: Worlds, source: str, target: str, face: str = "") -> Worlds:
    """Move a card, seen as this, from one place to another, in every way."""
    return frozenset(
        world[:k] + target + world[k + 1 :]
        for world in worlds
        for k, copy in enumerate(COPIES)
        if world[k] == source and face in ("", copy, slug_of(copy))
    )


def hand(world: World, player: str) -> list[str]:
    """List the copies in a place."""
    return [copy for copy, place in zip(COPIES, world, strict=False) if place == player]


def fits(world: World, player: str, cards: Sequence[str], whole: bool) -> bool:
    """Tell whether these cards, copies or names, can be meant there; `whole`: and nothing else is there."""
    return meant(hand(world, player), cards, whole)


def meant(there: Sequence[str], cards: Sequence[str], whole: bool) -> bool:
    """Tell whether these cards, copies or names, can be among those; `whole`: and are all of them."""
    copies = [card for card in cards if "." in card]
    names, held = Counter(map(slug_of, cards)), Counter(map(slug_of, there))
    return not Counter(copies) - Counter(there) and (names == held if whole else names <= held)


@cache
def deals(held: bool) -> Worlds:
    """List all deals; in one with a card that is held its owner has one card less of the others."""
    if not held:
        return frozenset(map("".join, permutations(DEALT)))
    short = {who: DEALT.replace(who, PILE, 1) for who in "AB"}
    return frozenset("".join((*world, who)) for who in "AB" for world in set(permutations(short[who])))


def thing(world: World) -> str:
    """Tell who holds the card that never leaves a hand."""
    return world[len(COPIES) :]


class Heaps:
    """One game: what is true, all worlds, those in which the deal was lawful, and what the referee's places were
    told."""

    def __init__(self, seed: str, small: int, kind: Kind = KINDS["plain"]) -> None:
        self.rng, self.kind, self.others = Random(seed), kind, OTHERS if kind.tops else 0
        self.places = HiddenPlaces(COPIES, self.others, is_marked, small, kind.forgets)
        self.is_counted = True
        self.worlds = self.lawful = deals(kind.held)
        self.has: dict[str, int] = {}
        if not kind.held:
            self.world = "".join(self.rng.sample(DEALT, len(DEALT)))
            self.places.deal_any({"A": 2, "B": 2})
        else:
            self.world = self.rng.choice(sorted(self.worlds))
            self.lawful = frozenset(w for w in self.worlds if not any(map(is_marked, hand(w, "A") + hand(w, "B"))))
            if self.rng.random() < 0.7:
                self.world = self.rng.choice(sorted(self.lawful))
            self.has = {"A": self.places.clauses.new()}
            self.has["B"] = -self.has["A"]
            self.places.dealt(2, self.has)
        self.places.spot(TABLE)

    def called(self, copy: str) -> str:
        """Say how a card is shown: by its copy or by its name."""
        return self.rng.choice((copy, slug_of(copy)))

    def go(self, source: str, target: str, face: str, copy: str) -> None:
        """Move a card in all worlds and in the true one."""
        self.each(lambda worlds: gone(worlds, source, target, face))
        k = COPIES.index(copy)
        self.world = self.world[:k] + target + self.world[k + 1 :]

    def all_go(self, source: str, target: str) -> None:
        """Move all cards of a place."""
        self.world = self.world.replace(source, target)
        self.each(lambda worlds: (world.replace(source, target) for world in worlds))

    def each(self, after: Callable[[Worlds], Iterable[World]]) -> None:
        """Make other worlds of all, and of the lawful ones."""
        self.worlds, self.lawful = frozenset(after(self.worlds)), frozenset(after(self.lawful))

    def only(self, is_so: Callable[[World], bool]) -> None:
        """Leave out the worlds in which something seen is not so."""
        self.each(partial(filter, is_so))

    def whole(self, player: str) -> None:
        """Tell that a whole hand was seen: with the card that never leaves one, or without."""
        if self.has:
            self.places.learn([self.has[player] if thing(self.world) == player else -self.has[player]])
            self.only(lambda world: thing(world) == thing(self.world))

    def size(self, player: str) -> int:
        """Count the cards of a hand, with the one that never leaves it."""
        return len(hand(self.world, player)) + (thing(self.world) == player)

    def step(self) -> None:
        """Do one thing that can be done."""
        player = self.rng.choice("AB")
        mine, other = hand(self.world, player), "AB"[player == "A"]
        ways: list[Callable[[], None]] = [partial(self.seen, player, part) for part in (False, True, True)]
        if hand(self.world, PILE) or hand(self.world, TOP) or hand(self.world, LOW):
            ways += [partial(self.drawn, player)] * 3
        if mine:
            ways += [partial(self.parted, player, way) for way in ("seen", "unseen", "top", "open")]
        if mine and hand(self.world, other):
            ways.append(partial(self.swapped, player, other))
        if hand(self.world, TABLE):
            ways += [self.cleared, self.poured]
        if len(hand(self.world, PILE)) > 1 and not hand(self.world, TOP):
            ways += [partial(self.taken_back, player)] * 2
        ways += self.rare(player)
        self.rng.choice(ways)()
        self.places.tidy()

    def rare(self, player: str) -> list[Callable[[], None]]:
        """List what happens only in games of a kind."""
        kind, ways = self.kind, list[Callable[[], None]]()
        if hand(self.world, player):
            ways += [partial(self.parted, player, "top")] * kind.tops
            ways += [partial(self.parted, player, way) for way in ("seen", "unseen") * kind.through]
        if hand(self.world, PILE) or hand(self.world, TOP) or hand(self.world, LOW):
            ways += [partial(self.drawn, player)] * 2 * kind.through
        if hand(self.world, TOP):
            ways += [partial(self.drawn, player)] * kind.tops
            ways += [self.drawn_other] * min(kind.tops, self.others)
        if sum(map(len, (hand(self.world, place) for place in (PILE, TOP, LOW)))) > 1:
            ways += [partial(self.chosen, player)] * kind.new
        if not any(map(is_marked, hand(self.world, TABLE))):  # in no game one lies open
            ways += [self.corrected] * kind.corrected
        return ways

    def may_shuffle(self) -> None:
        """Make the discards the pile where it is empty."""
        if hand(self.world, PILE) or hand(self.world, TOP):
            return
        if self.kind.through or (not self.is_counted and self.rng.random() < 0.5):
            self.places.shuffle_all()
        elif not self.is_counted:
            self.places.shuffle()
        self.only(lambda world: PILE not in world and TOP not in world)
        self.all_go(LOW, PILE)

    def drawn_other(self) -> None:
        """Draw a card with the other back: the one on top has not lain there."""
        self.places.draw_other()
        self.others -= 1
        self.all_go(TOP, PILE)

    def chosen(self, player: str) -> None:
        """Draw two cards, show them with the hand or not, and discard one of the two."""
        places, drawn = self.places, Spot()
        if not self.is_counted and len(hand(self.world, PILE) + hand(self.world, TOP)) < 2:
            places.shuffle_in()
        for card in places.draw_past(2, 0):
            places.put(drawn, card)
        for _ in range(2):
            if not hand(self.world, PILE) and not hand(self.world, TOP):
                self.only(lambda world: PILE not in world and TOP not in world)
                self.all_go(LOW, PILE)
            source = TOP if hand(self.world, TOP) else PILE
            self.go(source, NEW, "", self.rng.choice(hand(self.world, source)))
        if self.rng.random() < 0.7:
            cards = hand(self.world, player) + hand(self.world, NEW)
            self.whole(player)
            places.saw_with_drawn(player, drawn, cards)
            self.only(lambda world: meant(hand(world, player) + hand(world, NEW), cards, whole=True))
        places.put_low(places.take(drawn))
        self.go(NEW, LOW, "", self.rng.choice(hand(self.world, NEW)))
        places.pour(places.hands[player], drawn)
        self.all_go(NEW, player)

    def corrected(self) -> None:
        """Correct by hand: only how many cards a hand has, and what lies open, is sure, and what is lawful no more."""
        self.is_counted = False
        sizes, lying = {who: self.size(who) for who in "AB"}, [slug_of(copy) for copy in hand(self.world, TABLE)]
        self.places.scatter(sizes, self.has, {TABLE: lying})
        things = {thing(world) for world in self.worlds}
        self.world = self.world.replace(TOP, PILE)
        self.worlds = frozenset(one for who in things for one in anywhere(who, tuple(sizes.items()), tuple(lying)))
        lawful = {thing(world) for world in self.lawful}
        self.lawful = frozenset(world for world in self.worlds if thing(world) in lawful)

    def drawn(self, player: str) -> None:
        """Draw a card, sometimes before all eyes."""
        self.may_shuffle()
        source = TOP if hand(self.world, TOP) else PILE
        copy = self.rng.choice(hand(self.world, source))
        face = self.rng.choice(("", "", slug_of(copy)))
        self.places.draw(player, face)
        self.go(source, player, face, copy)

    def parted(self, player: str, way: str) -> None:
        """Part with a card."""
        copy, places = self.rng.choice(hand(self.world, player)), self.places
        face = slug_of(copy) if way in ("seen", "open") else ""
        if way == "top":
            self.all_go(TOP, PILE)
            places.lay_on_pile(places.take(places.hands[player]))
        elif way == "open":
            places.lay_open(player, face, TABLE)
        elif face:
            places.throw(player, face)
        else:
            places.put_low(places.take(places.hands[player]))
        self.go(player, {"top": TOP, "open": TABLE}.get(way, LOW), face, copy)

    def swapped(self, one: str, other: str) -> None:
        """Exchange two cards unseen."""
        gifts = [(who, self.rng.choice(hand(self.world, who))) for who in (one, other)]
        taken = [self.places.take(self.places.hands[who]) for who, _ in gifts]
        for (who, copy), away in zip(gifts, "12", strict=True):
            self.go(who, away, "", copy)
        for card, taker, away in zip(taken, (other, one), "12", strict=True):
            self.places.to_hand(taker, card)
            self.all_go(away, taker)

    def cleared(self) -> None:
        """Discard an open card."""
        copy = self.rng.choice(hand(self.world, TABLE))
        face = slug_of(copy)
        self.places.clear(TABLE, face)
        self.go(TABLE, LOW, face, copy)

    def poured(self) -> None:
        """Give all open cards to somebody."""
        player = self.rng.choice("AB")
        self.places.pour(self.places.hands[player], self.places.table.pop(TABLE))
        self.places.spot(TABLE)
        self.all_go(TABLE, player)

    def shown(self, world: World, player: str, part: bool) -> list[str]:
        """Choose what is shown of a hand, and how."""
        there = hand(world, player)
        return [self.called(copy) for copy in (self.rng.sample(there, min(1, len(there))) if part else there)]

    def seen(self, player: str, part: bool) -> None:
        """Show a hand, or a part of it."""
        cards = self.shown(self.world, player, part)
        if not part:
            self.whole(player)
        self.places.saw(player, cards, whole=not part)
        self.only(lambda world: fits(world, player, cards, not part))

    def taken_back(self, player: str) -> None:
        """Show a hand that has drawn, or drawn and parted with a card, which is then taken back."""
        self.whole(player)
        moves, world, then = list[Move](), self.world, {world: frozenset((world,)) for world in self.worlds}
        for more in self.rng.choice(((1,), (1, -1), (1, 1))):
            source, target = (PILE, player) if more > 0 else (player, "1")
            copy = self.rng.choice(hand(world, source))
            moves.append(Move(more, self.rng.choice(("", slug_of(copy)))))
            world = max(gone(frozenset((world,)), source, target, copy))
            then = {origin: gone(now, source, target, moves[-1].face) for origin, now in then.items()}
        cards = self.shown(world, player, part=False)
        self.places.taken_back(player, moves, lambda: self.places.saw(player, cards, whole=True))
        self.only(lambda world: any(fits(one, player, cards, True) for one in then[world]))

    def asked(self) -> Iterator[str]:
        """Ask what can be in the hands, and yield what the places say otherwise."""
        for player in "AB":
            size = len(hand(self.world, player))
            all_hands, lawful = self.hands(self.worlds, player), self.hands(self.lawful, player)
            for _ in range(6):
                whole = self.rng.random() < 0.6
                some = self.rng.sample(COPIES, size if whole else min(size, self.rng.choice((1, 2))))
                if self.rng.random() < 0.5 and whole and size:  # one other card than it has
                    some = [*hand(self.world, player)[1:], *some[:1]]
                cards = [self.called(copy) for copy in some]
                if not self.has:
                    can = any(meant(there, cards, whole) for _, there in all_hands)
                    yield from self.unlike(can, lie(self.places, player, cards, whole), (player, cards, whole))
                    continue
                other = not whole and self.rng.random() < 0.5
                if whole and self.rng.random() < 0.5:
                    cards = cards[1:]
                owner = "AB"["AB".index(player) != (len(cards) == size if whole else other)]
                said = [self.has[owner], *self.places.holding(player, cards)]
                said += self.places.without_others(player, cards) if whole else ()
                for hands, book in ((all_hands, ()), (lawful, (self.places.book,))):
                    can = any(who == owner and meant(there, cards, whole) for who, there in hands)
                    yield from self.unlike(can, self.places.possible([*book, *said]), (player, cards, whole, owner))

    def hands(self, worlds: Worlds, player: str) -> set[tuple[str, tuple[str, ...]]]:
        """List what a hand may be, and who may hold the card that never leaves a hand."""
        return {(thing(world), tuple(hand(world, player))) for world in worlds}

    def unlike(self, can: bool, said: bool | None, question: object) -> Iterator[str]:
        """Yield what is said otherwise than it is."""
        if (said is True) != can:
            self.question = question
            yield "wrong" if can else "open"


@cache
def anywhere(owner: str, sizes: tuple[tuple[str, int], ...], lying: Sequence[str]) -> Worlds:
    """List all worlds with so many cards in the hands and these open; the others lie in the pile or are discarded."""
    found = set[World]()
    every = range(len(COPIES))
    for open_now in combinations(every, len(lying)):
        if sorted(slug_of(COPIES[k]) for k in open_now) != sorted(lying):
            continue
        (one, many), (other, more) = ((who, size - (who == owner)) for who, size in sizes)
        for mine in combinations(sorted({*every} - {*open_now}), many):
            left = sorted({*every} - {*open_now} - {*mine})
            for theirs in combinations(left, more):
                lies = dict.fromkeys(open_now, TABLE) | dict.fromkeys(mine, one) | dict.fromkeys(theirs, other)
                free = [k for k in left if k not in theirs]
                for piles in product(PILE + LOW, repeat=len(free)):
                    at = lies | dict(zip(free, piles, strict=True))
                    found.add("".join(at[k] for k in every) + owner)
    return frozenset(found)


def told_otherwise(number: int, name: str = "plain") -> Counter[str]:
    """Count in a game of a kind what the places say otherwise than the worlds; what fails is wrong."""
    kind, found = KINDS[name], Counter[str]()
    seed = f"heaps/{number}" if name == "plain" else f"{name}/{number}"
    with patch.object(following, "SPREADS", FORGETFUL):
        try:
            heaps = Heaps(seed, small=len(COPIES) * (number % 3 == 0), kind=kind)
            for _ in range(kind.steps):
                heaps.step()
                found.update(heaps.asked())
        except Exception as fault:
            found[f"wrong: {type(fault).__name__}"] += 1
    return found


if __name__ == "__main__":
    for name in KINDS:
        games = [told_otherwise(number, name) for number in range(int(sys.argv[1]))]
        print(name, dict(sum(games, Counter[str]())))
