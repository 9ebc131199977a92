"""Result of an attack: one figure, and its limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

TRIED = {
    "stalls": "how long another device waits while the referee looks, with La Cosa shown and without (0.5 is chance)",
    "lengths": "different lengths of the referee's answers, over cards, verdicts and languages",
    "copies": "copies with parts of somebody else's that are taken",
    "records": "records with a step that no turn has taken in, or pages that fail by a forged record",
    "flood": "the host's tap while {guests} guests ask for what is dearest, p99",
    "guest": "the host's tap beside a guest who asks over {connections} connections, p99",
    "seat": "the host's tap beside a seat's phone that asks over {connections} connections, p99",
    "leader": "the host's tap beside the leader of another table who asks over {connections} connections, p99",
    "uploads": "memory grown by {uploads} pictures that never end",
    "memory": "memory of the server and its workers then",
    "codes": "links and codes of other lengths lost, and codes guessed at that still stand, after 48 wrong codes",
    "head": "links used up by asking for their head alone",
    "paths": "answers to guests that name the folder of the games, or that are a fault of ours",
}
"""Sentence for each attack."""


class Found(NamedTuple):
    """One attack. `blanks`: the numbers in its sentence; `figure` is None where this system does not tell; `most`: the
    limit."""

    name: str
    blanks: Mapping[str, object]
    figure: float | None
    most: float
    unit: str = ""
    details: Mapping[str, float] = {}

    @property
    def is_good(self) -> bool:
        """True if the table held, or if nothing was measured."""
        return self.figure is None or self.figure <= self.most

    def raw(self) -> dict[str, object]:
        """Return the figure as JSON, with the sentence that describes the attack."""
        what = TRIED[self.name].format(**self.blanks)
        told = {"value": self.figure, "unit": self.unit, "most": self.most, "good": self.is_good}
        return {"name": self.name, "what": what, **told, "details": dict(self.details)}
