"""The club to everything else: one protocol, and the one line that imports it.

Several hosts of a club serve the same games. Besides the log (`companion.store.base`) they have texts under names in
common, each changed by one host at a time, and know of each other. How is told in `companion.club` alone, which is
there or not: a house has none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from companion.store.base import Store

if TYPE_CHECKING:
    from companion.store.seals import Chain
    from companion.store.sqlite_queries import Onlooker

URL = "COMPANION_DATABASE_URL"


class Host(NamedTuple):
    """One running host of a club: an id of this very process, and where browsers find it (https: empty where it is
    not served)."""

    id: str
    url: str
    https: str = ""


class Standing(NamedTuple):
    """Condition of one host of a club, for whoever looks after it.

    Its address, since when it runs (ISO, UTC), for how many seconds it has said nothing, and True if it counts as
    alive.
    """

    url: str
    since: str
    silent: float
    lives: bool


class Shared(Protocol):
    """Every method may raise a `StoreFault`. A text that is not there is empty, and one made empty is gone."""

    def text(self, name: str) -> str:
        """Return the text under a name as it is now."""

    def change(self, name: str, work: Callable[[str], str]) -> None:
        """Put what `work` makes of a text in its place. No other host reads it to change it meanwhile."""

    def watch_texts(self, heard: Callable[[str], None]) -> None:
        """Have `heard` called, from another thread, with the name of every text that anybody has changed; or with
        `EVERYTHING`."""

    @property
    def hears(self) -> bool:
        """True if a change of any text would be heard at once."""

    def now(self) -> float:
        """Seconds since 1970 by the clock that all hosts have in common; asks nobody."""

    def beat(self, host: Host) -> list[Host]:
        """Say that this host lives; all that have said so lately, itself among them, those that began first, first."""

    def lives(self, ident: str) -> bool:
        """Return True if a host has reported lately."""

    def leave(self, ident: str) -> None:
        """Record that a host ends."""


class SharedText:
    """One text of a club, under its name."""

    def __init__(self, shared: Shared, name: str) -> None:
        self._shared, self.name = shared, name

    def read(self) -> str:
        """As it is now."""
        return self._shared.text(self.name)

    def change(self, work: Callable[[str], str]) -> None:
        """Put what `work` makes of it in its place."""
        self._shared.change(self.name, work)


class Duties(Protocol):
    """Record of a game's referee, kept where its memory is not: who holds that memory, whether cards were shown, and
    what the table decided. The hosts of a club keep it together, a tablet alone beside its games."""

    def take(self, game: str) -> bool:
        """Take the memory of a game's referee if no other live home has it; return True if this home has it now.

        Raise a `StoreFault` if that cannot be told.
        """

    def mark(self, game: str) -> bool:
        """Note that cards were shown here; False where another home has taken over meanwhile."""

    def has_shown(self, game: str) -> bool:
        """Return True if cards were shown to a referee of this game, anywhere."""

    def is_elsewhere(self, game: str) -> bool:
        """Return True if another live home holds the memory, as far as was heard."""

    def shows_all(self, game: str) -> bool:
        """Return True if the table shows every deal, draw and exchange."""

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed."""

    def forget(self, game: str) -> None:
        """Drop everything about a table that was forgotten."""


class Member(Protocol):
    """Membership of this host in the club."""

    hosts: Sequence[Host]
    """All live ones, itself included, as last heard."""

    @property
    def duties(self) -> Duties:
        """The referees' memories, of which one host at a time holds each."""

    def begin(self, also: Callable[[bool], None]) -> None:
        """Say that it lives, at once and then every so often; each time `also` is told whether it was heard. Raise a
        `StoreFault` the first time."""

    def close(self) -> None:
        """Leave, so that the others know at once."""


@runtime_checkable
class Club(Store, Shared, Protocol):
    """The log of a club and what its hosts have in common."""

    def chains(self) -> list[Chain]:
        """Return the chain of seals of every game."""

    def member(self, url: str, https: str = "") -> Member:
        """Return this host as one of the club's, found at these addresses; it begins when it is told to."""


def _room() -> ModuleType:
    return import_module("companion.club")


def packages() -> tuple[str, ...]:
    """Return the names of the packages that a club needs besides those of a house."""
    found: tuple[str, ...] = _room().PACKAGES
    return found


def database() -> Club | None:
    """Return the club's database, or None if none is named. Raise a `StoreFault` if it cannot be reached."""
    url = os.environ.get(URL, "").strip()
    made: Club | None = _room().opened(url, URL) if url else None
    return made


def hosts() -> list[Standing] | None:
    """Return the hosts of the club, or None if no database is named. Only reads. Raise a `StoreFault`."""
    url = os.environ.get(URL, "").strip()
    found: list[Standing] | None = _room().standing(url, URL) if url else None
    return found


def onlooker(path: Path) -> Onlooker | Club:
    """Open the club's database, else the file of a house that may be in use; for reading only."""
    from companion.store.sqlite_queries import Onlooker

    return database() or Onlooker(path)


def opened(path: Path) -> Store:
    """Open the club's database, else the file."""
    from companion.store.sqlite import SQLiteStore

    return database() or SQLiteStore(path)
