"""What a store is: games by id, each with its entries in order. Nothing is changed or taken away, save by `forget`.

The number of an entry is the lock: whoever appends says which entry came last as far as they know, and is told
`Overtaken` when another was faster. An action id makes a retry harmless: the same id is written once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple, Protocol

from companion.engine.history import Entry

EVERYTHING = ""
"""Heard instead of a game's id when the line was down: anything may have changed."""
FORGOTTEN = "!"
"""Before a game's id: what was kept of it was replaced, or taken away."""


class StoreFault(Exception):
    """Something is wrong with the store. `key` and `blanks` name the sentence that says what."""

    def __init__(self, key: str, **blanks: object) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks


class Overtaken(StoreFault):
    """Another entry was written first; `last` is the number of the newest."""

    def __init__(self, last: int) -> None:
        super().__init__("store.overtaken", version=last)
        self.last = last


class Repeated(StoreFault):
    """An entry with this action id exists already, under `number`."""

    def __init__(self, number: int) -> None:
        super().__init__("store.repeated", version=number)
        self.number = number


class Unwritable(StoreFault):
    """The disk takes nothing at the moment (full, read-only, gone). What was written before can still be read."""


class Damaged(StoreFault):
    """Fault: what was written can no longer be read as it was written."""


class UnknownGame(StoreFault):
    """There is no game with this id."""

    def __init__(self, game: str) -> None:
        super().__init__("store.unknown-game", game=game[:60])


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as it is kept: with the action id of the device that sent it (empty where it sent none)."""

    entry: Entry
    action_id: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Heading of a game in the list. `glance` is the stored form of `players` and `status`; it can be derived anew.

    `origin` is the digest of the record the game was imported from, empty for one played here. Times are ISO, UTC.
    """

    id: str
    game: str
    name: str = ""
    archived: bool = False
    origin: str = ""
    opened: str = ""
    changed: str = ""
    version: int = 0
    glance: str = "{}"

    @property
    def players(self) -> tuple[str, ...]:
        """Players; none if that was not kept."""
        return glanced(self.glance).players

    @property
    def status(self) -> str:
        """Status of the game, in its own word; empty if that was not kept."""
        return glanced(self.glance).status

    @property
    def is_over(self) -> bool:
        """True if the game has come to its end."""
        return self.status == OVER


OVER = "ended"
"""The status of a game that has come to its end, whichever it is."""


class Glance(NamedTuple):
    """Part of a table that its heading keeps."""

    players: tuple[str, ...] = ()
    status: str = ""


def glance_of(players: Sequence[str], status: str) -> str:
    """Return the text in which a heading keeps players and status."""
    return json.dumps({"players": list(players), "status": status}, ensure_ascii=False)


@lru_cache(maxsize=2048)
def glanced(text: str) -> Glance:
    """Parse such a text; of a damaged one, whatever can be read."""
    try:
        thing = json.loads(text)
    except (ValueError, RecursionError):
        return Glance()
    if not isinstance(thing, dict):
        return Glance()
    players, status = thing.get("players"), thing.get("status")
    names = tuple(name for name in players if isinstance(name, str)) if isinstance(players, list) else ()
    return Glance(names, status if isinstance(status, str) else "")


class Mark(NamedTuple):
    """A place in the list of games: after the game that was changed then and has this id. The end of the list goes on
    from there whatever has come to its beginning meanwhile.
    """

    changed: str
    id: str


class Ends(NamedTuple):
    """First and last action of a game, which tell it from others of its length."""

    id: str
    first: Mapping[str, object]
    last: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Salvage:
    """A damaged file was kept aside: where it lies, what was wrong, which games came over whole or cut short."""

    kept: str
    fault: str
    whole: tuple[str, ...] = ()
    short: tuple[tuple[str, int], ...] = ()
    lost: tuple[str, ...] = field(default=())
    copied: tuple[tuple[str, int], ...] = ()
    """The games that were completed, or taken whole, from a copy, and how far."""

    def helped(self, copied: Mapping[str, int]) -> Salvage:
        """Return the report with these games completed from copies, to the lengths given."""
        short = tuple(one for one in self.short if one[0] not in copied)
        lost = tuple(game for game in self.lost if game not in copied)
        whole = tuple(game for game in self.whole if game not in copied)
        return replace(self, whole=whole, short=short, lost=lost, copied=tuple(copied.items()))


@dataclass(frozen=True, slots=True)
class Kept:
    """Rest of a game after something in it was forgotten: all its rows, its name and its glance."""

    rows: Sequence[Row]
    name: str
    glance: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Record that something was forgotten: when, how many games were deleted, how many changed. Never what."""

    at: str
    removed: int
    changed: int


class Store(Protocol):
    """Interface of a log of entries. Every method may raise a `StoreFault`; `append` returns only once its rows are
    safe."""

    @property
    def salvages(self) -> Sequence[Salvage]:
        """Reports on damaged files since the store was opened, oldest first."""

    def open(self, heading: GameInfo, rows: Sequence[Row]) -> None:
        """Begin a game with its first entries, all or none. Raise `Repeated` if the id or the origin is taken."""

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Append entries, all or none."""

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """Return the entries of a game after entry `after`; all of them if it is 0."""

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""

    def number_of(self, game: str, action_id: str) -> int | None:
        """Return the number of the entry sent under this id, or None."""

    def newest(self, most: int, after: Mark | None = None, archived: bool | None = None) -> list[GameInfo]:
        """Return at most `most` games from a place on in the list: all, only archived ones, or only those that are
        not."""

    def count(self, archived: bool | None = None) -> int:
        """Count the games: all, archived, or not."""

    def heading(self, game: str) -> GameInfo:
        """One game's heading."""

    def taken_in(self, origin: str) -> str:
        """Return the id of the game taken in from the record with this digest; empty if there is none."""

    def of_length(self, game: str, version: int) -> list[Ends]:
        """Return the ends of every game of this kind with this number of entries, without reading more of it."""

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> GameInfo:
        """Give a game a name, or put it away or back; None leaves it as it is."""

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good (None), or replace what is kept of them; all of it or nothing, and written down."""

    def forgotten(self) -> list[Forgotten]:
        """When something was forgotten, oldest first."""

    def renew(self, fault: str) -> Salvage | None:
        """Move what can be read to a fresh file and keep the damaged one aside. Return None if there is no file."""

    def watch(self, heard: Callable[[str, int], None]) -> bool:
        """Have `heard` called, from another thread, with the id of every game that anybody has written in, and the
        number of its newest entry (0 where it was not told).

        Or with `EVERYTHING`, or with `FORGOTTEN` before an id. False where nobody else can write: nothing is heard.
        """

    def must_take(self) -> None:
        """Raise an `Unwritable` where nothing could be written now."""

    def close(self) -> None:
        """Write what is under way and let go of the file."""


AHEAD = timedelta(days=1)
"""How far a clock may be ahead of ours: other time zones, and a little."""
NO_TIME = "2100"
"""What sorts from here on is no time of an evening, whatever our own clock says."""


def changed_at(at: str, now: datetime | None = None) -> str:
    """Return the time under which a game stands in the list: that of its newest entry, or now where that lies ahead.

    An entry may come from anywhere; one of the year 9999 would lead the list for ever.
    """
    now = now or datetime.now(UTC)
    return at if at <= (now + AHEAD).isoformat() else now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def follows(rows: Iterable[Row], last: int) -> bool:
    """Return True if these entries are numbered without a gap after `last`."""
    return all(row.entry.number == last + k for k, row in enumerate(rows, 1))
