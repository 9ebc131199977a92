"""Which card is held out to a camera: one tag close to it, and no other nearly as close. All else is nobody's business.

A printed tag is 12 mm wide. A camera that sees an angle `a` from side to side sees 2 * d * tan(a / 2) millimetres at
the distance `d`: the tag takes 12 / (2 * d * tan(a / 2)) of the picture's longer side. `CLOSE` of it is a distance of

* 29 cm for a webcam of 70 degrees, 35 cm for a phone of 60, 24 cm for a wide lens of 80;
* a hand held before its owner, 45 cm and more from a tablet on the table, shows its tags at 0.019 or less;
* the farthest tag that can be read at all (13 of 1,920 pixels) is at 1.27 m: 0.007.

Closer than about 20 cm a lens that cannot focus blurs a tag more than can be read, so that `CLOSE` must not ask for it.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from companion.engine.deck import Copy
    from companion.scan.reader import Reading
    from companion.service.referee.scan_service import ScanResult

CLOSE = 0.03
"""Of the picture's longer side: a tag at least so wide is held out to the camera."""
FAR = 0.5
"""Of the closest tag's width: others must look smaller, so be twice as far away, which cards of one fan never are."""

Where = Literal["nothing", "far", "several", "unread", "held"]


class Held(NamedTuple):
    """Card held out to the camera. `copy` is set only if `where` is `held`: one card, close by, and read."""

    where: Where
    copy: Copy | None = None


def held_out(looked: ScanResult) -> Held:
    """Return the one card held out in a picture, or why there is none; nothing about any other card."""
    sight, whole = looked.sight, max(looked.width, looked.height, 1)
    tags = sorted((*sight.cards, *sight.unread), key=_width, reverse=True)
    if not tags:
        return Held("several" if sight.unknown else "nothing")
    closest = _width(tags[0])
    if closest < CLOSE * whole:
        return Held("far")
    if sight.unknown or any(_width(tag) >= FAR * closest for tag in tags[1:]):
        return Held("several")
    return Held("held", tags[0].copy) if tags[0].copy else Held("unread")


def _width(tag: Reading) -> float:
    """Pixels along its longest side: a card that is tipped shortens the others only."""
    return max(dist(one, other) for one, other in zip(tag.corners, (*tag.corners[1:], tag.corners[0]), strict=True))
