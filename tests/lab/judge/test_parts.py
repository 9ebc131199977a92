"""Games of the agreement in parts: broken off, resumed, played twice, by processes and by a dask scheduler."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.judge import parts
from tests.lab.judge.parts import Plan, Processes, Run, Unlike, code_now, planned, play

PLAN = Plan("la-cosa", "parts", "itself", 3, 1, code_now())
"""Games on which the judge is held against itself."""


class AtOnce(Executor):
    """Executor that plays in this process, and notes the parts."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def submit(self, fn, plan: Plan, part: int) -> Future[parts.Played]:  # type: ignore[no-untyped-def, override]
        self.played.append(part)
        future: Future[parts.Played] = Future()
        future.set_result(fn(plan, part))
        return future


class Here:
    """Two of them."""

    many = 1

    def __init__(self) -> None:
        self.pool, self.other = AtOnce(), AtOnce()

    def elsewhere(self, where: str) -> Executor:
        return self.other


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "AGAIN", 3)
    whole, broken = Here(), Here()
    run = Run(PLAN, tmp_path)
    run.keep(1, False, play(PLAN, 1)[0])  # the one part that was whole
    (tmp_path / "part-00002.json.new").write_text("{", encoding="utf-8")  # one that was not
    run.go_on(broken)  # type: ignore[arg-type]
    assert broken.pool.played == [0, 2]
    assert broken.other.played == [1]
    run.go_on(whole)  # type: ignore[arg-type]
    assert whole.pool.played == whole.other.played == []
    assert [part["games"] for part in run.parts()] == [1, 1, 1]
    assert (run.repeated(), run.unlike) == (1, [])


def test_a_part_that_comes_out_otherwise_is_named(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    text, _ = play(PLAN, 1)
    run.keep(1, False, text)
    run.keep(1, True, text.replace('"actions": ', '"actions": 1'))
    run.parts()
    assert run.unlike == [1]


def test_other_games_and_other_code_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "TRIED", 1)
    plan = planned(tmp_path, "la-cosa", "parts", "itself", 3)
    assert replace(planned(tmp_path, "la-cosa", "parts", "itself", 9), games=3) == plan
    with pytest.raises(Unlike, match="seed parts"):
        planned(tmp_path, "la-cosa", "others", "itself", 3)
    said = json.loads((tmp_path / "plan.json").read_text("utf-8"))
    (tmp_path / "plan.json").write_text(json.dumps({**said, "code": "older"}), encoding="utf-8")
    with pytest.raises(Unlike, match="other code"):
        planned(tmp_path, "la-cosa", "parts", "itself", 3)
    with pytest.raises(Unlike, match="other code"):
        Run(replace(PLAN, code="older"), tmp_path).keep(0, False, play(PLAN, 0)[0])


def test_another_process_plays_the_same_bit_by_bit() -> None:
    with ExitStack() as stack:
        text, where = Processes(1, stack).elsewhere("").submit(play, PLAN, 1).result()
    assert where != parts.here()
    assert text == play(PLAN, 1)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no signal 9")
def test_no_process_outlives_one_that_was_killed() -> None:
    """The worker holds the pipe of what was killed: while it lives, that is waited for."""
    said = """
import os, sys
from concurrent.futures import wait
from contextlib import ExitStack
from tests.lab.judge.parts import Processes
if __name__ == "__main__":
    pool = Processes(1, ExitStack()).pool
    wait([pool.submit(os.getpid)])
    os.kill(os.getpid(), 9)
"""
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", said], cwd=root, capture_output=True, timeout=120)
    assert done.returncode == -9


def test_the_workers_of_a_dask_scheduler_play_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="the group `cluster` is not installed")
    monkeypatch.setattr(parts, "AGAIN", 3)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", protocol="tcp"
        ) as local,
        ExitStack() as stack,
    ):
        run = Run(PLAN, tmp_path)
        run.go_on(parts.Cluster(local.scheduler_address, stack))
    assert len(run.parts()) == 3
    assert (run.repeated(), run.unlike) == (1, [])
    assert run.path(1).read_text("utf-8") == play(PLAN, 1)[0]
