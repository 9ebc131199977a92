"""Rule cases, and the proof that they have teeth: without any one rule, some case goes red."""

from __future__ import annotations

import pytest

from companion.games.common.correcting import Impossible
from companion.games.la_criatura import judge
from tests.games.la_criatura.cases import Case, all_cases, say, sitting


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    at = sitting(case.setup)
    assert at.refused is None
    for wanted, said in case.lines:
        if wanted == "=":
            key, value = said
            assert at.state[key] == value, key
        else:
            assert say(at, said) == wanted, said


def _noticed(rule: str = "") -> bool:
    """Whether some answer is not the one wanted; the cases that name the rule are asked first."""
    for case in sorted(all_cases(), key=lambda case: all(wanted != rule for wanted, _ in case.lines)):
        at = sitting(case.setup)
        for wanted, said in case.lines:
            try:
                if wanted == "=":
                    if at.state[said[0]] != said[1]:
                        return True
                elif say(at, said) != wanted:
                    return True
            except (
                ValueError,
                KeyError,
                StopIteration,
                AttributeError,
                TypeError,
                IndexError,
                Impossible,
                AssertionError,
            ):
                return True  # an action that no rule kept away from what it cannot do
    return False


def test_no_rule_can_be_dropped_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    order = judge.ORDER
    assert not _noticed()
    unnoticed = []
    for verb, rules in order.items():
        for k, rule in enumerate(rules):
            monkeypatch.setattr(judge, "ORDER", {**order, verb: rules[:k] + rules[k + 1 :]})
            if not _noticed(rule.id):
                unnoticed.append((verb, rule.id))
    assert unnoticed == []


def test_every_house_question_is_answered_otherwise_somewhere() -> None:
    usual = {option.name: option.default for option in sitting(all_cases()[0].setup).decklist.options}
    answers = (pair for case in all_cases() for pair in case.setup["options"].items())
    assert {name for name, value in answers if value != usual[name]} == set(usual)
