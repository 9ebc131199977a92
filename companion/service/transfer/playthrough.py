"""The playthrough file: the set-up on the first line, one action on each further one. Read, written and played.

Blank lines and lines that begin with `//` are passed over, but counted. A file is read whole before anything of it
happens: one malformed line refuses it all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.actions import Action, Malformed
from companion.engine.hidden.referee import CHECK, Finding, Memory
from companion.engine.history import Entry
from companion.service.live.parsing import Opening, opening, parse, utf8
from companion.service.live.session import Finder, LiveGame, Refused, Shapes, begin, title_of
from companion.service.messages import why
from companion.service.referee.checks import is_check, look, read_check
from companion.store.base import Row

COMMENT = "//"


class FileMalformed(ValueError):
    """A line is not what a playthrough may hold: the file is refused whole."""

    def __init__(self, file: str, line: int, fault: Malformed) -> None:
        super().__init__(f"{file}:{line}")
        self.file = file
        self.line = line
        self.fault = fault

    def sentence(self, lang: str) -> str:
        """Return the file, the line and what is wrong."""
        return f"{self.file}:{self.line}: {why(self.fault, lang)}"


class Line(NamedTuple):
    """Line of a file, counted from 1."""

    number: int
    said: object


class Script(NamedTuple):
    """A playthrough as it was read: nothing of it has been played yet."""

    file: str
    first: int
    opening: Opening
    actions: Sequence[Line]


class Outcome(NamedTuple):
    """Result of one line: refused, accepted as an entry, or, for a check, what it found."""

    line: int
    refused: Refused | None = None
    entry: Entry | None = None
    finding: Finding | None = None


@dataclass(slots=True)
class Run:
    """A playthrough played: what came of each line, and the game as it stands. `playing` is None if none began."""

    outcomes: list[Outcome] = field(default_factory=list)
    playing: LiveGame | None = None
    memory: Memory = field(default_factory=Memory)

    def do(self, line: int, action: Action) -> Outcome:
        """Do an action, or look at the cards of a check, and return what came of it."""
        assert self.playing is not None
        try:
            if action.verb == CHECK:
                finding, self.memory, _ = look(self.playing, self.memory, action)
                return Outcome(line, finding=finding)
            entry = self.playing.decide(action)
        except Refused as refused:
            return Outcome(line, refused)
        self.playing.record(Row(entry))
        return Outcome(line, None, entry)


def read_script(file: str, data: bytes) -> Script:
    """Parse the script in a file. Raise `FileMalformed`."""
    lines: list[Line] = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        try:
            text = utf8(raw).strip()
            if text and not text.startswith(COMMENT):
                lines.append(Line(number, parse(text)))
        except Malformed as fault:
            raise FileMalformed(file, number, fault) from fault
    if not lines:
        raise FileMalformed(file, 1, Malformed("malformed.no-setup"))
    try:
        line = opening(lines[0].said)
    except Malformed as fault:
        raise FileMalformed(file, lines[0].number, fault) from fault
    return Script(file, lines[0].number, line, lines[1:])


def play(script: Script, find: Finder, strict: bool = False) -> Run:
    """Play a script. `strict`: stop at the first refusal. Raises `FileMalformed` with nothing half done."""
    run = Run()
    number = script.first
    try:
        title = title_of(find, script.opening.game, script.opening.setup.deck)
        shapes = Shapes(title, len(script.opening.setup.players))
        actions = []
        for line in script.actions:
            number = line.number
            said = line.said
            actions.append((number, read_check(title, said) if is_check(title, said) else shapes.read(said)))
        number = script.first
        run.playing = LiveGame(title, [Row(begin(title, script.opening))])
        for number, action in actions:
            run.outcomes.append(run.do(number, action))
            if strict and run.outcomes[-1].refused:
                break
    except Refused as refused:
        run.outcomes.append(Outcome(number, refused))
    except Malformed as fault:
        raise FileMalformed(script.file, number, fault) from fault
    return run


def write_script(entries: Sequence[Entry]) -> str:
    """Return the playthrough of a game: set-up, then every accepted action, undo and redo included."""
    return "".join(json.dumps(dict(entry.action), ensure_ascii=False) + "\n" for entry in entries)
