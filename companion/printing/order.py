"""What is asked of the print studio, as one value: the sheet, the game, the paper, and how it is to be cut and fed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, get_args

from companion.engine.tags import DEFAULT_DECK, is_deck_letters
from companion.printing.faults import Unprintable
from companion.printing.papers import Paper, paper
from companion.printing.source import sheet_languages

FORMATS = {
    "standard": (63.0, 88.0),
    "mini": (44.0, 68.0),
    "bridge": (57.0, 89.0),
    "poker": (63.5, 88.9),
    "square": (70.0, 70.0),
    "tarot": (70.0, 120.0),
    "jumbo": (89.0, 127.0),
}
"""Formats by the names printers and sleeve makers sell them under; the first is the box's own."""

LEAST, MOST = (41.0, 61.0), (150.0, 200.0)
"""The smallest card the tag and a text stand on, and the largest that leaves room for marks on the sheet."""

_TYPED = re.compile(r"(\d{2,3}(?:[.,]\d{1,2})?)\s*[x×*]\s*(\d{2,3}(?:[.,]\d{1,2})?)\s*(?:mm)?")


def card_format(said: str) -> tuple[float, float]:
    """Width and height of a card: a name, or `70x120`; the box's own where nothing is said."""
    name = said.strip().lower() or "standard"
    if name in FORMATS:
        return FORMATS[name]
    typed = _TYPED.fullmatch(name)
    if typed is None:
        raise Unprintable("format", format=said[:40], formats=", ".join(FORMATS))
    size = (float(typed[1].replace(",", ".")), float(typed[2].replace(",", ".")))
    if not all(least <= side <= most for least, side, most in zip(LEAST, size, MOST, strict=True)):
        limits = " × ".join(f"{least:g}–{most:g}" for least, most in zip(LEAST, MOST, strict=True))
        raise Unprintable("format-size", format=said[:40], limits=limits)
    return size


What = Literal[
    "cards", "tags", "tokens", "roles", "reference", "setup", "puzzles", "report", "poster", "calibration", "kit"
]
Ink = Literal["full", "eco"]
Size = Literal["card", "sleeve", "shop"]
Sides = Literal["both", "fronts", "backs"]
Layout = Literal["duplex", "fold"]
Flip = Literal["long", "short"]
Guides = Literal["front", "both", "lines", "none"]
Form = Literal["page", "half", "booklet"]

WHATS: tuple[What, ...] = get_args(What)
"""Every sheet there is."""

TOLD: tuple[What, ...] = ("report", "poster")
"""The sheets that tell a finished game: they need one."""

_CARDS = ("card", "art", "size", "sides", "layout", "flip", "gutter", "guides")
_BACK = ("printer", "save_printer", "back", "back_angle", "back_scale")
_LABELS = ("label", "first", "nudge", "pitch", "outlines")
MEANT_FOR: Mapping[str, tuple[What, ...]] = {
    **dict.fromkeys(_CARDS, ("cards", "kit")),
    **dict.fromkeys(_BACK, ("cards", "calibration", "kit")),
    **dict.fromkeys(_LABELS, ("tags", "kit")),
    **dict.fromkeys(("record", "infections"), TOLD),
    **dict.fromkeys(("game", "decklist", "agreed"), tuple(what for what in WHATS if what not in TOLD)),
    "png": ("cards",),
    "dpi": ("cards",),
    "form": ("reference", "kit"),
    "only": ("cards", "tags", "puzzles", "kit"),
    "deck": ("cards", "tags", "calibration", "kit"),
    "players": ("cards", "tags", "tokens", "reference", "setup", "kit"),
}
"""The sheets that each thing one can ask for makes a difference to; what is not here means something for all."""

SLEEVE = 2.0
"""So much smaller (mm) is a card that slips in front of a real one in its sleeve."""

DPI = (150, 600)
"""Points to the inch a picture of a card may have."""

REACH = 20.0
"""The furthest a printer's back may be moved, in millimetres: beyond it a card would leave its sheet."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Shift of a sheet's back so that it lands on the front, for one printer and one tray.

    Millimetres to the right and down as printed, degrees clockwise about the middle of the sheet, and factors.
    """

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    sx: float = 1.0
    sy: float = 1.0

    def __post_init__(self) -> None:
        bounds = {"dx": (-REACH, REACH), "dy": (-REACH, REACH), "angle": (-5, 5), "sx": (0.9, 1.1), "sy": (0.9, 1.1)}
        for name, (least, most) in bounds.items():
            value = getattr(self, name)
            if not least <= value <= most:  # false for nan, too
                raise Unprintable("correction", name=name, value=value, least=least, most=most)

    def json(self) -> dict[str, float]:
        """Return the values for a template and a saved profile."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


@dataclass(frozen=True, slots=True)
class LabelStart:
    """Layout of labels on a sheet: the first free one (from 1), a nudge in millimetres, the true pitch's factor."""

    first: int = 1
    dx: float = 0.0
    dy: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    outlines: bool = False

    def __post_init__(self) -> None:
        for name, least, most in (("dx", -5, 5), ("dy", -5, 5), ("scale_x", 0.97, 1.03), ("scale_y", 0.97, 1.03)):
            if not least <= getattr(self, name) <= most:
                raise Unprintable("label-shift", name=name, value=getattr(self, name), least=least, most=most)


@dataclass(frozen=True, slots=True)
class Order:
    """One thing to print. Everything has a default but the sheet."""

    what: What
    paper: str = "a4"
    lang: str = "es"
    ink: Ink = "full"
    players: int | None = None
    deck: str = DEFAULT_DECK
    only: tuple[str, ...] = ()
    size: Size = "card"
    card: str = ""
    sides: Sides = "both"
    layout: Layout = "duplex"
    flip: Flip = "long"
    png: bool = False
    dpi: int = 300
    gutter: float = 0.0
    guides: Guides = "front"
    form: Form = "page"
    label: str = ""
    labels: LabelStart = field(default_factory=LabelStart)
    correction: Correction = field(default_factory=Correction)

    def __post_init__(self) -> None:
        choices: dict[str, tuple[str, ...]] = {
            "what": WHATS, "ink": get_args(Ink), "size": get_args(Size), "sides": get_args(Sides),
            "layout": get_args(Layout), "flip": get_args(Flip), "guides": get_args(Guides), "form": get_args(Form),
            "lang": sheet_languages(),
        }  # fmt: skip
        for name, values in choices.items():
            if getattr(self, name) not in values:
                raise Unprintable("choice", name=name, value=getattr(self, name), values=", ".join(values))
        if not is_deck_letters(self.deck):
            raise Unprintable("deck", deck=self.deck)
        paper(self.paper)
        card_format(self.card)
        self._check_together()

    def _check_together(self) -> None:
        """Raise `Unprintable` for wishes that the layout has no room for, rather than leave them out in silence."""
        possible: Mapping[str, Mapping[str, tuple[object, ...]]] = {
            "shop": {"layout": ("duplex",), "gutter": (0,), "guides": ("front", "none")},
            "fold": {"gutter": (0,), "sides": ("both",), "guides": ("front", "none")},
        }
        if self.png and self.what != "cards":
            raise Unprintable("png-what", what=self.what)
        if not DPI[0] <= self.dpi <= DPI[1]:
            raise Unprintable("dpi", dpi=self.dpi, least=DPI[0], most=DPI[1])
        for way in ("shop" if self.single else "", self.layout):
            for name, values in possible.get(way, {}).items():
                if getattr(self, name) not in values:
                    raise Unprintable(f"{way}-{name}", value=getattr(self, name))

    @property
    def single(self) -> bool:
        """True if every card has a page to itself, with its bleed."""
        return self.size == "shop" or self.png

    @property
    def trimmed(self) -> tuple[float, float]:
        """Width and height of a card once cut, in mm: in front of a real one in its sleeve, two less."""
        w, h = card_format(self.card)
        return (w - SLEEVE, h - SLEEVE) if self.size == "sleeve" else (w, h)

    @property
    def sheet(self) -> Paper:
        """The paper, upright."""
        return paper(self.paper)
