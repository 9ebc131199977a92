"""Every rule of the two decks has a case where it bites and one where it does not; none can be dropped unnoticed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.catalog import title
from companion.games.dos_barajas import judge as judging
from companion.games.dos_barajas.looks import conserved
from companion.referee.ruling import Rule
from companion.service.saying import spoken
from tests.games.dos_barajas.cases import Case, all_cases
from tests.games.play import Sitting

CASES = all_cases()


def _play(case: Case) -> list[tuple[str, str, Any]]:
    """(wanted, answered, what was said) for each line."""
    here = title("dos-barajas")
    sitting = Sitting(here.game, here.decklist, case.setup)
    assert sitting.refused is None
    found = []
    for wanted, thing in case.lines:
        if wanted == "=":
            ((key, value),) = thing.items()
            found.append((f"{key}={value}", f"{key}={sitting.state[key]}", thing))
        else:
            found.append((wanted, sitting.say(**thing), thing))
            assert conserved(here.decklist, sitting.course.table), thing
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    for wanted, answered, thing in _play(case):
        assert answered == wanted, thing


def test_every_rule_bites_somewhere() -> None:
    """Those of the set-up have tests of their own."""
    bitten = {wanted for case in CASES for wanted, _ in case.lines}
    known = {rule.id for rules in judging.ORDER.values() for rule in rules}
    assert known - bitten == set()


RULES = sorted({rule.id for rules in judging.ORDER.values() for rule in rules})


@pytest.mark.parametrize("rule", RULES)
def test_a_dropped_rule_is_noticed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the rule some case answers differently (or the rules behind it fall over)."""

    def silent(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        return tuple(one for one in rules if one.id != rule)

    monkeypatch.setattr(judging, "ORDER", {verb: silent(rules) for verb, rules in judging.ORDER.items()})
    concerned = [case for case in CASES if any(wanted == rule for wanted, _ in case.lines)]
    assert any(_differs(case) for case in concerned)


def _differs(case: Case) -> bool:
    try:
        return any(wanted != answered for wanted, answered, _ in _play(case))
    except Exception:
        return True


def test_every_rule_has_a_sentence_and_a_place() -> None:
    words = spoken(title("dos-barajas").words["es"])
    for rule in RULES:
        assert words.has(f"rules.{rule}.where"), rule
        assert any(key.startswith(f"rules.{rule}.") for key in (*words.sentences, *words.fallback.sentences)), rule  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        ({"players": ["Ana", "Beto", "Carla"]}, "setup.player-count"),
        ({"players": [f"P{k}" for k in range(10)]}, "setup.player-count"),
        ({"players": ["Ana", "Beto", "Carla", "ana"]}, "setup.names"),
        ({"players": ["Ana", "Beto", "Carla", "Dani"], "first": "Zoe"}, "setup.first-player"),
        ({"players": ["Ana", "Beto", "Carla", "Dani"], "options": {"deck": 44}}, "setup.option"),
        ({"players": ["Ana", "Beto", "Carla", "Dani"], "options": {"deck": 48}}, None),
    ],
)
def test_who_may_sit_down(setup: dict[str, Any], rule: str | None) -> None:
    here = title("dos-barajas")
    refused = Sitting(here.game, here.decklist, setup).refused
    assert (refused.rule if refused else None) == rule
