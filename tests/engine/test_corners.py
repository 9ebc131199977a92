"""Every way of infection and protection: the referee's answer, a perfect one's, and what finds a forgotten clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from companion.engine.actions import Action
from companion.engine.facts import Asked, Fact, Settled, TurnBegan
from companion.engine.hidden import CHECK, Finding, Step
from companion.engine.hidden_line import line
from companion.lab.harness.exact_referee import ExactReferee, Story, Telling
from companion.lab.twin.la_cosa.hidden_worlds import HiddenWorlds, Spot, sick
from tests.engine.case_lines import Case
from tests.engine.corners import CORNERS, SEVEN
from tests.engine.test_cases import sat
from tests.planting import Patch, plant


def said(case: Case) -> Iterator[tuple[dict[str, Any], Finding, str]]:
    """Each check of a case, what the referee says of it, and what a perfect one would say."""
    table = sat(players=SEVEN)
    witness = table.game.witness
    assert witness is not None
    exact = ExactReferee(table.decklist)
    for asked in case:
        if "check" not in asked:
            assert table.say(**asked) == "ok", asked
            continue
        check = witness.read({"action": CHECK, **asked["check"]})
        judged = exact.judge(line(table.course, table.memory, witness), check)
        found = table.check(**asked["check"])
        assert isinstance(found, Finding)
        yield asked, found, judged.verdict if judged and (judged.fits or judged.verdict == "illegal") else "no world"
    exact.close()


def failures(name: str) -> list[str]:
    """Where the referee says something that is not so, or accuses by another rule."""
    wrong = []
    for asked, found, _ in said(CORNERS[name]):
        answered = found.verdict in (asked["verdict"], "undetermined")
        if not answered or (found.rules and set(found.rules) != set(asked["rules"])):
            wrong.append(f"{asked}: {found.verdict} {found.rules}")
    return wrong


def inexact(name: str) -> list[str]:
    """Where a perfect referee says otherwise than was derived by hand."""
    return [f"{asked}: {exact}" for asked, _, exact in said(CORNERS[name]) if exact != asked["verdict"]]


@pytest.mark.parametrize("name", CORNERS)
def test_the_referee_is_not_wrong(name: str) -> None:
    assert not failures(name)


@pytest.mark.parametrize("name", CORNERS)
def test_all_worlds_agree_with_what_was_derived_by_hand(name: str) -> None:
    assert not inexact(name)


# Forgotten clauses: each leaves a perfect referee with an answer that the cases contradict


def infecting(forgets: Callable[[int, bool], bool]) -> Callable[..., None]:
    """Cards change hands, but some gifts infect nobody: told by their number, and whether it is a round."""

    def give(self: HiddenWorlds, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
        before = dict(self.infected)
        GIVE(self, pairs, seen, spared, unavoidable)
        self.infected |= {taker: before[taker] for k, (_, taker) in enumerate(pairs) if forgets(k, unavoidable)}

    return give


def sparing_nobody(self: HiddenWorlds, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
    GIVE(self, pairs, seen, "", unavoidable)


def infected_by_anybody(self: HiddenWorlds, giver: str, taker: str, gift: Spot) -> int:
    caught = [lit for copy, lit in gift.items() if sick(copy)]
    return self.clauses.any_of([self.infected[taker], *caught])


def any_gift(self: HiddenWorlds, giver: str, taker: str, seen: str, unavoidable: bool) -> Spot:
    return GIFT(self, giver, taker, seen, unavoidable) if seen else self._take(self.hands[giver])


def somewhere_in_the_pile(self: HiddenWorlds, card: Spot) -> None:
    self._put(self.pile, card)
    self.greens += 1


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


def healing(self: Story, step: Step, action: Action) -> None:
    CORRECTED(self, step, action)
    self.worlds.infected = dict.fromkeys(self.worlds.infected, -self.worlds.clauses.yes)


GIVE, GIFT, CORRECTED = HiddenWorlds.give, HiddenWorlds._gift, Story._corrected
ENTERED, HAPPENED = Story._entered, Telling._happened

FORGOTTEN: dict[str, Patch] = {
    "who is asked is infected": (HiddenWorlds, "give", infecting(lambda k, is_round: k == 0 and not is_round)),
    "who offers is infected": (HiddenWorlds, "give", infecting(lambda k, is_round: k == 1 and not is_round)),
    "a round infects": (HiddenWorlds, "give", infecting(lambda k, is_round: is_round)),
    "only La Cosa infects": (HiddenWorlds, "_infected_by", infected_by_anybody),
    "gifts are lawful": (HiddenWorlds, "_gift", any_gift),
    "Cita a ciegas lays its card on top": (HiddenWorlds, "lay_on_pile", somewhere_in_the_pile),
    "¡Fallaste! spares": (HiddenWorlds, "give", sparing_nobody),
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
    "a correction of the direction changes nothing": (Story, "_corrected", healing),
}


@pytest.mark.parametrize("name", FORGOTTEN)
def test_a_forgotten_clause_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, FORGOTTEN[name])
    assert any(map(inexact, CORNERS)), "no case says otherwise"
