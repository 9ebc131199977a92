"""Bugs planted in the referee, one at a time, are found by the cases, the corners, the scenarios or the proof."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

import pytest

from tests.engine.cases import CASES
from tests.engine.corners import CORNERS
from tests.engine.proof import again, checks, wrong
from tests.engine.test_cases import failures
from tests.engine.test_cases import test_a_hand_seen_after_an_exchange_that_was_undone_may_be_the_others as undo
from tests.engine.test_corners import failures as wrong_corners
from tests.engine.test_proof import NORMAL
from tests.engine.test_scenarios import CASES as SCENARIOS
from tests.engine.test_scenarios import test_scenario
from tests.planted import Bug, for_finder, plant
from tests.planted.in_referee import BUGS

pytestmark = pytest.mark.mutants

CORNERED = for_finder("corners", BUGS)
PLACES = {
    "la-cosa": "tests.engine.test_corners",
    "la-criatura": "tests.games.la_criatura.test_corners",
    "dos-barajas": "tests.games.dos_barajas.test_corners",
}
"""Where the corners of each game are."""


@cache
def cornered(bug: Bug) -> dict[str, list[str]]:
    """The corners of its game that a referee with this bug answers otherwise, and how."""
    corners = import_module(PLACES[game_of(bug)])
    with pytest.MonkeyPatch.context() as patched:
        plant(patched, bug)
        found = {name: corners.failures(name) for name in corners.CORNERS}
    return {name: failed for name, failed in found.items() if failed}


def game_of(bug: Bug) -> str:
    return re.split("[ /]", bug.detail)[0]


@pytest.mark.parametrize("bug", CORNERED)
def test_a_corner_finds_it(bug: Bug) -> None:
    found = cornered(bug)
    assert found, "no corner says otherwise"
    _, _, corner = bug.detail.partition("/")
    assert not corner or corner in found
    if bug.detail.endswith(" accusing"):
        assert any("illegal" in one for failed in found.values() for one in failed)


@pytest.mark.parametrize("game", PLACES)
def test_every_corner_finds_a_bug(game: str) -> None:
    bugs = [row.values[0] for row in CORNERED if game_of(row.values[0]) == game]
    assert set(import_module(PLACES[game]).CORNERS) == set().union(*map(cornered, bugs))


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


@pytest.mark.parametrize("bug", for_finder("referee", BUGS))
def test_it_is_found(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks(*NORMAL)  # recorded by the right referee
    plant(monkeypatch, bug)
    assert found()
