"""Everything that can be *seen to happen* at a table, as a closed union of small values.

Facts are physical: cards move face up or face down, people change seats, somebody is asked. A game never adds
a fact; it reads them. A fact is never refused: the table is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.places import Place

Setting = str | int | bool

_SELDOM = {"seldom": True}
"""Of a field that most games leave as it is: it is written only where it says something."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The game begins: who sits where (clockwise), who starts, what this table decided, how the cards lie."""

    game: str
    players: tuple[str, ...]
    first: str
    options: Mapping[str, Setting]
    hands: int
    draw: int
    step: str


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The turn card lies in front of this player."""

    player: str


@dataclass(frozen=True, slots=True)
class StepBegan:
    """The turn player is at this step of the turn."""

    step: str


@dataclass(frozen=True, slots=True)
class DirectionTurned:
    """The arrow of the turn card points the other way."""

    clockwise: bool


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """`count` cards went from one place to another; `faces` are the slugs everybody saw (may be empty).

    `of` is their kind where a hand is counted by kind (weapons, tokens …): everybody sees the backs.
    """

    source: Place
    target: Place
    count: int = 1
    faces: tuple[str, ...] = ()
    of: str = field(default="", metadata=_SELDOM)


@dataclass(frozen=True, slots=True)
class CardsPassed:
    """Cards passed at once and unseen, one from each giver to the taker beside the name: an exchange, or a whole
    round."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards were shown: to all (`to` is None) with their faces, or to one player, and then only that it happened.

    `count` is how many cards were looked at; None is the whole hand.
    """

    owner: str
    to: str | None = None
    faces: tuple[str, ...] = ()
    count: int | None = None


@dataclass(frozen=True, slots=True)
class StackShuffled:
    """One pile was shuffled into another."""

    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class PlayersMoved:
    """The living sit in this order now, clockwise; gaps and what lies in them stay where they are."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrackSet:
    """A number kept for a player (empty: for the whole table) moved to `value`; None takes it off the table.

    `at`: it is kept for this place (a room, a pile) instead, and nobody is named.
    """

    track: str
    player: str
    value: int | None
    at: Place | None = field(default=None, metadata=_SELDOM)


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice fell for a player (empty: for the table); `about` says what they decide, `values` are the eyes, from 1.

    `pictures`: what the sides show, die by die, where they show no eyes; `values` are the numbers of the sides then.
    """

    player: str
    about: str
    values: tuple[int, ...]
    pictures: tuple[str, ...] = field(default=(), metadata=_SELDOM)


@dataclass(frozen=True, slots=True)
class Asked:
    """Question to a player, to be answered before play goes on.

    `about` is the card (or `exchange`) they answer; `by` is the player who aimed it at `to`. With `also` the players
    who are asked already still have to answer; without it only this one does.
    """

    about: str
    by: str
    to: str
    also: bool = field(default=False, metadata=_SELDOM)


@dataclass(frozen=True, slots=True)
class Settled:
    """End of a question: of all of them, or of this player's."""

    who: str = field(default="", metadata=_SELDOM)


ESCAPED = "escaped"
"""Why somebody left who is not dead: they got away."""


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A player left the game for this reason; the seat closes and the two gaps beside it become one."""

    player: str
    cause: str


@dataclass(frozen=True, slots=True)
class PlayerBack:
    """A player wrongly taken for eliminated sits down again, clockwise after `after`."""

    player: str
    after: str


@dataclass(frozen=True, slots=True)
class RoleShown:
    """A player's role is known to all."""

    player: str
    role: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player says aloud that something is so, and play stops until it is looked into; an empty claim is withdrawn."""

    player: str
    claim: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `winners` is empty where nobody won."""

    cause: str
    winners: tuple[str, ...]
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name was mistyped, or somebody took over a hand."""

    player: str
    to: str


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The table changed its mind about these questions."""

    options: Mapping[str, Setting]


@dataclass(frozen=True, slots=True)
class CountsSet:
    """The table counted: so many cards are in these piles and hands; `kinds`: (player, kind, how many) where hands are
    counted by kind."""

    piles: Mapping[str, int]
    hands: Mapping[str, int]
    kinds: tuple[tuple[str, str, int], ...] = field(default=(), metadata=_SELDOM)


@dataclass(frozen=True, slots=True)
class ObstaclesSet:
    """Obstacles as the table corrected them: the cards in the gaps and in front of the players."""

    gaps: tuple[tuple[str, ...], ...]
    fronts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Noted:
    """The game has to remember this player under `key` for a while; None forgets it."""

    key: str
    player: str | None


@dataclass(frozen=True, slots=True)
class Overruled:
    """The table did it although a rule refuses it."""

    rule: str
    reason: str


Fact = (
    TableOpened
    | TurnBegan
    | StepBegan
    | DirectionTurned
    | CardsMoved
    | CardsPassed
    | CardsShown
    | StackShuffled
    | PlayersMoved
    | TrackSet
    | DiceRolled
    | Asked
    | Settled
    | PlayerOut
    | PlayerBack
    | RoleShown
    | Claimed
    | Ended
    | Renamed
    | OptionsSet
    | CountsSet
    | ObstaclesSet
    | Noted
    | Overruled
)
