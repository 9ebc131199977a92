"""Where each copy may lie: for every copy in play the places where some world has it.

A copy that was shown lies in one place. Every unseen card that leaves that place may be it, so the place it went to
is added. `la-cosa` is not followed here: it never leaves its owner, and `roles` keeps whose it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import effect, is_panic
from companion.games.la_cosa.hidden.checks import INFECTED, THING, Shown
from companion.table import facts as f
from companion.table.places import DISCARD, DRAW, PLAY, Place, hand
from companion.table.state import Table

TABLE = Place("front", "")
"""On the table, as a door or a quarantine of anybody's."""


def _known(place: Place) -> Place:
    return TABLE if place.kind in ("front", "gap") else place


class Places:
    """The possible places of every copy that plays, by its id."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        self.decklist = decklist
        copies = decklist.in_play(len(table.players))
        self.slugs: Mapping[str, str] = {c.id: c.slug for c in copies if effect(decklist, c.slug) != THING}
        self.panics = frozenset(c for c, slug in self.slugs.items() if is_panic(decklist, slug))
        self.infected = tuple(c for c, slug in self.slugs.items() if effect(decklist, slug) == INFECTED)
        self.anywhere = frozenset({DRAW, DISCARD, PLAY, TABLE, *map(hand, table.players)})
        self.seen: set[str] = set()
        """The copies that somebody has seen. Of the others it is only known where they are not."""
        self.of: dict[str, frozenset[Place]] = dict.fromkeys(self.slugs, self.anywhere - {DISCARD, PLAY, TABLE})

    # What is asked

    def may_be(self, copy: str, player: str) -> bool:
        """Whether some world has this copy in this player's hand."""
        return hand(player) in self.of.get(copy, self.anywhere)

    def known_elsewhere(self, copy: str, player: str) -> bool:
        """Whether this copy was seen, and cannot have come into this player's hand."""
        return copy in self.seen and not self.may_be(copy, player)

    def candidates(self, slug: str, place: Place) -> list[str]:
        """The copies of a card that may lie in a place."""
        return [copy for copy, s in self.slugs.items() if s == slug and place in self.of[copy]]

    def infected_in_pile(self) -> int:
        """How many ¡Infectado! may lie in the draw pile."""
        return sum(DRAW in self.of[copy] for copy in self.infected)

    # What happens

    def moved(self, table: Table, fact: f.CardsMoved) -> None:
        """Cards went from one place to another on this table, as it was before."""
        source, target = _known(fact.source), _known(fact.target)
        if len(fact.faces) == fact.count:
            for slug in dict.fromkeys(fact.faces):
                self._faces_moved(slug, fact.faces.count(slug), source, target)
        else:
            self._unseen_moved(source, target)
        if source != TABLE and _size(table, source) <= fact.count:
            self.emptied(source, target)

    def _faces_moved(self, slug: str, count: int, source: Place, target: Place) -> None:
        candidates = self.candidates(slug, source)
        if len(candidates) <= count:
            self.seen.update(candidates)
        for copy in candidates:
            self.of[copy] = frozenset({target}) if len(candidates) <= count else self.of[copy] | {target}

    def _unseen_moved(self, source: Place, target: Place) -> None:
        for copy, places in self.of.items():
            if source in places and (copy in self.panics) == (target == DISCARD and source == DRAW):
                self.of[copy] = places | {target}

    def emptied(self, source: Place, target: Place) -> None:
        """All that lay in one place lies in another now."""
        for copy, places in self.of.items():
            if source in places:
                self.of[copy] = places - {source} | {target}

    def passed(self, pairs: Iterable[tuple[str, str]], seen: Mapping[str, Shown]) -> None:
        """Cards change hands at once; of some givers it was seen which card."""
        before = dict(self.of)
        for giver, taker in pairs:
            card, source, target = seen.get(giver), hand(giver), hand(taker)
            if card is None:
                going = [copy for copy, places in before.items() if source in places and copy not in self.panics]
            elif card.id:
                going = []
                self.of[card.id] = frozenset({target})
            else:
                going = [c for c in self.slugs if self.slugs[c] == card.slug and source in before[c]]
            for copy in going:
                self.of[copy] |= {target}

    # What is seen

    def holds(self, player: str, cards: Iterable[Shown]) -> None:
        """These cards were seen in a hand."""
        for card in cards:
            if card.id in self.of:
                self.seen.add(card.id)
                self.of[card.id] = frozenset({hand(player)})

    def holds_only(self, player: str, cards: Iterable[Shown]) -> None:
        """A hand was seen whole."""
        seen = tuple(cards)
        unsaid = {card.slug for card in seen if not card.id}
        ids = {card.id for card in seen}
        for copy, places in self.of.items():
            if copy not in ids and self.slugs[copy] not in unsaid:
                self.of[copy] = places - {hand(player)} or self.anywhere
        self.holds(player, seen)

    # Who plays, and what nobody told

    def rename(self, player: str, to: str) -> None:
        """Somebody has another name now."""
        self.emptied(hand(player), hand(to))
        self.anywhere = self.anywhere - {hand(player)} | {hand(to)}

    def doubt(self, slugs: Iterable[str] | None = None) -> None:
        """Something happened that nobody told: these cards, or all, may lie anywhere."""
        which = None if slugs is None else set(slugs)
        for copy in self.of:
            if which is None or self.slugs[copy] in which:
                self.of[copy] = self.anywhere


def _size(table: Table, place: Place) -> int:
    held = table.hands if place.kind == "hand" else table.piles
    return held.get(str(place.name), 0)
