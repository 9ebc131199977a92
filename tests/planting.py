"""A bug planted in the product for the length of one test."""

from __future__ import annotations

from typing import Any

import pytest

Patch = tuple[object, str, Any]
"""Owner (a module, a class or a table), name, and the value that stands there instead."""


def plant(monkeypatch: pytest.MonkeyPatch, patch: Patch) -> None:
    """Plant it; it is gone when the test is over."""
    where, name, bug = patch
    if isinstance(where, dict):
        monkeypatch.setitem(where, name, bug)
    else:
        monkeypatch.setattr(where, name, bug)
