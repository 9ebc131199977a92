"""Sheets being made behind a page: one at a time, each telling how far it is, the last few kept until fetched."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from companion.printing import press
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.report import Chronicle
from companion.printing.source import Source

KEPT = 8
STAGES = ("waiting", "laying", "typesetting", "finishing", "done")


@dataclass
class Job:
    """A sheet that is being made. `stage` is one of STAGES; `pdf` or `fault` is there once it is done."""

    id: str
    name: str
    stage: str = "waiting"
    pdf: bytes = b""
    fault: Unprintable | None = None
    done: Event = field(default_factory=Event)

    @property
    def step(self) -> int:
        """Number of stages that are done."""
        return STAGES.index(self.stage)


class Jobs:
    """The jobs of one server."""

    def __init__(self, build: Callable[..., bytes] = press.build) -> None:
        self._build = build
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._list = Lock()
        self._press = Lock()

    def start(self, name: str, order: Order, source: Source, told: Chronicle | None = None) -> Job:
        """Begin to make a sheet."""
        job = Job(secrets.token_urlsafe(9), name)
        with self._list:
            self._jobs[job.id] = job
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        Thread(target=self._run, args=(job, order, source, told), name="companion-print", daemon=True).start()
        return job

    def get(self, ident: str) -> Job | None:
        """Return a job, if it is still kept."""
        with self._list:
            return self._jobs.get(ident)

    def _run(self, job: Job, order: Order, source: Source, told: Chronicle | None) -> None:
        def telling(stage: str) -> None:
            job.stage = stage

        try:
            with self._press:
                job.pdf = self._build(order, source, told, telling)
        except Unprintable as fault:
            job.fault = fault
        except Exception as fault:  # a fault of ours: the page must say so rather than wait for ever
            job.fault = Unprintable("engine", trouble=f"{type(fault).__name__}: {fault}")
        finally:
            job.stage = "done"
            job.done.set()
