"""What a game can tell of itself afterwards, for its film: who turned whom, what everybody could know when, feats.

All of it comes from what was public and from the roles entered at the end. A screen, a sheet or a statistic shows it
without knowing the game. Names are those people have at the end.
"""

from __future__ import annotations

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


class Moment(NamedTuple):
    """What could be known after an entry: in how many worlds, and how likely each player is the root of it all, and
    how likely turned."""

    number: int
    worlds: int
    root: tuple[float, ...]
    turned: tuple[float, ...]


class Hindsight(NamedTuple):
    """The same for a whole game that is over, as everybody saw it or one seat.

    `is_exact`: every world was followed to the end. `doubted`: entries that cannot have been lawful as they were told.
    """

    players: tuple[str, ...]
    roles: tuple[str, str]
    """What the root of it all is, and what those are who were turned."""
    moments: tuple[Moment, ...]
    is_exact: bool
    doubted: tuple[int, ...] = ()
