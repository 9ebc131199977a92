"""The bench of the twin gives every figure; how large they are hangs on the machine and is asserted nowhere."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tests.lab.bench import bench_referee
from tests.lab.bench.bench_sim import KINDS, command


def test_every_figure() -> None:
    out = CliRunner().invoke(command, ["--seconds", "0.1", "--json"]).stdout
    figures = [json.loads(line) for line in out.splitlines()]
    assert [figure["name"] for figure in figures] == list(KINDS)
    assert all(figure["value"] > 0 for figure in figures)
    assert {figure["unit"] for figure in figures} == {"games/s"}


@pytest.mark.long
def test_a_check_late_in_a_long_game() -> None:
    out = CliRunner().invoke(bench_referee.command, ["--games", "1", "--json"]).stdout
    figures = [json.loads(line) for line in out.splitlines()]
    assert [figure["unit"] for figure in figures] == ["checks", "ms", "ms", "MB"] * len(bench_referee.SHOWN)
    for many, half, most, held in zip(*[iter(figure["value"] for figure in figures)] * 4, strict=True):
        assert many > 50 and 0 < half <= most and held > 1


GROWS = """
from tests.lab.bench.bench_sim import resident
before = resident()
held = bytearray(60_000_000)
held[::4096] = b"x" * len(held[::4096])
print(resident() - before)
"""


def test_memory_is_seen() -> None:
    """In a process of its own: what is read is the most it ever held."""
    told = subprocess.run([sys.executable, "-c", GROWS], capture_output=True, text=True, check=True)
    assert float(told.stdout) > 40
