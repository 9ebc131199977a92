"""Names that change at the table: the twin's name of a player, and the one the companion was last told."""

from __future__ import annotations

from typing import TypeVar, cast

T = TypeVar("T")


class Aliases:
    """Both ways between the twin's names and the companion's, in anything JSON can say."""

    def __init__(self) -> None:
        self.told: dict[str, str] = {}
        self._meant: dict[str, str] = {}

    def rename(self, player: str, name: str) -> None:
        """Record that the companion is told to call this player `name` from now on."""
        self.told[player] = name
        self._meant[name] = player

    def outward(self, thing: T) -> T:
        """Return `thing` with the names that the companion was told."""
        return _named(thing, self.told) if self.told else thing

    def inward(self, thing: T) -> T:
        """Return `thing` with the twin's names, whatever the names were when it was said."""
        return _named(thing, self._meant) if self._meant else thing


def _named(thing: T, names: dict[str, str]) -> T:
    found: object = thing
    if isinstance(thing, str):
        found = names.get(thing, thing)
    elif isinstance(thing, (list, tuple)):
        found = [names.get(item, item) if isinstance(item, str) else _named(item, names) for item in thing]
    elif isinstance(thing, dict):
        found = {names.get(key, key): _named(value, names) for key, value in thing.items()}
    return cast(T, found)
