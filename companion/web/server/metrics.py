"""What the server counts while it runs, as text for Prometheus. Numbers only: no name, no game, no address, no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds (s) of the boxes answers are sorted into by how long they took."""
Kind = str
"""`page`, `action`, `api`, `file`, `stream`: few, so that what is counted stays small."""


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answers: Counter[tuple[Kind, int]] = Counter()
        self._boxes: dict[Kind, list[int]] = {}
        self._seconds: dict[Kind, float] = {}
        self._counts: Counter[str] = Counter()

    def answered(self, kind: Kind, status: int, seconds: float) -> None:
        """Count an answer with the seconds since its request; for a stream, until its first event."""
        box = next((k for k, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        with self._lock:
            self._answers[kind, status] += 1
            self._boxes.setdefault(kind, [0] * (len(BOUNDS) + 1))[box] += 1
            self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds

    def count(self, what: str, by: int = 1) -> None:
        """Something happened: `delivered`, `cut`, `errors`."""
        with self._lock:
            self._counts[what] += by

    def text(self, now: Mapping[str, float]) -> str:
        """Return all metrics in the format that Prometheus reads; `now`: present values by name."""
        with self._lock:
            lines = [*self._lines()]
        for name, value in sorted(now.items()):
            lines += [f"# TYPE companion_{name} gauge", f"companion_{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _lines(self) -> Iterator[str]:
        yield "# TYPE companion_answers_total counter"
        for (kind, status), number in sorted(self._answers.items()):
            yield f'companion_answers_total{{kind="{kind}",status="{status}"}} {number}'
        yield "# TYPE companion_answer_seconds histogram"
        for kind, boxes in sorted(self._boxes.items()):
            yield from self._histogram(kind, boxes)
        for what in ("cut", "delivered", "errors"):
            yield f"# TYPE companion_{what}_total counter"
            yield f"companion_{what}_total {self._counts[what]}"

    def _histogram(self, kind: Kind, boxes: list[int]) -> Iterator[str]:
        total = 0
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), boxes, strict=True):
            total += number
            yield f'companion_answer_seconds_bucket{{kind="{kind}",le="{bound}"}} {total}'
        yield f'companion_answer_seconds_sum{{kind="{kind}"}} {self._seconds[kind]:.6f}'
        yield f'companion_answer_seconds_count{{kind="{kind}"}} {total}'


def kind_of(method: str, path: str) -> Kind:
    """Return the kind of answer a request asks for."""
    if path.endswith("/events") and method == "GET":
        return "stream"
    if path.startswith("/static/") or path == "/icons.svg":
        return "file"
    if method not in ("GET", "HEAD"):
        return "action"
    return "api" if path.startswith("/api/") else "page"
