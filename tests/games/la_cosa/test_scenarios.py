"""The hand-derived playthroughs: every line accepted, refused or judged as the rules say, every state as expected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding
from tests.engine.evening import Refereed
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


def played(name: str) -> Iterator[tuple[Any, str | Finding]]:
    """Yield what is wanted and what comes of every action and check; the states on the way are as expected."""
    here, expect = title("la-cosa"), expected(name)
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    sitting = Refereed(here.game, here.decklist, setup)
    assert (sitting.refused.rule if sitting.refused else None) == expect.get("setup")
    if sitting.refused:
        return
    for number, (action, want) in enumerate(zip(actions, expect["lines"], strict=True), start=1):
        said = {key: value for key, value in action.items() if key != "action"}
        yield want, sitting.check(**said) if action["action"] == "check" else sitting.say(**action)
        check_state(expect.get("after", {}).get(str(number), {}), sitting)
    check_state(expect.get("final") or {}, sitting)


def as_expected(want: Any, found: str | Finding) -> bool:
    """Return True if an outcome is one that the scenario allows."""
    if want is None:
        return True
    if isinstance(want, str) or isinstance(found, str):
        return bool(want == found)
    named = set(found.rules)
    allowed = {*want.get("all", ()), *want.get("any", ()), *want.get("may", ())}
    return (
        found.verdict in want["verdict"]
        and set(want.get("all", ())) <= named
        and (not want.get("any") or bool(set(want["any"]) & named))
        and ("all" not in want or named <= allowed)
    )


@pytest.mark.parametrize("name", CASES)
def test_scenario(name: str) -> None:
    expect = expected(name)
    if expect.get("malformed"):
        with pytest.raises(json.JSONDecodeError):
            lines_of(FOLDER / f"{name}.jsonl")
        return
    for number, (want, found) in enumerate(played(name), start=1):
        assert as_expected(want, found), f"line {number}: wanted {want}, got {found}"
        assert isinstance(found, str) or bool(found.needs) == (found.verdict == "undetermined")
    if "twin" in expect:
        for words in (title("la-cosa").wording(lang) for lang in ("es", "en")):
            one, other = (
                [found.public.said(words) for _, found in played(file) if isinstance(found, Finding)]
                for file in (name, expect["twin"].removesuffix(".jsonl"))
            )
            assert one == other
