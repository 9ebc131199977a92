"""The list of games, a stretch at a time: a house of ten thousand games is not sent to whoever opens the start page."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.actions import Malformed
from companion.store.base import GameInfo, Mark
from companion.web.server.context import tables

LONGEST_PLACE = 120
"""Letters of a place in the list."""


class Listing(NamedTuple):
    """Some games, the ones changed last first, and the place where the list goes on; empty at its end."""

    headings: list[GameInfo]
    next: str


def listing(most: int, before: str = "", archived: bool | None = None) -> Listing:
    """List games from a place on, which an earlier answer gave. Raise `Malformed` for what can be none."""
    mark = None
    if before:
        if len(before) > LONGEST_PLACE or not (before.isascii() and before.isprintable()):
            raise Malformed("malformed.text", field="before")
        changed, _, ident = before.partition(",")
        mark = Mark(changed, ident)
    found = tables().newest(most + 1, mark, archived)
    shown = found[:most]
    return Listing(shown, f"{shown[-1].changed},{shown[-1].id}" if len(found) > most else "")
