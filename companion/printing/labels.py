"""Label sheets as they are sold, and where the labels lie on them, in mm. The data is `printables/labels.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.printing.assets import folder, read_toml
from companion.printing.codes import PANEL_MM
from companion.printing.faults import Unprintable
from companion.printing.order import LabelStart
from companion.printing.papers import paper


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of equal labels: which paper, how large, where the first one lies and how far apart they are.

    `cut`: no die cut, one's own scissors. `sources`: in how many label databases these figures were found.
    """

    slug: str
    names: tuple[str, ...]
    paper: str
    size: tuple[float, float]
    grid: tuple[int, int]
    first: tuple[float, float]
    pitch: tuple[float, float]
    round: bool = False
    cut: bool = False
    sources: int = 2
    note: str = ""

    @property
    def count(self) -> int:
        """Labels on a sheet."""
        return self.grid[0] * self.grid[1]

    @property
    def holds_tag(self) -> bool:
        """True if a tag with its white margin fits on a label."""
        return not self.round and min(self.size) >= PANEL_MM

    def corners(self, start: LabelStart) -> Iterator[tuple[float, float]]:
        """Yield the top left corner of every label, row by row, nudged and stretched as this printer needs it.

        The pitch is stretched about the middle of the sheet, so that a sheet that runs long by a hair stays right.
        """
        middle_x, middle_y = paper(self.paper).w / 2, paper(self.paper).h / 2
        for row in range(self.grid[1]):
            for column in range(self.grid[0]):
                x, y = self.first[0] + column * self.pitch[0], self.first[1] + row * self.pitch[1]
                x = middle_x + (x + self.size[0] / 2 - middle_x) * start.scale_x - self.size[0] / 2
                y = middle_y + (y + self.size[1] / 2 - middle_y) * start.scale_y - self.size[1] / 2
                yield x + start.dx, y + start.dy


@lru_cache(maxsize=1)
def label_sheets() -> Mapping[str, LabelSheet]:
    """Every label sheet known, by its slug."""
    listed = read_toml(folder() / "labels.toml")["label"]
    sheets = {}
    for entry in listed:
        values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()}
        sheets[values["slug"]] = LabelSheet(**values)
    return sheets


def label_sheet(name: str, paper_slug: str) -> LabelSheet:
    """Return the sheet of that slug or sold under that name, on that paper; by default our own cutting sheet."""
    wanted = _plain(name) or f"cut{paper_slug}"
    for sheet in label_sheets().values():
        if wanted in {_plain(sheet.slug), *map(_plain, sheet.names)}:
            if sheet.paper != paper_slug:
                raise Unprintable("label-paper", label=sheet.names[0], paper=paper(sheet.paper).name)
            if not sheet.holds_tag:
                size = f"{sheet.size[0]:g} × {sheet.size[1]:g}"
                raise Unprintable("label-small", label=sheet.names[0], size=size, needed=f"{PANEL_MM:.1f}")
            return sheet
    raise Unprintable("label", label=name, labels=", ".join(slug for slug, s in label_sheets().items() if s.holds_tag))


def _plain(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())
