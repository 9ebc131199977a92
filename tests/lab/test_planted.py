"""Bugs planted in the rules, and rules that are dropped: the twins miss them within a few games."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.decks.catalog import Title, title
from tests.games.dropped import dropped
from tests.lab.harness import many_games
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import Series, play, play_all
from tests.lab.twin.la_cosa.deck import option_sets
from tests.planted import Bug, for_finder, plant
from tests.planted.in_rules import BUGS

LA_COSA = "la-cosa"
PLANTED = Series(LA_COSA, 250, "bugs", tuple(range(4, 13)), tuple(option_sets(0)), slips=0.3)
OTHERS = {
    "dos-barajas": [Series("dos-barajas", 3, f"fault {k}", (4, 5, 6)) for k in range(30)],
    "la-criatura": [Series("la-criatura", 8, "planted", tuple(range(3, 11)))],
    "the-thing": [Series("the-thing", 5, "planted", (4, 5, 6, 7, 8))],
    "the-thing-coop": [Series("the-thing-coop", 6, "planted", (1, 2, 3))],
    "the-thing-outpost": [Series("the-thing-outpost", 10, "planted", (4, 5, 6, 7, 8))],
}
"""The games of each other twin that have to show it, in the order they are played."""


def differs(here: Title, plans: Iterable[Plan]) -> bool:
    """Return True if a game of La Cosa differs from the twin's and can be played again."""
    found = (one for plan in plans for one in play(here, plan).differences)
    return any(one.playthrough for one in found)


@pytest.mark.parametrize("bug", for_finder("twin", BUGS))
def test_the_twin_finds_it(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bug.detail
    here = plant(monkeypatch, bug, game)
    if game == LA_COSA:
        assert differs(here, PLANTED.plans())
    else:
        monkeypatch.setattr(many_games, "title", lambda name: here)
        assert any(play_all(series).differing for series in OTHERS[game])


# Any single rule of La Cosa taken away: a rule that no test misses is no rule

NOT_MISSED = {
    ("discard", "alone"): "alone at the table the step is `draw`: the step check refuses it anyway",
    ("play", "alone"): "the same",
    ("draw", "cards_left"): "only a correction brings it about; tests/games has it",
    ("discard", "hand_empty"): "the same",
    ("play", "hand_empty"): "the same",
    ("respond", "hand_empty"): "the same",
    ("play", "shown_in_order"): "the papers name no rule for it; tests/games has it",
    ("respond", "given_card_unknown"): "the twin shows the cards of an exchange by themselves; tests/games has it",
    ("respond", "given_unseen"): "the same",
}
"""Rules that the twin's games cannot miss, and why."""

OTHERS_DO = {"override", "show", "rename", "next"}
"""Actions that the twin does not say wrongly."""

SEEN_IN = {("draw", "alone"): 60, ("play", "no_elimination"): 13}
"""The game that showed it last time, for rules that are seldom tried."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Drop each rule in turn; nothing is built while the module is read."""
    if "verb" in metafunc.fixturenames:
        rows = [
            pytest.param(verb, k, id=f"{verb}-{rule.id}-{rule.check.__name__}")
            for verb, move in title(LA_COSA).game.moves.items()
            for k, rule in enumerate(move.rules)
            if verb not in OTHERS_DO and (verb, rule.check.__name__) not in NOT_MISSED
        ]
        metafunc.parametrize(("verb", "k"), rows)


def test_a_dropped_rule_is_missed(verb: str, k: int) -> None:
    here = title(LA_COSA)
    rule = here.game.moves[verb].rules[k]
    assert is_missed(dropped(here, verb, k), first=SEEN_IN.get((verb, rule.check.__name__), 0))


def test_what_is_said_of_rules_is_said_of_rules_there_are() -> None:
    moves = title(LA_COSA).game.moves.items()
    assert {*NOT_MISSED, *SEEN_IN} <= {(verb, rule.check.__name__) for verb, move in moves for rule in move.rules}


def test_nothing_is_missed_while_all_rules_stand() -> None:
    assert not is_missed(title(LA_COSA), 25)


def is_missed(here: Title, games: int = 400, first: int = 0) -> bool:
    """Return True if a game differs from the twin's; `first` is played before the others, to save time."""
    series = Series(LA_COSA, games, "dropped", (4, 5, 4, 6, 4, 9), tuple(option_sets(1)), most_turns=60, slips=3)
    try:
        return any(play(here, plan).differences for plan in [series.plan(first), *series.plans()])
    except (ValueError, KeyError, IndexError):
        return True  # what should have been refused could not even be judged
