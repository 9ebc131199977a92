"""The twin plays whole games against the rules of La Cosa: no difference, and every rule is met."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.decks.catalog import title
from tests.games.dropped import spoiled
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import Series, Tally, label_of, play, summed
from tests.lab.twin.la_cosa.deck import option_sets
from tests.lab.twin.la_cosa.refusals import RULES
from tests.lab.twin.la_cosa.twin import SIMULATOR

EVERYBODY = tuple(range(4, 13))
ALL = ("fair", "sensible", "careless")


def tally_of(plans: Iterable[Plan]) -> Tally:
    return summed(title("la-cosa"), plans, Tally)


def told(tally: Tally) -> str:
    """Return the shortest differences as a person reads them."""
    found = ("\n".join([d.about, f"{d.twin} / {d.companion}", *d.playthrough]) for d in tally.differences[:2])
    return "\n\n".join(found)


@pytest.fixture(scope="module")
def short_games() -> Tally:
    """Play some hundred games, cut short, with every number of players and every option changed once."""
    series = Series("la-cosa", 207, "short", EVERYBODY, tuple(option_sets(1)), ALL, most_turns=35, slips=0.9)
    return tally_of(series.plans())


def test_they_agree(short_games: Tally) -> None:
    assert short_games.differing == 0, told(short_games)
    assert short_games.actions > 16_000
    assert short_games.reached["anyway"] > 20
    assert short_games.reached["corrections"] > 60


def test_every_rule_is_met(short_games: Tally) -> None:
    assert [rule for rule in RULES if not short_games.refused[rule]] == []
    assert short_games.accepted > 3_000


def test_every_card_panic_and_ending_is_reached(short_games: Tally) -> None:
    assert len(SIMULATOR.expected) == 29 + 4
    assert [what for what in SIMULATOR.expected if not short_games.reached[what]] == []


@pytest.mark.short
def test_whole_games_agree() -> None:
    tally = tally_of(Series("la-cosa", 27, "whole", EVERYBODY).plans())
    assert tally.differing == 0, told(tally)


def test_a_difference_is_told_with_its_playthrough() -> None:
    """A companion that forgets the direction is found out, and the game that shows it can be replayed."""
    rules = title("la-cosa")
    forgetful = spoiled(rules.game, state=lambda box, table: {**rules.game.state(box, table), "direction": "clockwise"})
    for seed in range(40):
        played = play(replace(rules, other_rules=forgetful), Plan(6, str(seed), slips=0))
        if played.differences:
            break
    found = played.differences[0]
    assert found.about == "state: direction"
    assert (found.twin, found.companion) == ({"direction": "counterclockwise"}, {"direction": "clockwise"})
    assert json.loads(found.playthrough[0])["playthrough"] == 1
    assert json.loads(found.playthrough[-1])["card"] == "vigila-tus-espaldas"


def test_every_pair_of_options_once() -> None:
    """One game under every option set of the proof, looked at closely, with another number of players each time."""
    sets = tuple(option_sets(2))
    series = Series("la-cosa", len(sets) * 9, "pairs", EVERYBODY, sets, looks=0.02, most_turns=60)
    tally = tally_of(series.plan(lap * 9 + lap % 9) for lap in range(len(sets)))
    assert {label for _, label, _ in tally.games_by} == {label_of(one) for one in sets}
    assert {many for _, _, many in tally.games_by} == {*EVERYBODY}
    assert tally.differing == 0, told(tally)


@pytest.mark.long
@pytest.mark.parametrize("many", EVERYBODY)
def test_many_games_under_every_pair_of_options(many: int) -> None:
    """Over a tenth of the proof: 342 games under each option set."""
    sets = tuple(option_sets(2))
    series = Series("la-cosa", 38 * len(sets), f"long {many}", (many,), sets, ALL, slips=0.5, looks=0.001)
    tally = tally_of(series.plans())
    assert tally.differing == 0, told(tally)
