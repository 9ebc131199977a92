"""The short forms of `tasks.py bench faults`: the shipped server loses nothing, and planted mistakes are found."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.lab.bench.bench import line
from tests.lab.faults import clock, disk, kills, power, restart, vfs
from tests.lab.faults.figures import Finding, spread
from tests.lab.faults.power import Event, File
from tests.lab.running import run, shell

needs_vfs = pytest.mark.skipif(
    vfs.library() is None, reason="this Python's SQLite is built in: what it writes cannot be looked at from outside"
)


def told(finding: Finding) -> str:
    return line(finding.json())


class TestKills:
    def test_nothing_is_lost_and_nothing_doubled(self, tmp_path: Path) -> None:
        found = kills.killed(tmp_path, 1, most=30)
        assert found.held, told(found)
        assert found.counts["acked"] >= 5

    @pytest.mark.long
    @pytest.mark.parametrize(
        ("name", "shows"), [("ack-early", "lost"), ("forget-ids", "doubled"), ("no-replay", "unequal")]
    )
    def test_planted_mistakes_are_found(self, tmp_path: Path, name: str, shows: str) -> None:
        found = kills.control(tmp_path, 40, name, shows)
        assert found.held, told(found)

    @pytest.mark.long
    def test_many(self, tmp_path: Path) -> None:
        found = kills.killed(tmp_path, 60)
        assert found.held, told(found)


@needs_vfs
class TestPower:
    def test_no_cut_loses_what_was_acknowledged(self, tmp_path: Path) -> None:
        found = power.cut(power.recorded(tmp_path, 40), 16)
        assert found.held, told(found)
        assert found.counts["cuts"] == 80
        assert found.counts["flushes"] > 10

    def test_a_server_that_does_not_wait_for_the_disk_is_found(self, tmp_path: Path) -> None:
        found = power.cut(power.recorded(tmp_path, 40, "no-flush"), 8)
        assert not found.held
        assert found.counts["entries_lost"] > 0

    @pytest.mark.long
    def test_many(self, tmp_path: Path) -> None:
        found = power.cut(power.recorded(tmp_path / "shipped", 600), 400)
        assert found.held, told(found)
        for control in power.controls(tmp_path, 120, 40):
            assert control.held, told(control)


class TestCut:
    """The disk as it is put together."""

    def test_what_was_flushed_is_there_and_what_was_not_may_be(self) -> None:
        file = File()
        file.since.append(Event("write", "f", 0, b"a" * 1024))
        file.flush()
        file.since.append(Event("write", "f", 512, b"b" * 1024))
        left = {bytes(content) for k in range(60) if (content := file.after(random.Random(k))) is not None}
        assert all(content.startswith(b"a" * 512) for content in left)
        assert {b"a" * 1024, b"a" * 512 + b"b" * 1024} <= left
        assert len(left) > 2

    def test_a_file_that_was_never_flushed_may_not_be_there(self) -> None:
        file = File(since=[Event("write", "f", 0, b"a")])
        assert {file.after(random.Random(k)) is None for k in range(30)} == {True, False}

    def test_cutting_a_file_short_waits_for_the_flush_too(self) -> None:
        file = File(bytearray(b"abc"), is_named=True, since=[Event("truncate", "f", 1, b"")])
        assert {bytes(file.after(random.Random(k)) or b"") for k in range(30)} == {b"abc", b"a"}
        file.flush()
        assert bytes(file.safe) == b"a"


@needs_vfs
class TestDisk:
    def test_nothing_is_acknowledged_that_is_not_written(self, tmp_path: Path) -> None:
        found = [*disk.failing(tmp_path)]
        assert [told(one) for one in found if not one.held] == []
        assert len(found) >= len(disk.FAULTS)
        assert all(one.counts["answered"] == disk.TRIED for one in found)

    def test_a_server_that_answers_all_the_same_is_found(self, tmp_path: Path) -> None:
        (found,) = disk.controls(tmp_path)
        assert found.held, told(found)


class TestRestart:
    @pytest.mark.long
    def test_everybody_is_up_to_date_again(self, tmp_path: Path) -> None:
        found = restart.restarted(tmp_path, 500, 3)
        assert found.counts["caught up"] == 500 * 3, told(found)

    @pytest.mark.long
    def test_a_slow_start_is_found(self, tmp_path: Path) -> None:
        (found,) = restart.controls(tmp_path)
        assert found.held, told(found)


class TestClock:
    @pytest.mark.long
    def test_the_order_is_by_number(self, tmp_path: Path) -> None:
        found = clock.jumped(tmp_path, 6)
        assert found.held, told(found)

    @pytest.mark.long
    def test_a_server_that_orders_by_time_is_found(self, tmp_path: Path) -> None:
        (found,) = clock.controls(tmp_path, 2)
        assert found.held, told(found)


class TestCommand:
    def test_figures_are_a_distribution(self) -> None:
        times = spread([k / 1000 for k in range(1, 101)])
        assert (times.times, times.p50, times.p99, times.most) == (100, 51.0, 100.0, 100.0)

    def test_an_unknown_kind_is_wrong_usage(self) -> None:
        assert run("bench", "faults", "--only", "flood").exit_code == 2

    @pytest.mark.long
    def test_json_lines(self) -> None:
        done = shell("bench", "faults", "--only", "disk", "--json")
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert all(one["good"] for one in found)
        assert done.returncode == 0
