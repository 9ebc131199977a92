"""The value a game module exports: everything the companion needs to play it, and nothing about screens or disks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.referee.actions import Action, Verb
from companion.referee.chronicle import Chronicle
from companion.referee.hidden import Witness
from companion.referee.ruling import Violation
from companion.referee.view import Known, Plan, Question, Recalled, TableView
from companion.table.facts import Fact, Setting
from companion.table.history import Entry
from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class Setup:
    """The first line of a playthrough: who plays, who starts, what the table decided."""

    players: tuple[str, ...]
    first: str
    options: Mapping[str, Setting] = field(default_factory=dict)
    deck: str = ""


class Teller(Protocol):
    """Says in one or two sentences what an action and its facts did, for the log."""

    def __call__(self, before: Table, action: Action, facts: Sequence[Fact], words: Wording) -> str: ...


Past = tuple[Entry, Table]
"""An entry that stands, and the table after it."""


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of a game as one value (what 18xx calls meta, OpenSpiel a game)."""

    slug: str
    verbs: Mapping[str, Verb]
    check_form: Callable[[Decklist, int, Action], None]
    """Raises `Malformed` for what only deck and player count tell to be no action (too many panics skipped …)."""
    refuse_setup: Callable[[Decklist, Setup], Violation | None]
    open: Callable[[Decklist, Setup], tuple[Fact, ...]]
    judge: Callable[[Decklist, Table, Action], Violation | None]
    """The first rule that refuses the action, in the order of the rules paper; None if it is allowed."""
    carry_out: Callable[[Decklist, Table, Action], tuple[Fact, ...]]
    """What happens when the action is done. It never refuses."""
    state: Callable[[Decklist, Table], dict[str, object]]
    """The public state, all but its `version`."""
    view: Callable[[Decklist, Table, Wording], TableView]
    ask: Callable[[Decklist, Table, Mapping[str, object], Wording], Question]
    """The next question on the way to an action, given what has been said of it."""
    assemble: Callable[[Decklist, Table, Mapping[str, object], Mapping[str, Sequence[str]]], dict[str, object]]
    """The action as JSON, from what was said by choosing and what was filled in."""
    tell: Teller
    plan: Callable[[Decklist, int, Wording], Plan]
    untell: Callable[[Table, Sequence[Fact], Wording], tuple[str, ...]]
    """What the hands must do when an action is taken back, from the table before it and its facts."""
    known: Callable[[Decklist, Sequence[Past], Wording], tuple[Known, ...]]
    """What everybody has seen of the hands, from the entries that stand with the table after each."""
    recap: Callable[[Decklist, Sequence[Past], Wording], tuple[Recalled, ...]] | None = None
    """What is worth telling of a game that is over, from the entries that stand; None where nothing is told."""
    chronicle: Callable[[Decklist, Sequence[Past], Wording], Chronicle] | None = None
    """What the film tells beyond the table itself, from the entries that stand; None where the game tells nothing."""
    witness: Witness | None = None
    """What the game knows about its hidden cards; None where nothing is hidden or nothing is refereed."""
