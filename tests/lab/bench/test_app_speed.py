"""Search for the factor by which a page is held back, for a brake is seldom exact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast
from unittest.mock import MagicMock

import pytest

from tests.lab.bench import app_speed
from tests.lab.bench.app_tablet import Tablet


@pytest.mark.parametrize("brake", [1.0, 1.2, 1.8])
@pytest.mark.parametrize(("slower", "wanted", "score"), [(4.0, None, 500.0), (2.0, None, 1000.0), (4.0, 400.0, 400.0)])
def test_a_page_is_as_slow_as_was_asked_whatever_the_brake_does(
    monkeypatch: pytest.MonkeyPatch, brake: float, slower: float, wanted: float | None, score: float
) -> None:
    machine = 2000.0
    held = 1.0

    @contextmanager
    def slowed(told: float) -> Iterator[None]:
        nonlocal held
        held = told * brake
        yield
        held = 1.0

    monkeypatch.setattr(app_speed, "slowed", slowed)
    monkeypatch.setattr(app_speed, "score", lambda page: machine / held)
    told = app_speed.held_to(cast("Tablet", MagicMock()), slower, wanted)
    assert machine / (told * brake) == pytest.approx(score, rel=0.1)
