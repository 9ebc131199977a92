"""The worlds that fit what was seen: who may be La Cosa, who infected, how many ¡Infectado! are where.

For each player who may be La Cosa (a *suspect*), and each hand, the cases that some world has. An unseen act turns
every case into those that a lawful act leads to; a suspect in whose worlds something seen cannot be is struck off.
`by_the_book`: the cards were dealt as the rules say, and nobody broke one unseen. Where what was seen fits no such
world, the caller folds once more without it (`by_the_book=False`): then any hand may have been dealt ¡Infectado!, no
suspect is ever struck off by reasoning, and what does not fit widens the cases instead.

For every copy in play the places where some world has it. A copy that was shown lies in one place. Every unseen card
that leaves that place may be it, so the place it went to is added. `la-cosa` is not followed so: it never leaves its
owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.places import DISCARD, DRAW, PLAY, Place, hand
from companion.engine.state import Table
from companion.games.la_cosa.cards import effect, is_panic

# Cards as they are shown


THING, INFECTED = "la-cosa", "infectado"


class Shown(NamedTuple):
    """A card as it was shown: a copy, or a card of which it was not said which copy (`k` is None)."""

    slug: str
    k: int | None = None

    @property
    def id(self) -> str:
        """The copy's id; empty where the copy was not said."""
        return "" if self.k is None else f"{self.slug}.{self.k}"


# Roles

MANY = 99
"""More ¡Infectado! than there are."""


class Case(NamedTuple):
    """What a hand may be in some world: whether its owner is infected, and how many ¡Infectado! it holds."""

    infected: bool
    many: int


Cases = frozenset[Case]


class Contradiction(Exception):
    """What was seen fits no world in which everything unseen was lawful."""


class Roles:
    """The suspects, and for each of them the cases of every living player's hand."""

    def __init__(self, players: Iterable[str], hand: int, by_the_book: bool) -> None:
        self.by_the_book = by_the_book
        everybody = tuple(players)
        dealt = frozenset(Case(False, n) for n in ((0,) if by_the_book else range(hand + 1)))
        self.suspects: dict[str, dict[str, Cases]] = {thing: dict.fromkeys(everybody, dealt) for thing in everybody}
        self.living = set(everybody)
        self.seen_holding: str | None = None
        self.seen_without: set[str] = set()
        self.shaken: set[str] = set()
        """Whose hand was corrected since an ¡Infectado! was last seen in it: it may have gone in the correction."""

    # What is known

    def may_hold_thing(self, player: str) -> bool:
        """Whether nothing seen speaks against this player holding La Cosa: eyes only, no reasoning."""
        return player == self.seen_holding if self.seen_holding else player not in self.seen_without

    def known_thing(self, everybody: Iterable[str]) -> str | None:
        """Who is La Cosa as far as eyes alone can tell: it was seen, or it was seen that nobody else has it."""
        left = [player for player in everybody if self.may_hold_thing(player)]
        return left[0] if len(left) == 1 else None

    def cases(self, thing: str, player: str) -> Cases:
        """The cases of a player's hand should `thing` be La Cosa."""
        return self.suspects[thing][player]

    # What happens unseen, or seen

    def draws(self, player: str, cards: int, most: int) -> None:
        """A hand takes so many unseen cards, `most` of which can be ¡Infectado!."""
        most = min(cards, most if self.by_the_book else MANY)
        self._each(player, lambda thing, case: (case._replace(many=case.many + n) for n in range(most + 1)))

    def takes(self, player: str, infected: bool) -> None:
        """A hand takes a card that everybody saw."""
        self._each(player, lambda thing, case: (case._replace(many=case.many + infected),))

    def loses(self, player: str, held: int, infected: bool | None) -> None:
        """A hand of `held` cards loses one, unseen and lawfully (None), or for all to see."""

        def left(thing: str, case: Case) -> Iterable[Case]:
            plain = held - case.many - (player == thing)
            may = case.many > (1 if case.infected and player != thing else 0)
            if infected is None:
                outcomes = [case._replace(many=case.many - 1)] * may + [case] * (plain > 0)
            elif infected:
                outcomes = [case._replace(many=case.many - 1)] * (case.many > 0)
            else:
                outcomes = [case] * (plain > 0)
            return outcomes

        self._each(player, left)

    def passes(
        self,
        pairs: Iterable[tuple[str, str]],
        held: Mapping[str, int],
        seen: Mapping[str, bool],
        spared: str | None = None,
        unavoidable: bool = False,
    ) -> None:
        """Cards change hands at once, each giver's to the taker beside the name.

        `seen`: who was seen to give an ¡Infectado! (or not); `spared`: who is not infected by what they receive;
        `unavoidable`: nobody can get out of it, so that a hand of nothing but ¡Infectado! gives one.
        """

        def may_give(thing: str, giver: str, case: Case) -> list[bool]:
            return _may_give(case, thing, giver, to[giver], held[giver], seen.get(giver), unavoidable)

        to = dict(pairs)
        source = {taker: giver for giver, taker in to.items()}
        for thing in tuple(self.suspects):
            now = self.suspects[thing]
            given = {
                giver: {out for case in now[giver] for out in may_give(thing, giver, case)}
                for giver in to
                if giver in now
            }
            news: dict[str, set[Case]] = {}
            for player in given:
                giver = source.get(player, "")
                infects = giver == thing != player and player != spared
                news[player] = {
                    Case(case.infected or (infects and into), case.many - out + into)
                    for case in now[player]
                    for out in may_give(thing, player, case)
                    for into in given.get(giver, {False})
                }
                if not news[player] and not self.by_the_book:
                    caught = {case.infected for case in now[player]} | ({True} if infects else set())
                    news[player] = {Case(i, n) for i in caught for n in range(held[player] + 1)}
            for player, new in news.items():
                self._set(thing, player, new, held[player])

    # What is seen of a hand

    def holds_thing(self, player: str) -> None:
        """La Cosa was seen in this hand."""
        self.seen_holding = player
        if player not in self.suspects:
            self._contradict()
            self.suspects = {player: {p: _anything(5) for p in self.living}}
        self.suspects = {player: self.suspects[player]}

    def lacks_thing(self, player: str) -> None:
        """This hand was seen whole, and La Cosa is not in it."""
        self.seen_without.add(player)
        self._strike(player)

    def holds(self, player: str, held: int, count: int) -> None:
        """A hand of `held` cards was seen whole: so many of them are ¡Infectado!.

        A hand without any does not prove that its owner was never infected: they may have lost it unlawfully.
        """
        self.shaken -= {player} if count else set()
        for thing in tuple(self.suspects):
            cases = self.suspects[thing].get(player, frozenset())
            fit = {case for case in cases if case.many == count}
            if not count and any(case.infected for case in cases):
                fit |= {Case(case.infected, 0) for case in cases}
            if not fit and not self.by_the_book:
                fit = {Case(case.infected, count) for case in cases}
            self._set(thing, player, fit, held)

    def holds_at_least(self, player: str, held: int, count: int) -> None:
        """So many ¡Infectado! were seen in a hand of `held` cards."""
        self.shaken -= {player} if count else set()
        for thing in tuple(self.suspects):
            cases = self.suspects[thing].get(player, frozenset())
            fit = {case for case in cases if case.many >= count}
            if not fit and not self.by_the_book:
                fit = {Case(case.infected, n) for case in cases for n in range(count, held + 1)}
            self._set(thing, player, fit, held)

    def superinfected(self, player: str, partner: str, held: int) -> None:
        """A player left because all their cards were ¡Infectado!; an infected one facing La Cosa does not."""
        self.lacks_thing(player)
        self.holds(player, held, held)
        cases = self.suspects.get(partner, {}).get(player)
        if cases is not None:
            self._set(partner, player, {case for case in cases if not case.infected}, held)

    # Who plays

    def leaves(self, player: str) -> None:
        """A player is eliminated; they may have been La Cosa until play goes on."""
        self.living.discard(player)
        for cases in self.suspects.values():
            cases.pop(player, None)

    def play_goes_on(self) -> None:
        """La Cosa eliminated must say so, and the game is over: nobody who left was La Cosa."""
        if self.by_the_book:
            for player in [p for p in self.suspects if p not in self.living and p != self.seen_holding]:
                self._strike(player)

    def comes_back(self, player: str) -> None:
        """A player wrongly taken for eliminated sits down again."""
        self.living.add(player)

    def doubt(self, players: Iterable[str]) -> None:
        """Something happened that nobody told: only who was seen with La Cosa, and who is infected, is sure."""
        infected = {p for p in self.living if self.surely_infected(p)}
        self.shaken = set(self.living)
        cases = {
            p: frozenset(c for c in _anything(MANY_IN_HAND) if c.infected or p not in infected) for p in self.living
        }
        left = [player for player in players if self.may_hold_thing(player)]
        self.suspects = {thing: dict(cases) for thing in left or players}

    def surely_infected(self, player: str) -> bool:
        """Whether a player is infected in every world."""
        worlds = [cases.get(player, frozenset()) for thing, cases in self.suspects.items() if thing != player]
        return player not in self.suspects and all(case.infected for cases in worlds for case in cases) and any(worlds)

    def rename(self, player: str, to: str) -> None:
        """Somebody has another name now."""

        def new(name: str) -> str:
            return to if name == player else name

        self.living = {new(p) for p in self.living}
        self.seen_without = {new(p) for p in self.seen_without}
        self.shaken = {new(p) for p in self.shaken}
        self.seen_holding = new(self.seen_holding) if self.seen_holding else None
        self.suspects = {new(t): {new(p): c for p, c in cases.items()} for t, cases in self.suspects.items()}

    # Keeping the worlds

    def _each(self, player: str, turned: Callable[[str, Case], Iterable[Case]]) -> None:
        for thing in tuple(self.suspects):
            cases = self.suspects[thing].get(player)
            if cases is not None:
                new = {after for case in cases for after in turned(thing, case)}
                self._set(thing, player, new, MANY_IN_HAND)

    def _set(self, thing: str, player: str, cases: Iterable[Case], held: int) -> None:
        """The cases of a hand from now on; where there are none the suspect is cleared."""
        if thing not in self.suspects or player not in self.suspects[thing]:
            return
        new = frozenset(cases)
        if new:
            self.suspects[thing][player] = new
        elif self.by_the_book:
            self._strike(thing)
        else:
            kept = {case.infected for case in self.suspects[thing][player]}
            self.suspects[thing][player] = frozenset(Case(i, n) for i, n in product(kept, range(held + 1)))

    def _strike(self, thing: str) -> None:
        if thing in self.suspects and len(self.suspects) > 1:
            del self.suspects[thing]
        elif thing in self.suspects:
            self._contradict()

    def _contradict(self) -> None:
        if self.by_the_book:
            raise Contradiction


MANY_IN_HAND = 7
"""As many cards as a hand ever holds (¡Determinación!)."""


def _anything(most: int) -> Cases:
    return frozenset(Case(infected, n) for infected in (False, True) for n in range(most + 1))


def _may_give(
    case: Case, thing: str, giver: str, taker: str, held: int, seen: bool | None, unavoidable: bool
) -> list[bool]:
    """Whether an ¡Infectado! (True) or another card (False) may be what the giver gives.

    A card that was seen is a fact, lawful or not; one that was not seen is taken to be lawful.
    """
    plain = held - case.many - (giver == thing)
    if seen is not None:
        return [seen] * ((case.many if seen else plain) > 0)
    if giver == thing:
        may = case.many > 0
    else:
        may = (case.infected and taker == thing and case.many > 1) or (plain < 1 and unavoidable)
    return [True] * may + [False] * (plain > 0)


# Places

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
