"""Fights in the saucer come to an end by taps."""

from __future__ import annotations

import random
from collections import Counter

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.games.the_thing_outpost import base as o
from tests.beside import beside_lines
from tests.games.play import Sitting
from tests.games.the_thing_outpost.peculiar import holds
from tests.games.walk import tapped

FOUR = ["Ana", "Berto", "Ciro", "Dora"]


TO_THE_SAUCER = beside_lines(__file__, "to_the_saucer.jsonl")


def test_fights_in_the_saucer_come_to_their_ends_by_taps() -> None:
    """Tapped at random from the moment a hidden Alien leaves alone: nothing stuck, nothing lost, every end reached."""
    here, ends, met = title("the-thing-outpost"), Counter[str](), set[str]()
    for seed in range(40):
        dice, sitting = random.Random(seed), Sitting(here.game, here.decklist, {"players": FOUR, "options": {}})
        sitting.do(*TO_THE_SAUCER)
        for _ in range(600):
            table = sitting.course.table
            met.add(table.step)
            if table.ended:
                break
            try:
                for action in tapped(here, table, dice, quiet=0):
                    sitting.say(**action)
            except Malformed:
                continue
            holds(here.decklist, sitting.course.table)
        ends[sitting.course.table.ended.cause if sitting.course.table.ended else sitting.course.table.step] += 1
    assert set(o.UFO_STEPS) <= met
    assert set(ends) == {"launched", "taken", "stopped"}, ends
