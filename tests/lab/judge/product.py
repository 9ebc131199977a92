"""The product's referee of any card game as the agreement wants it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.decks.catalog import title
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Memory, Reread
from companion.engine.history import Course
from tests.lab.harness.harness import CompanionSide
from tests.lab.judge.table import Line


class Product:
    """One game as the product keeps it, with what its referee was shown."""

    def __init__(self, setup: Line) -> None:
        here = title(str(setup["game"]))
        self.side = CompanionSide(here.game, here.decklist)
        self.side.begin({"options": {}, "first": setup["players"][0], **setup})
        self.memory, self.kept, self.read = Memory(), dict[object, object](), 1

    def check(self, said: Sequence[Line], check: Line) -> tuple[str, Collection[str]]:
        """Read the lines that are new, which only ever grow, then judge."""
        for told in said[self.read :]:
            if told["action"] == "check":
                asked, finding = self._judge(told)
                self.memory = self.memory.with_sight(asked, self.side.course.version, finding)
            else:
                self.side.record(told)
        self.read = len(said)
        _, finding = self._judge(check)
        return finding.verdict, finding.rules

    def restart(self) -> None:
        """Start anew from what is kept: the entries, and the checks that were remembered."""
        entries, self.side.course = self.side.course.entries, Course()
        for entry in entries:
            self.side.course.record(entry)
        self.kept = {}

    def _judge(self, check: Line):  # type: ignore[no-untyped-def]
        referee = self.side.game.referee
        assert referee is not None
        asked = referee.read(dict(check))
        told = Reread(line(self.side.course, self.memory, referee), self.kept)
        return asked, referee.judge(self.side.decklist, told, asked)
