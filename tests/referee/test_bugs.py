"""Bugs planted in the referee, one at a time, are found by the cases, the scenarios or the proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.la_cosa.hidden import giving, hands, recall, roles, weighing, witness
from companion.games.la_cosa.hidden.places import Places
from companion.games.la_cosa.hidden.recall import Knowledge
from companion.games.la_cosa.hidden.roles import Roles
from companion.referee import hidden_line
from companion.referee.hidden import Memory, Sight
from tests.referee.cases import CASES
from tests.referee.proof import again, checks, wrong
from tests.referee.test_cases import failures
from tests.referee.test_cases import test_a_hand_seen_after_an_exchange_that_was_undone_may_be_the_others as undo
from tests.referee.test_proof import NORMAL
from tests.referee.test_scenarios import CASES as SCENARIOS
from tests.referee.test_scenarios import test_scenario

Patch = tuple[object, str, Any]


def nothing(*_: object, **__: object) -> None:
    """Does nothing."""


def gives(lawful: Callable[[roles.Case, bool], bool]) -> Callable[..., list[bool]]:
    """Who may give an ¡Infectado!, wrongly: told by the case and whether La Cosa takes it."""

    def may_give(
        case: roles.Case, thing: str, giver: str, taker: str, held: int, seen: bool | None, unavoidable: bool
    ) -> list[bool]:
        if seen is not None or giver == thing:
            return RIGHT_GIVE(case, thing, giver, taker, held, seen, unavoidable)
        return [True] * (case.many > 0 and lawful(case, taker == thing)) + [False] * (held > case.many)

    return may_give


def weighed_rashly(worlds: Any) -> tuple[str, tuple[str, ...]]:
    verdict, rules = RIGHT_WEIGH(worlds)
    return ("illegal", ("exchange.human-gives-infected",)) if verdict == "undetermined" else (verdict, rules)


def without(rule: str) -> Callable[[roles.Case, bool], frozenset[str]]:
    return lambda case, to_thing: RIGHT_GIVEN(case, to_thing) - {rule}


def passes_sparing_nobody(
    self: Roles, pairs: Any, held: Any, seen: Any, spared: Any = None, forced: bool = False
) -> None:
    RIGHT_PASSES(self, pairs, held, seen, None, forced)


def passes_infecting_nobody(
    self: Roles, pairs: Any, held: Any, seen: Any, spared: Any = None, forced: bool = False
) -> None:
    before = {
        thing: {player: {case.infected for case in cases} for player, cases in now.items()}
        for thing, now in self.suspects.items()
    }
    RIGHT_PASSES(self, pairs, held, seen, spared, forced)
    for thing, now in self.suspects.items():
        for player, cases in now.items():
            now[player] = frozenset(c._replace(infected=c.infected and before[thing][player] == {True}) for c in cases)


def remembers_everything(self: Memory, check: Any, version: int, finding: Any) -> Memory:
    return Memory((*self.sights, Sight(check, version)))


def offers_never_hang(self: Knowledge, check: Any) -> None:
    RIGHT_OFFER(self, check)
    self.hanging = {}


def only_loosely(decklist: Any, line: Any, by_the_book: bool) -> Knowledge:
    return RIGHT_RECALL(decklist, line, False)


RIGHT_GIVE, RIGHT_WEIGH, RIGHT_GIVEN = roles._may_give, weighing.weigh, giving._infected_given
RIGHT_PASSES, RIGHT_OFFER, RIGHT_RECALL = Roles.passes, Knowledge._saw_offer, recall.recall

BUGS: dict[str, Patch] = {
    "humans may give one to anybody": (roles, "_may_give", gives(lambda case, to_thing: True)),
    "the infected give one to anybody": (roles, "_may_give", gives(lambda case, to_thing: case.infected)),
    "the infected may give their last": (roles, "_may_give", gives(lambda case, to_thing: case.infected and to_thing)),
    "the infected give La Cosa none": (roles, "_may_give", gives(lambda case, to_thing: False)),
    "La Cosa infects nobody": (Roles, "passes", passes_infecting_nobody),
    "fallaste spares nobody": (Roles, "passes", passes_sparing_nobody),
    "a hand without La Cosa clears nobody": (Roles, "lacks_thing", nothing),
    "a hand seen whole tells no numbers": (Roles, "holds", nothing),
    "nothing is drawn": (Roles, "draws", nothing),
    "nothing is discarded": (Roles, "loses", nothing),
    "the eliminated may have been La Cosa for ever": (Roles, "play_goes_on", nothing),
    "new names are not heard": (Roles, "rename", nothing),
    "corrections make nothing doubtful": (Knowledge, "_corrected", nothing),
    "exchanges move no copies": (Places, "passed", nothing),
    "nothing else moves copies": (Places, "moved", nothing),
    "offers never hang": (Knowledge, "_saw_offer", offers_never_hang),
    "what was undone fades nothing": (hidden_line, "touches", lambda fact, player: False),
    "illegal checks teach": (Memory, "with_sight", remembers_everything),
    "undetermined is taken for illegal": (witness, "weigh", weighed_rashly),
    "the infected may give to others": (giving, "_infected_given", without("exchange.infected-to-non-thing")),
    "the last may be given": (giving, "_infected_given", without("exchange.last-infected")),
    "La Cosa may keep lanzallamas": (hands, "_caught", lambda known, check, cards: False),
    "nobody is superinfected": (hands, "_faced", lambda known, player: None),
    "copies are in many places": (hands, "duplicated", lambda known, player, cards: False),
    "nobody acts by the book": (witness, "recall", only_loosely),
}


def found() -> str:
    """What finds that something is wrong; empty if nothing does."""
    for name, case in CASES.items():
        if failures(case):
            return f"case: {name}"
    for name in SCENARIOS:
        try:
            test_scenario(name)
        except AssertionError:
            return f"scenario: {name}"
    try:
        undo()
    except AssertionError:
        return "undo"
    return found_by_the_proof()


def found_by_the_proof() -> str:
    """The recorded checks of the proof, those first that were hard."""
    for judged in sorted(checks(*NORMAL), key=lambda j: j.truth.verdict == "legal")[:150]:
        finding = again(judged)
        if wrong(judged, finding):
            return "proof: wrong"
        if finding.verdict == "undetermined" != judged.found.verdict:
            return "proof: shrugs more"
    return ""


def test_the_right_referee_has_none() -> None:
    assert not found()


@pytest.mark.parametrize("name", BUGS)
def test_bug_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, wrong_one = BUGS[name]
    assert checks(*NORMAL)  # recorded by the right referee
    monkeypatch.setattr(owner, attribute, wrong_one)
    try:
        finder = found()
    except Exception as stumbled:  # a bug may well make it stumble
        finder = repr(stumbled)
    assert finder
