"""Which physical copies lie in the box, and which of them play with n players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine.facts import Setting
from companion.engine.measures import Measure


@dataclass(frozen=True, slots=True)
class Card:
    """A card design: its slug, what kind it is, and the small number printed on each of its copies.

    A copy with number k plays from k players on; a card without numbers (`copies` says how many) always plays.
    `effect` is the slug of the card whose rules it follows: its own, or a known one for a house card. `only`: it plays
    where the table answered this house question so; with `only_from` its copies from that one on do, the others always.
    `marks`: what is printed on it and its game reads, by heading. `does`: what it does, step by step (`kit/steps.py`);
    `target`: whom it reaches, `stopped_by` what; it answers what `answers` names, and is answered by `answered_by`.
    """

    slug: str
    kind: str
    copies: int
    numbers: tuple[int, ...] = ()
    effect: str = ""
    back: str = "away"
    only: tuple[str, Setting] | None = None
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    only_from: int = 1
    does: tuple[str, ...] = ()
    target: str = ""
    stopped_by: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    answered_by: tuple[str, ...] = ()
    acts_as: str = field(init=False, repr=False, compare=False)
    """The slug whose rules this card follows."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "acts_as", self.effect or self.slug)

    def mark(self, heading: str) -> tuple[str, ...]:
        """Return what is printed under a heading; empty where it is not known."""
        return next((words for name, words in self.marks if name == heading), ())

    def number(self, k: int) -> int | None:
        """Return the number printed on copy k (from 1); None where nothing is printed."""
        return self.numbers[k - 1] if self.numbers else None


class Copy(NamedTuple):
    """One physical piece of a card: `infectado.9`."""

    slug: str
    k: int

    @property
    def id(self) -> str:
        """`slug.k`, k from 1 in the order of the decklist."""
        return f"{self.slug}.{self.k}"


@dataclass(frozen=True, slots=True)
class Option:
    """A house question: a point the rulebook leaves open. The first value is the default."""

    name: str
    values: tuple[Setting, ...]

    @property
    def default(self) -> Setting:
        """Answer that holds when the table does not choose."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something newcomers are told when it first matters; all that it names has to be so.

    `step`: the table is at this step; `about`: somebody is asked about this card, or about this; `fact`: this has just
    happened (a fact by its class); `track`: a number of this name was just set for somebody; `card`, `kind`: everybody
    has just seen such a card. `each`: it says what the hands do, and everybody hears it at their first time; all others
    are said once.
    """

    name: str
    step: str = ""
    about: str = ""
    fact: str = ""
    card: str = ""
    kind: str = ""
    track: str = ""
    each: bool = False

    @property
    def is_of_what_happened(self) -> bool:
        """True if the lesson is about something that is over, so that it can still be given a moment later."""
        return bool(self.fact or self.card or self.kind or self.track)


@dataclass(frozen=True)
class Decklist:
    """A box: the game it is for, its cards, the copies this box lacks, and the questions its rulebook leaves open."""

    game: str
    slug: str
    seal: str
    fewest: int
    most: int
    cards: tuple[Card, ...]
    missing: frozenset[str] = frozenset()
    spare: tuple[Copy, ...] = ()
    """Copies that stay in the box by the answer to a house question, which others of their card do not."""
    options: tuple[Option, ...] = ()
    setup: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The headings of what may be printed on a card, each with the words there are."""
    lessons: tuple[Lesson, ...] = ()
    """What newcomers are told, the most urgent first."""
    decks: tuple[str, ...] = ()
    """The backs that are a deck of their own, each counted by itself; none where all cards make one deck."""
    measures: tuple[Measure, ...] = ()
    """What a host reads from the board, as no rulebook tells it."""

    @cached_property
    def by_slug(self) -> Mapping[str, Card]:
        """Every card by its slug."""
        return {card.slug: card for card in self.cards}

    @cached_property
    def copies(self) -> tuple[Copy, ...]:
        """Every copy in this box, in the order of the list."""
        everything = (Copy(card.slug, k) for card in self.cards for k in range(1, card.copies + 1))
        return tuple(copy for copy in everything if copy.id not in self.missing)

    def plays(self, copy: Copy, players: int) -> bool:
        """Return True if a copy plays with this number of players."""
        number = self.by_slug[copy.slug].number(copy.k)
        return number is None or number <= players

    def in_play(self, players: int) -> tuple[Copy, ...]:
        """Return the copies that play with this number of players."""
        known = self._by_count.get(players)
        if known is None:
            known = self._by_count[players] = tuple(c for c in self.copies if self.plays(c, players))
        return known

    def how_many(self, slug: str, players: int) -> int:
        """Count the copies of a card that play with this number of players."""
        counts = self._counts.get(players)
        if counts is None:
            counts = {}
            for copy in self.in_play(players):
                counts[copy.slug] = counts.get(copy.slug, 0) + 1
            self._counts[players] = counts
        return counts.get(slug, 0)

    def size(self, players: int) -> int:
        """Count the cards that play with this number of players."""
        return len(self.in_play(players))

    def answered(self, options: Mapping[str, Setting]) -> Decklist:
        """Return the box as a table plays it: with its answers as defaults and without the copies that need other
        answers."""
        key = tuple(options.get(option.name, option.default) for option in self.options)
        known = self._by_answers.get(key)
        if known is None:
            known = self._by_answers.setdefault(key, self._answered(dict(zip(self._names, key, strict=True))))
        return known

    def _answered(self, said: Mapping[str, Setting]) -> Decklist:
        unwanted = tuple(copy for copy in self.copies if not self._is_wanted(copy, said))
        idle = frozenset(copy.id for copy in unwanted)
        spare = tuple(copy for copy in unwanted if self.by_slug[copy.slug].only_from > 1)
        options = tuple(
            replace(one, values=(said[one.name], *(value for value in one.values if value != said[one.name])))
            for one in self.options
        )
        return replace(self, missing=self.missing | idle, spare=(*self.spare, *spare), options=options)

    def _is_wanted(self, copy: Copy, said: Mapping[str, Setting]) -> bool:
        """Return True if a copy plays with these answers to the house questions."""
        card = self.by_slug[copy.slug]
        return card.only is None or copy.k < card.only_from or said.get(card.only[0]) == card.only[1]

    @cached_property
    def worked_out(self) -> dict[tuple[str, ...], Any]:
        """What a game has worked out of the cards, kept beside them."""
        return {}

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options)

    @cached_property
    def _by_answers(self) -> dict[tuple[Setting, ...], Decklist]:
        return {}

    @cached_property
    def _by_count(self) -> dict[int, tuple[Copy, ...]]:
        return {}

    @cached_property
    def _counts(self) -> dict[int, dict[str, int]]:
        return {}

    def option(self, name: str) -> Option | None:
        """Return the house question of this name, if there is one."""
        return next((option for option in self.options if option.name == name), None)
