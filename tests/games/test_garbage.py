"""Whatever is said, in whatever state: malformed, refused or carried out, in every game; nothing breaks."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import Title, title
from companion.engine.actions import Malformed, read
from tests.games.every import GAMES, peculiar
from tests.games.play import Sitting
from tests.games.walk import NAMES, walk
from tests.length import examples

SEEDS = st.integers(0, 10**6)
WILD = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.sampled_from([*NAMES, "la-cosa", "hacha", "away", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["door", "quarantine", "Ana"]), inner),
    max_leaves=6,
)
WALKED = examples(32)
"""Tables that garbage is thrown at, in each game."""


@pytest.fixture(scope="module")
def tables() -> Mapping[str, list[Sitting]]:
    return {slug: [walk(title(slug), seed, 7 * seed) for seed in range(WALKED)] for slug in GAMES}


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_said_is_malformed_refused_or_done(slug: str, tables: Mapping[str, list[Sitting]]) -> None:
    """Garbage in any field is a sentence, never another exception; what is accepted keeps the cards together."""
    verbs, holds = title(slug).game.verbs, peculiar(slug).holds
    fields = sorted({field for verb in verbs.values() for field in verb.fields})

    @settings(max_examples=examples(300))
    @given(SEEDS, st.sampled_from(sorted(verbs)), st.dictionaries(st.sampled_from(fields), WILD))
    def thrown(seed: int, verb: str, said: dict[str, Any]) -> None:
        sitting = tables[slug][seed % WALKED]
        before = sitting.course.table
        try:
            answer = sitting.say(action=verb, **said)
        except Malformed as fault:
            assert fault.key.startswith("malformed.")
            assert sitting.course.table == before
            return
        if answer == "ok":
            holds(sitting.decklist, sitting.course.table)
            assert sitting.say(action="undo") == "ok"
        assert sitting.course.table == before

    thrown()


def plausible(dice: random.Random, field: str, schema: Mapping[str, Any], words: tuple[str, ...]) -> Any:
    """Return a value of the right shape, that may make sense or not."""
    kinds = [schema["type"]] if isinstance(schema["type"], str) else list(schema["type"])
    kind = dice.choice(kinds)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    if kind == "array":
        few = range(dice.randint(schema.get("minItems", 0), schema.get("maxItems", 3)))
        return [plausible(dice, field, schema["items"], words) for _ in few]
    if kind == "object" and "properties" in schema:
        some = dice.sample(sorted(schema["properties"]), dice.randint(0, min(3, len(schema["properties"]))))
        return {key: plausible(dice, key, schema["properties"][key], words) for key in some}
    if kind == "object":
        return {dice.choice(words): plausible(dice, field, schema["additionalProperties"], words) for _ in range(2)}
    if kind == "integer":
        return dice.randint(max(0, schema.get("minimum", 0)), min(12, schema.get("maximum", 12)))
    plain = {"boolean": dice.random() < 0.5, "null": None, "string": dice.choice(words)}
    return plain[kind]


def words_for(here: Title, dice: random.Random) -> tuple[str, ...]:
    cards = dice.sample([card.slug for card in here.decklist.cards], 6)
    return (*NAMES[:5], *cards, f"{cards[0]}.1", "Zoe", "nada", "")


@pytest.mark.parametrize("slug", GAMES)
def test_any_action_of_the_right_shape_is_answered(slug: str) -> None:
    here = title(slug)
    game, done = here.game, 0
    for seed in range(examples(40)):
        dice = random.Random(seed)
        sitting = walk(here, seed, dice.randint(0, 60))
        words = words_for(here, dice)
        for _ in range(60):
            verb = game.verbs[dice.choice(sorted(game.verbs))]
            said = {
                field: plausible(dice, field, cast("Mapping[str, Any]", shape.schema), words)
                for field, shape in verb.fields.items()
                if dice.random() < 0.8 or field == "player"
            }
            try:
                action = read(game.verbs, {"action": verb.name, **said})
                game.check_form(here.decklist, len(sitting.course.table.players), action)
            except Malformed:
                continue
            if sitting.say(action=verb.name, **said) == "ok":
                done += 1
                assert game.view(here.decklist, sitting.course.table, here.words["es"]).heading
                assert game.ask(here.decklist, sitting.course.table, {}, here.words["en"]).text
            game.ask(here.decklist, sitting.course.table, {"action": verb.name, **action.said}, here.words["es"])
    assert done > examples(20), done
