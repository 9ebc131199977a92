"""The referees against the judges by another hand, on full decks: in every world that fits they are right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding, Phrase
from companion.games.la_cosa.referee import REFEREE
from companion.games.la_criatura.referee.story import Tale as CreatureTale
from tests.lab.harness import exact
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import Series, Tally, play, play_all
from tests.lab.test_referee_sees import seen
from tests.lab.test_twin_agrees import EVERYBODY, told
from tests.lab.twin.la_cosa.deck import option_sets
from tests.planting import plant


def test_the_referee_is_not_wrong_by_all_worlds() -> None:
    tally = seen(Series("la-cosa", 9, "exact", EVERYBODY, most_turns=20, slips=0, looks=0.1, cheats=0.1, exact=1))
    assert tally.differing == 0, told(tally)
    proven = {key.partition(":")[0] for key in tally.verdicts if "proven" in key}
    assert {f"{what} proven legal" for what in ("hand", "discard", "exchange")} <= proven
    assert {"hand proven illegal", "exchange proven illegal"} <= proven


def test_what_is_too_hard_to_compare_is_counted_and_wrong_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (exact, "PATIENCE", 1))
    tally = seen(Series("la-cosa", 3, "exact", EVERYBODY, most_turns=40, slips=0, looks=0.1, exact=1))
    assert tally.differing == 0, told(tally)
    assert sum(n for key, n in tally.verdicts.items() if "not judged (patience" in key) > 1
    assert any("proven" in key for key in tally.verdicts)


def test_a_guess_is_found_even_where_it_happens_to_be_so() -> None:
    """A referee that calls lawful whatever it cannot tell, in games in which all that is shown is lawful."""
    rules = title("la-cosa")

    def guessing(*shown: object) -> Finding:
        found = REFEREE.judge(*shown)  # type: ignore[arg-type]
        verdict = "legal" if found.verdict == "undetermined" else found.verdict
        return replace(found, verdict=verdict, public=Phrase("the same"))  # type: ignore[arg-type]

    spoiled = replace(rules, other_rules=replace(rules.game, referee=replace(REFEREE, judge=guessing)))
    plans = (Plan(6, str(seed), most_turns=30, slips=0, looks=0.3, exact=True) for seed in range(30))
    found = next((d for plan in plans for d in play(spoiled, plan).differences), None)
    assert found is not None
    assert "differs from all worlds" in found.about


def shrugs(tally: Tally) -> tuple[int, int]:
    """Count the checks on which all worlds agree: those answered *undetermined*, and all of them."""
    decided = {key: n for key, n in tally.verdicts.items() if "proven legal:" in key or "proven illegal:" in key}
    return sum(n for key, n in decided.items() if key.endswith("undetermined")), sum(decided.values())


OTHERS = {"dos-barajas": ((4, 5, 6), range(4, 10)), "la-criatura": ((3, 5, 6), range(3, 11))}
"""How many people play in a short run, and in a long one."""


@pytest.mark.parametrize("game", OTHERS)
def test_no_verdict_is_wrong_by_all_worlds_and_none_is_a_shrug(game: str) -> None:
    tally = play_all(Series(game, 6, "exact", OTHERS[game][0], exact=1))
    assert tally.differing == 0, told(tally)
    shrugged, decided = shrugs(tally)
    assert shrugged == 0 and decided > 30
    assert tally.verdicts["hand fits no world: illegal"] > 5 < tally.verdicts["hand proven legal: legal"]


def test_a_referee_that_forgets_what_it_saw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (CreatureTale, "saw", lambda self, sight: None))
    assert any(play_all(Series("la-criatura", 1, f"sight {k}", (4,), exact=1)).differing for k in range(20))


@pytest.mark.long
@pytest.mark.parametrize("game", OTHERS)
def test_no_verdict_is_wrong_by_all_worlds_of_many_games(game: str) -> None:
    tally = play_all(Series(game, 240, "long exact", tuple(OTHERS[game][1]), exact=1), jobs=2)
    print(f"{game}: {shrugs(tally)} shrugs, {dict(tally.verdicts)}")
    assert tally.differing == 0, told(tally)
    shrugged, decided = shrugs(tally)
    assert shrugged * 1000 <= decided


@pytest.mark.long
@pytest.mark.parametrize("many", EVERYBODY)
def test_the_referee_is_not_wrong_by_all_worlds_of_whole_games(many: int) -> None:
    sets = tuple(option_sets(1))
    series = Series("la-cosa", 110, f"long exact {many}", (many,), sets, slips=0, looks=0.05, cheats=0.05, exact=1)
    tally = seen(series)
    print(f"{many} people: {shrugs(tally)} shrugs\n{tally.verdicts}")
    assert tally.differing == 0, told(tally)
