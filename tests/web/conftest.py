"""What several modules of the pages begin with."""

from __future__ import annotations

import pytest

from companion.service.referee import checks, private_reveal
from tests.web.sitting import Sitting


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the referee answer soon, so that the tests are short."""
    monkeypatch.setattr(private_reveal, "SETTLED", 0.01)
    monkeypatch.setattr(checks, "TICK", 0.005)


@pytest.fixture(scope="module")
def host() -> Sitting:
    """The host's device, at one table after the other."""
    return Sitting()
