"""Checks and their limits; a long game of twelve.

Verdicts are derived by hand in `rules/la-cosa/referee` (`tests/games/test_hidden_cards.py`).
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.actions import Malformed
from companion.engine.kit.known_cards import elsewhere
from companion.engine.places import DISCARD, DRAW, hand
from tests.beside import beside_lines
from tests.engine.evening import FOUR, PLAIN, table_of
from tests.length import examples


@pytest.mark.parametrize("thing", beside_lines(__file__, "no_checks.jsonl"))
def test_no_check_at_all(thing: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        table_of("la-cosa").check(**thing)


def test_twelve_players_through_a_reshuffle() -> None:
    players = [f"P{k}" for k in range(12)]
    sitting = table_of("la-cosa", players=players)
    for k in range(72):
        player, after = players[k % 12], players[(k + 1) % 12]
        sitting.do(f"draw {player} away", f"discard {player}")
        if k % 12 == 7:
            offer = {"from": player, "to": after, "gives": "infectado", "takes": "whisky"}
            assert sitting.answer(what="exchange", **offer)[0] == "undetermined"
        sitting.do(f"respond {after}")
    assert sitting.course.table.piles["discard"] < 72
    assert sitting.verdict("P3", ["infectado.1", *PLAIN[1:]]) == "legal"
    assert sitting.verdict("P4", PLAIN) == "illegal"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from([*FOUR, "", "whisky", "infectado.1", "la-cosa.1", "x.1"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from([*FOUR, "x"]), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("player", "cards", "card", "hand", "from", "to", "gives", "takes", "occasion")
SHAPED = st.fixed_dictionaries(
    {"what": st.sampled_from(["hand", "exchange", "discard", "round", "feast"])}, optional=dict.fromkeys(KEYS, ANYTHING)
)


@settings(max_examples=examples(150))
@given(st.lists(SHAPED, max_size=4))
def test_any_check_is_answered_refused_or_malformed(things: list[dict[str, Any]]) -> None:
    sitting = table_of("la-cosa", "draw Ana away", "discard Ana")
    for thing in things:
        try:
            found = sitting.check(**thing)
        except Malformed as fault:
            assert fault.key.startswith("malformed.")
            continue
        assert isinstance(found, str) or found.public.key.startswith("check.")


def test_cards_thrown_openly_are_elsewhere_until_the_discards_are_shuffled_or_counted() -> None:
    threw = f.CardsMoved(hand("Ana"), DISCARD, 1, ("hacha",))
    for then, there in (
        ((), 1), ((f.StackShuffled(DISCARD, DRAW),), 0), ((f.StackShuffled(DRAW, DRAW),), 1),
        ((f.CountsSet({"discard": 3}, {}),), 0), ((f.CountsSet({"draw": 3}, {}),), 1), ((threw,), 2),
    ):  # fmt: skip
        step: Any = SimpleNamespace(entry=SimpleNamespace(facts=(threw, *then)), sights=())
        assert elsewhere(title("la-cosa").decklist, [step], "Beto") == (
            Counter({"hacha": there} if there else {}),
            set(),
        )
