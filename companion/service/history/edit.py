"""Edit the past: another course of the game from an old entry on, with everything it would change.

`follow` is pure: from the entries that stand and an edit it plays the changed list to its end. Nothing is written
until the edit is accepted; then `amend` appends to the one history: undo as far back as the edit reaches, then what
happened instead and, again, what came after. The first of those undos carries a note (`edit`), so that every export
tells the edit and still is a playthrough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.engine.actions import Action, Malformed
from companion.engine.deck import Decklist
from companion.engine.facts import Fact
from companion.engine.game import Past
from companion.engine.history import UNDO, Entry, in_one_batch
from companion.engine.kit.game import Game
from companion.engine.rules import Violation
from companion.engine.state import Table, replay
from companion.service.live.games import GameService, Snapshot, Step
from companion.service.live.session import LiveGame, Refused, action_of

How = Literal["change", "insert", "remove"]
HOWS: tuple[How, ...] = ("change", "insert", "remove")
ANYWAY = "anyway"
"""The field by which an action says that the table did it although a rule refuses it."""

Fate = Literal["new", "as-was", "again", "kept", "out", "refused"]
"""What becomes of an action: said for the first time; untouched by the edit; done again on another table; kept although
a rule refuses it now; left out; or, of a new one, refused, so that nothing can be accepted."""


class Edit(NamedTuple):
    """Requested change of the past at entry `number`: changed, removed, or with something put before it.

    `keep` names later entries that are refused by then and that the table keeps as it did them, for this `reason`.
    """

    number: int
    how: How
    actions: tuple[Action, ...] = ()
    keep: frozenset[int] = frozenset()
    reason: str = "…"


class Followed(NamedTuple):
    """One action of the changed course. `was` is the entry it was (0: a new one), `violation` why it is refused."""

    action: Action
    fate: Fate
    was: int
    facts: tuple[Fact, ...] = ()
    violation: Violation | None = None
    can_keep: bool = False

    @property
    def stands(self) -> bool:
        """True if the entry happens in the changed course."""
        return self.fate not in ("out", "refused")


class Rewritten(NamedTuple):
    """The changed course from the edit on, and the table it ends with; the entries `before` are undone for it."""

    edit: Edit
    start: Table
    steps: tuple[Followed, ...]
    table: Table
    before: tuple[Entry, ...]

    @property
    def done(self) -> tuple[Followed, ...]:
        """Entries that happen after the undos, in order."""
        return tuple(step for step in self.steps if step.stands)

    @property
    def refused(self) -> Followed | None:
        """The new action that the rules refuse, if any: such an edit cannot be accepted."""
        return next((step for step in self.steps if step.fate == "refused"), None)

    @property
    def troubles(self) -> tuple[Followed, ...]:
        """The later entries that a rule refuses now, kept or left out."""
        return tuple(step for step in self.steps if step.was and step.violation is not None)

    @property
    def changes(self) -> bool:
        """True if the course differs from the one that stands."""
        return [step.action.json() for step in self.done] != [dict(entry.action) for entry in self.before]


@dataclass(slots=True)
class _Way:
    """The changed course as it is gone."""

    game: Game
    decklist: Decklist
    edit: Edit
    table: Table
    steps: list[Followed] = field(default_factory=list)

    def take(self, step: Followed) -> None:
        """One step further."""
        self.steps.append(step)
        if step.stands:
            self.table = replay(step.facts, self.table)

    def judged(self, action: Action) -> Violation | None:
        """Return the violation of an action on the table as it is now, if any."""
        return self.game.judge(self.decklist, self.table, action)

    def done(self, action: Action) -> tuple[Fact, ...]:
        """Return the facts of an action on the table as it is now."""
        return self.game.carry_out(self.decklist, self.table, action)


def place_of(standing: Sequence[Past], number: int) -> int:
    """Return the index of an editable entry among those that stand. Raise `Malformed` for the set-up and all others."""
    at = next((k for k, (entry, _) in enumerate(standing) if entry.number == number), 0)
    if not at:
        raise Malformed("malformed.edit", number=number)
    return at


def follow(game: Game, decklist: Decklist, standing: Sequence[Past], edit: Edit) -> Rewritten:
    """Play the changed course to its end: what happens again, what is refused and why."""
    at = place_of(standing, edit.number)
    start = standing[at - 1][1]
    way = _Way(game, decklist, edit, start)
    for action in edit.actions:
        violation = way.judged(action)
        way.take(
            Followed(action, "new", 0, way.done(action))
            if violation is None
            else Followed(action, "refused", 0, (), violation, _overruled(way, action) is not None)
        )
    for k in range(at if edit.how == "insert" else at + 1, len(standing)):
        way.take(_later(way, standing[k][0], standing[k - 1][1]))
    return Rewritten(edit, start, tuple(way.steps), way.table, tuple(entry for entry, _ in standing[at:]))


def _later(way: _Way, entry: Entry, before: Table) -> Followed:
    """Return an entry as it happens now; on the table it happened on it stays as it was, whatever the rules have
    become."""
    action = action_of(entry)
    if way.table == before:
        return Followed(action, "as-was", entry.number, entry.facts)
    violation = way.judged(action)
    if violation is None:
        return Followed(action, "again", entry.number, way.done(action))
    anyway = _overruled(way, action)
    if anyway is not None and entry.number in way.edit.keep:
        return Followed(anyway, "kept", entry.number, way.done(anyway), violation, True)
    return Followed(action, "out", entry.number, (), violation, anyway is not None)


def _overruled(way: _Way, action: Action) -> Action | None:
    """Return the action as the table's own ruling if a rule allows that, else None."""
    if ANYWAY not in way.game.verbs[action.verb].fields or action.text(ANYWAY):
        return None
    anyway = Action(action.verb, {**action.said, ANYWAY: way.edit.reason})
    return anyway if way.judged(anyway) is None else None


def edit_of(playing: LiveGame, number: int, how: str, things: Sequence[object], keep: Sequence[int] = (),
            reason: str = "…") -> Edit:  # fmt: skip
    """Parse an edit sent by a device. Raise `Malformed` if it makes no sense."""
    if how not in HOWS or bool(things) == (how == "remove"):
        raise Malformed("malformed.edit", number=number)
    actions = tuple(map(playing.shapes().read_plain, things))
    return Edit(number, how, actions, frozenset(keep), reason)


def looked_at(playing: LiveGame, edit: Edit) -> Rewritten:
    """Return the course an edit would lead to, without changing anything."""
    with playing.lock:
        return follow(playing.game, playing.decklist, playing.course.standing, edit)


def amend(
    tables: GameService, game: str, edit: Edit, version: int | None = None, action_id: str = "", via: str = ""
) -> Snapshot:
    """Accept an edit: all of it is written at once, or nothing. Raises `Refused` where a new action is."""

    def decided(playing: LiveGame) -> Step:
        course = looked_at(playing, edit)
        if course.refused is not None and course.refused.violation is not None:
            raise Refused(course.refused.violation, playing.title)
        if not course.changes:
            return Step((), playing.course.table)
        return Step(entries(playing, course, tables.clock(), via), course.table)

    return tables.write(game, decided, version, action_id)


def entries(playing: LiveGame, course: Rewritten, at: str, via: str) -> tuple[Entry, ...]:
    """Return the entries that an accepted edit appends."""
    said: list[tuple[Mapping[str, object], tuple[Fact, ...]]] = [({"action": UNDO, "edit": note(course)}, ())]
    said += [({"action": UNDO}, ())] * (len(course.before) - 1)
    said += [(step.action.json(), step.facts) for step in course.done]
    found = [Entry(playing.version + k, action, facts, at, via) for k, (action, facts) in enumerate(said, 1)]
    return tuple(in_one_batch(found))


def note(course: Rewritten) -> dict[str, object]:
    """Return the note in the first undo of an edit: numbers only, so that it holds no name that might be forgotten."""
    return {
        "entry": course.edit.number,
        "undone": len(course.before),
        "new": sum(step.fate == "new" for step in course.steps),
        "again": len(course.done),
        "out": [step.was for step in course.steps if step.fate == "out"],
    }
