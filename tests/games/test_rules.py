"""Rule cases, and the proof that they have teeth: without any one rule, some case goes red."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.catalog import Title, title
from companion.games.common.correcting import Impossible
from companion.games.la_cosa import judge
from tests.games.cases import Case, all_cases
from tests.games.play import Sitting, lines_of
from tests.games.test_scenarios import CASES, FOLDER, same


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, case.setup)
    assert sitting.refused is None
    for wanted, said in case.lines:
        if wanted == "=":
            key, value = said
            assert same(key, value, sitting.state[key]), (key, value, sitting.state[key])
        else:
            assert sitting.say(**said) == wanted, said


def _answers() -> list[tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]]:
    """Every set-up with its actions and the answers wanted, scenarios and cases together."""
    found = []
    for name in CASES:
        expect = json.loads((FOLDER / f"{name}.expect.json").read_text(encoding="utf-8"))
        if "lines" in expect and "setup" not in expect and "malformed" not in expect:
            setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
            lines = [(w, a) for w, a in zip(expect["lines"], actions, strict=True) if a["action"] != "check"]
            found.append((setup, [(w, a) for w, a in lines if isinstance(w, str)]))
    found += [(case.setup, [(w, a) for w, a in case.lines if w != "="]) for case in all_cases()]
    return found


def _noticed(here: Title, answers: list[tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]]) -> bool:
    """Whether some answer is not the one wanted."""
    for setup, lines in answers:
        sitting = Sitting(here.game, here.decklist, setup)
        for wanted, action in lines:
            try:
                if sitting.say(**action) != wanted:
                    return True
            except (ValueError, KeyError, StopIteration, AttributeError, Impossible):
                return True  # an action that no rule kept away from what it cannot do
    return False


def test_no_rule_can_be_dropped_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    here, answers, order = title("la-cosa"), _answers(), judge.ORDER
    assert not _noticed(here, answers)
    unnoticed = []
    for verb, rules in order.items():
        for k, rule in enumerate(rules):
            monkeypatch.setattr(judge, "ORDER", {**order, verb: rules[:k] + rules[k + 1 :]})
            if not _noticed(here, answers):
                unnoticed.append((verb, rule.id))
    assert unnoticed == []
