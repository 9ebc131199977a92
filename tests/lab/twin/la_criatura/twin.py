"""La Criatura a second time, from the rulebook and the worked-out tables, with every hidden card in its place.

Read `world` (what is true), `events`, `turns` and `fights` (what people do), `slips` (what must be refused) and
`shown` (cards shown to the referee). It shares nothing with the companion's rules but the names of cards, verbs and
rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.lab.harness.harness import Desk
from tests.lab.twin.la_criatura.fights import Fights
from tests.lab.twin.la_criatura.slips import Slips
from tests.lab.twin.la_criatura.turns import Turns
from tests.lab.twin.la_criatura.world import USUAL, Setting, World

NAMES = ("Ana", "Berto", "Ciro", "Dora", "Eva", "Fede", "Gema", "Hugo", "Inés", "Juan")
OTHERWISE = 0.12
"""Rate at which a house question is not answered the usual way."""

LOST = 0.02
"""In how many games the weapons are found to be lost."""

STEPS = ("events", "vote", "tie", "verdict", "move", "discard", "chief", "helicopter", "combat", "respond", "landed")
MOMENTS = (
    "found 1", "found 2", "moved", "not moved", "chief again", "new chief", "a tie", "a tie again",
    "armed for a token", "event armado", "event armado-hasta-los-dientes", "event despierto", "event estimulante",
    "event evento", "woken for the combat", "the Creature shows itself", "a shield", "a sure hit", "a miss",
    "an unknown weapon", "parried", "not parried", "saved by a token",
)  # fmt: skip
RULES = (
    "attack.no-hit", "attack.order", "card.not-event", "card.not-weapon", "card.unknown", "check.when", "chief.count",
    "chief.sedated", "combat.over", "creature.gone", "dice.count", "discard.sedated", "discard.too-many", "end.roles",
    "event.awake", "event.limit", "event.sedated", "event.too-late", "game.over", "hand.empty", "hand.limit",
    "move.missing", "move.sedated", "move.still", "override.invalid", "player.out", "player.unknown",
    "respond.not-asked", "reveal.self", "reveal.twice", "reveal.two-seats", "reveal.when", "shield.name", "step.wrong",
    "target.missing", "target.own-side", "target.self", "token.limit", "token.none", "turn.first", "turn.not-yours",
    "vote.count", "vote.order", "vote.sedated", "vote.self", "vote.together", "weapon.all-shown", "weapon.face-down",
    "weapon.limit", "weapon.no-bonus", "weapon.none", "weapon.none-left",
)  # fmt: skip
"""Every rule a table without a host's cards can meet, but three that only a mistaken companion could ask for."""

ENDINGS = ("humans-fly", "creature-flies", "humans-left", "creature-left")


class Twin:
    """The simulator of La Criatura."""

    expected = (
        *(f"step {s}" for s in STEPS),
        *MOMENTS,
        *(f"rule {r}" for r in RULES),
        *(f"ending {e}" for e in ENDINGS),
    )

    def options(self, dice: Random) -> Mapping[str, Setting]:
        """Return the house questions for one game."""
        return {
            name: dice.choice(values[1:]) if dice.random() < OTHERWISE else values[0] for name, values in USUAL.items()
        }

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """Play one game to its end."""
        people = list(NAMES[:players])
        world = World(people, desk.options, dice)
        desk.open(tuple(people), people[0])
        desk.expect(world.seen())
        slips = Slips(desk, world)
        turns = Turns(desk, world, slips)
        turns.first()
        if dice.random() < LOST:
            world.armoury.clear()
            desk.say({"action": "override", "set": {"weapon_pile": 0}, "reason": "the weapons are lost"}, world.seen())
        while world.step != "helicopter":
            turns.whole()
        Fights(desk, world, turns, slips).all()


SIMULATOR = Twin()
