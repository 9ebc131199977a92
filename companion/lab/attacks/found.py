"""What an attack came to: one figure, and what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.cli import say


class Found(NamedTuple):
    """One attack. `blanks`: the numbers in the sentence that says what was tried; `figure` is None where this
    system does not say; `most`: what is asked for, in `unit`; `details`: what the figure is made of."""

    name: str
    blanks: Mapping[str, object]
    figure: float | None
    most: float
    unit: str = ""
    details: Mapping[str, float] = {}

    @property
    def is_good(self) -> bool:
        """Whether the table held, as far as is known."""
        return self.figure is None or self.figure <= self.most

    def what(self, lang: str) -> str:
        """What was tried."""
        return say(lang, f"bench-attack.what.{self.name}", **self.blanks)

    def told(self, lang: str) -> str:
        """In a line; what it is made of in another."""
        unit = f" {self.unit}" if self.unit else ""
        figure = say(lang, "bench-attack.unknown") if self.figure is None else f"{self.figure:g}{unit}"
        sign = "?" if self.figure is None else "✓" if self.is_good else "✗"
        line = f"{sign} {self.name:<8} {self.what(lang)}: {figure} (<= {self.most:g}{unit})"
        details = " · ".join(f"{key} {value:g}" for key, value in self.details.items())
        return f"{line}\n    {details}" if details else line

    def raw(self) -> dict[str, object]:
        """As JSON."""
        return {
            "name": self.name,
            "what": self.what("en"),
            "figure": self.figure,
            "most": self.most,
            "unit": self.unit,
            "good": self.is_good,
            "details": dict(self.details),
        }
