"""The Thing for 1 to 3, a second time: six Characters, hidden role cards and bags, every public sum reckoned anew.

Read `world` (what is true), `rounds` (moving, dogs, the Alien, the threat), `works` (the dice and the way out),
`evenings` (a whole game) and `slips` (what must be refused). It stands on the twin of the board game where the rulebook
for 1 to 3 people changes nothing, and shares nothing with the companion's rules but names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from companion.lab.harness.harness import Desk
from companion.lab.twin.the_thing_coop.evenings import Evenings
from companion.lab.twin.the_thing_coop.slips import RULES
from companion.lab.twin.the_thing_coop.world import Board, World

Setting = str | int | bool
NAMES = ("Ana", "Berto", "Ciro")
USUAL: Mapping[str, tuple[Setting, ...]] = {
    "helicopter": (4, 2),
    "winner": ("assimilates", "choice"),
    "jump": ("stops", "passes"),
    "green": ("immune", "taken"),
    "rescue_fuel": ("every-upkeep", "not-sunny", "after-arrival"),
    "kennel": ("open", "stay"),
    "hunger": ("each-round", "for-good"),
}
"""What the rulebook leaves open, the usual answer first."""
OTHERWISE = 0.15
READ = 0.6
"""How often the host has read the figures from the board."""
MOST_ROUNDS = 14
STEPS = (
    "weather", "upkeep", "plan", "choice", "encounters", "alien", "rescue", "escape", "block", "actions", "rec-room",
    "tests", "food", "dogs", "threat", "ending",
)  # fmt: skip
ENDINGS = ("frozen", "alien-aboard", "assimilated", "human-left", "humans-away", "abandoned")
MOMENTS = (
    "blackout", "boiler lost", "shortage", "hungry", "arrived", "gone", "kennel opened", "dog shut in", "dog alone",
    "a dog's Alien", "dog taken", "dog of the kennel taken", "somebody taken", "sabotaged by the Alien", "alone",
    "even", "flees", "burnt the Alien", "evaded", "reached together", "chosen in encounters", "chosen in actions",
    "chosen in weather", "sheet goes on", "threat goes left", "threat goes right", "dice in the dark",
    "again norris", "again garry", "again lamp", "a die turned", "cancelled", "stopped by the threat", "suffered",
    "wasted", "a fire", "a bonus", "tools", "fuel", "S.O.S.", "blocked", "not blocked", "test human", "test alien",
    "declined", "refused aboard",
)  # fmt: skip


class Twin:
    """The simulator of the cooperative mode."""

    expected = (
        *(f"step {s}" for s in STEPS),
        *MOMENTS,
        *(f"rule {r}" for r in RULES),
        *(f"ending {e}" for e in ENDINGS),
    )

    def options(self, dice: Random) -> Mapping[str, Setting]:
        """House questions for one game, with the figures of a board that the host has read or not."""
        said = {
            name: dice.choice(values[1:]) if dice.random() < OTHERWISE else values[0] for name, values in USUAL.items()
        }
        self._board = Board(dice)
        return {**said, "board": json.dumps(self._board.read())} if dice.random() < READ else said

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """One game to its end."""
        persons = list(NAMES[:players])
        rule: dict[str, object] = {name: desk.options.get(name, values[0]) for name, values in USUAL.items()}
        said = dice.choice((0, 3, 6, 6))
        world = World(persons, rule, self._board, "board" in desk.options, dice, said)
        first = dice.choice(persons)
        world.leader = next(p for p in world.people if world.plays[p] == first)
        desk.open(tuple(persons), first)
        evening = Evenings(desk, world)
        evening.take_sheets(said)
        while world.step != "over":
            evening.whole()
            if world.round > MOST_ROUNDS and world.step == "weather":
                evening.leave()


SIMULATOR = Twin()
