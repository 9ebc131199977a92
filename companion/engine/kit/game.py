"""A game as one value: everything the companion needs to play it, and nothing about screens or disks.

What other layers call (`judge`, `carry_out`, `ask`, `state` …) reads nothing but the value, so a game is derived from
another by replacing what is different (`derive`): an expansion is a difference, not a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from companion.engine import facts as f
from companion.engine.actions import Action, ActionType, FieldType, Malformed, one_of, read, record_of
from companion.engine.deck import Decklist
from companion.engine.game import Past, Setup
from companion.engine.hidden.referee import HiddenInfo
from companion.engine.kit.board_view import Board
from companion.engine.kit.declare import Declared
from companion.engine.kit.effects import Effects
from companion.engine.kit.forms import ActionJson, Filled, Form
from companion.engine.kit.log import Log
from companion.engine.kit.moves import Ballot, Move, Phase
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import COMMON, STEPS, Reading, Shown
from companion.engine.kit.steps import StepBook
from companion.engine.kit.undo_hints import UndoHints
from companion.engine.practice import Practice
from companion.engine.retelling import Chronicle, Hindsight
from companion.engine.rules import Found, Moment, Rule, Violation, refused_by
from companion.engine.state import Table
from companion.engine.view import Grip, Plan, Question, Recalled, TableView
from companion.engine.words import Wording

CORRECTION = "override"
"""The move by which a table is put right."""


@dataclass(frozen=True)
class Game:
    """The rules of a game (what 18xx calls meta, OpenSpiel a game).

    >>> from companion.decks.catalog import title
    >>> from companion.engine.actions import read
    >>> from companion.engine.game import Setup
    >>> from companion.engine.state import replay
    >>> here = title("la-cosa")
    >>> table = replay(here.game.open(here.decklist, Setup(("Ana", "Beto", "Carla", "Dani"), "Ana")))
    >>> draw = read(here.game.verbs, {"action": "draw", "player": "Beto", "back": "away"})
    >>> here.game.judge(here.decklist, table, draw).rule
    'turn.not-yours'
    >>> replay(here.game.carry_out(here.decklist, table, draw), table).hands["Beto"]
    5

    `judge` says what the rules think of it, `carry_out` what happens if it is done all the same.
    """

    slug: str
    moves: Mapping[str, Move]
    phases: Mapping[str, Phase]
    refuse_setup: Callable[[Decklist, Setup], Violation | None]
    open: Callable[[Decklist, Setup], tuple[f.Fact, ...]]
    """How the table lies when play begins."""
    plan: Callable[[Decklist, int, Wording], Plan]
    """The set-up for so many players, as figures and as steps."""
    declarations: tuple[Declared, ...] = ()
    """What is kept of a table, in the order in which a correction sets it."""
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The forms of the correction, in the order of the menu: the declarations that stand on each."""
    public: tuple[str | Shown, ...] = ("game", "status", "seats", "turn", "hands", "winners")
    """What everybody knows, for programs, in order: what every game has, a declaration, or a value of its own."""
    effects: type[Effects] = Effects
    prompts: type[PromptBuilder] = PromptBuilder
    board: type[Board] = Board
    log: type[Log] = Log
    undo: type[UndoHints] = UndoHints
    recap: Callable[[Decklist, Sequence[Past], Wording], tuple[Recalled, ...]] | None = None
    """What is worth telling of a game that is over, from the entries that stand; None where nothing is told."""
    chronicle: Callable[[Decklist, Sequence[Past], Wording], Chronicle] | None = None
    """What the film tells beyond the table itself, from the entries that stand; None where the game tells nothing."""
    hindsight: Callable[[Decklist, Sequence[Past], str], Hindsight | None] | None = None
    """What could have been known after each entry of a game that is over, by everybody or by the seat named; None
    where the game does not say."""
    people: Callable[[Table], tuple[str, ...]] = attrgetter("players")
    """Who plays: the names that the evening remembers, also where the seats are called by their figures."""
    keeps: str = ""
    """The option that says how much the companion keeps of a table, from all to least; empty where it keeps all."""
    first_in_play: bool = False
    """Whether who begins is settled in the first turn, and not when people sit down."""
    last_steps: frozenset[str] = frozenset()
    """The steps with which the end begins: a clock has run out, a last fight is on. Empty where no turn is the last."""
    referee: HiddenInfo | None = None
    """What the game knows about its hidden cards; None where nothing is hidden or nothing is refereed."""
    steps: StepBook | None = None
    """What the cards of a deck may be written in; None where each is a rule of its own."""
    practice: Practice | None = None
    """The evening with which somebody is shown how the companion works; None where another game has one."""
    verbs: Mapping[str, ActionType] = field(init=False, compare=False)
    """How each move is said."""
    state_shape: FieldType = field(init=False, repr=False, compare=False)
    """What the public state holds."""
    ballots: Mapping[str, Ballot] = field(init=False, repr=False, compare=False)
    """The votes that stay shut until all are in, by move."""
    badged: tuple[Declared, ...] = field(init=False, repr=False, compare=False)
    """What of the declarations can lie before a player."""
    _readings: tuple[tuple[str, Reading], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "verbs", {name: move.verb(name, self) for name, move in self.moves.items()})
        ballots = {name: move.ballot for name, move in self.moves.items() if move.ballot is not None}
        object.__setattr__(self, "ballots", ballots)
        badged = tuple(one for one in self.declarations if type(one).badges is not Declared.badges)
        object.__setattr__(self, "badged", badged)
        shown = [self._shown(one) for one in self.public]
        object.__setattr__(self, "_readings", tuple((name, reading) for name, reading, _ in shown))
        object.__setattr__(self, "state_shape", record_of(**{name: shape for name, _, shape in shown}))

    def _shown(self, one: str | Shown) -> tuple[str, Reading, FieldType]:
        """One value of the public state: how it is read, and what it may be."""
        shown = one if isinstance(one, Shown) else Shown(one)
        name = shown.name
        if shown.reading and shown.shape:
            return name, shown.reading, shown.shape
        kept = next((one for one in self.declarations if one.name == name and one.is_told), None)
        reading, shape = (kept.public, kept.shape) if kept else COMMON[name]
        shape = one_of(*self.phases, "over") if name in STEPS else shape
        return name, shown.reading or reading, shown.shape or shape

    def derive(
        self,
        *,
        moves: Mapping[str, Move | None] | None = None,
        phases: Mapping[str, Phase | None] | None = None,
        declarations: Sequence[Declared] = (),
        without: Sequence[str] = (),
        **changes: Any,
    ) -> Game:
        """Return a game with these differences.

        `moves`, `phases`: new or replaced entries; None removes one. `declarations`: they replace those of the same
        name, others are added at the end, on the correction's forms and in the public state too. `without`: names of
        declarations to drop. `changes`: any other field.
        """
        instead = {one.name: one for one in declarations}
        kept = tuple(instead.pop(one.name, one) for one in self.declarations if one.name not in without)
        forms = {form: tuple(one for one in names if one not in without) for form, names in self.forms.items()}
        shown = tuple(one for one in self.public if (one if isinstance(one, str) else one.name) not in without)
        changed: dict[str, Any] = {
            "moves": _but(self.moves, moves or {}),
            "phases": _but(self.phases, phases or {}),
            "declarations": (*kept, *instead.values()),
            "forms": {**{form: names for form, names in forms.items() if names}, **{name: (name,) for name in instead}},
            "public": (*shown, *instead),
        }
        return replace(self, **{**changed, **changes})

    def declared(self, name: str) -> Declared:
        """Return the declaration of this name."""
        return next(one for one in self.declarations if one.name == name)

    def check_form(self, decklist: Decklist, players: int, action: Action) -> None:
        """Raise `Malformed` if deck and player count rule the action out (too many cards drawn …)."""
        malformed = self.moves[action.verb].malformed
        if malformed:
            malformed(decklist, players, action)

    def refused_by(
        self, decklist: Decklist, table: Table, action: Action, before: Found | None = None
    ) -> tuple[Rule, Violation] | None:
        """Return the first rule that refuses the action, with its violation; rules overruled by `anyway` are skipped.

        `before` holds results of rules that depend on the actor alone, for other actions at the same table.
        """
        moment = Moment(decklist, table, action, self)
        return refused_by(self.moves[action.verb].rules, moment, anyway=bool(action.text("anyway")), before=before)

    def judge(self, decklist: Decklist, table: Table, action: Action) -> Violation | None:
        """Return the violation of the first rule that refuses the action, in the order of its move; None if it is
        allowed."""
        found = self.refused_by(decklist, table, action)
        return found and found[1]

    def carry_out(self, decklist: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
        """Return the facts of the action, after the rule it overrules, if any. It never refuses."""
        move, effects = self.moves[action.verb], self.effects(decklist, table, self)
        if action.text("anyway"):
            found = refused_by(move.rules, Moment(decklist, table, action, self))
            if found is not None:
                effects.do(f.Overruled(found[1].rule, action.text("anyway")))
        move.does(effects, effects.heard(action))
        return tuple(effects.facts)

    def waiting_for(self, table: Table) -> str | None:
        """Return the player whose move it is; None if the whole table is asked or the game is over."""
        return None if table.ended else self.phases[table.step].waits_for(table)

    def state(self, decklist: Decklist, table: Table) -> dict[str, object]:
        """Return the public state without its `version`."""
        return {name: reading(self, decklist, table) for name, reading in self._readings}

    def view(self, decklist: Decklist, table: Table, words: Wording) -> TableView:
        """Return what a screen shows of the table."""
        return self.board(self, decklist, table, words).view()

    def ask(self, decklist: Decklist, table: Table, said: Mapping[str, object], words: Wording) -> Question:
        """Return the next question for an action, given the fields in `said`; with nothing said, the question of the
        step.

        Values that make no sense are asked again. Choices of moves that the game does not have are left out.
        """
        question = self.prompts(self, decklist, table, said, words).question()
        if {choice.said["action"] for group in question.groups for choice in group.choices} <= self.moves.keys():
            return question
        groups = (
            replace(group, choices=tuple(one for one in group.choices if one.said["action"] in self.moves))
            for group in question.groups
        )
        return replace(question, groups=tuple(group for group in groups if group.choices))

    def assemble(self, decklist: Decklist, table: Table, said: Mapping[str, object], filled: Filled) -> ActionJson:
        """Return the action as JSON from the choices made and the form filled in.

        Values that make no sense are left for the rules to refuse.
        """
        form = Form(self, decklist, table, said, filled)
        move = self.moves.get(str(said.get("action", "")))
        if move is not None and move.fills is not None:
            move.fills(form)
        return form.action

    def tell(self, decklist: Decklist, before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
        """One or two sentences for the log: what an action and its facts did."""
        return self.log(self, decklist, before, action, facts, words).text()

    def grips(self, decklist: Decklist, table: Table, words: Wording) -> tuple[Grip, ...]:
        """Return the corrections that one touch of the ring can make now: declared ones that no rule refuses."""
        if table.ended or CORRECTION not in self.verbs:
            return ()
        board = self.board(self, decklist, table, words)
        every = (grip for one in self.declarations for grip in one.grips(board))
        return tuple(one for one in every if self._may_set(decklist, table, one.set))

    def _may_set(self, decklist: Decklist, table: Table, said: Mapping[str, object]) -> bool:
        try:
            action = read(self.verbs, {"action": CORRECTION, "set": dict(said), "reason": ""})
        except Malformed:
            return False
        return self.judge(decklist, table, action) is None

    def undo_hints(self, before: Table, facts: Sequence[f.Fact], words: Wording) -> tuple[str, ...]:
        """Return what the hands must do when an action is taken back, from the table before it and its facts."""
        return tuple(self.undo(self, before, facts, words).hints())


def _but(known: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in {**known, **changes}.items() if one is not None}
