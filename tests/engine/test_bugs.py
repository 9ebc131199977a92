"""Bugs planted in the referee, one at a time, are found by the cases, the scenarios or the proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import facts as f
from companion.engine import hidden_line
from companion.engine.hidden import Memory, Sight
from companion.games.la_cosa.referee import judging, recall, worlds
from companion.games.la_cosa.referee.recall import Knowledge
from companion.games.la_cosa.referee.worlds import Places, Roles
from tests.engine.cases import CASES
from tests.engine.corners import CORNERS
from tests.engine.proof import again, checks, wrong
from tests.engine.test_cases import failures
from tests.engine.test_cases import test_a_hand_seen_after_an_exchange_that_was_undone_may_be_the_others as undo
from tests.engine.test_corners import failures as wrong_corners
from tests.engine.test_proof import NORMAL
from tests.engine.test_scenarios import CASES as SCENARIOS
from tests.engine.test_scenarios import test_scenario
from tests.planting import Patch, plant


def nothing(*_: object, **__: object) -> None:
    """Does nothing."""


def gives(lawful: Callable[[worlds.Case, bool], bool]) -> Callable[..., list[bool]]:
    """Who may give an ¡Infectado!, wrongly: told by the case and whether La Cosa takes it."""

    def may_give(
        case: worlds.Case, thing: str, giver: str, taker: str, held: int, seen: bool | None, unavoidable: bool
    ) -> list[bool]:
        if seen is not None or giver == thing:
            return RIGHT_GIVE(case, thing, giver, taker, held, seen, unavoidable)
        return [True] * (case.many > 0 and lawful(case, taker == thing)) + [False] * (held > case.many)

    return may_give


def weighed_rashly(worlds: Any) -> tuple[str, tuple[str, ...]]:
    verdict, rules = RIGHT_WEIGH(worlds)
    return ("illegal", ("exchange.human-gives-infected",)) if verdict == "undetermined" else (verdict, rules)


def without(rule: str) -> Callable[[worlds.Case, bool], frozenset[str]]:
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


def caught_in_every_exchange(known: Knowledge, check: Any, cards: Any) -> bool:
    """La Cosa's own turn is over for it as soon as it offers a card."""
    offers = known.table.prompt is not None and known.table.turn == check.player
    armed = {"la-cosa", "lanzallamas"} <= {card.slug for card in cards} and check.text("occasion") != "private"
    return (offers and armed) or RIGHT_CAUGHT(known, check, cards)


def caught_in_no_exchange(known: Knowledge, check: Any, cards: Any) -> bool:
    return known.table.prompt is None and RIGHT_CAUGHT(known, check, cards)


def forgets_protection(when: Callable[[str | None, f.Asked], bool]) -> Callable[..., None]:
    """Whom ¡Fallaste! spares is forgotten: told by who was spared before, and who is asked now."""

    def happened(self: Knowledge, fact: f.Fact, is_correction: bool, redirects: bool) -> None:
        before = self.redirected
        RIGHT_HAPPENED(self, fact, is_correction, redirects)
        if isinstance(fact, f.Asked) and when(before, fact):
            self.redirected = None

    return happened


def refused_offers_hang(self: Knowledge, fact: f.Fact, is_correction: bool, redirects: bool) -> None:
    hanging = self.hanging
    RIGHT_HAPPENED(self, fact, is_correction, redirects)
    if isinstance(fact, f.Asked | f.Settled | f.TurnBegan):
        self.hanging = hanging


def nothing_is_refused(people: frozenset[str], facts: Any) -> bool:
    return False


def only_loosely(decklist: Any, line: Any, by_the_book: bool) -> Knowledge:
    return RIGHT_RECALL(decklist, line, False)


RIGHT_GIVE, RIGHT_WEIGH, RIGHT_GIVEN = worlds._may_give, judging.weigh, judging._infected_given
RIGHT_CAUGHT, RIGHT_HAPPENED = judging._caught, Knowledge._happened
RIGHT_PASSES, RIGHT_OFFER, RIGHT_RECALL = Roles.passes, Knowledge._saw_offer, recall.recall

BUGS: dict[str, Patch] = {
    "humans may give one to anybody": (worlds, "_may_give", gives(lambda case, to_thing: True)),
    "the infected give one to anybody": (worlds, "_may_give", gives(lambda case, to_thing: case.infected)),
    "the infected may give their last": (worlds, "_may_give", gives(lambda case, to_thing: case.infected and to_thing)),
    "the infected give La Cosa none": (worlds, "_may_give", gives(lambda case, to_thing: False)),
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
    "undetermined is taken for illegal": (judging, "weigh", weighed_rashly),
    "the infected may give to others": (judging, "_infected_given", without("exchange.infected-to-non-thing")),
    "the last may be given": (judging, "_infected_given", without("exchange.last-infected")),
    "La Cosa may keep lanzallamas": (judging, "_caught", lambda known, check, cards: False),
    "la cosa is caught in its own turn": (judging, "_caught", caught_in_every_exchange),
    "la cosa is not caught in an exchange": (judging, "_caught", caught_in_no_exchange),
    "cards of a refused exchange are remembered": (recall, "without_refused", list),
    "nobody is superinfected": (judging, "_faced", lambda known, player: None),
    "copies are in many places": (judging, "duplicated", lambda known, player, cards: False),
    "nobody acts by the book": (judging, "recall", only_loosely),
}

ACCUSATIONS: dict[str, tuple[Patch, ...]] = {
    "protection is forgotten after Seducción": (
        (Knowledge, "_happened", forgets_protection(lambda before, asked: asked.about == "seduccion")),
    ),
    "protection is forgotten after ¿No podemos ser amigos?": (
        (Knowledge, "_happened", forgets_protection(lambda before, asked: asked.about == "no-podemos-ser-amigos")),
    ),
    "protection is forgotten by the second of two ¡Fallaste!": (
        (Knowledge, "_happened", forgets_protection(lambda before, asked: before is not None)),
    ),
    "a refused exchange counts at the next of the same two": (
        (Knowledge, "_happened", refused_offers_hang),
        (recall, "_came_to_nothing", nothing_is_refused),
    ),
}
"""Bugs that accuse somebody falsely; a corner has to find each by itself."""


@pytest.mark.parametrize("name", ACCUSATIONS)
def test_a_false_accusation_is_found_by_a_corner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for patch in ACCUSATIONS[name]:
        plant(monkeypatch, patch)
    assert any("illegal" in failed for corner in CORNERS for failed in wrong_corners(corner))


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
    assert checks(*NORMAL)  # recorded by the right referee
    plant(monkeypatch, BUGS[name])
    try:
        finder = found()
    except Exception as stumbled:  # a bug may well make it stumble
        finder = repr(stumbled)
    assert finder
