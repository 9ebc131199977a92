"""What holds of every game, played at random through the questions a table is asked."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import Title, title
from companion.games.la_cosa.looks import conserved
from companion.referee.actions import Malformed, read
from companion.table import codec
from companion.table.history import Course, Entry
from companion.table.state import Table, replay
from tests.games.play import Sitting
from tests.games.walk import NAMES, tapped, walk

FEW = settings(max_examples=40, deadline=None, derandomize=True)
SEEDS = st.integers(0, 10**6)


@pytest.fixture(scope="module")
def here() -> Title:
    return title("la-cosa")


@FEW
@given(SEEDS)
def test_cards_are_conserved_and_the_ring_holds_together(seed: int) -> None:
    sitting = walk(title("la-cosa"), seed, 80, quiet=0.1)
    for _, table in sitting.course.standing:
        assert conserved(sitting.decklist, table)
        assert len(table.seats) == len(table.gaps) >= 1
        assert set(table.hands) == set(table.seats)
        assert min(table.hands.values()) >= 0
        assert {*table.seats} | {*table.eliminated} == {*table.players}
        assert table.turn in table.seats or table.ended or table.claim
        assert (table.prompt is not None) == (table.step == "respond") or table.ended


@FEW
@given(SEEDS)
def test_undoing_everything_returns_to_the_start_and_redoing_to_the_end(seed: int) -> None:
    sitting = walk(title("la-cosa"), seed, 60)
    end, start = sitting.state, sitting.game.state(sitting.decklist, sitting.course.standing[0][1])
    undone = 0
    while sitting.say(action="undo") == "ok":
        undone += 1
    assert sitting.state == start
    assert sitting.say(action="undo") == "undo.nothing"
    for _ in range(undone):
        assert sitting.say(action="redo") == "ok"
    assert sitting.state == end
    assert sitting.say(action="redo") == "redo.nothing"


@FEW
@given(SEEDS, st.integers(0, 60))
def test_any_prefix_replays_identically(seed: int, length: int) -> None:
    sitting = walk(title("la-cosa"), seed, 60)
    again = Course()
    for entry in sitting.course.entries[: length + 1]:
        again.record(entry)
    assert again.table == sitting.course.standing[len(again.standing) - 1][1]


@FEW
@given(SEEDS)
def test_facts_survive_being_written_down(seed: int) -> None:
    for entry in walk(title("la-cosa"), seed, 60, quiet=0.2).course.entries:
        assert tuple(codec.load(codec.dump(fact)) for fact in entry.facts) == entry.facts


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """The same JSON with every name exchanged for another."""
    if isinstance(thing, dict):
        return {names.get(k, k): renamed(v, names) for k, v in thing.items()}
    if isinstance(thing, list):
        return [renamed(item, names) for item in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


def said(sitting: Sitting) -> list[dict[str, Any]]:
    return [dict(entry.action) for entry in sitting.course.entries]


def played(setup: dict[str, Any], actions: list[dict[str, Any]]) -> Sitting:
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, setup)
    for action in actions:
        assert sitting.say(**action) == "ok", action
    return sitting


@FEW
@given(SEEDS)
def test_renaming_everybody_changes_nothing_but_the_names(seed: int) -> None:
    sitting = walk(title("la-cosa"), seed, 60, quiet=0)
    names = dict(zip(NAMES, (f"Persona {k}" for k in range(len(NAMES))), strict=True))
    setup, *actions = renamed(said(sitting), names)
    assert played(setup, actions).state == renamed(sitting.state, names)


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
    for key in ("turn", "step", "waiting_for", "quarantine", "draw_pile", "discard_pile", "hands", "winners"):
        assert other[key] == sitting.state[key]


def _has_clockwise_card(action: dict[str, Any]) -> bool:
    """¿Es aquí la fiesta? goes clockwise whatever the direction, so it has no mirror image."""
    return action.get("card") == "es-aqui-la-fiesta"


@FEW
@given(SEEDS)
def test_the_mirrored_table_plays_the_mirrored_game(seed: int) -> None:
    """Seats the other way round and the arrow the other way: the same game seen in a mirror."""
    here, dice = title("la-cosa"), random.Random(seed)
    sitting = walk(here, seed, 0)
    while len(sitting.course.entries) < 60 and not sitting.course.table.ended:
        action = tapped(here, sitting.course.table, dice, quiet=0)
        if not _has_clockwise_card(action):
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


WILD = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.sampled_from([*NAMES, "la-cosa", "hacha", "away", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["door", "quarantine", "Ana"]), inner),
    max_leaves=6,
)
VERBS = st.sampled_from(sorted(title("la-cosa").game.verbs))
FIELDS = "player card back target remove shown infected skipped cause role roles last_infected set reason cards to"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    SEEDS, st.sampled_from(sorted(title("la-cosa").game.verbs)), st.dictionaries(st.sampled_from(FIELDS.split()), WILD)
)
def test_whatever_is_said_is_malformed_refused_or_done(seed: int, verb: str, fields: dict[str, Any]) -> None:
    """Garbage in any field is a sentence, never another exception; what is accepted keeps the cards together."""
    sitting = walk(title("la-cosa"), seed, seed % 30)
    before = sitting.state
    try:
        answer = sitting.say(action=verb, **fields)
    except Malformed as fault:
        assert fault.key.startswith("malformed.")
        assert sitting.state == before
        return
    if answer == "ok":
        assert conserved(sitting.decklist, sitting.course.table)
    else:
        assert sitting.state == before


def test_recording_never_judges(here: Title) -> None:
    """Facts that no rule allows are carried out all the same: the table is right."""
    sitting = walk(here, 1, 0)
    player = sitting.course.table.turn
    facts = here.game.carry_out(
        here.decklist,
        replay((), sitting.course.table),
        read(here.game.verbs, {"action": "discard", "player": player}),
    )
    course = sitting.course
    course.record(Entry(course.version + 1, {"action": "discard"}, facts))
    assert isinstance(course.table, Table)
    assert course.table.hands[player] == 3
