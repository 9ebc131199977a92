"""What a store is: games by id, each with its entries in order. Nothing is changed or taken away, save by `forget`.

The number of an entry is the lock: whoever appends says which entry came last as far as they know, and is told
`Overtaken` when another was faster. An action id makes a retry harmless: the same id is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.table.history import Entry

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
    """What was written can no longer be read as it was written."""


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
class Heading:
    """What the list of games shows: `glance` is a small JSON object (players, status) that can be worked out anew.

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


@dataclass(frozen=True, slots=True)
class Salvage:
    """A damaged file was kept aside: where it lies, what was wrong, which games came over whole or cut short."""

    kept: str
    fault: str
    whole: tuple[str, ...] = ()
    short: tuple[tuple[str, int], ...] = ()
    lost: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Kept:
    """What is left of a game after something in it was forgotten: all its rows, its name and its glance."""

    rows: Sequence[Row]
    name: str
    glance: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """That something was forgotten: when, how many games were taken away whole, how many changed. Never what."""

    at: str
    removed: int
    changed: int


class Store(Protocol):
    """Where entries are kept. Every method may raise a `StoreFault`; `append` answers only once its rows are safe."""

    @property
    def salvages(self) -> Sequence[Salvage]:
        """What happened to damaged files since the store was opened, oldest first."""

    def open(self, heading: Heading, rows: Sequence[Row]) -> None:
        """A new game with its first entries, all or none. Raises `Repeated` where the id or the origin is taken."""

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """These entries, all or none, after the ones there are."""

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """The entries of a game after entry `after`, one of its own; from the first on where that is 0."""

    def headings(self) -> list[Heading]:
        """Every game, the one changed last first."""

    def heading(self, game: str) -> Heading:
        """One game's heading."""

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> Heading:
        """Give a game a name, or put it away or back; None leaves it as it is."""

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good (None), or replace what is kept of them; all of it or nothing, and written down."""

    def forgotten(self) -> list[Forgotten]:
        """When something was forgotten, oldest first."""

    def renew(self, fault: str) -> Salvage | None:
        """What can be read goes into a fresh file, the damaged one is kept aside. None where there is no file."""

    def watch(self, heard: Callable[[str], None]) -> bool:
        """Have `heard` called, from another thread, with the id of every game that anybody has written in.

        Or with `EVERYTHING`, or with `FORGOTTEN` before an id. False where nobody else can write: nothing is heard.
        """

    def close(self) -> None:
        """Write what is under way and let go of the file."""


def follows(rows: Iterable[Row], last: int) -> bool:
    """Whether these entries are numbered without a gap after `last`."""
    return all(row.entry.number == last + k for k, row in enumerate(rows, 1))
