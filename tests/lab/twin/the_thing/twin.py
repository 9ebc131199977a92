"""The Thing, the board game, a second time: hidden roles, bags and rooms, every public sum reckoned anew.

Read `world` (what is true), `rounds` (a round from the weather to the planning), `meetings` (encounters), `works`
(action cards, fires, the way out), `evenings` (recreation room to dogs) and `slips` (what must be refused). It shares
nothing with the companion's rules but the names of cards, rooms, verbs and rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing.evenings import Evenings
from tests.lab.twin.the_thing.slips import RULES
from tests.lab.twin.the_thing.world import Board, World

Setting = str | int | bool
NAMES = ("Ana", "Berto", "Ciro", "Dora", "Eva", "Fede", "Gema", "Hugo")
USUAL: Mapping[str, tuple[Setting, ...]] = {
    "wires": (2, 1),
    "rescue_fuel": ("every-upkeep", "not-sunny", "after-arrival"),
    "kennel": ("open", "stay"),
    "hunger": ("each-round", "for-good"),
    "pack_leader": ("no", "yes"),
}
"""Questions that the rulebook leaves open, the usual answer first."""
OTHERWISE = 0.15
READ = 0.6
"""Rate at which the host has read the figures from the board."""
MOST_ROUNDS = 14
STEPS = (
    "weather", "upkeep", "alien", "draw", "plan", "encounters", "meeting", "rescue", "escape", "actions", "rec-room",
    "tests", "food", "dogs", "ending",
)  # fmt: skip
ENDINGS = ("frozen", "alien-aboard", "assimilated", "human-left", "humans-away", "abandoned")
MOMENTS = (
    "blackout", "boiler lost", "shortage", "hungry", "arrived", "gone", "kennel opened", "dog shut in", "dog alone",
    "dog taken", "somebody taken", "sabotaged by the Alien", "alone", "even", "flees", "burnt the Alien", "evaded",
    "swapped", "special", "in the dark", "face up", "a fire", "a bonus", "card lost", "tools", "fuel", "S.O.S.",
    "test human", "test alien", "shown", "declined", "refused aboard", "infected", "infected last",
    "discards shuffled",
)  # fmt: skip


def reached(
    steps: tuple[str, ...], moments: tuple[str, ...], broken: tuple[str, ...], endings: tuple[str, ...]
) -> tuple[str, ...]:
    """Return all notes that many games of a twin must reach: each phase, moment, broken rule and ending."""
    return (*(f"step {s}" for s in steps), *moments, *(f"rule {r}" for r in broken), *(f"ending {e}" for e in endings))


PACK = ("pack moved", "pack shut in", "pack left by two", "pack taken", "kennel opened by the pack")
"""Notes of a dog that leads the pack; neither of the other two games has one."""


class Twin:
    """The simulator of the board game."""

    expected = reached((*STEPS, "pack"), (*MOMENTS, *PACK), RULES, ENDINGS)
    names: tuple[str, ...] = NAMES
    usual = USUAL
    board: type[Board] = Board

    def options(self, dice: Random) -> Mapping[str, Setting]:
        """Return the house questions for one game, with the figures of a board that the host has read or not."""
        said = {
            name: dice.choice(values[1:]) if dice.random() < OTHERWISE else values[0]
            for name, values in self.usual.items()
        }
        self._board = self.board(dice)
        return {**said, "board": json.dumps(self._board.read())} if dice.random() < READ else said

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """Play one game to its end."""
        people = list(self.names[:players])
        rule: dict[str, object] = {name: desk.options.get(name, values[0]) for name, values in self.usual.items()}
        evening = self.begin(desk, people, rule, dice)
        world = evening.world
        while world.step != "over":
            evening.whole()
            if world.round > MOST_ROUNDS and world.step == "weather":
                evening.leave()

    def begin(self, desk: Desk, people: list[str], rule: dict[str, object], dice: Random) -> Evenings:
        """Lay the table and deal the sheets."""
        evening = self.evening(desk, people, rule, dice)
        desk.open(tuple(people), people[0])
        desk.expect(evening.world.seen())
        evening.sheets()
        return evening

    def evening(self, desk: Desk, people: list[str], rule: dict[str, object], dice: Random) -> Evenings:
        return Evenings(desk, World(people, rule, self._board, "board" in desk.options, dice))


SIMULATOR = Twin()
