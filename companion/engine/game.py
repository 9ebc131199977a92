"""What a game is given: who sits down, and what has happened so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.facts import Setting
from companion.engine.history import Entry
from companion.engine.state import Table


@dataclass(frozen=True, slots=True)
class Setup:
    """The first line of a playthrough: who plays, who starts, what the table decided."""

    players: tuple[str, ...]
    first: str
    options: Mapping[str, Setting] = field(default_factory=dict)
    deck: str = ""


Past = tuple[Entry, Table]
"""An entry that stands, and the table after it."""
