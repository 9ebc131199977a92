"""The companion's side of a game: told action by action, and its state beside the twin's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.cards.decklist import Decklist
from companion.referee.actions import Malformed, read
from companion.referee.game import Game, Setup
from companion.sim.aliases import Aliases
from companion.sim.box import Option
from companion.sim.world import Action
from companion.table.facts import Fact
from companion.table.history import REDO, UNDO, Course, Entry


class Disagreement(Exception):
    """The first difference of a game; the game is broken off there."""

    def __init__(self, about: str, twin: object, companion: object) -> None:
        super().__init__(about)
        self.about, self.twin, self.companion = about, twin, companion


class Sitting:
    """The companion's side of one game: its history, told action by action."""

    def __init__(self, game: Game, decklist: Decklist, setup: Action) -> None:
        self.game, self.decklist, self.setup = game, decklist, setup
        self.course = Course()
        self.names = Aliases()
        said = Setup(
            tuple(cast("list[str]", setup["players"])), str(setup["first"]), cast("dict[str, Option]", setup["options"])
        )
        found = game.refuse_setup(decklist, said)
        if found is not None:
            raise Disagreement("the set-up is refused", None, found.rule)
        self.course.record(Entry(1, setup, game.open(decklist, said)))

    def judge(self, said: Action) -> str | None:
        """The rule that refuses an action, None if it is accepted; nothing is changed."""
        try:
            action = read(self.game.verbs, self.names.outward(said))
            self.game.check_form(self.decklist, len(self.course.table.players), action)
        except Malformed as fault:
            return f"malformed: {fault.key} {fault.blanks}"
        found = self.game.judge(self.decklist, self.course.table, action)
        return found.rule if found else None

    def record(self, said: Action) -> None:
        """Carry an action out."""
        told = self.names.outward(said)
        facts: tuple[Fact, ...] = ()
        if told["action"] not in (UNDO, REDO):
            facts = self.game.carry_out(self.decklist, self.course.table, read(self.game.verbs, told))
        self.course.record(Entry(self.course.version + 1, told, facts))

    def state(self) -> dict[str, object]:
        """The public state, people by the names the twin knows."""
        return self.names.inward(self.game.state(self.decklist, self.course.table))


def comparable(state: Mapping[str, object]) -> dict[str, object]:
    """A public state in one form: the ring from its first name, doors and people in order."""
    flat = {key: value for key, value in state.items() if key != "version"}
    seats = list(cast("list[str]", state["seats"]))
    start = seats.index(min(seats)) if seats else 0
    flat["seats"] = seats[start:] + seats[:start]
    flat["doors"] = sorted(sorted(pair) for pair in cast("list[list[str]]", state["doors"]))
    flat["eliminated"] = sorted(cast("list[str]", state["eliminated"]))
    winners = cast("list[str] | None", state["winners"])
    flat["winners"] = None if winners is None else sorted(winners)
    flat["step"] = "respond" if state["step"] == "exchange" else state["step"]
    return flat


def compare(twin: Mapping[str, object], companion: Mapping[str, object]) -> None:
    """Raise `Disagreement` naming the fields in which two states differ."""
    if twin == companion:
        return
    a, b = comparable(twin), comparable(companion)
    if a != b:
        keys = [key for key in a.keys() | b.keys() if a.get(key) != b.get(key)]
        name = "state: " + ", ".join(sorted(keys))
        raise Disagreement(name, {k: a.get(k) for k in keys}, {k: b.get(k) for k in keys})


def conserve(state: Mapping[str, object], size: int) -> None:
    """No card is lost: piles, hands, obstacles and the card being resolved make up the deck."""
    hands = sum(cast("dict[str, int]", state["hands"]).values())
    obstacles = len(cast("list[object]", state["doors"])) + len(cast("dict[str, int]", state["quarantine"]))
    piles = cast(int, state["draw_pile"]) + cast(int, state["discard_pile"])
    found = piles + hands + obstacles + (state["card"] is not None)
    if found != size or cast(int, state["draw_pile"]) < 0 or cast(int, state["discard_pile"]) < 0:
        raise Disagreement("conservation", size, found)
