"""Properties of the ring of La Cosa, played at random: told from any seat, seen in a mirror, and never judged twice."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.engine.actions import read
from companion.engine.history import Entry
from companion.engine.state import Table, replay
from tests.games.play import Sitting
from tests.games.walk import tapped, walk
from tests.length import examples

FEW = settings(max_examples=examples(25))
SEEDS = st.integers(0, 10**6)


def said(sitting: Sitting) -> list[dict[str, Any]]:
    return [dict(entry.action) for entry in sitting.course.entries]


def played(setup: dict[str, Any], actions: list[dict[str, Any]]) -> Sitting:
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, setup)
    sitting.do(*actions)
    return sitting


@FEW
@given(SEEDS, st.integers(1, 11))
def test_it_does_not_matter_from_which_seat_the_ring_is_told(seed: int, turn: int) -> None:
    sitting = walk(title("la-cosa"), seed, 60, quiet=0)
    setup, *actions = said(sitting)
    by = turn % len(setup["players"])
    other = played({**setup, "players": setup["players"][by:] + setup["players"][:by]}, actions).state
    start = other["seats"].index(sitting.state["seats"][0])
    assert other["seats"][start:] + other["seats"][:start] == sitting.state["seats"]
    assert sorted(map(sorted, other["doors"])) == sorted(map(sorted, sitting.state["doors"]))
    # Winners are said in the order of the seats.
    assert sorted(other["winners"] or ()) == sorted(sitting.state["winners"] or ())
    for key in ("turn", "step", "waiting_for", "quarantine", "draw_pile", "discard_pile", "hands"):
        assert other[key] == sitting.state[key]


def _has_clockwise_card(action: dict[str, Any]) -> bool:
    """Return True for ¿Es aquí la fiesta?: it goes clockwise whatever the direction, so it has no mirror image."""
    return action.get("card") == "es-aqui-la-fiesta"


@FEW
@given(SEEDS)
def test_the_mirrored_table_plays_the_mirrored_game(seed: int) -> None:
    """Seats the other way round and the arrow the other way: the same game seen in a mirror."""
    here, dice = title("la-cosa"), random.Random(seed)
    sitting = walk(here, seed, 0)
    while len(sitting.course.entries) < 60 and not sitting.course.table.ended:
        actions = tapped(here, sitting.course.table, dice, quiet=0)
        if not any(map(_has_clockwise_card, actions)):
            for action in actions:
                sitting.say(**action)
    setup, *actions = said(sitting)
    mirrored = {**setup, "players": setup["players"][::-1]}
    turn = {"action": "override", "set": {"direction": "counterclockwise"}, "reason": "mirror"}
    other = played(mirrored, [turn, *actions]).state
    seats = other["seats"][::-1]
    start = seats.index(sitting.state["seats"][0])
    assert seats[start:] + seats[:start] == sitting.state["seats"]
    assert other["direction"] != sitting.state["direction"]
    for key in ("turn", "step", "waiting_for", "quarantine", "draw_pile", "discard_pile", "hands"):
        assert other[key] == sitting.state[key]


def test_recording_never_judges() -> None:
    """Facts that no rule allows are carried out all the same: the table is right."""
    here = title("la-cosa")
    sitting = walk(here, 1, 0)
    player = sitting.course.table.turn
    facts = here.game.carry_out(
        here.decklist, replay((), sitting.course.table), read(here.game.verbs, {"action": "discard", "player": player})
    )
    course = sitting.course
    course.record(Entry(course.version + 1, {"action": "discard"}, facts))
    assert isinstance(course.table, Table)
    assert course.table.hands[player] == 3
