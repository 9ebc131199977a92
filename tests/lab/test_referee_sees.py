"""The referee is shown the twin's hidden cards: it never accuses a fair player and never clears an unlawful act."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding, HiddenInfo
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import Series, Tally, play
from tests.lab.test_twin_agrees import ALL, EVERYBODY, tally_of, told
from tests.lab.test_world import table
from tests.lab.twin.la_cosa import panic_resolution
from tests.lab.twin.la_cosa.context import Stage
from tests.lab.twin.la_cosa.deck import Piece, option_sets
from tests.lab.twin.la_cosa.observations import broken_by_discard, broken_by_gift
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.world import INFECTED
from tests.planted import Bug, for_finder, plant, written


def seen(series: Series) -> Tally:
    return tally_of(series.plans())


@pytest.mark.short
def test_its_verdicts_are_true() -> None:
    tally = seen(Series("la-cosa", 18, "looks", EVERYBODY, most_turns=25, slips=0, looks=0.05))
    assert tally.differing == 0, told(tally)
    for what in ("hand lawful: legal", "discard lawful: legal", "exchange lawful: legal", "exchange unlawful: illegal"):
        assert tally.verdicts[what] > 0, what


@pytest.mark.parametrize(("instead", "about"), [("illegal", "accuses wrongly"), ("legal", "calls lawful")])
def test_a_wrong_verdict_is_found(instead: str, about: str) -> None:
    """A referee that always says the same is caught within a few games."""
    rules = title("la-cosa")
    referee = rules.game.referee
    assert referee is not None

    def stubborn(*shown: object) -> Finding:
        return replace(referee.judge(*shown), verdict=instead, rules=())  # type: ignore[arg-type]

    spoiled = replace(rules.game, referee=replace(referee, judge=stubborn))
    assert isinstance(spoiled.referee, HiddenInfo)
    plans = (Plan(6, str(seed), most_turns=30, slips=0, looks=0.3) for seed in range(30))
    found = next((d for plan in plans for d in play(replace(rules, other_rules=spoiled), plan).differences), None)
    assert found is not None
    assert about in found.about


@pytest.mark.parametrize("bug", for_finder("camera", written("referee.txt")))
def test_a_planted_bug_is_found(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    here, series = (
        plant(monkeypatch, bug),
        Series("la-cosa", 200, "other", EVERYBODY, most_turns=30, slips=0, looks=0.1),
    )
    found = next((d for plan in series.plans() for d in play(here, plan).differences), None)
    assert found is not None
    assert "accuses wrongly" in found.about


def test_the_twin_knows_what_an_infected_player_may_give() -> None:
    world = table(6)
    thing = world.thing()
    giver, taker = [p for p in world.seats if p != thing][:2]
    card, other = [piece for piece in world.draw if piece.slug == "infectado"][:2]
    world.hands[giver][0] = card
    assert broken_by_gift(world, giver, card, thing) == {"exchange.human-gives-infected"}
    assert broken_by_discard(world, giver, [card]) == set()
    world.roles[giver] = INFECTED
    assert broken_by_gift(world, giver, card, thing) == {"exchange.last-infected"}
    assert broken_by_gift(world, giver, card, taker) == {"exchange.infected-to-non-thing", "exchange.last-infected"}
    assert broken_by_discard(world, giver, [card]) == {"discard.last-infected"}
    world.hands[giver][1] = other
    assert broken_by_gift(world, giver, card, thing) == set()
    assert broken_by_discard(world, giver, [card]) == set()
    held = next(piece for piece in world.hands[thing] if piece.slug == "la-cosa")
    assert broken_by_gift(world, thing, held, giver) == {"exchange.thing"}
    assert broken_by_discard(world, thing, [held]) == {"discard.thing"}


def test_a_gift_that_nobody_could_help_is_noted() -> None:
    """Vuelta y vuelta: an infected player with nothing but ¡Infectado! must give one; no referee is asked about it."""
    world = table(6)
    giver = next(p for p in world.seats if world.thing() not in (p, world.next_after(p)))
    world.roles[giver] = INFECTED
    world.hands[giver] = [piece for piece in world.draw if piece.slug == "infectado"][:4]
    world.draw = [piece for piece in world.draw if piece not in world.hands[giver]]
    world.card = Piece("vuelta-y-vuelta", 1, 4, "panic")
    panic_resolution.resolve(Stage(world, Fair(Random(1))))
    assert world.counts["forced gifts"] == 1


@pytest.mark.long
@pytest.mark.parametrize("many", EVERYBODY)
def test_its_verdicts_are_true_in_whole_games_under_every_option(many: int) -> None:
    tally = seen(
        Series("la-cosa", 110, f"long looks {many}", (many,), tuple(option_sets(1)), ALL, slips=0.1, looks=0.03)
    )
    assert tally.differing == 0, told(tally)
