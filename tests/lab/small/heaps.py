"""Cards in places against a list of all worlds: small invented games told to both, and what can be in a hand asked.

    python -m tests.lab.small.heaps 200          # games; prints how often each was told otherwise

A world is one letter for each copy: where it lies. The referee's places count and follow copies; here each step makes
every world that can come of it. What can be in no world and is held possible is left open; the other way it is wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations
from random import Random

from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Move
from companion.engine.hidden.spots import slug_of
from companion.engine.hidden.weighing import lie

COPIES = ("copa.1", "copa.2", "oro.1", "oro.2", "oro.3", "basto.1", "basto.2", "espada.1")
DEALT = "AABBPPPP"
PILE, TOP, LOW, TABLE = "P^DT"
STEPS = 9

World = str
Worlds = frozenset[World]


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
    return [copy for copy, place in zip(COPIES, world, strict=True) if place == player]


def fits(world: World, player: str, cards: Sequence[str], whole: bool) -> bool:
    """Tell whether these cards, copies or names, can be meant there; `whole`: and nothing else is there."""
    there = hand(world, player)
    copies = [card for card in cards if "." in card]
    names, held = Counter(map(slug_of, cards)), Counter(map(slug_of, there))
    return not Counter(copies) - Counter(there) and (names == held if whole else names <= held)


DEALS: Worlds = frozenset(map("".join, permutations(DEALT)))


class Heaps:
    """One game: what is true, all worlds, and what the referee's places were told."""

    def __init__(self, seed: str, small: int) -> None:
        self.rng = Random(seed)
        self.world = "".join(self.rng.sample(DEALT, len(DEALT)))
        self.worlds = DEALS
        self.places = HiddenPlaces(COPIES, marked=lambda card: card.startswith("basto"), small=small, forgets=False)
        self.places.deal_any({"A": 2, "B": 2})
        self.places.spot(TABLE)

    def called(self, copy: str) -> str:
        """Say how a card is shown: by its copy or by its name."""
        return self.rng.choice((copy, slug_of(copy)))

    def go(self, source: str, target: str, face: str, copy: str) -> None:
        """Move a card in all worlds and in the true one."""
        self.worlds = gone(self.worlds, source, target, face)
        k = COPIES.index(copy)
        self.world = self.world[:k] + target + self.world[k + 1 :]

    def all_go(self, source: str, target: str) -> None:
        """Move all cards of a place."""
        self.world = self.world.replace(source, target)
        self.worlds = frozenset(world.replace(source, target) for world in self.worlds)

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
        self.rng.choice(ways)()
        self.places.tidy()

    def drawn(self, player: str) -> None:
        """Draw a card, sometimes before all eyes."""
        if not hand(self.world, PILE) and not hand(self.world, TOP):
            self.all_go(LOW, PILE)
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
        self.places.saw(player, cards, whole=not part)
        self.worlds = frozenset(world for world in self.worlds if fits(world, player, cards, not part))

    def taken_back(self, player: str) -> None:
        """Show a hand that has drawn, or drawn and parted with a card, which is then taken back."""
        moves, world, then = list[Move](), self.world, {world: frozenset((world,)) for world in self.worlds}
        for more in self.rng.choice(((1,), (1, -1), (1, 1))):
            source, target = (PILE, player) if more > 0 else (player, "1")
            copy = self.rng.choice(hand(world, source))
            moves.append(Move(more, self.rng.choice(("", slug_of(copy)))))
            world = max(gone(frozenset((world,)), source, target, copy))
            then = {origin: gone(now, source, target, moves[-1].face) for origin, now in then.items()}
        cards = self.shown(world, player, part=False)
        self.places.taken_back(player, moves, lambda: self.places.saw(player, cards, whole=True))
        self.worlds = frozenset(w for w, now in then.items() if any(fits(one, player, cards, True) for one in now))

    def asked(self) -> Iterator[str]:
        """Ask what can be in the hands, and yield what the places say otherwise."""
        for player in "AB":
            size = len(hand(self.world, player))
            for _ in range(6):
                whole = self.rng.random() < 0.6
                some = self.rng.sample(COPIES, size if whole else min(size, self.rng.choice((1, 2))))
                if self.rng.random() < 0.5 and whole and size:  # one other card than it has
                    some = [*hand(self.world, player)[1:], *some[:1]]
                cards = [self.called(copy) for copy in some]
                can = any(fits(world, player, cards, whole) for world in self.worlds)
                said = lie(self.places, player, cards, whole)
                if (said is True) != can:
                    self.question = (player, cards, whole, said)
                    yield "wrong" if can else "open"


def told_otherwise(number: int) -> Counter[str]:
    """Count in a game what the places say otherwise than the worlds; what fails is wrong."""
    heaps, found = Heaps(f"heaps/{number}", small=len(COPIES) * (number % 3 == 0)), Counter[str]()
    try:
        for _ in range(STEPS):
            heaps.step()
            found.update(heaps.asked())
    except Exception as fault:
        found[f"wrong: {type(fault).__name__}"] += 1
    return found


if __name__ == "__main__":
    print(dict(sum(map(told_otherwise, range(int(sys.argv[1]))), Counter[str]())))
