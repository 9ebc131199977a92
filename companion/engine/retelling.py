"""What a game can tell of itself afterwards, for its film: who turned whom, what everybody could know when, feats.

All of it comes from what was public and from the roles entered at the end. A screen, a sheet or a statistic shows it
without knowing the game. Names are those people have at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Bond:
    """Link of the tree: a player became `role` through `by`, which is empty where the table does not know."""

    player: str
    by: str = ""
    role: str = ""
    is_root: bool = False
    """Whether it all began with them."""
    number: int = 0
    """The entry at which it happened, by what people say; 0 where nobody knows."""
    when: str = ""
    """What they say of when it was, in words."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Public observation at an entry, with the roles of a player that fit it and those that do not.

    It speaks of the player as of that moment, and of what was recorded, never of what people said or meant.
    """

    number: int
    player: str
    text: str
    fits: tuple[str, ...]
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feat:
    """Something countable a player did; `key` names its sentences (`awards.KEY.…` of the game's words)."""

    key: str
    player: str
    count: int
    is_record: bool = False
    """Whether the greatest counts over several games, not the sum."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The tale of a game as far as it has been played.

    `counts`: it came to an end that counts in statistics (one that was abandoned does not).
    """

    counts: bool
    bonds: tuple[Bond, ...] = ()
    clues: tuple[Clue, ...] = ()
    feats: tuple[Feat, ...] = ()
    doubts: tuple[str, ...] = ()
    """What people say afterwards that goes with the record, or with one another, only in part."""


Roll = Callable[[], float]
"""Chance that is handed in: a number from 0 to 1, another one each time."""


class Moment(NamedTuple):
    """What could be known after an entry: in how many worlds, and how likely each role of each player was.

    `views`: for everybody together (the empty name) and for each seat that also knew what it was itself, how likely
    each player is the root of it all, then how likely each is turned. `error` is the greatest standard error.
    """

    number: int
    worlds: int
    views: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]]
    error: float


class Hindsight(NamedTuple):
    """The same for a whole game that is over; `doubted`: entries that cannot have been lawful as they were told."""

    players: tuple[str, ...]
    roles: tuple[str, str]
    """What the root of it all is, and what those are who were turned."""
    moments: tuple[Moment, ...]
    is_exact: bool
    error: float
    doubted: tuple[int, ...] = ()
