"""Every world of a tiny game, one by one, for the games whose cards move in numbers: their judges' own truth.

It shares nothing with the solver's side but the plain list of what happened (`piles.Moved` and its like). A world is
where each copy lies, and the set of what else is so (`thing:Ana`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from tests.lab.judge.piles import Merged, Moved, Pack, Seen


class One(NamedTuple):
    """One world at one moment."""

    lies: tuple[str, ...]
    """The place of each copy, in the order of the packs."""
    marks: frozenset[str]


@dataclass
class Node:
    """One step of the game as the list keeps it."""

    before: Node | None
    events: tuple[Any, ...] = ()
    seen: list[Any] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)
    known: dict[str | None, set[One]] = field(default_factory=dict)

    def tells(self) -> bool:
        """Tell whether something was seen here or later."""
        return bool(self.seen) or any(node.tells() for node in self.after)


class Listing:
    """All worlds of one tiny game; `but` is a person whose own word is not taken, where a game asks for that."""

    def __init__(self, packs: Sequence[Pack]) -> None:
        self.packs = packs
        self.copies = [copy for pack in packs for copy in pack.copies]
        self.spot = {copy: k for k, copy in enumerate(self.copies)}
        self.root = self.now = Node(None)

    # ------------------------------------------------------------------ what each game adds

    def firsts(self) -> Iterator[frozenset[str]]:
        """List what else may be so at the deal."""
        yield frozenset()

    def otherwise(self, world: One, event: Any, but: str | None) -> Iterator[One]:
        """List what a world becomes by something that only this game knows."""
        raise NotImplementedError(event)

    def is_so(self, world: One, seen: Any) -> bool:
        """Tell whether something else that was seen is so."""
        raise NotImplementedError(seen)

    # ------------------------------------------------------------------ the course

    def go(self, events: Sequence[Any]) -> None:
        """Take one step on."""
        node = Node(self.now, tuple(events))
        self.now.after.append(node)
        self.now = node

    def back(self) -> None:
        """Take the last step back."""
        assert self.now.before is not None
        self.now = self.now.before
        self.now.known.clear()

    def see(self, seen: Any) -> None:
        """Remember what was seen now."""
        self.now.seen.append(seen)
        self.now.known.clear()

    def worlds(self, but: str | None = None) -> set[One]:
        """List the worlds that are possible now."""
        return self._listed(self.now, but)

    def _listed(self, node: Node, but: str | None) -> set[One]:
        if but not in node.known:
            here = set(self._deals()) if node.before is None else self._listed(node.before, but)
            node.known[but] = self._kept(self._through(here, node, but), node, but)
        return node.known[but]

    def _through(self, worlds: set[One], node: Node, but: str | None) -> set[One]:
        for event in node.events:
            worlds = {after for world in worlds for after in self.after(world, event, but)}
        return {world for world in worlds if all(self.shows(world, seen) for seen in node.seen)}

    def _kept(self, worlds: set[One], node: Node, but: str | None) -> set[One]:
        """Keep the worlds from which what was taken back, and seen then, could have happened."""
        for branch in node.after:
            if branch.tells():
                worlds = {w for w in worlds if self._kept(self._through({w}, branch, but), branch, but)}
        return worlds

    def _deals(self) -> Iterator[One]:
        for lies in self._dealt(list(self.packs), {}):
            placed = tuple(lies[copy] for copy in self.copies)
            for marks in self.firsts():
                yield One(placed, marks)

    def _dealt(self, packs: list[Pack], lies: dict[str, str]) -> Iterator[dict[str, str]]:
        if not packs:
            yield lies
            return
        pack, *others = packs
        for given in self._shared(list(pack.copies), list(pack.shares), pack.rest):
            yield from self._dealt(others, {**lies, **given})

    def _shared(self, left: list[str], shares: list[tuple[str, int]], rest: str | None) -> Iterator[dict[str, str]]:
        if not shares:
            if rest is not None or not left:
                yield dict.fromkeys(left, str(rest))
            return
        (place, many), *others = shares
        for cards in combinations(left, many):
            for more in self._shared([card for card in left if card not in cards], others, rest):
                yield {**more, **dict.fromkeys(cards, place)}

    # ------------------------------------------------------------------ one world

    def at(self, world: One, place: str) -> list[str]:
        """List the copies in a place."""
        return [copy for copy, lies in zip(self.copies, world.lies, strict=True) if lies == place]

    def moved(self, world: One, move: Moved) -> Iterator[tuple[One, tuple[str, ...]]]:
        """List the ways in which cards may have moved, with those that did."""
        able = self.at(world, move.source)
        if move.among is not None:
            able = [copy for copy in able if copy in move.among or copy.split(".")[0] in move.among]
        for cards in combinations(able, move.count):
            lies = list(world.lies)
            for copy in cards:
                lies[self.spot[copy]] = move.target
            yield world._replace(lies=tuple(lies)), cards

    def after(self, world: One, event: Any, but: str | None) -> Iterator[One]:
        """List what a world becomes."""
        if isinstance(event, Moved):
            yield from (after for after, _ in self.moved(world, event))
        elif isinstance(event, Merged):
            yield world._replace(lies=tuple(event.target if p == event.source else p for p in world.lies))
        elif isinstance(event, Seen):
            if self.shows(world, event):
                yield world
        else:
            yield from self.otherwise(world, event, but)

    def shows(self, world: One, seen: Any) -> bool:
        """Tell whether what was seen is so in a world."""
        if not isinstance(seen, Seen):
            return self.is_so(world, seen)
        left = self.at(world, seen.place)
        if len(seen.cards) > len(left) or (seen.whole and len(seen.cards) != len(left)):
            return False
        for card in sorted(seen.cards, key=lambda card: "." not in card):
            found = next((copy for copy in left if card in (copy, copy.split(".")[0])), None)
            if found is None:
                return False
            left.remove(found)
        return True

    # ------------------------------------------------------------------ for every game's rules

    def lie_elsewhere(self, worlds: set[One], place: str, cards: Sequence[str]) -> bool:
        """Tell whether some card shown in a place, or one copy of too many of a kind, can in no world lie there."""
        ever = {copy for world in worlds for copy in self.at(world, place)}
        kinds = Counter(copy.split(".")[0] for copy in ever)
        real = [card for card in cards if card in self.spot or any(card == c.split(".")[0] for c in self.copies)]
        wanted = Counter(card.split(".")[0] for card in real)
        missing = any("." in card and card not in ever for card in real)
        return missing or any(many > kinds[kind] for kind, many in wanted.items())
