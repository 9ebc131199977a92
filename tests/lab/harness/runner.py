"""The twin against the companion: every action is told, every state compared, every near miss judged.

Only here does the twin meet the rules it doubles, and only as a `Game` value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, cast

from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK
from companion.engine.history import REDO, UNDO
from companion.engine.kit.game import Game
from tests.lab.harness.cheats_caught import Caught, Pillory
from tests.lab.harness.harness import Difference, Disagreement
from tests.lab.harness.harness_la_cosa import Sitting, compare, conserve
from tests.lab.harness.referee_camera import Camera
from tests.lab.twin.la_cosa.cheats import PEEKS
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.deck import Option
from tests.lab.twin.la_cosa.ending import victory
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.near_misses import near_miss
from tests.lab.twin.la_cosa.observations import a_hand
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_careless import Careless
from tests.lab.twin.la_cosa.players_peeking import Peeking
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.whatif import carried_out, left_open
from tests.lab.twin.la_cosa.world import Action, World

if TYPE_CHECKING:
    from tests.lab.harness.exact_referee import ExactReferee

STYLES: Mapping[str, type[Fair]] = {"fair": Fair, "sensible": Sensible, "careless": Careless, "peeking": Peeking}
"""Who plays: anything at random; for their side; at random, breaking and mending what a table may; for their side, with
an eye on other people's cards."""


STEP_BACK = 0.02
RENAME = 0.002
"""How often, after an action, it is taken back and restored; how often somebody changes their name."""
LOOK_BACK = 0.004
"""How often the referee is asked while an action is taken back: each time it is told the whole game anew."""

PATIENCE = 5_000
"""Conflicts after which the perfect referee gives a question up: about a second. It follows every copy from the deal,
and where little was shown it would look for hours; such a check is counted as too hard to compare."""

RARE_MOMENT = 5
"""How many times as many near misses are judged when one is left, a victory is declared, or all is over."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One game to be played: how many, which of many games, by whom, and how closely it is looked at."""

    players: int
    seed: str
    options: Mapping[str, Option] = field(default_factory=dict)
    style: str = "fair"
    most_turns: int = 400
    checks: bool = True
    slips: float = 1.0
    """Near misses judged for each action, on average."""
    looks: float = 0.0
    """How often, between two actions, cards are shown to the referee."""
    cheats: float = 0.0
    """How often, between two actions, a declared slip or cheat is tried."""
    exact: bool = False
    """Whether every verdict is held against all worlds that fit what was seen (it takes python-sat)."""


@dataclass(slots=True)
class Played:
    """What came of one game."""

    plan: Plan
    victory: str = ""
    turns: int = 0
    actions: int = 0
    winners_by_role: dict[str, int] = field(default_factory=dict)
    seats_by_role: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    accepted_slips: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    caught: Caught = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)


def play(game: Game, decklist: Decklist, plan: Plan) -> Played:
    """Play one game, against the companion if the plan says so."""
    rng = Random(plan.seed)
    names = list(NAMES[: plan.players])
    world = deal(names, rng.choice(names), plan.options, rng)
    evening = Evening(world, STYLES[plan.style](rng), plan.most_turns)
    played = Played(plan)
    if plan.checks:
        _checked(game, decklist, evening, played)
    else:
        while evening.go_on() is not None:
            played.actions += 1
    _sum_up(world, played)
    return played


def _checked(game: Game, decklist: Decklist, evening: Evening, played: Played) -> None:
    said = [setup(evening.world, played.plan.options)]
    try:
        _side_by_side(Sitting(game, decklist, said[0]), evening, played, said)
    except Disagreement as found:
        lines = tuple(json.dumps(line, ensure_ascii=False) for line in said)
        played.differences.append(Difference(found.about, found.twin, found.companion, lines))


def setup(world: World, options: Mapping[str, Option]) -> Action:
    """The first line of a playthrough of this table."""
    players = {"players": list(world.players), "first": world.first}
    return {"playthrough": 1, "game": "la-cosa", **players, "options": dict(options)}


def _side_by_side(sitting: Sitting, evening: Evening, played: Played, said: list[Action]) -> None:
    """Both go on until the game is over, or they part."""
    world, plan = evening.world, played.plan
    states = [sitting.state()]
    compare(world.state(), states[0])
    rng = Random(f"slips {plan.seed}")
    exact = _exact_referee(sitting.decklist) if plan.exact else None
    camera = Camera(sitting, plan.looks, Random(f"looks {plan.seed}"), said, exact)
    pillory = Pillory(sitting, camera, plan.cheats, Random(f"cheats {plan.seed}"))
    played.verdicts, played.caught = camera.counts, pillory.caught
    while True:
        pillory.before(world)
        _near_misses(world, sitting, rng, played, said)
        camera.before(world)
        then = deepcopy(world) if exact is not None and rng.random() < LOOK_BACK else None
        action = evening.go_on()
        if action is None:
            break
        camera.just_before(world, evening.honest, evening.instead)
        said.append(sitting.names.outward(action))
        played.actions += 1
        tell(sitting, world, action, states)
        camera.after(world)
        if then is not None:
            _look_back(sitting, camera, then, world)
        _meanwhile(sitting, world, rng, states, said)
    _after_the_end(sitting, states, said, rng)


def _exact_referee(decklist: Decklist) -> ExactReferee:
    from tests.lab.harness.exact_referee import ExactReferee  # a solver that games without it need not have

    return ExactReferee(decklist, PATIENCE)


def _meanwhile(
    sitting: Sitting, world: World, rng: Random, states: list[dict[str, object]], said: list[Action]
) -> None:
    """Now and then the last action is taken back and restored, or somebody changes their name."""
    if rng.random() < STEP_BACK:
        _step_back(sitting, states)
    if rng.random() < RENAME and world.status == "playing":
        _rename(sitting, world, rng, states, said)


def tell(sitting: Sitting, world: World, action: Action, states: list[dict[str, object]]) -> None:
    """The companion is told what happened; it must accept it and see the same table."""
    rule = sitting.judge(action)
    if rule is not None:
        raise Disagreement(f"refuses fair play: {rule}", None, rule)
    sitting.record(action)
    state = sitting.state()
    compare(world.state(), state)
    conserve(state, world.size)
    states.append(state)


def _near_misses(world: World, sitting: Sitting, rng: Random, played: Played, said: list[Action]) -> None:
    many = int(played.plan.slips) + (rng.random() < played.plan.slips % 1)
    if world.status != "playing" or len(world.seats) == 1:
        many *= RARE_MOMENT
    for _ in range(many):
        slip = near_miss(world, rng)
        if slip is None:
            continue
        found = sitting.judge(slip.action)
        if found != slip.rule:
            said.append(sitting.names.outward(slip.action))
            raise Disagreement(f"near miss: {slip.rule} but {found}", slip.rule, found)
        if slip.rule is None:
            played.accepted_slips += 1
            _try_out(sitting, world, slip.action, said)
        else:
            played.refused[slip.rule] = played.refused.get(slip.rule, 0) + 1


def _try_out(sitting: Sitting, world: World, action: Action, said: list[Action]) -> None:
    """Something allowed that did not happen: it is carried out on both sides, compared, and taken back."""
    before = sitting.state()
    sitting.record(action)
    try:
        conserve(sitting.state(), world.size)
        if not left_open(world, action):
            compare(carried_out(world, action).state(), sitting.state())
        sitting.record({"action": UNDO})
        compare(before, sitting.state())
    except Disagreement:
        said.append(sitting.names.outward(action))
        raise
    sitting.course.undone.clear()


def _step_back(sitting: Sitting, states: list[dict[str, object]]) -> None:
    """The last action is taken back and restored."""
    sitting.record({"action": UNDO})
    compare(states[-2], sitting.state())
    sitting.record({"action": REDO})
    compare(states[-1], sitting.state())


def _look_back(sitting: Sitting, camera: Camera, then: World, now: World) -> None:
    """Hands are shown to the referee before the last action is taken back, in between, and after it was restored."""
    for world, goes in ((now, UNDO), (then, REDO), (now, "")):
        if world.status == "playing":
            camera.look(a_hand(world, camera.rng), remember=True)
        if goes:
            sitting.record({"action": goes})


def _rename(sitting: Sitting, world: World, rng: Random, states: list[dict[str, object]], said: list[Action]) -> None:
    """Somebody is called otherwise from now on; nothing else changes."""
    player, name = rng.choice(world.players), f"Nuevo {len(said)}"
    action: Action = {"action": "rename", "player": player, "to": name}
    said.append(sitting.names.outward(action))
    rule = sitting.judge(action)
    if rule is not None:
        raise Disagreement(f"refuses a new name: {rule}", None, rule)
    sitting.record(action)
    sitting.names.rename(player, name)
    states.append(sitting.state())
    compare(states[-2], states[-1])


def _after_the_end(sitting: Sitting, states: list[dict[str, object]], said: list[Action], rng: Random) -> None:
    """Everything is taken back and restored, and a beginning of the game is played again from nothing."""
    for state in reversed(states[:-1]):
        sitting.record({"action": UNDO})
        compare(state, sitting.state())
    if sitting.course.can_undo:
        raise Disagreement("something is left to be taken back", 0, len(sitting.course.standing))
    for _ in states[1:]:
        sitting.record({"action": REDO})
    compare(states[-1], sitting.state())
    again = Sitting(sitting.game, sitting.decklist, sitting.setup)
    upto = rng.randrange(len(states))
    actions = [action for action in said[1:] if action["action"] != CHECK]
    for action in actions[:upto]:
        again.record(cast(Action, json.loads(json.dumps(action))))
    compare(states[upto], sitting.names.inward(again.state()))


def _sum_up(world: World, played: Played) -> None:
    played.victory = victory(world) if world.status == "ended" else "broken off"
    played.turns = world.turns
    played.counts = world.counts
    if world.counts.get("peeks"):
        played.caught[PEEKS.name, "unnoticed"] = world.counts["peeks"]
    for player, role in world.roles.items():
        played.seats_by_role[role] = played.seats_by_role.get(role, 0) + 1
        if player in (world.winners or ()):
            played.winners_by_role[role] = played.winners_by_role.get(role, 0) + 1
