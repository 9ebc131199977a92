"""What one touch of the ring puts right, drawn: where to touch, and what would be otherwise then."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.view import Grip, TableView
from companion.web.pages.icons import icon
from companion.web.pages.table import geometry
from companion.web.pages.table.prompts import dumps
from companion.web.pages.table.ring import RingDrawn

WAY = (geometry.CENTRE[0], geometry.CENTRE[1] + geometry.TRACK[1])
"""Where the direction is touched: the arrow below the piles."""
PILE_APART, PILE_ABOVE, PILE_BELOW = 170.0, 340.0, 606.0
"""From one pile to the next, and where a card is put on and taken off, as `_ring.svg` draws the piles."""
GRIP_INSIDE, GRIP_APART = 18.0, 92.0
"""How far within the outer edge of a plate lies what is touched on it, and how far the next; plates stand upright
on this drawing."""


@dataclass(frozen=True, slots=True)
class GripDrawn:
    """A place to touch: where it lies, what it shows, what it changes in a sentence, and the correction as JSON."""

    x: float
    y: float
    sign: str
    icon: str
    label: str
    said: str
    at: str = ""
    lays: str = ""
    """What is laid there or lies there, where it can be dragged: alike for all places it can lie in."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """The correction, as JSON, that brings what lies here to another place, by that place."""


class Touched(NamedTuple):
    """Effect of one touch: the change, in a sentence, and what could be touched then."""

    changes: str
    after: Callable[[], tuple[Grip, ...]]


def grips_drawn(
    grips: tuple[Grip, ...], view: TableView, ring: RingDrawn, action: Callable[[Grip], dict[str, object]],
    touched: Callable[[Grip], Touched],
) -> tuple[GripDrawn, ...]:  # fmt: skip
    """Every place to touch that the drawing has."""
    used: Counter[str] = Counter()
    found = []
    for grip in grips:
        where = _where(grip, view, ring, used[f"{grip.place} {grip.at}"])
        if where is None:
            continue
        used[f"{grip.place} {grip.at}"] += 1
        now = touched(grip)
        # Where what this grip takes away can be laid.
        moves = (
            {
                one.at: dumps(action(one))
                for one in now.after()
                if _kind(one) == _kind(grip) and one.sign == "+" and one.at != grip.at
            }
            if _kind(grip) and grip.sign == "-"
            else {}
        )
        said = dumps(action(grip))
        found.append(GripDrawn(*where, grip.sign, icon(grip.icon), now.changes, said, grip.at, _kind(grip), moves))
    return tuple(found)


def spares_drawn(drawn: tuple[GripDrawn, ...], view: TableView, ring: RingDrawn) -> tuple[GripDrawn, ...]:
    """Return the places to which something can only be brought from another: all of its kind lie on the table."""
    laid = {(one.lays, one.at) for one in drawn if one.sign == "+"}
    found: dict[tuple[str, str], GripDrawn] = {}
    for one in drawn:
        place, _, icon_ = one.lays.partition(" ")
        for at in one.moves:
            where = _where(Grip("gap" if place == "gap" else "seat", at, "+", icon_, {}), view, ring, 0)
            if where is not None and (one.lays, at) not in laid:
                found[one.lays, at] = GripDrawn(*where, "+", icon_, "", "", at, one.lays)
    return tuple(found.values())


def _kind(grip: Grip) -> str:
    return f"{grip.place} {grip.icon}" if grip.place in ("gap", "seat") and grip.sign else ""


def _where(grip: Grip, view: TableView, ring: RingDrawn, before: int) -> tuple[float, float] | None:
    if grip.place == "way":
        return WAY
    if grip.place == "pile":
        piles = [pile.icon for pile in view.piles]
        if grip.at not in piles:
            return None
        x = geometry.CENTRE[0] + (piles.index(grip.at) - (len(piles) - 1) / 2) * PILE_APART
        return (x, PILE_ABOVE if grip.sign == "+" else PILE_BELOW)
    if grip.place == "gap":
        gap = geometry.ring(len(view.seats), view.clockwise, ring.spin).gaps[int(grip.at)]
        return (gap.x, gap.y)
    chair = next((one for one in ring.chairs if one.seat.name == grip.at), None)
    if chair is None:
        return None
    spot = chair.spot
    along, down = spot.x - geometry.CENTRE[0], spot.y - geometry.CENTRE[1]
    if abs(along) < spot.width / 2 and down < 0:  # above the table: over the plate, where no gap is
        return (spot.x + before * GRIP_APART, spot.top - GRIP_INSIDE)
    side = math.copysign(spot.width / 2 - GRIP_INSIDE, along)
    return (round(spot.x + side, 1), round(spot.y + spot.height / 3 - before * GRIP_APART, 1))
