"""Bugs planted in the referee, one at a time, are found by the cases, the scenarios or the proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.engine.facts import Asked, Fact, Settled, TurnBegan
from companion.engine.hidden import line
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Memory, Sight
from companion.engine.hidden.spots import Spot
from companion.games.la_cosa.referee.judging import Judging
from companion.games.la_cosa.referee.story import Tale, Telling
from companion.games.la_cosa.referee.worlds import Worlds
from tests.engine.cases import CASES
from tests.engine.corners import CORNERS
from tests.engine.proof import again, checks, wrong
from tests.engine.test_cases import failures
from tests.engine.test_cases import test_a_hand_seen_after_an_exchange_that_was_undone_may_be_the_others as undo
from tests.engine.test_corners import failures as wrong_corners
from tests.engine.test_corners import giving_the_first
from tests.engine.test_proof import NORMAL
from tests.engine.test_scenarios import CASES as SCENARIOS
from tests.engine.test_scenarios import test_scenario
from tests.planting import Patch, plant


def nothing(*_: object, **__: object) -> None:
    """Does nothing."""


def any_gift(self: Worlds, giver: str, taker: str, seen: str, unavoidable: bool) -> Any:
    return self.take(self.hands[giver], seen)


def parts_with_anything(self: Worlds, player: str, among: Any = None) -> Any:
    return self.take(self.hands[player] if among is None else among)


def infects_nobody(self: Worlds, giver: str, taker: str, gift: Spot) -> int:
    return self.infected[taker]


def gives_sparing_nobody(self: Worlds, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
    RIGHT_GIVE(self, pairs, seen, "", unavoidable)


def remembers_everything(self: Memory, check: Any, version: int, finding: Any) -> Memory:
    return Memory((*self.sights, Sight(check, version)))


def rashly(self: Judging, *given: Any) -> Any:
    weighed = RIGHT_WEIGH(self, *given)
    rash = weighed.verdict == "undetermined"
    return weighed._replace(verdict="illegal", rules=("exchange.human-gives-infected",)) if rash else weighed


def boldly(self: Judging, *given: Any) -> Any:
    weighed = RIGHT_WEIGH(self, *given)
    return weighed._replace(verdict="legal") if weighed.verdict == "undetermined" else weighed


def without(rule: str) -> Callable[..., Any]:
    def may_break(self: Judging, *given: Any) -> Any:
        return {one: lit for one, lit in RIGHT_BREAK(self, *given).items() if one != rule}

    return may_break


def caught(when: Callable[[Judging, bool], bool]) -> Callable[..., set[str]]:
    """La Cosa with Lanzallamas is caught at the wrong moments."""
    rule = "hand.thing-with-flamethrower"

    def of_the_cards(self: Judging, cards: Sequence[str]) -> set[str]:
        broken = RIGHT_CARDS(self, cards)
        armed = {"la-cosa", "lanzallamas"} <= {card.partition(".")[0] for card in cards}
        return (broken - {rule}) | ({rule} if armed and when(self, rule in broken) else set())

    return of_the_cards


def offering(self: Judging) -> bool:
    return self.table.prompt is not None and self.table.turn == self.check.player


def forgets_protection(when: Callable[[str, Any], bool]) -> Callable[..., None]:
    """Whom ¡Fallaste! spares is forgotten: told by who was spared before, and what is asked then."""

    def entered(self: Tale, step: Any) -> None:
        before = self.spared
        RIGHT_ENTERED(self, step)
        if step.after.prompt is not None and when(before, step.after.prompt):
            self.spared = ""

    return entered


def refused_offers_hang(self: Telling, fact: Fact, then: Sequence[Fact]) -> None:
    offers = list(self.story.offers)
    RIGHT_HAPPENED(self, fact, then)
    if isinstance(fact, Asked | Settled | TurnBegan):
        self.story.offers[:] = offers


RIGHT_GIVE, RIGHT_WEIGH, RIGHT_BREAK = Worlds.give, Judging.weigh, Judging._may_break
RIGHT_CARDS, RIGHT_ENTERED, RIGHT_HAPPENED = Judging._of_the_cards, Tale.entered, Telling._happened

BUGS: dict[str, Patch] = {
    "anybody may give an infection to anybody": (Worlds, "_gift", any_gift),
    "the infected may discard their last": (Worlds, "part", parts_with_anything),
    "La Cosa infects nobody": (Worlds, "_infected_by", infects_nobody),
    "fallaste spares nobody": (Worlds, "give", gives_sparing_nobody),
    "a hand seen whole tells nothing": (Worlds, "saw_whole", nothing),
    "what is seen of a hand tells nothing": (HiddenPlaces, "saw", nothing),
    "nobody acts by the book": (HiddenPlaces, "law", nothing),
    "the eliminated may have been La Cosa for ever": (Worlds, "play_goes_on", nothing),
    "corrections make nothing doubtful": (Tale, "_corrected", nothing),
    "what was undone fades nothing": (line, "touches", lambda fact, player: False),
    "illegal checks teach": (Memory, "with_sight", remembers_everything),
    "undetermined is taken for illegal": (Judging, "weigh", rashly),
    "undetermined is taken for legal": (Judging, "weigh", boldly),
    "the infected may give to others": (Judging, "_may_break", without("exchange.infected-to-non-thing")),
    "the last may be given": (Judging, "_may_break", without("exchange.last-infected")),
    "humans may give": (Judging, "_may_break", without("exchange.human-gives-infected")),
    "La Cosa may keep lanzallamas": (Judging, "_of_the_cards", caught(lambda self, right: False)),
    "la cosa is caught in its own turn": (
        Judging,
        "_of_the_cards",
        caught(lambda self, right: right or offering(self)),
    ),
    "la cosa is not caught in an exchange": (
        Judging,
        "_of_the_cards",
        caught(lambda self, right: right and self.table.prompt is None),
    ),
    "nobody is superinfected": (Judging, "_faced", lambda self: ""),
    "copies are in many places": (Judging, "lie_elsewhere", lambda self, player, cards: False),
    "La Cosa may move": (Tale, "may_hold_thing", lambda self, player: True),
}

ACCUSATIONS: dict[str, Patch] = {
    "protection is forgotten after Seducción": (
        Tale,
        "entered",
        forgets_protection(lambda before, prompt: prompt.about == "seduccion"),
    ),
    "protection is forgotten after ¿No podemos ser amigos?": (
        Tale,
        "entered",
        forgets_protection(lambda before, prompt: prompt.about == "no-podemos-ser-amigos"),
    ),
    "protection is forgotten by the second of two ¡Fallaste!": (
        Tale,
        "entered",
        forgets_protection(lambda before, prompt: bool(before)),
    ),
    "a refused exchange counts at the next of the same two": (Telling, "_happened", refused_offers_hang),
    "of two cards shown for an offer the first is given": (Tale, "carried_out", giving_the_first),
}
"""Bugs that accuse somebody falsely; a corner has to find each by itself."""


@pytest.mark.parametrize("name", ACCUSATIONS)
def test_a_false_accusation_is_found_by_a_corner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, ACCUSATIONS[name])
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
    for name in CORNERS:
        if wrong_corners(name):
            return f"corner: {name}"
    try:
        undo()
    except AssertionError:
        return "undo"
    return found_by_the_proof()


def found_by_the_proof() -> str:
    """The recorded checks of the proof, those first that were hard."""
    for judged in sorted(checks(*NORMAL), key=lambda j: j.truth.verdict == "legal")[:80]:
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
    assert found()
