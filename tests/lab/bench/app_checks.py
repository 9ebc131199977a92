"""A long game of La Cosa for `tasks.py bench app`, and hands to be shown at its end, lawful and not."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple, cast

from tests.lab.harness.harness import setup_line
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.observations import a_hand
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.world import Action

SEEN = 12
"""Hands that were shown before, one after the other: what the referee knows of the game."""


class Story(NamedTuple):
    """Actions of a game from the set-up on, with the checks in between, and the checks made in turn at the end."""

    setup: Action
    said: tuple[Action, ...]
    shown: tuple[Action, Action]


def story(players: int, entries: int) -> Story:
    """Return the first game that is long enough for `entries` entries, checks not counted."""
    for number in count():
        found = _played(f"app {number}", players, entries)
        if found is not None:
            return found
    raise AssertionError("there is always another game")


def _played(seed: str, players: int, entries: int) -> Story | None:
    rng, names = Random(seed), list(NAMES[:players])
    evening = Evening(deal(names, rng.choice(names), {}, rng), Fair(rng))
    world, said = evening.world, list[Action]()
    begun = setup_line("la-cosa", tuple(world.players), world.first, {})
    for k in range(entries):
        action = evening.go_on()
        if action is None or world.status != "playing":
            return None
        said.append(action)
        if k % max(1, entries // SEEN) == 0:
            said.append({**a_hand(world, rng).check, "occasion": "private"})
    true = {**a_hand(world, rng).check, "occasion": "private"}
    cards = cast("list[str]", true["cards"])
    false = ["la-cosa", *cards[1:]] if "la-cosa" not in str(cards) else ["whisky"] * len(cards)
    return Story(begun, tuple(said), (true, {**true, "cards": false}))
