"""The papers a sheet is printed on, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

from companion.printing.faults import Unprintable


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its name, width and height in millimetres, upright."""

    slug: str
    name: str
    w: float
    h: float

    def sideways(self) -> Paper:
        """Return the same paper lying on its long side."""
        return Paper(self.slug, self.name, self.h, self.w)

    def json(self) -> dict[str, object]:
        """Return the values for a template."""
        return {"name": self.name, "w": self.w, "h": self.h}


PAPERS = {
    "a4": Paper("a4", "A4", 210.0, 297.0),
    "letter": Paper("letter", "Letter", 215.9, 279.4),
}


def paper(slug: str) -> Paper:
    """Return the paper of that name."""
    found = PAPERS.get(slug.lower())
    if found is None:
        raise Unprintable("paper", paper=slug, papers=", ".join(PAPERS))
    return found
