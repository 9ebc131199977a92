"""An order read from the fields of a form: texts in, a value out, or a sentence about the field that makes no sense."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from companion.printing import press
from companion.printing.faults import Unprintable
from companion.printing.order import Correction, LabelStart, Order
from companion.printing.report import Chronicle
from companion.printing.source import Source

PLAIN = ("paper", "ink", "size", "sides", "layout", "flip", "guides", "form", "label", "card")
"""Fields that are taken as they stand; an empty one has its default."""


def order_of(fields: Mapping[str, str], lang: str, correction: Correction | None = None) -> Order:
    """Parse a filled-in form as an order."""
    said = {name: fields[name].strip() for name in PLAIN if fields.get(name, "").strip()}
    return Order(
        what=fields.get("what") or "cards",  # type: ignore[arg-type]
        lang=fields.get("lang") or lang,
        players=whole(fields, "players"),
        deck=(fields.get("deck") or "00").strip().upper(),
        only=tuple(name.strip() for name in fields.get("only", "").split(",") if name.strip()),
        gutter=number(fields, "gutter", 0.0),
        labels=labels_of(fields),
        png=bool(fields.get("png")),
        correction=correction or correction_of(fields),
        **said,  # type: ignore[arg-type]
    )


def correction_of(fields: Mapping[str, str]) -> Correction:
    """Parse the correction of the back: millimetres, degrees and factors."""
    return Correction(
        dx=number(fields, "dx", 0.0),
        dy=number(fields, "dy", 0.0),
        angle=number(fields, "angle", 0.0),
        sx=number(fields, "sx", 1.0),
        sy=number(fields, "sy", 1.0),
    )


def labels_of(fields: Mapping[str, str]) -> LabelStart:
    """Parse how labels are laid on their sheet."""
    return LabelStart(
        first=whole(fields, "first") or 1,
        dx=number(fields, "ldx", 0.0),
        dy=number(fields, "ldy", 0.0),
        scale_x=number(fields, "lsx", 1.0),
        scale_y=number(fields, "lsy", 1.0),
        outlines=bool(fields.get("outlines")),
    )


def number(fields: Mapping[str, str], name: str, default: float) -> float:
    """Parse a number written with a comma or a point."""
    text = fields.get(name, "").strip().replace(",", ".").replace("−", "-")
    if not text:
        return default
    try:
        return float(text)
    except ValueError:
        raise Unprintable("number", name=name, value=text[:40]) from None


def whole(fields: Mapping[str, str], name: str) -> int | None:
    """Parse a whole number; None if the field is empty."""
    text = fields.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Unprintable("number", name=name, value=text[:40])
    return int(text)


# Sheets being made behind a page: one at a time, each telling how far it is, the last few kept until fetched


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
