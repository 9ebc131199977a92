"""What is asked of the print studio, as one value: the sheet, the game, the paper, and how it is to be cut and fed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal, get_args

from companion.cards.tags import DEFAULT_DECK, is_deck_letters
from companion.printing.faults import Unprintable
from companion.printing.papers import Paper, paper
from companion.printing.source import sheet_languages

What = Literal["cards", "tags", "tokens", "roles", "reference", "setup", "report", "poster", "calibration"]
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

REACH = 20.0
"""The furthest a printer's back may be moved, in millimetres: beyond it a card would leave its sheet."""


@dataclass(frozen=True, slots=True)
class Correction:
    """How the back of a sheet has to be moved so that it lands on the front: one printer, one tray.

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
        """What a template and a saved profile hold of it."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


@dataclass(frozen=True, slots=True)
class LabelStart:
    """How labels are laid on a sheet: the first free one (from 1), a nudge in millimetres, the true pitch's factor."""

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
    sides: Sides = "both"
    layout: Layout = "duplex"
    flip: Flip = "long"
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

    @property
    def sheet(self) -> Paper:
        """The paper, upright."""
        return paper(self.paper)
