"""Recreation room, tests and the end, played at a desk; and a game as a whole."""

from __future__ import annotations

from tests.lab.twin.the_thing_coop.works import Works


class Evenings(Works):
    """A game from round to round."""

    def rec_room(self) -> None:
        """Trade in the recreation room, and go on."""
        self.slips.voting()
        if self.chance(0.4):
            self._trade()
        self.world.step = "tests"
        self.tell("next")

    def winners(self, side: str) -> list[str]:
        """Return all persons if the humans won, else none."""
        return self.world.persons if side == "human" else []
