"""Description of a game's public state: it is true, and complete.

Every state that any test of a game looks at is checked on the way (`tests/games/play.py`); here whole games are played,
so that nothing stands in the description that never happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from companion.decks.catalog import game_slugs, title
from companion.engine.actions import Malformed
from companion.engine.hidden.referee import CHECK
from tests.games.play import Sitting, lines_of
from tests.games.walk import walk
from tests.length import is_long

TESTS = Path(__file__).parent.parent
FILES = sorted(
    path
    for pattern in ("tests/playthroughs/*/*.jsonl", "tests/scenarios/*/*.jsonl", "decklists/*/example.jsonl")
    for path in TESTS.parent.glob(pattern)
)
WALKS, STEPS = 60 if is_long() else 1, 200


def states(sitting: Sitting) -> Iterator[dict[str, Any]]:
    """Yield the state after every entry that stands."""
    for _, table in sitting.course.standing:
        yield sitting.game.state(sitting.decklist, table)


@cache
def seen(game: str) -> tuple[dict[str, Any], ...]:
    """Return every state of games played at random, and in the long run of every playthrough and scenario."""
    here, found = title(game), []
    for path in FILES if is_long() else ():
        if not path.name.startswith("malformed"):
            setup, *actions = lines_of(path)
            if setup["game"] == game:
                sitting = Sitting(here.game, here.decklist, setup)
                for action in actions if sitting.refused is None else ():
                    if action["action"] != CHECK:
                        sitting.say(**action)
                        found.append(sitting.state)
    for seed in range(100, 100 + WALKS):  # among these every ending is met, the rare ones too
        found.extend(states(walk(here, seed, STEPS, quiet=0.08)))
    return tuple(found)


def unseen(schema: Mapping[str, Any], values: Iterable[Any], path: str = "") -> Iterator[str]:
    """Yield the parts of a schema that none of the values has."""
    values = list(values)
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    here = {jsonschema_kind(value) for value in values}
    yield from (f"{path}: {kind}" for kind in kinds if kind not in here)
    yield from (f"{path}: {value}" for value in schema.get("enum", ()) if value not in values)
    for key, inner in schema.get("properties", {}).items():
        yield from unseen(inner, [one[key] for one in values if isinstance(one, dict)], f"{path}.{key}")
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        yield from unseen(more, [x for one in values if isinstance(one, dict) for x in one.values()], f"{path}.*")
    if "items" in schema:
        yield from unseen(schema["items"], [x for one in values if isinstance(one, list) for x in one], f"{path}.*")


def jsonschema_kind(value: object) -> str:
    """Return the type of a value in the words of JSON Schema."""
    kinds = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object", type(None): "null"}
    return kinds[type(value)]


@pytest.mark.parametrize("game", game_slugs())
def test_every_state_is_as_described(game: str) -> None:
    shape = title(game).game.state_shape
    assert shape is not None
    schema = jsonschema_rs.validator_for(shape.schema)
    for state in seen(game)[:: 1 if is_long() else 10]:
        schema.validate(state)
        assert shape(state) == state


@pytest.mark.long
@pytest.mark.parametrize("game", game_slugs())
def test_everything_described_happens(game: str) -> None:
    shape = title(game).game.state_shape
    assert shape is not None
    # A game without a yes or no among its house questions has no such answer.
    never = {
        f".options.*: {kind}"
        for of_kind, kind in ((bool, "boolean"), (str, "string"), (int, "integer"))
        if not any(type(value) is of_kind for option in title(game).decklist.options for value in option.values)
    }
    assert {*unseen(shape.schema, seen(game))} - never == set()


@pytest.mark.parametrize("game", game_slugs())
def test_another_state_is_not_as_described(game: str) -> None:
    shape = title(game).game.state_shape
    assert shape is not None
    whole = seen(game)[0]
    for key in whole:
        for wrong in ({**whole, key: 1.5}, {name: value for name, value in whole.items() if name != key}):
            assert not jsonschema_rs.is_valid(shape.schema, wrong)
            with pytest.raises(Malformed):
                shape(wrong)
    assert not jsonschema_rs.is_valid(shape.schema, {**whole, "more": 1})
