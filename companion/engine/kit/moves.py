"""What can be done in a game, and when: a move is one value with everything about it, a phase says what is asked.

A game has two tables, its moves by verb and its phases by step. Everything else reads them, so that a game derived
from another replaces entries of these tables and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from companion.engine.actions import Action, ActionType, FieldType
from companion.engine.deck import Decklist
from companion.engine.rules import Moment, Rule
from companion.engine.state import Table
from companion.engine.view import Question

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame


Function = TypeVar("Function", bound=Callable[..., Any])


def register(table: dict[str, Function], key: str) -> Callable[[Function], Function]:
    """Put the function below into a table, under a key."""

    def put(function: Function) -> Function:
        table[key] = function
        return function

    return put


def asked_when(holds: Callable[[Moment], bool], *of: Rule) -> tuple[Rule, ...]:
    """Restrict rules to the moments in which `holds` is true."""
    return tuple(replace(rule, when=holds) for rule in of)


def otherwise(of: tuple[Rule, ...], *instead: Rule, without: Collection[Rule] = ()) -> tuple[Rule, ...]:
    """Return the rules of another game's move, some replaced by rules of the same name and some left out."""
    others, dropped = {one.id: one for one in instead}, {one.id for one in without}
    kept = (one for one in of if one.id not in dropped)
    return tuple(replace(others[one.id], when=one.when) if one.id in others else one for one in kept)


def nothing(effects: Any, action: Action) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Ballot:
    """A vote that stays shut until everybody's is in: whom somebody votes for is judged, and written down nowhere.

    When all are in, another move tells all of them at once: by the service, which has remembered them, or by the table
    as the fingers point.
    """

    field: str
    """The field that is not written down."""
    counted_by: tuple[str, str]
    """The move that tells all votes at once, and its field: by name, for whom; nobody is left out."""
    cast: Callable[[Table], tuple[str, ...]]
    """Whose vote is in."""
    is_complete: Callable[[Table], bool]
    """Whether every vote is in, and none is counted yet."""

    def shut(self, action: Action) -> Action:
        """Strip a vote to what may be recorded: that it is in."""
        return Action(action.verb, {key: value for key, value in action.said.items() if key != self.field})


@dataclass(frozen=True)
class Move:
    """One thing that can be said at a table, whole."""

    fields: Mapping[str, FieldType] = field(default_factory=dict)
    """What is said of it, each with its shape; `anyway` among them where a table can break its overrulable rules."""
    required: tuple[str, ...] = ()
    said_by: Literal["seat", "table"] = "table"
    """Whose it is to say: whoever sits there says their own move, the table everything else."""
    rules: tuple[Rule, ...] = ()
    """Why it is refused, in the order in which refusals are given."""
    does: Callable[[Any, Action], None] = nothing
    """What happens when it is done, on the game's effects. It never refuses."""
    asks: Callable[[Any], Question] | None = None
    """The next question on the way to it, by the game's prompts; None where choosing it says everything."""
    fills: Callable[[Any], None] | None = None
    """What a form that was filled in adds to it (`Form.action`)."""
    tells: Callable[[Any], str] | None = None
    """Its sentence in the log, by the game's log; `log.<verb>` with the player where none is given."""
    ballot: Ballot | None = None
    """Where it is a vote that stays shut until everybody's is in."""
    malformed: Callable[[Decklist, int, Action], None] | None = None
    """Raises `Malformed` for what only the deck and the number of players tell to be no action."""

    def verb(self, name: str, game: AnyGame) -> ActionType:
        """Return the type of the action under this name."""
        return ActionType(name, self.fields, self.required, self.said_by)


seat = partial(Move, said_by="seat")
"""A move that whoever sits there says."""


def nobody(table: Table) -> str | None:
    """Return None: the whole table is asked, and any player may act."""


@dataclass(frozen=True)
class Phase:
    """A step at which a table can be."""

    asks: Callable[[Any], Question]
    """What is asked when nothing has been said yet, by the game's prompts."""
    waits_for: Callable[[Table], str | None] = lambda table: table.prompt.to if table.prompt else table.turn
    """Whose move it is: usually whoever owes an answer, else whoever's turn it is."""
    settable: bool = False
    """Whether a correction may put the table there: nobody owes an answer at it."""
