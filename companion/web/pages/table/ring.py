"""The ring as the pages draw it: chairs, gaps, piles, arrows, and the line of writing for those across the table."""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import NamedTuple

from companion.engine import ring_line
from companion.engine.scripts import text_width
from companion.engine.state import Table
from companion.engine.view import Badge, PileView, SeatView, TableView
from companion.web.auth.device_settings import SPINS
from companion.web.pages.base import device_settings, pages
from companion.web.pages.icons import icon
from companion.web.pages.table import frame, geometry
from companion.web.pages.table.board import Tile, tiles
from companion.web.pages.table.plates import (
    MARGIN,
    TOKEN,
    PlateName,
    both_names,
    reads_otherwise,
    token_places,
    usual_count,
)
from companion.web.pages.table.prompts import Asking, Option
from companion.web.server.context import figures


class Mark(NamedTuple):
    """A badge with the drawing it is shown by."""

    badge: Badge
    icon: str

    @property
    def is_underlined(self) -> bool:
        """True if its number would read as another one from across the table."""
        return self.badge.count is not None and reads_otherwise(self.badge.count)

    @property
    def width(self) -> int:
        """Units of the drawing that it takes on a plate: a square, and beside it pips or a number."""
        return TOKEN if self.badge.count is None else 76 if self.badge.count <= 2 else 96


class Drawn(NamedTuple):
    """A person's figure by the names of its icon and of its colour (`plates.css`)."""

    drawing: str
    colour: str


class Chair(NamedTuple):
    """A seat on the drawing, and the choice it stands for in the question asked now."""

    id: str
    seat: SeatView
    spot: geometry.SeatSpot
    name: PlateName
    brief: PlateName
    """The name on larger screens, and what a phone has room for."""
    figure: Drawn
    """The drawn figure and the colour of this person: what they chose, or their own for this game."""
    tells_cards: bool
    """Whether they hold another number of cards than most."""
    marks: tuple[Mark, ...]
    option: Option | None
    won: bool

    @property
    def is_underlined(self) -> bool:
        """True if the number of cards would read as another one from across the table."""
        return reads_otherwise(self.seat.cards)


@pages.app_template_global("tokens_on")
def tokens_on(
    spot: geometry.SeatSpot, cards: int | None, marks: Sequence[Mark]
) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Return the scale and the places of the figure, the number of cards where it is said, and the marks.

    Asked by the plate itself, which is drawn anew only where something on it is otherwise.
    """
    held = [] if cards is None else [80 if cards > 9 else 62]
    return token_places([TOKEN, *held, *(mark.width for mark in marks)], spot.width / spot.scale - MARGIN)


class EmptyPlace(NamedTuple):
    """The place of somebody who has gone."""

    id: str
    name: str
    plate: PlateName
    brief: PlateName
    spot: geometry.SeatSpot
    slot: int
    is_safe: bool = False
    """Whether they got away."""


class Gap(NamedTuple):
    """Cards between two chairs."""

    id: str
    spot: geometry.GapSpot
    marks: tuple[Mark, ...]
    between: tuple[str, str]


APART, LARGEST = 170, 40
"""From the middle of one pile to that of the next; the largest type of their names (on a phone)."""


class Pile(NamedTuple):
    """A pile with the drawing of its back. `room`: how wide its name is drawn; 0 where that is as it comes."""

    pile: PileView
    icon: str
    room: int

    @property
    def is_underlined(self) -> bool:
        """True if its number would read as another one from across the table."""
        return reads_otherwise(self.pile.count)


class Echo(NamedTuple):
    """Question written once more along the ring, for those across the table from the player asked."""

    text: str
    size: float
    angle: float


class RingDrawn(NamedTuple):
    """The whole ring, ready to be drawn."""

    width: int
    height: int
    chairs: tuple[Chair, ...]
    gaps: tuple[Gap, ...]
    arrows: tuple[geometry.Arrow, ...]
    links: tuple[geometry.Line, ...]
    piles: tuple[Pile, ...]
    centre: Mark | None
    clockwise: bool
    arrow_label: str
    out: tuple[str, ...]
    safe: tuple[str, ...]
    """Who of them got away."""
    radii: tuple[float, float]
    spin: int
    stayed: float
    """The part of a turn in `spin` that this device did not choose."""
    quarter: int
    """The edge of the table at which the person sits who has to act: 0 below, 1 left, 2 above, 3 right."""
    echo: Echo | None = None
    line: ModuleType = ring_line
    """The table top and the line of the seats, in the units of the drawing."""
    slots: tuple[int, ...] = ()
    """Of each chair, its place among all that lie round the table."""
    empty: tuple[EmptyPlace, ...] = ()
    """The places of those who have gone."""
    board: tuple[Tile, ...] = ()
    """The rooms of a board, which then lie in the middle in place of the piles."""
    top: int = 0
    """The upper edge of what is shown of the drawing."""

    @property
    def asks_room(self) -> bool:
        """True if a room of the board is asked for."""
        return any(tile.option for tile in self.board)

    def is_turn_of(self, player: str) -> bool:
        """Return True if it is this player's turn, and no other player is asked."""
        turn = [chair.seat.name for chair in self.chairs if chair.seat.is_turn]
        return player in turn and not any(chair.seat.is_asked for chair in self.chairs)

    def figure(self, player: str) -> Drawn | None:
        """Return the figure of a player who sits on the ring; None for anybody else."""
        return next((chair.figure for chair in self.chairs if chair.seat.name == player), None)

    def called(self, player: str) -> str:
        """Return a player's name as it stands on their plate; the whole name of one who has none."""
        plates = {chair.seat.name: chair.name for chair in self.chairs} | {one.name: one.plate for one in self.empty}
        return plates[player].text if player in plates else player

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """Players who have gone and keep no place on the ring."""
        placed = {place.name for place in self.empty}
        return tuple(name for name in self.out if name not in placed)


def ring_drawn(
    view: TableView,
    table: Table,
    asking: Asking | None,
    said: str = "",
    around: Sequence[str] = (),
    reader: str = "",
) -> RingDrawn:
    """Return the ring with everything on it, spun as this device keeps it; `said` is written along it.

    `around`: all players who have a place, those who have gone included; without it the living share the whole ring.
    `reader`: the player whose own phone it is, who then sits at its bottom.
    """
    actor = _actor(view, asking)
    seats = (replace(one, is_asked=one.is_asked or (one.name == actor and not one.is_turn)) for one in view.seats)
    view = replace(view, seats=tuple(seats))
    names = tuple(seat.name for seat in view.seats)
    everybody = tuple(around) if tuple(name for name in around if name in names) == names else names
    many = len(everybody)
    # The mean way from where each would be drawn to their first chair; changes of places cancel out.
    ways = [
        table.players.index(name) / len(table.players) - k / len(everybody)
        for k, name in enumerate(everybody)
        if name in table.players
    ]
    mean = sum(cmath.exp(2j * math.pi * way) for way in ways)
    stayed = cmath.phase(mean) / (2 * math.pi) if abs(mean) > 1e-9 else 0.0
    spin = round((device_settings().spin / SPINS + stayed) * geometry.STEPS * many) if names else 0
    if reader in everybody:
        spin = -geometry.STEPS * everybody.index(reader)
    persons = {seat.name: seat.person for seat in view.seats}
    if view.rooms and names:
        whole = frame.frame(persons_around(everybody, persons), spin)
    else:
        whole = geometry.ring(many, view.clockwise, spin)
    slots = tuple(everybody.index(name) for name in names)
    ring = geometry.Ring(tuple(whole.seats[k] for k in slots), tuple(whole.gaps[k] for k in slots), whole.arrows)
    chairs = _chairs(view, table, ring, asking, many)
    spot = ring.seats[names.index(actor)] if actor in names else None
    is_alone = len({*persons.values()}) == 1 and any(persons.values())
    quarter = spot.quarter if spot else 0
    return RingDrawn(
        width=geometry.WIDTH,
        height=round(frame.HIGH) if view.rooms else geometry.HEIGHT,
        chairs=chairs,
        gaps=tuple(
            Gap(f"gap-{k}", ring.gaps[k], tuple(map(_mark, badges)), (names[k], names[(k + 1) % len(names)]))
            for k, badges in enumerate(view.gaps)
            if badges
        ),
        arrows=ring.arrows[1::2] if len(view.piles) > 2 else ring.arrows,  # three piles cover those beside them
        links=tuple(ring.line(names.index(a), names.index(b)) for a, b in view.links if {a, b} <= {*names} and a != b),
        piles=tuple(
            Pile(pile, icon(pile.icon), APART - 8 if text_width(pile.label) * LARGEST > APART else 0)
            for pile in view.piles
        ),
        centre=_mark(view.centre) if view.centre else None,
        clockwise=view.clockwise,
        arrow_label=view.arrow_label,
        out=view.out,
        safe=table.safe,
        radii=geometry.radii(many),
        spin=spin % (geometry.STEPS * many) if names else 0,
        stayed=round(stayed, 4),
        quarter=quarter,
        echo=_echo(said, chairs, spot.angle) if said and spot and not is_alone else None,
        slots=slots,
        empty=_empty(everybody, names, whole, table),
        board=_board(view, chairs, frame.middle(whole.seats), quarter, asking) if view.rooms else (),
        top=round(frame.TOP) if view.rooms else 0,
    )


def persons_around(everybody: Sequence[str], persons: Mapping[str, str]) -> tuple[str, ...]:
    """Return who plays each plate; of one that has gone, the neighbour who has fewer."""
    found, many = [persons.get(name, "") for name in everybody], len(everybody)
    for k in (k for k in range(many) if not found[k]):
        near = (next(filter(None, (found[(k + way * by) % many] for by in range(1, many))), "") for way in (-1, 1))
        found[k] = min(near, key=found.count)
    return tuple(found)


def _board(
    view: TableView, chairs: Sequence[Chair], box: frame.Box, quarter: int, asking: Asking | None
) -> tuple[Tile, ...]:
    own = {chair.seat.name: (chair.figure.drawing, chair.figure.colour) for chair in chairs}
    options = {option.choice.room: option for option in reversed(asking.main_options)} if asking else {}
    return tiles(view.rooms, box, lambda player: own.get(player, ("", "")), icon, quarter, options)


def _empty(
    everybody: Sequence[str], names: Sequence[str], whole: geometry.Ring, table: Table
) -> tuple[EmptyPlace, ...]:
    called = _called(table, everybody, len(everybody))
    return tuple(
        EmptyPlace(f"empty-{table.players.index(name)}", name, *called[name], whole.seats[k], k, name in table.safe)
        for k, name in enumerate(everybody)
        if name not in names and name in table.players
    )


def _called(table: Table, names: Sequence[str], many: int) -> dict[str, tuple[PlateName, PlateName]]:
    """Return how everybody is called on `many` plates, on the table and on a phone: the same as long as they play."""
    width, _, scale = geometry.plate(many)
    everybody = tuple(dict.fromkeys((*table.players, *names)))
    return dict(zip(everybody, zip(*both_names(everybody, width / scale), strict=True), strict=True))


def _actor(view: TableView, asking: Asking | None) -> str:
    """Return the player who has to decide, else who is asked, else the turn player; none if all fill in."""
    if asking is not None and (asking.player or not asking.is_start):
        return asking.player
    asked = next((seat.name for seat in view.seats if seat.is_asked), "")
    return asked or next((seat.name for seat in view.seats if seat.is_turn), "")


def _echo(said: str, chairs: Sequence[Chair], angle: float) -> Echo:
    """Return the prompt with the names as they stand on the plates, in letters that let it fit."""
    for chair in sorted(chairs, key=lambda chair: -len(chair.seat.name)):
        said = said.replace(chair.seat.name, chair.name.text)
    fits = min(geometry.ECHO_LARGE, geometry.ECHO_MOST / max(text_width(said), 1.0))
    if fits < geometry.ECHO_SMALL:
        fits, said = geometry.ECHO_SMALL, geometry.cut(said, geometry.ECHO_MOST / geometry.ECHO_SMALL)
    return Echo(said, round(fits, 1), round((angle + 180) % 360, 1))


def _chairs(view: TableView, table: Table, ring: geometry.Ring, asking: Asking | None, many: int) -> tuple[Chair, ...]:
    names = tuple(seat.name for seat in view.seats)
    open_ = reversed(asking.main_options) if asking else ()
    stands_for = {one.choice.player: one for one in open_ if not (one.choice.player and one.choice.card)}
    called = _called(table, names, many)
    usual = usual_count([seat.cards for seat in view.seats])
    won = table.ended.winners if table.ended else ()
    places = [table.players.index(seat.name) if seat.name in table.players else k for k, seat in enumerate(view.seats)]
    own = [Drawn(f"p{one.drawing}", f"p{one.colour}") for one in figures().of(table.players or names)]
    return tuple(
        Chair(
            f"seat-{places[k]}",
            seat,
            ring.seats[k],
            *called[seat.name],
            own[places[k]],
            seat.cards != usual,
            tuple(_mark(badge) for badge in seat.badges),
            stands_for.get(seat.name),
            seat.name in won,
        )
        for k, seat in enumerate(view.seats)
    )


def _mark(badge: Badge) -> Mark:
    return Mark(badge, icon(badge.icon, badge.kind))
