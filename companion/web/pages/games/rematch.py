"""The start of a game after another: the same people, who starts next, what the evening says so far, somebody late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.service.live.games import Snapshot
from companion.service.people import evening
from companion.service.people.evening import Again, Standings
from companion.store.base import GameInfo, StoreFault
from companion.web.server.context import tables

LOT = "lot"
"""What the form says instead of a row where the first player is drawn by lot."""
MOST_CHIPS = 24


class Seating(NamedTuple):
    """A name of another evening that is offered as a chip."""

    name: str
    do: str


class LastTime(NamedTuple):
    """The game that was played last, and who sat there."""

    game: str
    players: tuple[str, ...]


def last_time(fewest: int, most: int) -> LastTime | None:
    """Return the last game in which something was played, if this box can be played by as many people."""
    for heading in tables().headings():
        if heading.version > 1 and fewest <= len(heading.players) <= most:
            return LastTime(heading.id, heading.players)
    return None


def place_of(k: int, seats: int) -> str:
    """Return the place of seat k of `seats` in a drawing of two columns: the first below, then clockwise, as at the
    table."""
    rows = (seats - 1) // 2 + 1 + (seats % 2 == 0)
    if k == 0:
        return f"middle row-{rows}"
    if 2 * k == seats:
        return "middle row-1"
    return f"left row-{rows - k}" if 2 * k < seats else f"right row-{rows - (seats - k)}"


def again_of(game: str, is_late: bool) -> Again | None:
    """Return what the next game takes over from this one; None if there is no such game, or it cannot be read."""
    try:
        return evening.again(tables(), game, moves_on=not is_late) if game else None
    except StoreFault:
        return None


def chips(remembered: Sequence[str], names: Sequence[str]) -> tuple[Seating, ...]:
    """Return the people of other evenings who do not sit here yet."""
    here = {name.casefold() for name in names}
    away = [name for name in remembered if name.casefold() not in here]
    return tuple(Seating(name, f"seat.{name}") for name in away[:MOST_CHIPS])


def seated(names: Sequence[str], name: str, most: int) -> tuple[str, ...]:
    """Return the rows with one more person: in the first empty one, else in a new one."""
    rows = list(names)
    if name.casefold() in {kept.casefold() for kept in rows}:
        return tuple(rows)
    if "" in rows:
        rows[rows.index("")] = name
    elif len(rows) < most:
        rows.append(name)
    return tuple(rows)


def standings_of(players: Sequence[str]) -> Standings | None:
    """Return the wins of these people this evening; None before the first game was won."""
    found = evening.standings(tables(), players, tables().clock()) if players else None
    return found if found and found.games else None


def sorted_for(seen: Snapshot) -> GameInfo | None:
    """Return the game for which the cards of this box were sorted last; None if that is not known."""
    others = (one for one in tables().headings() if one.id != seen.id and one.game == seen.title.game.slug)
    return next(others, None) if seen.version == 1 else None


def has_begun(game: str) -> bool:
    """Return True if something was played in a game; False if it cannot be read."""
    try:
        return tables().playing(game).version > 1
    except StoreFault:
        return False


def put_away(game: str) -> None:
    """Archive a game whose set-up is repeated, because somebody comes or goes."""
    try:
        if game:
            tables().label(game, archived=True)
    except StoreFault:
        return
