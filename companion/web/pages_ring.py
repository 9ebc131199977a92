"""The ring as the pages draw it: chairs, gaps, piles, arrows, and the line of writing for those across the table."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.view import Badge, PileView, SeatView, TableView
from companion.table.state import Table
from companion.web import drawing
from companion.web.habits import SPINS
from companion.web.pages_ask import Asking, Option
from companion.web.pages_common import habits
from companion.web.pages_icons import icon

NAME_SIZE = 46.0
"""The size of names on the ring in units of the drawing: what phones use; larger screens set them smaller."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A badge with the drawing it is shown by."""

    badge: Badge
    icon: str


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat on the drawing, and the choice it stands for in the question asked now."""

    id: str
    seat: SeatView
    spot: drawing.SeatSpot
    short: str
    marks: tuple[Mark, ...]
    option: Option | None
    won: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between two chairs."""

    id: str
    spot: drawing.GapSpot
    marks: tuple[Mark, ...]
    between: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with the drawing of its back."""

    pile: PileView
    icon: str


@dataclass(frozen=True, slots=True)
class Echo:
    """What is asked, written once more along the ring, for those across the table from who is asked."""

    text: str
    size: float
    angle: float


@dataclass(frozen=True, slots=True)
class RingDrawn:
    """The whole ring, ready to be drawn."""

    width: int
    height: int
    chairs: tuple[Chair, ...]
    gaps: tuple[Gap, ...]
    arrows: tuple[drawing.Arrow, ...]
    links: tuple[drawing.Line, ...]
    piles: tuple[Pile, ...]
    centre: Mark | None
    clockwise: bool
    arrow_label: str
    out: tuple[str, ...]
    radii: tuple[float, float]
    spin: int
    stayed: float
    """The part of a turn in `spin` that this device did not choose."""
    quarter: int
    """The edge of the table at which the person sits who has to act: 0 below, 1 left, 2 above, 3 right."""
    echo: Echo | None = None


def ring_drawn(view: TableView, table: Table, asking: Asking | None, said: str = "") -> RingDrawn:
    """The ring with everything on it, spun as this device keeps it; `said` is written along it."""
    names = tuple(seat.name for seat in view.seats)
    stayed = _stayed(names, table.players)
    spin = round((habits().spin / SPINS + stayed) * drawing.STEPS * len(names)) if names else 0
    ring = drawing.ring(len(names), view.clockwise, spin)
    chairs = _chairs(view, table, ring, asking)
    actor = _actor(view, asking)
    spot = ring.seats[names.index(actor)] if actor in names else None
    return RingDrawn(
        width=drawing.WIDTH,
        height=drawing.HEIGHT,
        chairs=chairs,
        gaps=_gaps(view, ring, names),
        arrows=ring.arrows,
        links=tuple(ring.line(names.index(a), names.index(b)) for a, b in view.links if {a, b} <= {*names} and a != b),
        piles=tuple(Pile(pile, icon(pile.icon)) for pile in view.piles),
        centre=_mark(view.centre) if view.centre else None,
        clockwise=view.clockwise,
        arrow_label=view.arrow_label,
        out=view.out,
        radii=drawing.radii(len(names)),
        spin=spin % (drawing.STEPS * len(names)) if names else 0,
        stayed=round(stayed, 4),
        quarter=spot.quarter if spot else 0,
        echo=_echo(said, chairs, spot.angle) if said and spot else None,
    )


def _stayed(names: Sequence[str], first: Sequence[str]) -> float:
    """The part of a turn by which the ring has to turn so that those who are left sit about where they sat at first.

    The mean way from where each would be drawn to their first chair, as on a clock; who changed places cancels out.
    """
    ways = [first.index(name) / len(first) - k / len(names) for k, name in enumerate(names) if name in first]
    mean = sum(cmath.exp(2j * math.pi * way) for way in ways)
    return cmath.phase(mean) / (2 * math.pi) if abs(mean) > 1e-9 else 0.0


def _actor(view: TableView, asking: Asking | None) -> str:
    """Who has to act: who is asked to decide, else who is asked, else whose turn it is; nobody where all fill in."""
    if asking is not None and (asking.player or not asking.is_start):
        return asking.player
    asked = next((seat.name for seat in view.seats if seat.is_asked), "")
    return asked or next((seat.name for seat in view.seats if seat.is_turn), "")


def _echo(said: str, chairs: Sequence[Chair], angle: float) -> Echo:
    """The prompt with the names as they stand on the plates, in letters that let it fit."""
    for chair in sorted(chairs, key=lambda chair: -len(chair.seat.name)):
        said = said.replace(chair.seat.name, chair.short)
    fits = min(drawing.ECHO_LARGE, drawing.ECHO_MOST / max(drawing.text_width(said), 1.0))
    if fits < drawing.ECHO_SMALL:
        fits, said = drawing.ECHO_SMALL, drawing.cut(said, drawing.ECHO_MOST / drawing.ECHO_SMALL)
    return Echo(said, round(fits, 1), round((angle + 180) % 360, 1))


def _chairs(view: TableView, table: Table, ring: drawing.Ring, asking: Asking | None) -> tuple[Chair, ...]:
    names = tuple(seat.name for seat in view.seats)
    width, _, scale = drawing.plate(len(names))
    room = (width / scale - 14) / NAME_SIZE
    short = drawing.short_names(names, room)
    stands_for = {option.choice.player: option for option in reversed(asking.main_options)} if asking else {}
    won = table.ended.winners if table.ended else ()
    return tuple(
        Chair(
            f"seat-{table.players.index(seat.name) if seat.name in table.players else k}",
            seat,
            ring.seats[k],
            short[k],
            tuple(_mark(badge) for badge in seat.badges),
            stands_for.get(seat.name),
            seat.name in won,
        )
        for k, seat in enumerate(view.seats)
    )


def _gaps(view: TableView, ring: drawing.Ring, names: tuple[str, ...]) -> tuple[Gap, ...]:
    return tuple(
        Gap(f"gap-{k}", ring.gaps[k], tuple(map(_mark, badges)), (names[k], names[(k + 1) % len(names)]))
        for k, badges in enumerate(view.gaps)
        if badges
    )


def _mark(badge: Badge) -> Mark:
    return Mark(badge, icon(badge.icon, badge.kind))
