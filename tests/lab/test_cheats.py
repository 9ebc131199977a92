"""Every declared slip and cheat is noticed when it is said to be, over seeded games; what is never noticed is not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.decks.catalog import title
from tests.games.dropped import spoiled
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import Series, Tally, play
from tests.lab.harness.report import document
from tests.lab.results.stored import measured
from tests.lab.test_twin_agrees import EVERYBODY, tally_of, told
from tests.lab.test_world import table
from tests.lab.twin.la_cosa.cheats import DECLARED, FOULS, LIES, MISTAKES, PEEKS
from tests.lab.twin.la_cosa.cheats_hidden import discards_la_cosa
from tests.lab.twin.la_cosa.deck import option_sets
from tests.lab.twin.la_cosa.slips_public import attacks_past_a_door

SELDOM = {"takes a card of a larger game", "moves from quarantine", "burns from quarantine", "names two La Cosas"}
"""Met in the long run; each is a rule whose near misses the short run meets (`test_twin_agrees`)."""

PEOPLE = ("fair", "sensible", "careless")


def cheated(games: int, looks: float, seed: str = "cheats", turns: int = 30) -> tuple[Series, Tally]:
    series = Series(
        "la-cosa", games, seed, EVERYBODY, tuple(option_sets(1)), PEOPLE, turns, slips=0, looks=looks, cheats=0.4
    )
    return series, tally_of(series.plans())


@pytest.fixture(scope="module")
def some() -> Tally:
    return cheated(27, 0.0)[1]


def noticed(tally: Tally, name: str) -> tuple[int, int]:
    """Return how often a slip was noticed, and how often it was tried."""
    answers = {answer: n for (slip, answer), n in tally.caught.items() if slip == name}
    return sum(n for answer, n in answers.items() if answer.startswith("noticed")), sum(answers.values())


def test_all_are_noticed_as_declared(some: Tally) -> None:
    """`runner` breaks a game off where one is not; the counts show that they were tried."""
    assert some.differing == 0, told(some)
    for declared in (*MISTAKES, *LIES, *(foul for foul in FOULS if foul.when == "check")):
        hits, tried = noticed(some, declared.name)
        assert hits == tried, declared.name
        assert tried > 0 or declared.name in SELDOM, declared.name


def test_the_referee_shrugs_where_nothing_is_proven(some: Tally) -> None:
    """Without having seen anything it cannot know who is infected, and it never says that all is well."""
    hits, tried = noticed(some, "gives an infection as a human")
    assert 0 <= hits < tried
    answers = {answer for slip, answer in some.caught}
    assert "legal" not in answers


def test_every_slip_has_a_name_of_its_own_and_its_rules() -> None:
    names = [declared.name for declared in DECLARED]
    assert len(set(names)) == len(names) == len(MISTAKES) + len(FOULS) + len(LIES) + 1
    assert all(declared.rules for declared in DECLARED if declared.when != "never")


@pytest.mark.parametrize("rule", ["target.door", "turn.not-yours", "end.roles"])
def test_a_companion_that_misses_one_is_found(rule: str) -> None:
    """A rule that is never applied shows within a few games."""
    box = title("la-cosa")

    def lenient(*said: object) -> object:
        found = box.game.judge(*said)  # type: ignore[arg-type]
        return None if found is not None and found.rule == rule else found

    lax = replace(box, other_rules=spoiled(box.game, judge=lenient))
    plans = (Plan(4 + k % 9, f"lenient {k}", most_turns=60, slips=0, cheats=1.0) for k in range(60))
    found = next((d for plan in plans for d in play(lax, plan).differences), None)
    assert found is not None
    assert found.about.startswith("slip not noticed")


def test_peeking_is_never_noticed() -> None:
    """Peeking players look, and act on it; the companion sees nothing but lawful play, and accuses no player."""
    series = Series("la-cosa", 9, "peeks", EVERYBODY, people=("peeking",), most_turns=30, slips=0, looks=0.02)
    tally = tally_of(series.plans())
    assert tally.differing == 0, told(tally)
    assert tally.caught[PEEKS.name, "unnoticed"] > 20
    assert noticed(tally, PEEKS.name)[0] == 0


def test_the_report_shows_slip_rule_and_rate(some: Tally) -> None:
    series = Series("la-cosa", 27, "cheats", EVERYBODY, tuple(option_sets(1)), PEOPLE, 30, slips=0, cheats=0.4)
    rows = {row["slip"]: row for row in document(series, some)["slips"]}
    assert list(rows) == [declared.name for declared in DECLARED]
    row = rows["acts out of turn"]
    assert row["answers"] == {"noticed: turn.not-yours": row["noticed"]["n"]}
    assert row["noticed"]["rate"] == 1.0
    assert row["noticed"]["interval"][0] < 1.0


def test_slips_are_made_only_where_they_can_happen() -> None:
    world, rng = table(6), Random(0)
    assert attacks_past_a_door(world, rng) is None
    world.step = "act"
    assert attacks_past_a_door(world, rng) is None
    world.gaps[0].append(next(p for p in world.draw if not p.panic))
    found = attacks_past_a_door(world, rng)
    assert found is not None
    assert (found["player"], found["target"]) == ("Ana", "Beto")
    world.turn = next(p for p in world.seats if p != world.thing())
    assert discards_la_cosa(world, rng) is None


def test_the_kept_result_tried_them_all() -> None:
    """198 games with cards shown now and then: also what is seldom met here, and what only proof can tell."""
    found = measured("checks")
    rows = {row["slip"]: row for row in found["slips"]}
    assert list(rows) == [declared.name for declared in DECLARED]
    for declared in (*MISTAKES, *FOULS, *LIES):
        share = rows[declared.name]["noticed"]
        assert share["n"] > 0, declared.name
        assert declared.when == "proof" or share["hits"] == share["n"], declared.name


@pytest.mark.long
def test_all_are_noticed_as_declared_in_whole_games() -> None:
    tally = cheated(45, 0.0, "long cheats", 400)[1]
    assert tally.differing == 0, told(tally)


def test_cards_are_shown_in_as_many_games_as_asked() -> None:
    """In the others every slip is tried that takes no cards shown to the referee."""
    few = Series("la-cosa", 3000, "seldom", EVERYBODY, looks=0.5, cheats=0.5, shown=20)
    assert 100 < sum(plan.shown for plan in few.plans()) < 200
    none = replace(few, games=9, most_turns=10, slips=0, shown=10**9)
    tally = tally_of(none.plans())
    assert tally.caught and not tally.verdicts
    assert not {slip for slip, _ in tally.caught} & {foul.name for foul in FOULS}
