"""The bench of the twin gives every figure; how large they are hangs on the machine and is asserted nowhere."""

from __future__ import annotations

import json

from click.testing import CliRunner

from companion.cli.bench_sim import KINDS, command, resident


def test_every_figure() -> None:
    out = CliRunner().invoke(command, ["--seconds", "0.1", "--json"]).output
    figures = [json.loads(line) for line in out.splitlines()]
    assert [figure["name"] for figure in figures] == list(KINDS)
    speeds = [figure["value"] for figure in figures]
    assert speeds[0] > speeds[1] > 0, "checking costs something"
    assert {figure["unit"] for figure in figures} == {"games/s"}


def test_memory_is_seen() -> None:
    before = resident()
    held = bytearray(60_000_000)
    held[::4096] = b"x" * len(held[::4096])
    assert resident() - before > 40
