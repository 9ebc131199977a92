"""Recreation room, tests and the end, played at a desk; and a game as a whole."""

from __future__ import annotations

from companion.lab.twin.the_thing_coop.works import Works


class Evenings(Works):
    """A game from round to round."""

    def rec_room(self) -> None:
        """Trades, and on."""
        self.slips.voting()
        if self.chance(0.4):
            self._trade()
        self.world.step = "tests"
        self.tell("next")

    def end(self, ending: str) -> None:
        """All role cards are turned over; everybody wins, or nobody."""
        world = self.world
        self.slips.ending()
        cause, side = self.outcome(ending)
        world.step = "over"
        self.desk.say({"action": "end", "cause": "roles", "roles": dict(world.role)})
        winners = world.persons if side == "human" else []
        self.desk.expect({"status": "ended", "cause": cause, "winners": winners})
        self.desk.over(cause, side)
        self.slips.after()
