"""The hand-derived playthroughs with what is expected beside them, for the tests that ask more than one of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.decks.catalog import title
from companion.service.live.parsing import opening
from companion.service.live.session import Shapes
from companion.service.transfer.cases import Case, Expected
from tests.games.play import lines_of

FOLDER = Path(__file__).parents[2] / "scenarios" / "la-cosa"
CASES = sorted(path.name.removesuffix(".jsonl") for path in FOLDER.glob("*.jsonl"))


def expected(name: str) -> dict[str, Any]:
    """Return the expectations of a scenario, as the scenarios' README describes them."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.expect.json").read_text(encoding="utf-8"))
    return found


def scenario_cases() -> list[Case]:
    """Return the scenarios that begin, as cases: every action whose answer is certain; checks are the referee's."""
    here, found = title("la-cosa"), []
    for name in CASES:
        expect = expected(name)
        if "lines" in expect and "setup" not in expect and "malformed" not in expect:
            setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
            line = opening(setup)
            shapes = Shapes(here, len(line.setup.players))
            said = [
                Expected(number, wanted, (shapes.read(action),))
                for number, (wanted, action) in enumerate(zip(expect["lines"], actions, strict=True), 2)
                if isinstance(wanted, str) and action["action"] != "check"
            ]
            found.append(Case(1, here, line, said))
    return found
