"""The hand-derived playthroughs: every line accepted or refused as the rules say, every state as expected."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from companion.decks.catalog import title
from tests.games.la_cosa.scenarios import CASES, FOLDER, expected
from tests.games.play import Sitting, lines_of


def same(key: str, want: Any, got: Any) -> bool:
    """Return True if a part of a state is as expected, read as the scenarios' README says."""
    if key == "seats":
        return len(want) == len(got) and any(got[k:] + got[:k] == want for k in range(len(got)))
    if key == "doors":
        return Counter(frozenset(p) for p in want) == Counter(frozenset(p) for p in got)
    if key in ("eliminated", "winners") and want is not None:
        return got is not None and sorted(want) == sorted(got)
    if key == "step" and want == "exchange":
        return bool(got == "respond")
    return bool(want == got)


def check_state(want: dict[str, Any], sitting: Sitting) -> None:
    got = sitting.state
    wrong = {key: (value, got[key]) for key, value in want.items() if not same(key, value, got[key])}
    assert not wrong, f"(wanted, got): {wrong}"


@pytest.mark.parametrize("name", CASES)
def test_scenario(name: str) -> None:
    expect = expected(name)
    if expect.get("malformed"):
        with pytest.raises(json.JSONDecodeError):
            lines_of(FOLDER / f"{name}.jsonl")
        return
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, setup)
    assert (sitting.refused.rule if sitting.refused else None) == expect.get("setup")
    if sitting.refused:
        return
    for number, (action, want) in enumerate(zip(actions, expect["lines"], strict=True), start=1):
        if action["action"] == "check":
            continue  # judged by the referee's own tests
        assert want is None or sitting.say(**action) == want, f"action {number}: {action}"
        if str(number) in expect.get("after", {}):
            check_state(expect["after"][str(number)], sitting)
    check_state(expect.get("final") or {}, sitting)
