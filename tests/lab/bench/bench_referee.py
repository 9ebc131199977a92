"""`tasks.py bench referee`: how long a check takes at the end of the longest games of twelve, and what it holds.

The referee is the one a table is served by: it keeps what was made of the game and is told only what is new.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count
from multiprocessing import get_context
from random import Random
from statistics import median, quantiles
from time import perf_counter

import click

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, HiddenInfo, Line, Reread
from companion.engine.kit.game import Game
from tests.lab.bench.bench import tell
from tests.lab.bench.bench_sim import Figure, resident
from tests.lab.command_line import any_language, json_option
from tests.lab.harness.harness import Desk, Plan
from tests.lab.twin.la_cosa.camera import Camera
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.observations import a_hand
from tests.lab.twin.la_cosa.players import Fair

PLAYERS = 12
LONG = 850
"""Entries after which a check is measured."""
SHOWN = {"little": 0.02, "much": 0.3}
"""Rate of hands shown between two actions: at a table that shows little, and at one that shows much."""
WANTED_MS, WANTED_MB = 100.0, 30.0


@click.command("referee", help="How long the referee of La Cosa takes in the longest games of twelve.")
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="how many games at each table")
@json_option
@any_language
def command(games: int, as_json: bool) -> None:
    """Print every figure beside what is asked for."""
    tell((figure._asdict() for figure in _figures(games)), as_json)


@dataclass
class Watch:
    """A referee with a clock beside it."""

    game: Game
    took: list[tuple[int, float]] = field(default_factory=list)
    """Of each check the entries that stood and the ms it took."""
    last: tuple[Line, Action] | None = None

    def judge(self, decklist: Decklist, line: Line, check: Action) -> Finding:
        """Judge a check, and note how long that took."""
        start = perf_counter()
        found = referee(self.game).judge(decklist, line, check)
        self.took.append((len(line), (perf_counter() - start) * 1000))
        self.last = (list(line), check)
        return found


def referee(game: Game) -> HiddenInfo:
    assert game.referee is not None
    return game.referee


def _figures(games: int) -> Iterator[Figure]:
    seeds = long_games(games)
    for shown, looks in SHOWN.items():
        watches = [watched(seed, looks) for seed in seeds]
        late = [ms for watch in watches for entries, ms in watch.took if entries >= LONG]
        yield Figure(f"shows {shown}: after {LONG} entries", len(late), "checks")
        yield Figure(f"shows {shown}: half of them", median(late), "ms")
        yield Figure(f"shows {shown}: p99", quantiles(late, n=100)[98], "ms", WANTED_MS)
        lines = [watch.last for watch in watches if watch.last]
        line, check = max(lines, key=lambda last: len(last[0]))
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            held = fresh.submit(held_by, line, check).result()
        yield Figure(f"shows {shown}: {len(line)} entries", held, "MB", WANTED_MB)


def long_games(many: int) -> list[str]:
    """Return the first `many` seeds of games that last long enough."""
    found = list[str]()
    for number in count():
        seed = f"long {number}"
        evening, played = _evening(seed), 0
        while evening.go_on() is not None:
            played += 1
        if played > LONG + 100:
            found.append(seed)
            if len(found) == many:
                break
    return found


def _evening(seed: str) -> Evening:
    rng, names = Random(seed), list(NAMES[:PLAYERS])
    return Evening(deal(names, rng.choice(names), {}, rng), Fair(rng))


def watched(seed: str, looks: float) -> Watch:
    """Play a game in which a hand is shown at the rate `looks`, and after each late entry."""
    box, evening = title("la-cosa"), _evening(seed)
    world, watch = evening.world, Watch(box.game)
    game = replace(box.game, referee=replace(referee(box.game), judge=watch.judge))
    desk = Desk(game, box.decklist, Plan(PLAYERS, seed, looks=looks), Random(seed))
    desk.open(tuple(world.players), world.first)
    camera = Camera(desk, looks, Random(f"looks {seed}"))
    while True:
        camera.before(world)
        action = evening.go_on()
        if action is None:
            return watch
        camera.just_before(world, evening.honest, {})
        desk.carry(action)
        if len(desk.course.standing) >= LONG and world.status == "playing":
            camera.look(a_hand(world, camera.rng), remember=False)


def held_by(line: Line, check: Action) -> float:
    """Return what the referee holds of a game, in MB; for a process that has done nothing else."""
    box, kept = title("la-cosa"), dict[object, object]()
    referee(box.game).judge(box.decklist, Reread(line[:2], {}), check)
    gc.collect()
    before = resident()
    referee(box.game).judge(box.decklist, Reread(line, kept), check)
    return resident() - before
