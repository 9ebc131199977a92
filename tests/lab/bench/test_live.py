"""The bench of live tables measures what it says, and finds a delivery that is missing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.store.sqlite import SQLiteStore
from tests.cli.running import apart, lines
from tests.lab.bench import bench_live, live_devices
from tests.lab.bench.bench import line
from tests.lab.bench.live_house import filled
from tests.lab.running import run


def _small() -> bench_live.Figure:
    return apart(lambda: bench_live._measured("L", "a few devices", 1e9, 2, 3, 6, 20))


def test_every_delivery_is_counted_and_timed() -> None:
    figure = _small()
    assert (figure.lost, figure.due, len(figure.times)) == (0, 18, 18)
    assert figure.is_good
    assert 0 < figure.quantile(0.5) <= figure.quantile(0.99) <= figure.quantile(1.0)
    assert figure.raw()["lost"] == 0


def test_a_house_that_was_played_in_is_measured_as_it_is(tmp_path: Path) -> None:
    figure = apart(lambda: bench_live._measured("L", "long games", 5000, 2, 3, 6, 20, length=30))
    assert (figure.lost, figure.due) == (0, 18)
    assert 0 < figure.notes["own p50"] <= figure.notes["own p99"]
    idents = filled(tmp_path, 2, 30)
    with closing(SQLiteStore(tmp_path / "companion.db")) as store:
        assert [store.heading(ident).version for ident in idents] == [30, 30]


def test_a_delivery_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    arrived = live_devices.Watched.arrived

    def forgetful(self: live_devices.Watched, game: str, version: int) -> None:
        if version != 3:
            arrived(self, game, version)

    async def at_once(*_: object) -> None:
        return None

    monkeypatch.setattr(live_devices.Watched, "arrived", forgetful)
    monkeypatch.setattr(bench_live, "_all_arrived", at_once)
    figure = _small()
    assert figure.lost >= 6
    assert not figure.is_good


def test_the_command_says_it_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bench_live.Figure("L1", "x", (1.0, 2.0), 50, 0.99, 0, 2, {})
    monkeypatch.setattr(bench_live, "SHORT", {"L1": lambda: found, "L2": lambda: found._replace(lost=1)})
    assert lines(run("bench", "live", "--only", "L1", "--json"))[0]["good"] is True
    assert run("bench", "live", "--only", "L2").exit_code == 1


def test_notes_have_bounds_too() -> None:
    found = bench_live.Figure("L6", "x", (1.0, 2.0), 50, 0.99, 0, 2, {"own p99": 21.0}, {"own p99": 20})
    assert (found.is_good, found.over) == (False, ["own p99"])
    assert "own p99 21 (<= 20)" in line(found.raw())
    assert found._replace(notes={"own p99": 20.0}).is_good


def test_every_run_has_to_be_good(monkeypatch: pytest.MonkeyPatch) -> None:
    good = bench_live.Figure("L1", "x", (1.0, 2.0), 50, 0.99, 0, 2, {})
    runs = iter((good, good._replace(lost=1), good))
    monkeypatch.setattr(bench_live, "SHORT", {"L1": lambda: next(runs)})
    done = run("bench", "live", "--runs", "3", "--json")
    assert [figure["good"] for figure in lines(done)] == [True, False, True]
    assert done.exit_code == 1


def test_a_long_game_beside_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_live, "FLAT", (5, 40))
    monkeypatch.setattr(bench_live, "ROUND", 3)
    figure = apart(lambda: bench_live._flat(2))
    assert (len(figure.times), figure.due, figure.lost) == (6, 6, 0)
    assert {"CPU ratio", "time ratio", "p50 at 5", "p50 at 40"} <= set(figure.notes)
