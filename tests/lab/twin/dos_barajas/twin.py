"""The simulator of this game: which house questions are answered how, one game played, what many have to reach."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.lab.harness.harness import Desk
from tests.lab.harness.many_games import Simulator
from tests.lab.twin.dos_barajas import slips
from tests.lab.twin.dos_barajas.rounds import MOST_ROUNDS, Rounds
from tests.lab.twin.dos_barajas.world import Option, Over, World

OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "deck": (40, 48),
    "initial_clubs": ("lost", "replaced"),
    "accusations": ("any", "one"),
    "short_hand": ("all", "none"),
    "cups": ("six", "six-more"),
    "nothing_left": ("no-draw", "end"),
    "middle": ("face-down", "shuffled", "face-up"),
    "leftovers": ("discard", "stay"),
    "combat_order": ("same", "clockwise"),
    "humans_fight": (False, True),
    "hidden_thing": ("as-human", "as-thing"),
    "tie": ("things", "humans", "nobody"),
}
"""The house questions; the first answer is the usual one."""

OTHERWISE = 0.2
"""Rate at which a question is answered in another way."""

PHASES = ("deal", "accuse", "supply", "leave", "take", "invade", "combat", "answer", "count")
ENDINGS = ("things-won", "all-things", "no-things", "no-humans", "majority")
REACHED = (
    *(f"phase {one}" for one in PHASES),
    *(f"ending {one}" for one in ENDINGS),
    "accused a Thing", "accused a human", "fewer than two", "trio of cups", "clubs replaced", "nothing left to draw",
    "reshuffled", "starved Thing", "starved human", "the first player dies", "infected", "leftovers", "invasion",
    "hidden Thing revealed", "attacked as a Thing", "human killed a Thing", "Thing killed somebody", "swords", "tie",
    "others are left", "none is left", "second combat round", "nothing but clubs",
    "another commander",
)  # fmt: skip
"""Notes that many games have to reach."""


class _Twin:
    """The simulator of this game."""

    expected = (*REACHED, *(f"rule {rule}" for rule in slips.RULES))

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """Play one game to its end."""
        world = World(players, desk.options, dice)
        noted = dice.choice(world.names) if dice.random() < 0.3 else world.commander
        desk.open(tuple(world.names), noted)
        if noted != world.commander:
            desk.say({"action": "commander", "player": world.commander})
            desk.note("another commander")
        evening = Rounds(desk, world)
        desk.expect(world.state(phase="deal", status="playing", commander=world.commander))
        try:
            evening.deal()
            while world.round <= MOST_ROUNDS:
                getattr(evening, evening.phase)()
            evening.give_up()
        except Over:
            return

    def options(self, dice: Random) -> Mapping[str, Option]:
        """Answer each house question by chance, mostly the usual way."""
        return {n: v[0] if dice.random() > OTHERWISE else dice.choice(v[1:]) for n, v in OPTIONS.items()}


SIMULATOR: Simulator = _Twin()
