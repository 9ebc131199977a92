"""Properties of every game, played at random through the questions a table is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import Title, game_slugs, title
from companion.engine import codec
from companion.engine.history import Course
from companion.engine.state import Table
from companion.engine.view import Question
from tests.games.every import GAMES, peculiar
from tests.games.play import Sitting
from tests.games.walk import NAMES, walk, way
from tests.length import is_long

FEW = settings(max_examples=25 if is_long() else 4)
SEEDS = st.integers(0, 10**6)
TAPS = 80
every_game = pytest.mark.parametrize("slug", GAMES)


@every_game
@FEW
@given(seed=SEEDS)
def test_everything_is_conserved(slug: str, seed: int) -> None:
    sitting, holds = walk(title(slug), seed, 2 * TAPS, quiet=0.1), peculiar(slug).holds
    for _, table in sitting.course.standing:
        holds(sitting.decklist, table)


@every_game
@FEW
@given(seed=SEEDS)
def test_undoing_everything_returns_to_the_start_and_redoing_to_the_end(slug: str, seed: int) -> None:
    sitting = walk(title(slug), seed, TAPS)
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


@every_game
@FEW
@given(seed=SEEDS, length=st.integers(0, TAPS))
def test_any_prefix_replays_identically(slug: str, seed: int, length: int) -> None:
    sitting = walk(title(slug), seed, TAPS)
    again = Course()
    for entry in sitting.course.entries[: length + 1]:
        again.record(entry)
    assert again.table == sitting.course.standing[len(again.standing) - 1][1]


@every_game
@FEW
@given(seed=SEEDS)
def test_facts_survive_being_written_down(slug: str, seed: int) -> None:
    for entry in walk(title(slug), seed, TAPS, quiet=0.2).course.entries:
        assert tuple(codec.load(codec.dump(fact)) for fact in entry.facts) == entry.facts


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """Return the same JSON with every name exchanged for another."""
    if isinstance(thing, dict):
        return {names.get(k, k): renamed(v, names) for k, v in thing.items()}
    if isinstance(thing, list):
        return [renamed(item, names) for item in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


@every_game
@FEW
@given(seed=SEEDS)
def test_renaming_everybody_changes_nothing_but_the_names(slug: str, seed: int) -> None:
    sitting = walk(title(slug), seed, TAPS, quiet=0)
    names = dict(zip(NAMES, (f"Persona {k}" for k in range(len(NAMES))), strict=True))
    setup, *actions = renamed([dict(entry.action) for entry in sitting.course.entries], names)
    other = Sitting(sitting.game, sitting.decklist, setup)
    other.do(*actions)
    assert other.state == renamed(sitting.state, names)


def ways_on(title: Title, table: Table) -> Iterator[tuple[Mapping[str, object], Question]]:
    """Yield every question that taps reach before an action is sent, with the fields chosen till then."""
    ways, met = [dict[str, object]()], set[str]()
    while ways:
        half = ways.pop()
        question = title.game.ask(title.decklist, table, half, title.words["es"])
        yield half, question
        for choice in (one for group in question.groups for one in group.choices):
            said = dict(choice.said)
            if choice.refusal is None and not choice.done and (key := way(said)) not in met:
                met.add(key)
                ways.append(said)


@pytest.mark.parametrize("slug", game_slugs())
@FEW
@given(seed=SEEDS, length=st.integers(0, TAPS))
def test_no_choice_leads_to_where_nothing_can_be_said(slug: str, seed: int, length: int) -> None:
    """At the end of a walk; in the long run on the way too."""
    here = title(slug)
    tables = [table for _, table in walk(here, seed, length, quiet=0.2).course.standing]
    for table in tables[::-8] if is_long() else tables[-1:]:
        for half, question in ways_on(here, table):
            choices = [one for group in question.groups for one in group.choices]
            assert question.submit or any(one.refusal is None or one.refusal.overrule for one in choices), half


@pytest.mark.parametrize(("slug", "taps"), [("la-criatura", 900), ("dos-barajas", 1500)])
@FEW
@given(seed=SEEDS)
def test_a_game_tapped_to_its_end_ends(slug: str, taps: int, seed: int) -> None:
    """Never stuck: whatever the questions offer leads on. (In La Cosa the table itself says when it is over.)"""
    assert walk(title(slug), seed, taps, quiet=0).course.table.ended is not None
