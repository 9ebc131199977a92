"""Every way of infection and protection: the referee's answer, and what finds a forgotten clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.engine.facts import Asked, Fact, Settled, TurnBegan
from companion.engine.hidden import Finding, Step
from companion.engine.hidden_spots import Spot, Taken
from companion.games.la_cosa.referee.judging import Judging
from companion.games.la_cosa.referee.story import Story, Telling
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
    return self.clauses.any_of([self.infected[taker], self._is_sick(gift)])


def any_gift(self: Worlds, giver: str, taker: str, seen: str, unavoidable: bool) -> Taken:
    return GIFT(self, giver, taker, seen, unavoidable) if seen else self.take(self.hands[giver])


def any_card(self: Worlds, player: str, among: Spot | None = None) -> Taken:
    return self.take(among or self.hands[player])


def somewhere_in_the_pile(self: Worlds, card: Taken) -> None:
    self.put(self.pile, card)


def forgetting(forgets: Callable[[str, Step], bool]) -> Callable[[Story, Step], None]:
    """After some entries nobody is spared: told by who was spared before, and the entry."""

    def entered(self: Story, step: Step) -> None:
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


def healing(self: Story, step: Step, named: frozenset[str]) -> None:
    CORRECTED(self, step, named)
    self.worlds.infected = dict.fromkeys(self.worlds.infected, -self.worlds.clauses.yes)


GIVE, GIFT, CORRECTED = Worlds.give, Worlds._gift, Story._corrected
ENTERED, HAPPENED = Story._entered, Telling._happened

FORGOTTEN: dict[str, Patch] = {
    "who is asked is infected": (Worlds, "give", infecting(lambda k, is_round: k == 0 and not is_round)),
    "who offers is infected": (Worlds, "give", infecting(lambda k, is_round: k == 1 and not is_round)),
    "a round infects": (Worlds, "give", infecting(lambda k, is_round: is_round)),
    "only La Cosa infects": (Worlds, "_infected_by", infected_by_anybody),
    "gifts are lawful": (Worlds, "_gift", any_gift),
    "the infected keep their last": (Worlds, "part", any_card),
    "Cita a ciegas lays its card on top": (Worlds, "lay_on_pile", somewhere_in_the_pile),
    "¡Fallaste! spares": (Worlds, "give", sparing_nobody),
    "¡Fallaste! spares at the offer of the turn": (Story, "_entered", forgetting(asks("exchange"))),
    "¡Fallaste! spares after Seducción": (Story, "_entered", forgetting(asks("seduccion"))),
    "¡Fallaste! spares after ¿No podemos ser amigos?": (
        Story,
        "_entered",
        forgetting(asks("no-podemos-ser-amigos")),
    ),
    "the second of two ¡Fallaste! spares": (Story, "_entered", forgetting(lambda before, step: bool(before))),
    "¡Fallaste! spares once": (Telling, "_happened", sparing_for_ever),
    "what was refused leaves no trace": (Telling, "_happened", forgetting_no_offer),
    "what lies open is in no hand": (Judging, "_lie_open", lambda self, cards: False),
    "a correction of the direction changes nothing": (Story, "_corrected", healing),
}


@pytest.mark.parametrize("name", FORGOTTEN)
def test_a_forgotten_clause_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, FORGOTTEN[name])
    assert any(map(failures, CORNERS)), "no case says otherwise"
