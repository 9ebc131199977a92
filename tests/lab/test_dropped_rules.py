"""Any single rule taken away is noticed by the twin's near misses: a rule nobody misses is no rule."""

from __future__ import annotations

import pytest

from companion.decks.catalog import Title, title
from companion.lab.harness.aggregate import Series
from companion.lab.harness.runner import play
from companion.lab.twin.la_cosa.deck import option_sets
from tests.games.dropped import dropped

NOT_MISSED = {
    # Alone at the table the step is `draw`: the step check refuses these anyway.
    ("discard", "alone"), ("play", "alone"),
    # Only a correction of the table by hand brings these about; tests/games has them.
    ("draw", "cards_left"), ("discard", "hand_empty"), ("play", "hand_empty"), ("respond", "hand_empty"),
    # The papers name no rule for it; tests/games has it.
    ("play", "shown_in_order"),
    # The twin shows the cards of an exchange by themselves, never with the answer; tests/games has it.
    ("respond", "given_card_unknown"), ("respond", "given_unseen"),
}  # fmt: skip
"""Rules that the twin's games cannot miss, each with its reason."""

OTHERS_DO = {"override", "show", "rename", "next"}
"""What the twin does not say wrongly."""

SEEN_IN = {("draw", "alone"): 60, ("play", "no_elimination"): 13}
"""The game that showed it last time, for rules that are seldom tried."""

EVERY_RULE = [
    pytest.param(verb, k, id=f"{verb}-{rule.id}-{rule.check.__name__}")
    for verb, move in title("la-cosa").game.moves.items()
    for k, rule in enumerate(move.rules)
    if verb not in OTHERS_DO and (verb, rule.check.__name__) not in NOT_MISSED
]


@pytest.mark.parametrize(("verb", "k"), EVERY_RULE)
def test_a_dropped_rule_is_missed(verb: str, k: int) -> None:
    here = title("la-cosa")
    rules = here.game.moves[verb].rules
    assert _is_missed(dropped(here, verb, k), first=SEEN_IN.get((verb, rules[k].check.__name__), 0))


def test_what_is_said_of_rules_is_said_of_rules_there_are() -> None:
    moves = title("la-cosa").game.moves.items()
    assert {*NOT_MISSED, *SEEN_IN} <= {(verb, rule.check.__name__) for verb, move in moves for rule in move.rules}


def test_nothing_is_missed_while_all_rules_stand() -> None:
    assert not _is_missed(title("la-cosa"), 25)


def _is_missed(here: Title, games: int = 400, first: int = 0) -> bool:
    """Whether some game parts company; `first` is played before the others, to save time."""
    series = Series(games, "dropped", (4, 5, 4, 6, 4, 9), tuple(option_sets(1)), most_turns=60, slips=3)
    for plan in [series.plan(first), *series.plans()]:
        try:
            found = play(here.game, here.decklist, plan).differences
        except (ValueError, KeyError, IndexError):
            return True  # what should have been refused could not even be judged
        if found:
            return True
    return False
