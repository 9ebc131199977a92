"""The Thing for 1 to 3, a second time: six Characters, hidden role cards and bags, every public sum reckoned anew.

Read `world` (what is true), `rounds` (moving, dogs, the Alien, the threat), `works` (the dice and the way out),
`evenings` (a whole game) and `slips` (what must be refused). It stands on the twin of the board game where the rulebook
for 1 to 3 people changes nothing, and shares nothing with the companion's rules but names.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing import twin as base
from tests.lab.twin.the_thing_coop.evenings import Evenings
from tests.lab.twin.the_thing_coop.slips import RULES
from tests.lab.twin.the_thing_coop.world import Board, World

NAMES = ("Ana", "Berto", "Ciro")
USUAL: Mapping[str, tuple[base.Setting, ...]] = {
    "helicopter": (4, 2),
    "winner": ("assimilates", "choice"),
    "jump": ("stops", "passes"),
    "green": ("immune", "taken"),
    "rescue_fuel": ("every-upkeep", "not-sunny", "after-arrival"),
    "kennel": ("open", "stay"),
    "hunger": ("each-round", "for-good"),
}
"""Questions that the rulebook leaves open, the usual answer first."""
STEPS = (
    "weather", "upkeep", "plan", "choice", "encounters", "alien", "rescue", "escape", "block", "actions", "rec-room",
    "tests", "food", "dogs", "threat", "ending",
)  # fmt: skip
MOMENTS = (
    "blackout", "boiler lost", "shortage", "hungry", "arrived", "gone", "kennel opened", "dog shut in", "dog alone",
    "a dog's Alien", "dog taken", "dog of the kennel taken", "somebody taken", "sabotaged by the Alien", "alone",
    "even", "flees", "burnt the Alien", "evaded", "reached together", "chosen in encounters", "chosen in actions",
    "chosen in weather", "sheet goes on", "threat goes left", "threat goes right", "dice in the dark",
    "again norris", "again garry", "again lamp", "a die turned", "cancelled", "stopped by the threat", "suffered",
    "wasted", "a fire", "a bonus", "tools", "fuel", "S.O.S.", "blocked", "not blocked", "test human", "test alien",
    "declined", "refused aboard",
)  # fmt: skip


class Twin(base.Twin):
    """The simulator of the cooperative mode."""

    expected = base.reached(STEPS, MOMENTS, RULES, base.ENDINGS)
    names = NAMES
    usual = USUAL
    board = Board

    def begin(self, desk: Desk, people: list[str], rule: dict[str, object], dice: Random) -> Evenings:
        said, board = dice.choice((0, 3, 6, 6)), self._board
        assert isinstance(board, Board)
        world = World(people, rule, board, "board" in desk.options, dice, said)
        first = dice.choice(people)
        world.leader = next(p for p in world.people if world.plays[p] == first)
        desk.open(tuple(people), first)
        evening = Evenings(desk, world)
        evening.take_sheets(said)
        return evening


SIMULATOR = Twin()
