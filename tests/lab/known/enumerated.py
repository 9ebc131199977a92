"""Every state of a small table with its weight as a fraction: brute force, card by card, on its own.

Nothing here is shared with the product but what is assumed of people: La Cosa infects whenever it can (nine times in
ten, so that nothing lawful is left out) and throws away an ¡Infectado! ten times more seldom than another card, all
others choose any card that they may, and a card that is played tells only that it was there. Cards are letters: `T` La
Cosa, `i` ¡Infectado!, `o` another with a green back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

ZEAL, THRIFT = Fraction(9, 10), Fraction(1, 10)
World = tuple[tuple[str, ...], str, str, frozenset[int]]
"""The hands by seat, the green cards of the draw pile, those of the discards, and who is infected."""
Weighed = Iterator[tuple[World, Fraction]]


class Enumerated:
    """A small table: its seats, the hands, all worlds with their weights."""

    def __init__(self, players: Sequence[str], hand: int, plain: int, sick: int) -> None:
        self.players = list(players)
        pile = "i" * sick + "o" * (plain - hand * len(players) + 1)
        self.worlds: dict[World, Fraction] = {}
        for thing in range(len(players)):
            hands = tuple("o" * (hand - (k == thing)) + "T" * (k == thing) for k in range(len(players)))
            self.worlds[hands, pile, "", frozenset()] = Fraction(1, len(players))
        self.left: list[int] = []

    def chances(self) -> list[tuple[Fraction, Fraction]]:
        """Return how likely each seat is La Cosa and infected."""
        total = sum(self.worlds.values())
        return [
            (
                sum((w for world, w in self.worlds.items() if _thing(world) == k), Fraction()) / total,
                sum((w for world, w in self.worlds.items() if k in world[3]), Fraction()) / total,
            )
            for k in range(len(self.players))
        ]

    def roles(self) -> set[tuple[int, frozenset[int]]]:
        """Return who may be La Cosa with whom infected."""
        return {(_thing(world), world[3]) for world in self.worlds}

    def hear(self, said: Mapping[str, Any], asked: Mapping[str, str], ring: Sequence[str], spared: str) -> None:
        """One action; `asked`: about, by, to of what it answers; `ring`: the living in the direction of play."""
        self.worlds = {world: w for world, w in self.worlds.items() if _thing(world) not in self.left}
        self.left = []
        if said["action"] == "respond" and said["card"] is None and asked["about"] == "lanzallamas":
            self.left = [self.players.index(said["player"])]
        if said["action"] == "eliminate":
            self.left = [self.players.index(said["player"])]
        then: dict[World, Fraction] = defaultdict(Fraction)
        for world, weight in self.worlds.items():
            for after, part in self._after(world, said, asked, ring, spared):
                then[after] += weight * part
        self.worlds = dict(then)

    def _after(
        self, world: World, said: Mapping[str, Any], asked: Mapping[str, str], ring: Sequence[str], spared: str
    ) -> Weighed:
        who = self.players.index(said["player"])
        if said["action"] == "draw":
            yield from _drawn(world, who) if said["back"] == "away" else [(world, Fraction(1))]
        elif said["action"] == "discard":
            yield from _thrown(world, who)
        elif said["action"] == "eliminate":
            other = self.players.index(asked["by"] if asked["to"] == said["player"] else asked["to"])
            is_safe = who in world[3] and other == _thing(world)
            if set(world[0][who]) == {"i"} and not is_safe:
                yield _gone(world, who), Fraction(1)
        elif said.get("card") == "vuelta-y-vuelta":
            pairs = [(a, ring[(k + 1) % len(ring)]) for k, a in enumerate(ring)]
            yield from self._passed(world, pairs, "", is_round=True)
        elif said["action"] == "play":
            yield from _without(world, who)
        elif said["card"] is not None:
            for after, _ in _without(world, who):
                yield from _drawn(_low(after), who)
        elif asked["about"] == "lanzallamas":
            yield _gone(_low(world), who), Fraction(1)
        else:
            played = "" if asked["about"] == "exchange" else "o"
            pairs = [(asked["by"], asked["to"]), (asked["to"], asked["by"])]
            for after, part in self._passed(world, pairs, spared, is_round=False):
                yield _low(after, played), part
            return

    def _passed(self, world: World, pairs: Sequence[tuple[str, str]], spared: str, is_round: bool) -> Weighed:
        ways = [(self.players.index(a), self.players.index(b)) for a, b in pairs]
        free = self.players.index(spared) if spared else -1
        for gifts in product(*[list(range(len(world[0][a]))) for a, _ in ways]):
            part, hands, ill = Fraction(1), [list(hand) for hand in world[0]], set(world[3])
            for (a, b), k in zip(ways, gifts, strict=True):
                part *= _gift(world, a, b, k, b == free, is_round)
            if not part:
                continue
            for (a, _), k in zip(ways, gifts, strict=True):
                hands[a].pop(k)
            for (a, b), k in zip(ways, gifts, strict=True):
                card = world[0][a][k]
                hands[b].append(card)
                if card == "i" and a == _thing(world) and b != free:
                    ill.add(b)
            yield (tuple("".join(sorted(hand)) for hand in hands), world[1], world[2], frozenset(ill)), part


def _gift(world: World, a: int, b: int, k: int, is_free: bool, is_round: bool) -> Fraction:
    """Return how likely the k-th card of a hand is the one that is given."""
    hand, thing = world[0][a], _thing(world)

    def may(card: str) -> bool:
        spare = a in world[3] and b == thing and hand.count("i") > 1
        return card == "o" or (card == "i" and (a == thing or spare))

    lawful = [n for n, card in enumerate(hand) if may(card)]
    if not lawful and is_round:
        lawful = [n for n, card in enumerate(hand) if card != "T"]
    if k not in lawful:
        return Fraction(0)
    sick = [n for n in lawful if hand[n] == "i"]
    if a == thing and b not in world[3] and not is_free and sick and len(sick) < len(lawful):
        return ZEAL / len(sick) if k in sick else (1 - ZEAL) / (len(lawful) - len(sick))
    return Fraction(1, len(lawful))


def _thing(world: World) -> int:
    return next((k for k, hand in enumerate(world[0]) if "T" in hand), -1)


def _hand(world: World, who: int, hand: str) -> World:
    return (*world[0][:who], "".join(sorted(hand)), *world[0][who + 1 :]), *world[1:]  # type: ignore[return-value]


def _drawn(world: World, who: int) -> Weighed:
    if not world[1]:
        world = (world[0], world[2], "", world[3])
    for k, card in enumerate(world[1]):
        hands, pile, low, ill = _hand(world, who, world[0][who] + card)
        yield (hands, pile[:k] + pile[k + 1 :], low, ill), Fraction(1, len(pile))


def _without(world: World, who: int) -> Weighed:
    if "o" in world[0][who]:
        yield _hand(world, who, world[0][who].replace("o", "", 1)), Fraction(1)


def _thrown(world: World, who: int) -> Weighed:
    hand = world[0][who]
    owes = who in world[3] and hand.count("i") == 1
    may = [k for k, card in enumerate(hand) if card == "o" or (card == "i" and not owes)]
    likes = {k: THRIFT if hand[k] == "i" and who == _thing(world) else Fraction(1) for k in may}
    for k in may:
        yield _low(_hand(world, who, hand[:k] + hand[k + 1 :]), hand[k]), likes[k] / sum(likes.values())


def _low(world: World, cards: str = "o") -> World:
    return world[0], world[1], "".join(sorted(world[2] + cards)), world[3]


def _gone(world: World, who: int) -> World:
    """Send the hand to the discards. La Cosa's card stays with it, so that it is known who it was."""
    hand = world[0][who]
    after = _hand(world, who, "T" if "T" in hand else "")
    return _low((*after[:3], after[3] - {who}), hand.replace("T", ""))
