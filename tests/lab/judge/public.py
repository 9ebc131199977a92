"""Public facts: the cards that play, and the events at the table as a plain list of moves.

Only green cards are followed. Pink ones are public whenever they matter, and never part of a hand.
A place is a word: `hand:Ana`, `draw`, `discard`, `aside` (drawn for ¡Determinación!), or `laid:3` (on the table).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

THING = "la-cosa"
INFECTION = "infectado"
FLAMES = "lanzallamas"

DRAW, DISCARD, ASIDE = "draw", "discard", "aside"


def hand(player: str) -> str:
    """Name the place that a player's hand is."""
    return f"hand:{player}"


def slug_of(card: str) -> str:
    """Strip the number of the copy, if there is one."""
    return card.split(".")[0]


def is_copy(card: str) -> bool:
    """Tell whether a card is named by its copy and not by its kind alone."""
    return "." in card


@dataclass(frozen=True)
class Box:
    """The cards of one game: the green copies that play, the pink kinds, and how many make a hand at the deal."""

    green: tuple[str, ...]
    pink: frozenset[str] = frozenset()
    hand_size: int = 4
    by_slug: Mapping[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the copies by kind."""
        found: dict[str, list[str]] = {}
        for copy in self.green:
            found.setdefault(slug_of(copy), []).append(copy)
        object.__setattr__(self, "by_slug", {slug: tuple(copies) for slug, copies in found.items()})

    @property
    def thing(self) -> str:
        """Name the one copy of La Cosa."""
        return self.by_slug[THING][0]

    @property
    def infections(self) -> tuple[str, ...]:
        """List every ¡Infectado! that plays."""
        return self.by_slug.get(INFECTION, ())

    def meant(self, card: str) -> tuple[str, ...]:
        """List the copies that a shown card may be: one if its copy was read, else all of its kind."""
        if is_copy(card):
            return (card,) if card in self.by_slug.get(slug_of(card), ()) else ()
        return self.by_slug.get(card, ())


# ---------------------------------------------------------------------- what happens


@dataclass(frozen=True)
class Move:
    """Move of one green card from one place to another; `slug` if all know its kind.

    `kept_rules`: the player it left was bound by what may be discarded.
    """

    source: str
    target: str
    slug: str | None = None
    kept_rules: str | None = None
    on_top: bool = False
    """It lies on the draw pile, so that it is what is drawn next."""


@dataclass(frozen=True)
class Shuffle:
    """The discards became the draw pile."""


@dataclass(frozen=True)
class Swap:
    """Two players gave each other a card. `immune` cannot be infected by it.

    `needy`: who has nothing but ¡Infectado! may give one of them, whoever it is and to whomever.
    """

    one: str
    other: str
    immune: str | None = None
    needy: bool = False


@dataclass(frozen=True)
class Round:
    """Cards given on by all players at once: pairs of giver and taker."""

    gifts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Out:
    """A player is out; the whole hand went to the discards unseen."""

    player: str


@dataclass(frozen=True)
class Shown:
    """Kinds of a hand that all have seen; `whole` if they were all of it."""

    player: str
    slugs: tuple[str, ...]
    whole: bool


@dataclass(frozen=True)
class Infections:
    """Public answer to whether a hand has an ¡Infectado!."""

    player: str
    some: bool


@dataclass(frozen=True)
class Overfull:
    """Public answer at an offer: a hand of nothing but ¡Infectado! was shown (`was`), or neither player had one to
    show."""

    player: str
    facing: str
    was: bool


@dataclass(frozen=True)
class IsThing:
    """A player is La Cosa, or is not, because play ended or went on."""

    player: str
    truth: bool


Event = Move | Shuffle | Swap | Round | Out | Shown | Infections | Overfull | IsThing


# ---------------------------------------------------------------------- what the judge alone was shown


@dataclass(frozen=True)
class Held:
    """Cards shown to the judge in a hand; `whole` if they were all of it.

    `beside`: places where those that are not in the hand may lie instead, and the one kind that need not be among
    the cards shown (¡Determinación!: the three drawn cards are shown with the hand, the card itself is not).
    """

    player: str
    cards: tuple[str, ...]
    whole: bool
    beside: tuple[str, ...] = ()
    but_for: str | None = None
    drawn: frozenset[int] = frozenset()
    """The cards, by their place among those shown, that are not in the hand (¡Determinación! discards drawn ones)."""


@dataclass(frozen=True)
class Given:
    """Cards shown to the judge before they changed hands in the swap or round of a step, by giver."""

    cards: tuple[tuple[str, str], ...]


# ---------------------------------------------------------------------- the moment of a check


@dataclass(frozen=True)
class Moment:
    """Public facts at the moment when cards are shown."""

    turn: str
    sizes: Mapping[str, int]
    step: str
    offer: tuple[str, str] | None = None
    """The two of an exchange that is offered."""
    round_pairs: tuple[tuple[str, str], ...] = ()
    """Pairs of giver and taker, if all gave a card on now."""
    caught_loses: bool = True
    draw: int = 3
    """Green cards in the draw pile."""
    full_goes_out: bool = True
    """An exchange puts out who has nothing but ¡Infectado!; otherwise one of these may be given."""


BY_RULING = "a ruling leaves it open"
"""Why a hand that is lawful in all worlds may be answered *undetermined*."""


@dataclass(frozen=True)
class Verdict:
    """The answer: a verdict, the rules broken in every world, those broken in some, and whether any world fits.

    A verdict `unknown` means that the judge does not say; `why` tells the reason (or is `BY_RULING`).
    """

    verdict: str
    rules: frozenset[str] = frozenset()
    possible: frozenset[str] = frozenset()
    fits: bool = True
    why: str = ""


def summed_up(certain: Sequence[str], possible: Sequence[str], fits: bool, always: bool, never: bool) -> Verdict:
    """Make a verdict; `always`: something is broken in every world; `never`: nothing is in any."""
    verdict = "illegal" if certain or always else "legal" if never else "undetermined"
    return Verdict(verdict, frozenset(certain), frozenset(possible) | frozenset(certain), fits)
