"""Hidden cards: what a referee says of cards it is shown, and what a game provides so that it can.

A check shows the referee cards that the table does not see. What it remembers is a `Memory`: nothing but the checks
themselves, each with the moment at which it was made. Everything it knows is folded afresh from them and from the
entries that stand; so an undo takes back events and not what was seen, and nothing hidden is ever worked into a table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from companion.engine.actions import Action, ActionType
from companion.engine.deck import Decklist
from companion.engine.history import Entry
from companion.engine.places import DRAW, Place
from companion.engine.rules import Violation
from companion.engine.state import Table
from companion.engine.words import Wording

CHECK = "check"
"""The verb of a check. It is no action: it changes nothing on the table and is written into no log."""

HOUSE = ("hand", "exchange", "discard", "round", "deal")
"""What the pages know how to show in every game, in the order in which they offer it."""

Verdict = Literal["legal", "illegal", "undetermined"]
"""Whatever the unseen cards are no rule is broken; it is broken whatever they are; or it depends on them."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence by its key, and what fills its blanks: names, or phrases in their turn (a card by its name)."""

    key: str
    blanks: Mapping[str, object] = field(default_factory=dict)

    def said(self, words: Wording) -> str:
        """Return the sentence in a language; a list of names becomes one text."""
        return words.say(self.key, **{blank: _said(value, words) for blank, value in self.blanks.items()})


def _said(value: object, words: Wording) -> object:
    if isinstance(value, Phrase):
        return value.said(words)
    return words.listed([str(_said(one, words)) for one in value]) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Finding:
    """Answer of the referee to a check.

    `public` is all that the table may hear of it; everything else is for those whose cards were shown.
    """

    verdict: Verdict
    rules: tuple[str, ...]
    needs: tuple[Phrase, ...]
    public: Phrase
    private: tuple[Phrase, ...]

    def json(self, words: Wording) -> dict[str, object]:
        """Return the answer in a language, always with the same keys in the same order."""
        return {
            "verdict": self.verdict,
            "rules": list(self.rules),
            "needs": [need.said(words) for need in self.needs],
            "public": self.public.said(words),
            "private": " ".join(phrase.said(words) for phrase in self.private),
        }


def answered(rules: Sequence[str], needs: Iterable[Phrase], public: Phrase, names: Mapping[str, object]) -> Finding:
    """Return the answer if rules are broken whatever the unseen cards are, or something would settle it, or neither.

    `names`: the blanks that hold the names of those concerned.
    """
    still = () if rules else tuple(needs)
    verdict: Verdict = "illegal" if rules else "undetermined" if still else "legal"
    broken = tuple(Phrase(f"check.rules.{rule}.private", names) for rule in rules)
    return Finding(verdict, tuple(rules), still, public, (Phrase(f"check.private.{verdict}"), *broken, *still))


def aloud(rules: Collection[str], heard: Sequence[str], otherwise: str, names: Mapping[str, object]) -> Phrase:
    """Return what the table hears: the first of the rules it may hear by name (`heard`), else a sentence that names
    none."""
    told = next((rule for rule in heard if rule in rules), None)
    return Phrase(f"check.rules.{told}.public" if told else f"check.public.{otherwise}", names)


@dataclass(frozen=True, slots=True)
class Sight:
    """Cards that were shown in a check, when the history had `version` entries."""

    check: Action
    version: int


@dataclass(frozen=True, slots=True)
class Memory:
    """Cards that were shown to the referee and not found illegal, in the order in which they were shown."""

    sights: tuple[Sight, ...] = ()

    def with_sight(self, check: Action, version: int, finding: Finding) -> Memory:
        """Return the memory after a check; an illegal one teaches nothing."""
        if finding.verdict == "illegal":
            return self
        return Memory((*self.sights, Sight(check, version)))


class Move(NamedTuple):
    """A card that came to a hand from a pile (`more` is 1), or left it (-1), which, if all saw it, and where it lay."""

    more: int
    face: str = ""
    place: Place = DRAW


@dataclass(frozen=True, slots=True)
class Recalled:
    """A sight put in its place among the entries that stand.

    `faded`: entries after its place that were undone had changed the hands it showed, so that it tells of a hand that
    is no longer so. What it told about the person remains. `moves`: what they did with the hand, in order, and the
    undo took back, if nothing else.
    """

    check: Action
    faded: bool = False
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that stands, the tables around it, and what was shown to the referee after it."""

    entry: Entry
    before: Table
    after: Table
    sights: tuple[Recalled, ...] = ()


Line = Sequence[Step]
"""Everything that stands, in order, with what was seen in between. The first step is the set-up."""


class Reread(list[Step]):
    """A line of somebody who asks again and again in one game, and keeps what was made of it the last time.

    `kept` is empty at first and is the referee's own. It stays in the memory of one process, is written nowhere, and
    goes with whoever keeps it (service/referee/judging.py; in the laboratory the camera of one game).
    """

    def __init__(self, steps: Iterable[Step], kept: dict[object, Any]) -> None:
        super().__init__(steps)
        self.kept = kept


Follow = Callable[[Action, Phrase], Mapping[str, object] | None]
"""From a check and what the table heard of it to the action the rules then oblige to; None where there is none."""


@dataclass(frozen=True, slots=True)
class Told:
    """Private message to one of those whose cards were shown.

    `verdict` and `why`: on their own cards; `advice`: what they may not do with them, and what else is for their ears.
    """

    verdict: Verdict
    why: tuple[Phrase, ...]
    advice: tuple[Phrase, ...] = ()


Tell = Callable[[Decklist, Line, Action, Finding], Mapping[str, Told]]
"""From a check and what was found to what each of those whose cards were shown is told, by name."""


@dataclass(frozen=True, slots=True)
class Presented:
    """Showings of a referee's evening (or passed over), which everybody has seen happen.

    `hands`: whole hands, by owner; `offers`: cards about to change hands, by their givers in order of name. The number
    is the version of the game at that moment.
    """

    hands: Mapping[str, int] = field(default_factory=dict)
    offers: Mapping[tuple[str, ...], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Due:
    """Cards that the referee of an evening is to be shown now, and by whom, one after the other.

    `waits`: nothing else is asked until they were shown or passed over (an offer may also be refused).
    """

    what: Literal["hand", "deal", "exchange", "round"]
    people: tuple[str, ...]
    waits: bool = True


Standing = Sequence[tuple[Entry, Table]]
"""The entries that stand, each with the table after it."""


@dataclass(frozen=True, slots=True)
class HiddenInfo:
    """Referee of a game: its checks, and what it does with them."""

    forms: Mapping[str, ActionType]
    """What can be shown, with the fields that each takes."""
    read: Callable[[object], Action]
    """The check a JSON value stands for; raises `Malformed`."""
    refuse: Callable[[Decklist, Table, Action], Violation | None]
    """Why a check cannot be made at all: the game is over, nobody of that name plays, there is no such card."""
    hands: Callable[[Action], frozenset[str]]
    """Whose hands a check shows cards of."""
    renamed: Callable[[Action, Mapping[str, str]], Action]
    """The same check with its players under other names."""
    judge: Callable[[Decklist, Line, Action], Finding]
    """What the cards shown prove at the end of the line."""
    decided: Callable[[Decklist, Line], bool]
    """Whether what was seen proves that the hidden side has won (for those only who may know it)."""
    tell: Tell = lambda decklist, line, check, found: {str(check.player): Told(found.verdict, found.private)}
    """What each of those whose cards were shown is told; whoever shows cards alone is told the finding."""
    sure: Callable[[Decklist, Line, Action], Mapping[str, object]] = lambda decklist, line, check: {}
    """What is certain of the cards of each of those who showed some, where it hangs on what was shown before: of them
    it is told what proves it (`reasons`)."""
    due: Callable[[Decklist, Standing, Presented], Due | None] = lambda decklist, standing, presented: None
    """What a table that shows everything shows next. It knows no more than the table has seen."""
    follow: Follow = lambda check, public: None
    """What the table has to do then. It is offered, never done; it knows no more than the table has heard."""
    is_ready: Callable[[], bool] = lambda: True
    """Whether this machine has what the referee reasons with; without it, it can say nothing of any card."""
    whats: tuple[str, ...] = HOUSE
    """What can be shown in private on the tablet: of `HOUSE`, and of the game's own `forms`."""
    too_soon: Callable[[Table, str], Violation | None] = lambda table, what: None
    """Why something of `forms` is not shown now, whoever asks for it; `refuse` says the same of the whole check."""
