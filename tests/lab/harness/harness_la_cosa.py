"""The companion's side of a game: told action by action, and its state beside the twin's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.engine.deck import Decklist
from companion.engine.kit.game import Game
from tests.lab.harness.harness import CompanionSide, Disagreement, Said
from tests.lab.twin.la_cosa.aliases import Aliases
from tests.lab.twin.la_cosa.world import Action


class Sitting(CompanionSide):
    """The companion's side of one game of La Cosa, where people may change their names."""

    def __init__(self, game: Game, decklist: Decklist, setup: Action) -> None:
        super().__init__(game, decklist)
        self.setup = setup
        self.names = Aliases()
        self.begin(setup)

    def judge(self, said: Said) -> str | None:
        """The rule that refuses an action, None if it is accepted; nothing is changed."""
        return super().judge(self.names.outward(said))

    def record(self, said: Said) -> None:
        """Carry an action out."""
        super().record(self.names.outward(said))

    def state(self) -> dict[str, object]:
        """The public state, people by the names the twin knows."""
        return self.names.inward(super().state())


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
