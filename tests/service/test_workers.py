"""Worker processes: they answer, say when there is no room, are replaced when they die, and leave with their parent."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.service.workers import Busy, WorkerLost, WorkerPool


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    one = WorkerPool(workers=1, waiting=1)
    yield one
    one.close()


def test_a_worker_is_another_process_and_the_same_one_again(pool: WorkerPool) -> None:
    first = pool.run(os.getpid)
    assert first != os.getpid()
    assert pool.run(os.getpid) == first


def test_what_the_function_raises_is_raised(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.run(divmod, 1, 0)


def test_who_finds_no_room_is_told_so_at_once_and_finds_it_later(pool: WorkerPool) -> None:
    pool.run(os.getpid)
    entered = [Event(), Event()]

    def sleep(k: int) -> None:
        entered[k].set()
        pool.run(time.sleep, 1.5)

    waiting = [Thread(target=sleep, args=(k,)) for k in range(2)]
    for thread, event in zip(waiting, entered, strict=True):
        thread.start()
        event.wait(5)
    time.sleep(0.1)
    with pytest.raises(Busy) as fault:
        pool.run(os.getpid)
    assert fault.value.retry_after > 0
    for thread in waiting:
        thread.join(20)
    assert pool.run(os.getpid) > 0


def test_a_worker_that_dies_is_told_and_replaced(pool: WorkerPool) -> None:
    first = pool.run(os.getpid)
    with pytest.raises(WorkerLost):
        pool.run(os._exit, 3)
    assert pool.run(os.getpid) != first


def test_a_task_without_end_is_given_up() -> None:
    pool = WorkerPool(workers=1, waiting=0, patience=2.0)
    pool.run(os.getpid)
    with pytest.raises(WorkerLost):
        pool.run(time.sleep, 600)
    assert pool.run(os.getpid) > 0
    pool.close()


def test_a_worker_is_replaced_after_so_many_tasks() -> None:
    pool = WorkerPool(workers=1, waiting=0, tasks=2)
    seen = {pool.run(os.getpid) for _ in range(6)}
    pool.close()
    assert len(seen) >= 3


PARENT = """
import os, time
from companion.service.workers import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(workers=1, waiting=0)
    print(pool.run(os.getpid), flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="asks by signal 0 whether a process is there")
def test_no_worker_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    until = time.monotonic() + 20
    while _is_there(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _is_there(worker)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    # Dead and not yet collected by whoever adopted it is dead.
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
