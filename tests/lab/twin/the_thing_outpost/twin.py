"""The Norwegian base a second time: what is otherwise than in the twin of the board game.

Read `world` (what is true), `leaving` (vehicles, the rifle), `saucer` (the last fight), `evenings` (teeth, the dog, the
ends) and `slips` (what must be refused). It shares nothing with the companion's rules but the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing import twin as base
from tests.lab.twin.the_thing_outpost.evenings import ENDS, Outpost
from tests.lab.twin.the_thing_outpost.slips import RULES
from tests.lab.twin.the_thing_outpost.world import Board, World

USUAL: Mapping[str, tuple[base.Setting, ...]] = {
    **{name: values for name, values in base.USUAL.items() if name not in ("wires", "pack_leader")},
    "vehicle_fuel": ("none", "full"),
}
STEPS = (
    *base.STEPS, "runaway", "ufo-setup", "ufo-hide", "ufo-place", "ufo-reveal", "ufo-fight", "ufo-collect",
    "ufo-launch",
)  # fmt: skip
MOMENTS = (
    *base.MOMENTS, "left by helicopter", "left by shed", "left together", "a rifle", "healthy", "fillings",
    "teeth of an earlier round",
    "in the saucer", "burnt in the saucer", "flees in the saucer", "even in the saucer", "taken in the saucer",
    "tokens in the saucer", "stock runs out", "paid",
)  # fmt: skip
ENDINGS = (*base.ENDINGS, *ENDS, "left-behind")


class Twin(base.Twin):
    """The simulator of the Norwegian base."""

    expected = base.reached(STEPS, MOMENTS, RULES, ENDINGS)
    usual = USUAL
    board = Board

    def evening(self, desk: Desk, people: list[str], rule: dict[str, object], dice: Random) -> Outpost:
        board = self._board
        assert isinstance(board, Board)
        return Outpost(desk, World(people, rule, board, "board" in desk.options, dice))


SIMULATOR = Twin()
