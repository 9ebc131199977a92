"""The budgets of printing, on a machine with little else to do."""

from __future__ import annotations

import pytest

from companion.printing import bench


@pytest.mark.long
def test_printing_keeps_its_budgets() -> None:
    told: list[str] = []
    assert bench.run(told.append), "\n".join(told)
