"""Cards that were shown, weighed against all worlds: one of three verdicts, what settles an open one, what cannot be.

A game says which rules the cards may break, each as a literal, and of which worlds it is asked; nothing here knows a
rule or a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, TypeVar

from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Verdict
from companion.engine.hidden.spots import is_copy, slug_of

Broken = Mapping[str, int]
"""For each rule that may be broken, the literal that says so."""

Fact = TypeVar("Fact")
Ways = Sequence[Sequence[int]]
"""What might be heard of a fact, each as literals that hold together."""


@dataclass
class Offer:
    """Cards that were shown before they change hands, by giver; `held`: that they had them, as literals."""

    gifts: Mapping[str, str]
    held: list[int] = field(default_factory=list)


class Weighed(NamedTuple):
    """A verdict, the rules if it is illegal, and the worlds it is about: those with all of `known`.

    `fits`: there are lawful ones that have the cards; where there are none, what was seen does not fit together.
    """

    verdict: Verdict
    rules: tuple[str, ...]
    known: tuple[int, ...]
    fits: bool


class Weighing:
    """Weighing of the cards of one check against all worlds.

    `order`: all rules, in the order in which a game names them; `offers`: cards that were shown before and are about to
    change hands: their givers have them, if that can be.
    """

    def __init__(
        self,
        places: HiddenPlaces,
        order: Sequence[str],
        offers: Sequence[Offer] = (),
    ) -> None:
        self.places, self.clauses, self.order = places, places.clauses, order
        pending = [lit for offer in offers for lit in offer.held]
        self.pending = pending if not pending or places.possible(pending) else []
        self.offered = {card: who for offer in offers for who, card in offer.gifts.items()}
        places.lent = {card: who for card, who in self.offered.items() if self.pending and is_copy(card)}
        self.book: list[int] = [places.book]
        """What holds in the lawful worlds."""
        self.shown: list[int] = []
        """What the cards shown say of the worlds that are asked."""
        self.at_least: list[int] = []
        """What is taken of it where no world has the cards."""
        self.lawful = True
        """Whether lawful worlds are asked; and whether some have the cards that were shown."""

    def can(self, *literals: int, lawful: bool = False) -> bool:
        """Return True if a world has all of this; `lawful`: one in which everybody kept to the rules."""
        return self.places.possible([*(self.book if lawful else []), *self.pending, *literals])

    def in_order(self, rules: Iterable[str]) -> tuple[str, ...]:
        """Rules in the order in which they are named, each once."""
        named = set(rules)
        return tuple(rule for rule in self.order if rule in named)

    # From what is broken in which worlds to one of three verdicts

    def weigh(self, broken: Iterable[Broken], certain: Iterable[str] = ()) -> Weighed:
        """Return the verdict over the lawful worlds with the shown cards; without any, over all worlds with them.

        `certain`: rules that the cards break wherever the others lie. If not even one of those worlds is left, only
        they are proven. If the solver gave a question up, what it ruled out still is: nothing is broken if it is in no
        world at all, lawful or not.
        """
        before, sure, rules = self.clauses.given_up, set(certain), self.together(broken)
        weighed = self._weighed(rules, sure)
        if self.clauses.given_up == before or weighed.verdict == "undetermined":
            return weighed
        if weighed.verdict == "legal" and not self.can(*self.at_least, self.clauses.any_of(list(rules.values()))):
            return weighed
        return weighed._replace(verdict="illegal" if sure else "undetermined", rules=self.in_order(sure))

    def _weighed(self, rules: Broken, certain: set[str]) -> Weighed:
        if self.lawful and (weighed := self._among(rules, certain, (*self.book, *self.shown))):
            return weighed._replace(fits=True)
        if weighed := self._among(rules, certain, tuple(self.shown)):
            return weighed
        if weighed := self._among(rules, certain, tuple(self.at_least)):
            return weighed._replace(verdict="undetermined") if weighed.verdict == "legal" else weighed
        return Weighed("illegal" if certain else "undetermined", self.in_order(certain), (), False)

    def together(self, broken: Iterable[Broken]) -> Broken:
        """For each rule the literal that somebody breaks it."""
        ways: dict[str, list[int]] = {}
        for one in broken:
            for rule, lit in one.items():
                ways.setdefault(rule, []).append(lit)
        return {rule: self.clauses.any_of(lits) for rule, lits in ways.items()}

    def _among(self, rules: Broken, certain: set[str], known: tuple[int, ...]) -> Weighed | None:
        """Return the verdict over the worlds in which all of this is known; None if there are none."""
        some = self.clauses.any_of(list(rules.values()))
        if not self.can(*known):
            return None
        breaks = self.clauses.held(some)
        can = breaks is False or self.can(*known, -some)
        cannot = breaks is True or self.can(*known, some)
        if not certain and can:
            return Weighed("undetermined" if cannot else "legal", (), known, False)
        every = {rule for rule, lit in rules.items() if not self.can(*known, -lit)} | certain
        if not every:
            every = {rule for rule, lit in rules.items() if self.can(*known, lit)}
        return Weighed("illegal", self.in_order(every), known, False)

    # What would settle it

    def is_open(self, known: Sequence[int], ways: Ways) -> bool:
        """Return True if more than one of these is possible."""
        left = (way for way in ways if self.can(*known, *way))
        return next(left, None) is not None and next(left, None) is not None

    def settling(
        self, known: Sequence[int], broken: Iterable[Broken], facts: Sequence[tuple[Fact, Ways]], alone: int
    ) -> tuple[Fact, ...]:
        """Of what could be told the one fact that settles the verdict whatever is heard of it, else all that is open.

        `alone`: how many of them, the first ones, may be enough by themselves.
        """
        some = self.clauses.any_of(list(self.together(broken).values()))
        for fact, ways in facts[:alone]:
            if not any(self.can(*known, *way, some) and self.can(*known, *way, -some) for way in ways):
                return (fact,)
        return tuple(fact for fact, ways in facts if self.is_open(known, ways))

    # Cards that cannot be here

    def lie_elsewhere(self, player: str, cards: Sequence[str]) -> bool:
        """Return True if more copies of a card are here than have not been seen elsewhere, by number or by name."""
        places, seen = self.places, self.places.seen | set(self.offered)
        for slug, many in Counter(map(slug_of, cards)).items():
            copies = [copy for copy in places.copies if slug_of(copy) == slug]
            gone = {c for c in copies if c in seen and not self.can(places.may_hold(player, c))}
            if not copies:
                continue
            if gone & set(cards) or many > len(copies) - len(gone):
                return True
            there, too_many = places.elsewhere(player, slug), len(copies) - many + 1
            if len(there) >= too_many and not self.can(-self.clauses.at_least(there, too_many)):
                return True
        return False

    def cannot_be(self, player: str, cards: Sequence[str]) -> bool:
        """Return True if a card, or this number of one name, cannot be in this hand in any lawful world."""
        copies = self.places.copies
        slugs = set(map(slug_of, copies))
        names = Counter(slug_of(card) for card in cards if slug_of(card) in slugs)
        groups = [[card] for card in cards if card in copies] + [[slug] * many for slug, many in names.items()]
        return any(not self.can(*self.places.holding(player, group), lawful=True) for group in groups)


def lie(places: HiddenPlaces, player: str, cards: Sequence[str], whole: bool) -> bool | None:
    """Return True if cards can lie before a player; `whole`: and nothing else.

    False if not one by one, for a player has a copy twice or it lies elsewhere; None if not all together, so that
    something was not told, or if the solver gave a question up.
    """
    before = places.clauses.given_up
    copies = [card for card in cards if is_copy(card)]
    by_name = [list(group) for _, group in groupby(sorted(cards, key=slug_of), slug_of)]
    each = [*([card] for card in cards if card in places.copies), *by_name]
    if len(set(copies)) < len(copies) or not all(places.possible(places.holding(player, one)) for one in each):
        return False
    others = places.without_others(player, cards) if whole else ()
    can = places.possible([*places.holding(player, cards), *others])
    return (can and places.clauses.given_up == before) or None


def unlike(then: Collection[str], now: Collection[str]) -> bool:
    """Return True if some of these cards cannot be among those, whichever copies are meant by a name alone."""
    names, copies = Counter(map(slug_of, then)), Counter(slug_of(card) for card in {*then, *now} if is_copy(card))
    return bool(Counter(map(slug_of, now)) - names) or any(copies[slug] > names[slug] for slug in copies)


def are_more(cards: Iterable[str], lying: Iterable[str], copies: Iterable[str]) -> bool:
    """Return True if more of a card are here than do not lie open on the table, whichever copies do."""
    here, open_now, all_of = (Counter(map(slug_of, some)) for some in (cards, lying, copies))
    return any(here[slug] > all_of[slug] - open_now[slug] for slug in open_now if slug in all_of)
