"""A whole game: people do something, and tell the companion what a table sees of it.

`Evening.go_on` does one thing at the table and returns the action that says so (contract, 3.1); the world then is as
the companion must see it. None when the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.lab.twin.la_cosa import acting, answering, panic_resolution
from tests.lab.twin.la_cosa.context import Stage
from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.ending import ending
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.world import THING, Action, World


class Evening:
    """One game in progress: the world, the people, and what must be said before play goes on."""

    def __init__(self, world: World, people: Fair, most_turns: int = 400) -> None:
        self.world = world
        self.people = people
        self.stage = Stage(world, people)
        self.most_turns = most_turns

    @property
    def honest(self) -> list[Action]:
        """Checks that would have shown the referee the last step, just before it."""
        return self.stage.honest

    @property
    def instead(self) -> Mapping[str, Sequence[Piece]]:
        """The other cards that each giver could lawfully have given in it."""
        return self.stage.instead

    def go_on(self) -> Action | None:
        """Play one more action, and return it; None at the end."""
        world = self.world
        self.stage.honest, self.stage.instead = [], {}
        if world.status == "ended":
            return None
        said = self._said_first()
        if said is not None:
            return said
        if world.step == "draw":
            return acting.draw(self.stage)
        if world.step == "act":
            return acting.act(self.stage)
        if world.step == "panic":
            return panic_resolution.resolve(self.stage)
        return answering.respond(self.stage)

    # ------------------------------------------------------------------ what goes before play

    def _said_first(self) -> Action | None:
        world = self.world
        if world.status == "declared":
            return ending(world, "la-cosa-eliminated" if world.revealed else "la-cosa-declared")
        if world.card_offset:
            return self._recount()
        if self.stage.shows:
            return self.stage.shows.pop(0)
        thing = world.thing()
        if thing not in world.hands:
            return self._thing_is_out(thing)
        if self.stage.caught:
            return ending(world, "la-cosa-caught")
        if len(world.seats) == 1 or self.people.declares(world):
            world.status, world.declarer = "declared", thing
            return {"action": "declare", "player": thing}
        if world.turns >= self.most_turns:
            return ending(world, "abandoned")
        return self._corrected()

    def _corrected(self) -> Action | None:
        said = self.people.corrects(self.world)
        if said is not None:
            self.world.note("corrections")
        return said

    def _thing_is_out(self, thing: str) -> Action:
        if self.people.rng.random() < 0.5:
            return ending(self.world, "la-cosa-eliminated")
        self.world.revealed = True
        self.world.status = "declared"
        return {"action": "reveal", "player": thing, "role": THING}

    def _recount(self) -> Action:
        world = self.world
        world.card_offset = 0
        world.note("recounts")
        piles = {"draw_pile": len(world.draw), "discard_pile": len(world.discard)}
        return {"action": "override", "set": piles, "reason": "the piles were counted"}
