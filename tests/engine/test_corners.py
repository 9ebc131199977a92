"""Every way of infection and protection: the referee's answer. What finds a forgotten clause: `test_planted.py`."""

from __future__ import annotations

import pytest

from companion.engine.hidden.referee import Finding
from tests.engine.corners import CORNERS, SEVEN
from tests.engine.test_cases import sat


def failures(name: str) -> list[str]:
    """Where the referee says otherwise than was derived by hand, or accuses by another rule."""
    table = sat(players=SEVEN)
    wrong = []
    for asked in CORNERS[name]:
        if "check" not in asked:
            assert table.say(**asked) == "ok", asked
            continue
        found = table.check(**asked["check"])
        assert isinstance(found, Finding)
        if found.verdict != asked["verdict"] or set(found.rules) != set(asked["rules"]):
            wrong.append(f"{asked}: {found.verdict} {found.rules}")
    return wrong


@pytest.mark.parametrize("name", CORNERS)
def test_the_referee_says_what_was_derived_by_hand(name: str) -> None:
    assert not failures(name)
