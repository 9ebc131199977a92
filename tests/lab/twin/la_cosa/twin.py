"""The simulator of La Cosa: people play one game, and near misses, slips, cheats and looks go on beside it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from random import Random

from tests.lab.harness.harness import Desk, Disagreement
from tests.lab.twin.la_cosa.camera import Camera
from tests.lab.twin.la_cosa.cheats import PEEKS
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.deck import INK, Option
from tests.lab.twin.la_cosa.ending import victory
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.near_misses import near_miss
from tests.lab.twin.la_cosa.observations import a_hand
from tests.lab.twin.la_cosa.pillory import Pillory
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_careless import Careless
from tests.lab.twin.la_cosa.players_peeking import Peeking
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.public import comparable, conserve
from tests.lab.twin.la_cosa.whatif import carried_out, left_open
from tests.lab.twin.la_cosa.world import Action, World

STYLES: Mapping[str, type[Fair]] = {"fair": Fair, "sensible": Sensible, "careless": Careless, "peeking": Peeking}
"""Ways to play: anything at random; for their side; at random, breaking and mending what a table may; for their side,
with an eye on other people's cards."""

ENDINGS = ("la-cosa-eliminated", "la-cosa-declared", "la-cosa-caught", "abandoned")
PLAYED = {"action": "play", "obstacle": "play", "panic": "panic", "defence": "answer"}
"""Note for the play of a card of each kind."""

STEP_BACK = 0.02
RENAME = 0.002
"""Rates after an action: taken back and restored; a player renamed."""
LOOK_BACK = 0.004
"""Rate of checks while an action is taken back: each time the referee is told the whole game anew."""

RARE_MOMENT = 5
"""Factor for near misses when one player is left, a victory is declared, or the game is over."""


class Twin:
    """The simulator of La Cosa."""

    expected = (
        *(f"end {cause}" for cause in ENDINGS),
        *(f"{PLAYED[ink]} {slug}" for slug, ink in INK.items() if ink in PLAYED),
    )

    def options(self, dice: Random) -> Mapping[str, Option]:
        """Leave every house question that the series does not answer as usual."""
        return {}

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """Play one game to its end, beside the companion if the plan says so."""
        names = list(NAMES[:players])
        world = deal(names, dice.choice(names), desk.options, dice)
        evening = Evening(world, STYLES[desk.plan.style](dice), desk.plan.most_turns)
        try:
            if desk.plan.checks:
                _Table(desk, evening).play()
            else:
                while evening.go_on() is not None:
                    desk.tale.actions += 1
        finally:
            _sum_up(world, desk)


class _Table:
    """One game, told to the companion as it goes."""

    def __init__(self, desk: Desk, evening: Evening) -> None:
        plan = desk.plan
        self.desk, self.evening, self.world = desk, evening, evening.world
        self.rng = Random(f"slips {plan.seed}")
        self.camera = Camera(desk, plan.looks if plan.shown else 0.0, Random(f"looks {plan.seed}"))
        self.pillory = Pillory(desk, self.camera, plan.cheats, Random(f"cheats {plan.seed}"), plan.shown)

    def play(self) -> None:
        """Go on until the game is over, or both sides part."""
        desk, world, camera = self.desk, self.world, self.camera
        desk.form = comparable
        desk.open(tuple(world.players), world.first)
        desk.expect(world.state(), whole=True)
        while True:
            self.pillory.before(world)
            self._near_misses()
            camera.before(world)
            then = deepcopy(world) if desk.exact is not None and self.rng.random() < LOOK_BACK else None
            action = self.evening.go_on()
            if action is None:
                return
            camera.just_before(world, self.evening.honest, self.evening.instead)
            desk.carry(action)
            desk.expect(world.state(), whole=True)
            conserve(desk.states[-1], world.size)
            camera.after(world)
            if then is not None:
                self._look_back(then)
            if self.rng.random() < STEP_BACK:
                desk.step_back()
            if self.rng.random() < RENAME and world.status == "playing":
                desk.rename(self.rng.choice(world.players), f"Nuevo {len(desk.told)}")

    def _near_misses(self) -> None:
        """Say some things that did not happen: the unlawful are refused, the lawful tried out."""
        world, desk, slips = self.world, self.desk, self.desk.plan.slips
        many = int(slips) + (self.rng.random() < slips % 1)
        if world.status != "playing" or len(world.seats) == 1:
            many *= RARE_MOMENT
        for _ in range(many):
            slip = near_miss(world, self.rng)
            if slip is None:
                continue
            if slip.rule is not None:
                desk.near_miss(slip.action, slip.rule)
                continue
            found = desk.judge(slip.action)
            if found is not None:
                raise Disagreement(f"near miss: {slip.action.get('action')}", None, [slip.action, found])
            desk.tale.accepted += 1
            self._try_out(slip.action)

    def _try_out(self, action: Action) -> None:
        """Carry something lawful out on both sides, compare, and take it back."""
        desk, world = self.desk, self.world

        def as_foretold() -> None:
            state = desk.state()
            conserve(state, world.size)
            if not left_open(world, action):
                desk.same(carried_out(world, action).state(), state)

        desk.try_out(action, as_foretold)

    def _look_back(self, then: World) -> None:
        """Show hands before the last action is taken back, in between, and after it was restored."""
        desk = self.desk
        for world, goes in ((self.world, desk.undo), (then, desk.redo), (self.world, None)):
            if world.status == "playing":
                self.camera.look(a_hand(world, self.camera.rng), remember=True)
            if goes is not None:
                goes()


def _sum_up(world: World, desk: Desk) -> None:
    tale = desk.tale
    tale.ending = victory(world) if world.status == "ended" else "broken off"
    tale.turns = world.turns
    tale.reached.update(world.counts)
    if world.counts.get("peeks"):
        tale.caught[PEEKS.name, "unnoticed"] = world.counts["peeks"]
    tale.seats.update(world.roles.values())
    tale.wins.update(role for player, role in world.roles.items() if player in (world.winners or ()))


SIMULATOR = Twin()
