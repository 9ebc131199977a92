"""Every scenario with check lines gives the verdicts, the rules and the public words it must give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding
from tests.engine.evening import Refereed
from tests.games.la_cosa.test_scenarios import check_state
from tests.games.play import lines_of

FOLDER = Path(__file__).parent.parent / "scenarios" / "la-cosa"
CASES = sorted(path.stem for path in FOLDER.glob("*.jsonl") if '"check"' in path.read_text("utf-8"))


def played(name: str) -> list[str | Finding]:
    """Return the outcome of every action and check of a scenario."""
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    here = title("la-cosa")
    sitting = Refereed(here.game, here.decklist, setup)
    expect = json.loads((FOLDER / f"{name}.expect.json").read_text(encoding="utf-8"))
    found: list[str | Finding] = []
    for number, action in enumerate(actions, start=1):
        is_check = action["action"] == "check"
        thing = {key: value for key, value in action.items() if key != "action"}
        found.append(sitting.check(**thing) if is_check else sitting.say(**action))
        check_state(expect.get("after", {}).get(str(number), {}), sitting)
    check_state(expect.get("final") or {}, sitting)
    return found


def publics(name: str, lang: str) -> list[str]:
    words = title("la-cosa").wording(lang)
    return [found.public.said(words) for found in played(name) if isinstance(found, Finding)]


def as_expected(want: Any, found: str | Finding) -> bool:
    """Return True if an outcome is one that the scenario allows."""
    if want is None:
        return True
    if isinstance(want, str) or isinstance(found, str):
        return want == found
    named = set(found.rules)
    allowed = {*want.get("all", ()), *want.get("any", ()), *want.get("may", ())}
    return (
        found.verdict in want["verdict"]
        and set(want.get("all", ())) <= named
        and (not want.get("any") or bool(set(want["any"]) & named))
        and ("all" not in want or named <= allowed)
    )


def test_there_are_scenarios() -> None:
    assert len(CASES) >= 16


@pytest.mark.parametrize("name", CASES)
def test_scenario(name: str) -> None:
    expect = json.loads((FOLDER / f"{name}.expect.json").read_text(encoding="utf-8"))
    for number, (want, found) in enumerate(zip(expect["lines"], played(name), strict=True), start=1):
        assert as_expected(want, found), f"line {number}: wanted {want}, got {found}"
        if isinstance(found, Finding):
            assert bool(found.needs) == (found.verdict == "undetermined")
    if "twin" in expect:
        for lang in ("es", "en"):
            assert publics(name, lang) == publics(expect["twin"].removesuffix(".jsonl"), lang)
