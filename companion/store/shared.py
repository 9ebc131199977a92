"""What the hosts of one club have in common besides the log: texts under names, each changed by one host at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable


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


@runtime_checkable
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
