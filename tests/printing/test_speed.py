"""The bench of printing runs and gives every figure; whether they keep their budgets hangs on the machine."""

from __future__ import annotations

import pytest

from tests.lab.running import run


@pytest.mark.long
def test_the_bench_gives_every_figure() -> None:
    told = run("bench", "print").stdout
    for figure in ("companion print cards", "MiB", "typst alone", "a proof page", "calibration"):
        assert figure in told
