"""Every way of infection and protection: the referee's answer, and what finds a forgotten clause."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import pytest

from companion.engine.facts import Asked, Fact, Settled, TurnBegan
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Finding, Step
from companion.engine.hidden.spots import Spot, Taken, slug_of
from companion.games.la_cosa.referee.judging import Judging
from companion.games.la_cosa.referee.story import Tale, Telling
from companion.games.la_cosa.referee.worlds import Worlds
from tests.engine.corners import CORNERS, SEVEN
from tests.engine.test_cases import sat
from tests.planting import Patch, plant


def failures(name: str) -> list[str]:
    """Where the referee says otherwise than was derived by hand, or accuses by another rule."""
    table = sat(players=SEVEN)
    wrong = []
    for asked in CORNERS[name]:
        if "check" not in asked:
            assert table.say(**asked) == "ok", asked
            continue
        found = table.check(**asked["check"])
        assert isinstance(found, Finding)
        if found.verdict != asked["verdict"] or set(found.rules) != set(asked["rules"]):
            wrong.append(f"{asked}: {found.verdict} {found.rules}")
    return wrong


@pytest.mark.parametrize("name", CORNERS)
def test_the_referee_says_what_was_derived_by_hand(name: str) -> None:
    assert not failures(name)


# Forgotten clauses: each leaves a perfect referee with an answer that the cases contradict


def infecting(forgets: Callable[[int, bool], bool]) -> Callable[..., None]:
    """Cards change hands, but some gifts infect nobody: told by their number, and whether it is a round."""

    def give(self: Worlds, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
        before = dict(self.infected)
        GIVE(self, pairs, seen, spared, unavoidable)
        self.infected |= {taker: before[taker] for k, (_, taker) in enumerate(pairs) if forgets(k, unavoidable)}

    return give


def sparing_nobody(self: Worlds, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
    GIVE(self, pairs, seen, "", unavoidable)


def infected_by_anybody(self: Worlds, giver: str, taker: str, gift: Taken) -> int:
    return self.clauses.any_of([self.infected[taker], self.as_marked(gift)])


def any_gift(self: Worlds, giver: str, taker: str, seen: str, unavoidable: bool) -> Taken:
    return GIFT(self, giver, taker, seen, unavoidable) if seen else self.take(self.hands[giver])


def any_card(self: Worlds, player: str, among: Spot | None = None) -> Taken:
    return self.take(among or self.hands[player])


def somewhere_in_the_pile(self: Worlds, card: Taken) -> None:
    self.put(self.pile, card)


def forgetting(forgets: Callable[[str, Step], bool]) -> Callable[[Tale, Step], None]:
    """After some entries nobody is spared: told by who was spared before, and the entry."""

    def entered(self: Tale, step: Step) -> None:
        before = self.spared
        ENTERED(self, step)
        if forgets(before, step):
            self.spared = ""

    return entered


def asks(about: str) -> Callable[[str, Step], bool]:
    return lambda before, step: step.after.prompt is not None and step.after.prompt.about == about


def sparing_for_ever(self: Telling, fact: Fact, then: Sequence[Fact]) -> None:
    spared = self.story.spared
    HAPPENED(self, fact, then)
    self.story.spared = self.story.spared or spared


def forgetting_no_offer(self: Telling, fact: Fact, then: Sequence[Fact]) -> None:
    offers = list(self.story.offers)
    HAPPENED(self, fact, then)
    if isinstance(fact, Settled | TurnBegan | Asked):
        self.story.offers[:] = offers


def healing(self: Tale, step: Step, named: frozenset[str]) -> None:
    CORRECTED(self, step, named)
    self.worlds.infected = dict.fromkeys(self.worlds.infected, -self.worlds.clauses.yes)


def sparing_the_last(self: Tale, step: Step, named: frozenset[str]) -> None:
    """Whoever was infected has theirs after a correction too."""
    CORRECTED(self, step, named)
    self.worlds.bare.clear()


def infecting_who_draws(self: Worlds, card: Taken) -> None:
    LAY(self, card)
    for player, infected in self.infected.items():
        self.infected[player] = self.clauses.any_of(
            (infected, self.clauses.all_of((-self.thing[player], self.as_marked(card))))
        )


def infected_by_the_infected(self: Worlds, giver: str, taker: str, gift: Taken) -> int:
    """Whoever is infected infects by whatever they give."""
    return self.clauses.any_of((INFECTED_BY(self, giver, taker, gift), self.infected[giver]))


def infecting_but_by(about: str) -> Callable[[Telling, list[tuple[str, str]]], None]:
    """Cards change hands, but this kind of offer infects nobody."""

    def passed(self: Telling, pairs: list[tuple[str, str]]) -> None:
        prompt, before = self.story.table.prompt, dict(self.worlds.infected)
        PASSED(self, pairs)
        if prompt is not None and prompt.about == about:
            self.worlds.infected = before

    return passed


def giving_what_was_refused(self: Telling, fact: Fact, then: Sequence[Fact]) -> None:
    if isinstance(fact, Settled) and self.story.offers:
        a, b = self.story.offers[-1].gifts
        self._passed([(a, b), (b, a)])
    HAPPENED(self, fact, then)


def giving_the_first(self: Tale, givers: Collection[str]) -> dict[str, str]:
    """Of two cards shown for an offer the first is taken as given."""
    self.offers = [offer for offer in self.offers if set(offer.gifts) <= set(givers)][:1]
    return CARRIED_OUT(self, givers)


def without_what_was_played(self: HiddenPlaces, player: str, cards: Collection[str], may_be: object = ()) -> list[int]:
    return WITHOUT_OTHERS(self, player, cards)


def letting_humans_give(self: Judging, *given: Any) -> Any:
    return {rule: lit for rule, lit in MAY_BREAK(self, *given).items() if rule != "exchange.human-gives-infected"}


def where_it_was_seen(self: Judging, cards: Sequence[str]) -> bool:
    """The axe, of which there is one, stays where it was seen."""
    axe = any(slug_of(card) == "hacha" for card in cards)
    return LIE_OPEN(self, cards) or (axe and bool(self.worlds.elsewhere(self.story.names[self.check.player], "hacha")))


GIVE, GIFT, CORRECTED = Worlds.give, Worlds._gift, Tale._corrected
ENTERED, HAPPENED = Tale.entered, Telling._happened
LAY, INFECTED_BY, PASSED = Worlds.lay_on_pile, Worlds._infected_by, Telling._passed
CARRIED_OUT = Tale.carried_out
WITHOUT_OTHERS = HiddenPlaces.without_others
MAY_BREAK, LIE_OPEN = Judging._may_break, Judging._lie_open

FORGOTTEN: dict[str, Patch] = {
    "who is asked is infected": (Worlds, "give", infecting(lambda k, is_round: k == 0 and not is_round)),
    "who offers is infected": (Worlds, "give", infecting(lambda k, is_round: k == 1 and not is_round)),
    "a round infects": (Worlds, "give", infecting(lambda k, is_round: is_round)),
    "the offer of the turn infects": (Telling, "_passed", infecting_but_by("exchange")),
    "Seducción infects": (Telling, "_passed", infecting_but_by("seduccion")),
    "¿No podemos ser amigos? infects": (Telling, "_passed", infecting_but_by("no-podemos-ser-amigos")),
    "only La Cosa infects": (Worlds, "_infected_by", infected_by_anybody),
    "gifts are lawful": (Worlds, "_gift", any_gift),
    "the infected keep their last": (Worlds, "part", any_card),
    "Cita a ciegas lays its card on top": (Worlds, "lay_on_pile", somewhere_in_the_pile),
    "¡Fallaste! spares": (Worlds, "give", sparing_nobody),
    "¡Fallaste! spares at the offer of the turn": (Tale, "entered", forgetting(asks("exchange"))),
    "¡Fallaste! spares after Seducción": (Tale, "entered", forgetting(asks("seduccion"))),
    "¡Fallaste! spares after ¿No podemos ser amigos?": (
        Tale,
        "entered",
        forgetting(asks("no-podemos-ser-amigos")),
    ),
    "the second of two ¡Fallaste! spares": (Tale, "entered", forgetting(lambda before, step: bool(before))),
    "¡Fallaste! spares once": (Telling, "_happened", sparing_for_ever),
    "what was refused leaves no trace": (Telling, "_happened", forgetting_no_offer),
    "what lies open is in no hand": (Judging, "_lie_open", lambda self, cards: False),
    "a correction of the direction changes nothing": (Tale, "_corrected", healing),
    "what lies on the pile infects nobody": (Worlds, "lay_on_pile", infecting_who_draws),
    "the infected infect nobody": (Worlds, "_infected_by", infected_by_the_infected),
    "what was refused is not given": (Telling, "_happened", giving_what_was_refused),
    "of two cards shown for an offer the last is given": (Tale, "carried_out", giving_the_first),
    "humans may not give": (Judging, "_may_break", letting_humans_give),
    "¡Determinación! itself may have been in the hand": (HiddenPlaces, "without_others", without_what_was_played),
    "what lies elsewhere is not here": (Judging, "lie_elsewhere", lambda self, player, cards: False),
    "a correction may have taken the last": (Tale, "_corrected", sparing_the_last),
    "what comes after a correction is to be kept": (Worlds, "must_keep", lambda self, player, taken: None),
    "what lay elsewhere may have come here": (Judging, "_lie_open", where_it_was_seen),
}


@cache
def found_by(name: str) -> frozenset[str]:
    """The cases that a referee answers otherwise who forgets this clause."""
    with pytest.MonkeyPatch.context() as patched:
        plant(patched, FORGOTTEN[name])
        return frozenset(case for case in CORNERS if failures(case))


@pytest.mark.parametrize("name", FORGOTTEN)
def test_a_forgotten_clause_is_found(name: str) -> None:
    assert found_by(name), "no case says otherwise"


def test_every_case_finds_a_forgotten_clause() -> None:
    assert set(CORNERS) == set().union(*map(found_by, FORGOTTEN))
