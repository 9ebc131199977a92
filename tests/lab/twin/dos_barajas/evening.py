"""One game between a world and the companion: where play is, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lab.harness.harness import Desk
from tests.lab.twin.dos_barajas.world import World


class Evening:
    """One game between a world and the companion."""

    def __init__(self, desk: Desk, world: World) -> None:
        self.desk, self.world, self.dice = desk, world, world.dice
        self.phase, self.turn = "deal", world.commander
        self.rolled: set[str] = set()
        self.figures_seen: dict[str, str] = {world.commander: "rey-de-espadas"}

    def say(self, said: Mapping[str, object], **state: object) -> None:
        """Say a lawful action; both sides must agree on the table after it."""
        told = self.world.state(**({"phase": self.phase, "status": "playing", **state}))
        if self.phase in ("supply", "leave", "take", "combat"):
            told["turn"] = self.turn
        self.desk.say(said, told)

    def enter(self, phase: str) -> None:
        self.phase, self.turn = phase, self.world.first
        self.desk.note(f"phase {phase}")

    def new_round(self) -> None:
        self.world.round += 1
        self.enter("accuse")

    def after_combat(self, phase: str) -> None:
        """Go on after a combat that the humans survived while other Things remain."""
        if phase == "accuse":
            self.enter("supply")
        else:
            self.new_round()
