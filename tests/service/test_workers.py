"""Worker processes: they answer, say when there is no room, are replaced when they die, and leave with their parent."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from copy import copy
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest

from companion.service.workers import Busy, WorkerLost, WorkerPool
from tests.waiting import PATIENCE, soon


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    one = WorkerPool(workers=1, waiting=1, patience=PATIENCE)
    yield one
    one.close()


def test_a_worker_is_another_process_and_the_same_one_again(pool: WorkerPool) -> None:
    first = pool.run(os.getpid)
    assert first != os.getpid()
    assert pool.run(os.getpid) == first


def test_what_the_function_raises_is_raised(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.run(divmod, 1, 0)


class Handed:
    """Argument of a task that notes when it is written out, which is once the task has a place in the pool."""

    def __init__(self, value: object) -> None:
        self._value = value
        self.has_place = Event()

    def __reduce__(self) -> tuple[object, ...]:
        """Write it out as the value alone."""
        self.has_place.set()
        return copy, (self._value,)


def test_who_finds_no_room_is_told_so_at_once_and_finds_it_later(pool: WorkerPool, tmp_path: Path) -> None:
    told = tmp_path / "told"
    given = [Handed(told.exists) for _ in range(2)]
    waiting = [Thread(target=pool.run, args=(soon, one)) for one in given]
    for thread in waiting:
        thread.start()
    assert all(one.has_place.wait(60) for one in given)
    with pytest.raises(Busy) as fault:
        pool.run(os.getpid)
    assert fault.value.retry_after > 0
    told.touch()
    for thread in waiting:
        thread.join(60)
    assert pool.run(os.getpid) > 0


def test_what_nobody_waits_for_is_done_when_there_is_time(pool: WorkerPool, tmp_path: Path) -> None:
    early, ahead, idle, busy, over = (tmp_path / name for name in ("early", "ahead", "idle", "busy", "over"))
    pool.post(Path.touch, early)  # no worker was started, so none has anything to forget
    pool.ahead(Path.touch, ahead)
    soon(ahead.exists)
    pool.post(Path.touch, idle)
    soon(idle.exists)
    given = Handed(over.exists)
    waiting = Thread(target=pool.run, args=(soon, given))
    waiting.start()
    assert given.has_place.wait(60)
    soon(lambda: bool(pool._busy))
    pool.post(Path.touch, busy)
    assert not busy.exists()
    over.touch()
    soon(busy.exists)
    waiting.join(60)
    assert not early.exists()


def test_a_worker_that_dies_is_told_and_replaced(pool: WorkerPool) -> None:
    first = pool.run(os.getpid)
    with pytest.raises(WorkerLost):
        pool.run(os._exit, 3)
    assert pool.run(os.getpid) != first


def test_a_task_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = WorkerPool(workers=1, waiting=0, patience=PATIENCE)
    pool.run(os.getpid)  # starting a process takes longer than the task is to be given, where the machine is busy
    with monkeypatch.context() as brief:
        brief.setattr(pool, "_patience", 0.5)
        with pytest.raises(WorkerLost):
            pool.run(time.sleep, 600)
    assert pool.run(os.getpid) > 0
    pool.close()


def test_a_worker_is_replaced_after_so_many_tasks() -> None:
    pool = WorkerPool(workers=1, waiting=0, tasks=2, patience=PATIENCE)
    seen = {pool.run(os.getpid) for _ in range(6)}
    pool.close()
    assert len(seen) >= 3


PARENT = """
import os, time
from companion.service.workers import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(workers=1, waiting=0, patience=600)
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
    soon(lambda: not _is_there(worker))


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    # A zombie, dead and not yet collected by its adopter, counts as dead.
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


# -- a pool that is closed ---------------------------------------------------------------------------------------------


def test_a_pool_that_is_closed_stays_closed(pool: WorkerPool) -> None:
    pool.run(os.getpid)
    pool.close()
    with pytest.raises(Busy):
        pool.run(os.getpid)
    pool.post(os.getpid)
    pool.close()
    soon(lambda: not active_children())


def without_end(begun: Path) -> None:
    """Tell that it has begun, and do not come back."""
    begun.touch()
    time.sleep(600)  # ends with its process


def test_closing_ends_the_task_and_whoever_waits_for_a_worker(pool: WorkerPool, tmp_path: Path) -> None:
    pool.run(os.getpid)
    ended: Queue[type[BaseException] | None] = Queue()
    given = [Handed(tmp_path / "begun") for _ in range(2)]
    for one in given:
        Thread(target=_into, args=(ended, pool, without_end, one), daemon=True).start()
    assert all(one.has_place.wait(60) for one in given)
    soon((tmp_path / "begun").exists)
    pool.close()
    assert {ended.get(timeout=60) for _ in given} == {WorkerLost, Busy}
    soon(lambda: not active_children())


def test_a_pool_closed_while_a_task_comes_in_from_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other thread starts a worker at the very moment in which the pool is closed."""
    pool = WorkerPool(workers=1, waiting=1, patience=PATIENCE)
    starting, go_on, ended = Event(), Event(), Queue[object]()
    start = BaseProcess.start

    def held(process: BaseProcess) -> None:
        starting.set()
        assert go_on.wait(30)
        start(process)

    monkeypatch.setattr(BaseProcess, "start", held)
    submitting = Thread(target=_into, args=(ended, pool, time.sleep, 600), daemon=True)
    submitting.start()
    assert starting.wait(30)
    closing = Thread(target=pool.close, daemon=True)
    closing.start()
    go_on.set()
    closing.join(30)
    assert not closing.is_alive()
    assert ended.get(timeout=30) in (WorkerLost, Busy)
    soon(lambda: not active_children())


def _into(ended: Queue[object], pool: WorkerPool, function: Callable[..., object], given: object) -> None:
    try:
        pool.run(function, given)
    except Exception as fault:
        ended.put(type(fault))
    else:
        ended.put(None)


SUBMITTING = """
import os, signal, threading, time
from companion.service.errands import Busy, WorkerLost
from companion.service.workers import WorkerPool

def submit():
    while True:
        try:
            pool.run(time.sleep, 0)
        except (Busy, WorkerLost):
            pass

if __name__ == "__main__":
    pool, (told, tell) = WorkerPool(workers=1, waiting=2, tasks=2, patience=600), os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell)  # a signal just before a wait would not end it
    signal.signal(signal.SIGTERM, lambda *_: None)
    threads = [threading.Thread(target=submit, daemon=True) for _ in range(3)]
    pool.run(time.sleep, 0)
    for thread in threads:
        thread.start()
    print("submitting", flush=True)
    os.read(told, 1)
    pool.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM")
def test_a_program_that_is_told_to_stop_while_tasks_come_in_ends(tmp_path: Path) -> None:
    script = tmp_path / "submitting.py"
    script.write_text(SUBMITTING, encoding="utf-8")
    for _ in range(3):
        program = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
        assert program.stdout is not None
        program.stdout.readline()
        program.terminate()
        try:
            assert program.wait(60) == 0
        finally:
            program.kill()
