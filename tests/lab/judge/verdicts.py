"""The rules of the referee, each put to all worlds: broken in every one, in none, or in some.

What is shown is there: worlds in which the shown cards do not lie where they were shown are left out. Only for the
duty of the infected the owner's own unseen acts are not taken as lawful, else no hand without ¡Infectado! could ever
be unlawful. Where no world fits, what was known before the cards were shown decides, and the verdict says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice

from tests.lab.judge.public import (
    DISCARD,
    DRAW,
    FLAMES,
    INFECTION,
    THING,
    Held,
    Moment,
    Verdict,
    hand,
    is_copy,
    slug_of,
    summed_up,
)
from tests.lab.judge.worlds import Where, Worlds

RESOLUTE = "determinacion"


class Bench:
    """One question: a moment in all worlds, and what binds them."""

    def __init__(self, worlds: Worlds, where: Where, bound: Sequence[int], moment: Moment) -> None:
        self.worlds, self.where, self.moment = worlds, where, moment
        self.sat = worlds.sat
        self.bound = list(bound)
        self.spent: list[int] = []

    def can(self, *lits: int, lawless: str | None = None) -> bool:
        """Tell whether some world has this."""
        return self.worlds.possible([*self.bound, *lits], lawless)

    def selector(self) -> int:
        """Make a selector that is thrown away with the question."""
        made = self.sat.fresh()
        self.spent.append(made)
        return made

    def close(self) -> None:
        """Let go of what was demanded for this question only."""
        for lit in self.spent:
            self.sat.need(-lit)

    # ------------------------------------------------------------------ hands

    def judge_hand(self, player: str, cards: Sequence[str], occasion: str) -> Verdict:
        """Judge a hand."""
        certain = self._shape(player, cards)
        maybe: list[str] = []
        size = self.moment.sizes[player]
        under = self.selector()
        if len(cards) <= size:
            self.worlds.demand(self.where, Held(player, tuple(cards), len(cards) == size), under)
        else:
            self.sat.need(-under)
        fits = self.can(under)
        slugs = [slug_of(card) for card in cards]
        if not fits:
            self._elsewhere(player, cards, certain, maybe)
            self._thing(player, THING in slugs, certain, maybe)
        if INFECTION not in slugs:
            fits |= self._duty(player, under, certain, maybe)
        if {THING, FLAMES} <= set(slugs) and self._caught(player, occasion):
            certain.append("hand.thing-with-flamethrower")
        offer = self.moment.offer
        due = offer is not None and player in offer and self.moment.full_goes_out
        if offer is not None and due and set(slugs) == {INFECTION}:
            self._overfull(player, offer[offer[0] == player], under if fits else self.sat.yes, certain, maybe)
        return summed_up(certain, maybe, fits, False, fits and not maybe)

    def _caught(self, player: str, occasion: str) -> bool:
        return self.moment.caught_loses and occasion == "dispute" and player != self.moment.turn

    def _shape(self, player: str, cards: Sequence[str]) -> list[str]:
        """Find what is wrong with a hand wherever the other cards lie."""
        box, found = self.worlds.box, []
        if len(cards) != self.moment.sizes[player]:
            found.append("hand.size")
        if any(slug_of(card) in box.pink for card in cards):
            found.append("hand.panic-card")
        if any(not box.meant(card) and slug_of(card) not in box.pink for card in cards):
            found.append("hand.not-in-deck")
        if any(many > 1 for card, many in Counter(cards).items() if is_copy(card)):
            found.append("hand.duplicate-copy")
        return found

    def _elsewhere(self, player: str, cards: Sequence[str], certain: list[str], maybe: list[str]) -> None:
        """Find shown cards that lie elsewhere in every world."""
        if "hand.duplicate-copy" in certain:
            return
        box, here = self.worlds.box, self.where.at(hand(player))

        @cache
        def able(copy: str) -> bool:
            return copy in here and self.can(here[copy])

        wanted = Counter(slug_of(card) for card in cards if box.meant(card))
        if any(is_copy(card) and box.meant(card) and not able(card) for card in cards):
            certain.append("hand.duplicate-copy")
        elif any(many > len(box.by_slug[slug]) for slug, many in wanted.items()):
            certain.append("hand.duplicate-copy")  # or a copy of the box: the two cannot be told apart
            maybe.append("hand.not-in-deck")
        elif any(len([*islice(filter(able, box.by_slug[slug]), many)]) < many for slug, many in wanted.items()):
            certain.append("hand.duplicate-copy")

    def _thing(self, player: str, shown: bool, certain: list[str], maybe: list[str]) -> None:
        """Hold a hand that fits no world against who may be La Cosa."""
        is_it = self.worlds.thing[player]
        if shown and not self.can(is_it):
            certain.append("hand.thing-moved")
        if not shown and self.can(is_it):
            (maybe if self.can(-is_it) else certain).append("hand.thing-missing")

    def _duty(self, player: str, under: int, certain: list[str], maybe: list[str]) -> bool:
        """Judge a hand without ¡Infectado!; tell whether the hand fits a world where its owner broke this duty."""
        infected = self.where.infected[player]
        if infected == self.sat.no:
            return False
        was = self.can(under, infected, lawless=player)
        was_not = self.can(under, -infected, lawless=player)
        fits = was or was_not
        if not fits:
            was, was_not = self.can(infected), self.can(-infected)
        if was:
            (maybe if was_not else certain).append("hand.infected-keeps-one")
        return fits

    def _overfull(self, player: str, facing: str, under: int, certain: list[str], maybe: list[str]) -> None:
        guest = self.sat.both(self.where.infected[player], self.worlds.thing[facing])
        if self.can(under, -guest):
            (maybe if self.can(under, guest) else certain).append("hand.superinfection")

    # ------------------------------------------------------------------ gifts

    def judge_gifts(self, gifts: Mapping[str, tuple[str, str]], in_round: bool) -> Verdict:
        """Judge cards that are given at once: by giver, the card and who takes it."""
        unders, broken = [], dict[str, list[int]]()
        for giver, (card, taker) in gifts.items():
            under = self.selector()
            self.worlds.demand(self.where, Held(giver, (card,), False), under)
            unders.append(under)
            needy = in_round or not self.moment.full_goes_out
            for rule, lit in self._broken_by(giver, card, taker, needy).items():
                broken.setdefault(rule, []).append(lit)
        return self._weigh(broken, unders)

    def _broken_by(self, giver: str, card: str, taker: str, needy: bool) -> dict[str, int]:
        """Make a literal for each rule that a gift may break; `needy`: not if nothing else is in the hand."""
        sat, slug = self.sat, slug_of(card)
        if slug == THING:
            return {"exchange.thing": sat.yes}
        if slug != INFECTION:
            return {}
        thing, infected = self.worlds.thing[giver], self.where.infected[giver]
        free = self.worlds.some_plain(self.where, giver) if needy else sat.yes
        return {
            "exchange.human-gives-infected": sat.both(free, sat.both(-thing, -infected)),
            "exchange.infected-to-non-thing": sat.both(free, sat.both(infected, -self.worlds.thing[taker])),
            "exchange.last-infected": sat.both(free, sat.both(infected, -self._more_than(giver, 1))),
        }

    def _more_than(self, player: str, many: int) -> int:
        """Make a literal for: the hand has more than `many` ¡Infectado!."""
        sat = self.sat
        counted = [sat.yes] + [sat.no] * (many + 1)
        for copy, lit in self.where.at(hand(player)).items():
            if slug_of(copy) == INFECTION:
                for k in range(many + 1, 0, -1):
                    counted[k] = sat.either(counted[k], sat.both(counted[k - 1], lit))
        return counted[many + 1]

    # ------------------------------------------------------------------ discards

    def judge_discard(self, player: str, cards: Sequence[str], held: Sequence[str] | None) -> Verdict:
        """Judge cards that go to a pile; `held`: the hand they come from, if it was shown."""
        slugs = [slug_of(card) for card in cards]
        broken: dict[str, list[int]] = {"discard.thing": [self.sat.yes]} if THING in slugs else {}
        shown = self.shown_with_discard(player, cards, held)
        under = self.selector()
        self.worlds.demand(self.where, shown, under)
        if INFECTION in slugs:
            infected = self.where.infected[player]
            if held is not None:
                left = Counter(slug_of(card) for card in held)
                spare = left[INFECTION] > slugs.count(INFECTION)
                broken["discard.last-infected"] = [self.sat.no if spare else infected]
            elif shown.but_for is None:
                broken["discard.last-infected"] = [
                    self.sat.both(infected, -self._more_than(player, slugs.count(INFECTION)))
                ]
        return self._weigh(broken, [under])

    def shown_with_discard(self, player: str, cards: Sequence[str], held: Sequence[str] | None) -> Held:
        """Say what a check of a discard shows: a hand, or only some cards of it."""
        resolute = len(cards) == 2 and self.moment.step == "act"
        spots, but_for = ((DRAW, DISCARD)[: 1 + (self.moment.draw < 3)], RESOLUTE) if resolute else ((), None)
        shown, drawn = tuple(cards if held is None else held), set[int]()
        for card in cards if resolute else ():
            same = [k for k, one in enumerate(shown) if card in (one, slug_of(one)) or one == slug_of(card)]
            drawn.update(sorted(set(same) - drawn, key=lambda k: shown[k] != card)[:1])
        whole = held is not None and len(held) == self.moment.sizes[player] + (2 if resolute else 0)
        return Held(player, shown, whole, spots, but_for, frozenset(drawn))

    # ------------------------------------------------------------------ weighing

    def _weigh(self, broken: Mapping[str, Sequence[int]], unders: Sequence[int]) -> Verdict:
        """Put every rule to all worlds in which the shown cards are there; failing those, to all worlds."""
        lits = {rule: self.sat.any_of(found) for rule, found in broken.items()}
        lits = {rule: lit for rule, lit in lits.items() if lit != self.sat.no}
        fits = self.can(*unders)
        bound = list(unders) if fits else []
        if not fits and not self.can():
            plain = frozenset(rule for rule, lit in lits.items() if lit == self.sat.yes)
            return Verdict("illegal" if plain else "undetermined", plain, plain, False)
        certain = [rule for rule, lit in lits.items() if lit == self.sat.yes or not self.can(*bound, -lit)]
        maybe = [rule for rule, lit in lits.items() if rule not in certain and self.can(*bound, lit)]
        always = len(maybe) > 1 and not certain and not self.can(*bound, *(-lits[rule] for rule in maybe))
        return summed_up(certain, maybe, fits, always, not maybe)
