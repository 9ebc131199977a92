"""Length of a run: the short one (`tasks.py test`) tries fewer examples of a kind than the long one (`--long`)."""

from __future__ import annotations

import os
from typing import Any

import pytest

LONG_RUN = "COMPANION_LONG_RUN"
"""Set in the environment by tests/conftest.py where the tests marked `long` are asked for."""


EVERY_DAY = "COMPANION_RUN_OF_EVERY_DAY"
"""Set there where only the run of every day is asked for, which fetches nothing for a part."""


def is_of_every_day() -> bool:
    """Return True in the run of every day."""
    return EVERY_DAY in os.environ


def is_long() -> bool:
    """Return True in the long run."""
    return LONG_RUN in os.environ


def examples(most: int) -> int:
    """Return how many examples of a kind to try where the long run tries `most`."""
    return most if is_long() else max(4, most // 4)


def later(*values: Any) -> list[Any]:
    """Mark values of a parameter for the long run only: more of what the values beside them show already."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]
