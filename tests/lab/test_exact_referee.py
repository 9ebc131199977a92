"""A perfect referee: on small decks it says what a list of all worlds says; on full decks it judges the referee."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import CHECK, Finding, Phrase
from companion.games.la_cosa.referee import REFEREE
from companion.games.la_cosa.referee.worlds import Worlds
from tests.lab.harness import runner
from tests.lab.harness.aggregate import Series, Tally
from tests.lab.harness.exact_referee import Exact, ExactReferee, Story
from tests.lab.harness.runner import Plan, play
from tests.lab.small.course import Course
from tests.lab.small.courses import play as courses_play
from tests.lab.small.mini import MINIS
from tests.lab.small.proof import courses
from tests.lab.small.truth import Truth
from tests.lab.test_referee_sees import seen
from tests.lab.test_twin_agrees import EVERYBODY, told
from tests.lab.twin.la_cosa.deck import option_sets
from tests.lab.twin.la_cosa.hidden_worlds import HiddenWorlds, Spot
from tests.planting import plant

SMALL = ("normal", 36, 7)
"""The small games whose worlds are listed (tests/lab/small/test_proof.py plays the same)."""


def differences(some: Iterable[Course]) -> tuple[int, list[str]]:
    """How many checks of small games were asked, and where clauses and list do not say the same."""
    asked, found = 0, []
    for course in some:
        exact = ExactReferee(course.mini.decklist)
        for judged in course.judged:
            asked += 1
            said = exact.judge(judged.line, REFEREE.read({"action": CHECK, **judged.check}))
            if differs(said, judged.truth):
                found.append(f"{judged.check} in {course.mini.name}: {said}, but {judged.truth}")
        exact.close()
    return asked, found


@cache
def longer(number: int) -> Course:
    """One small game that is played longer, of those of the long run."""
    return courses_play(MINIS[number % 3], f"long {number}", 12, number % 9 > 5)


def differs(said: Exact | None, truth: Truth) -> bool:
    return said is None or ((said.fits or truth.fits) and said.verdict != truth.verdict)


def test_it_says_what_a_list_of_all_worlds_says() -> None:
    asked, found = differences(courses(*SMALL))
    assert asked > 300
    assert not found


@pytest.mark.long
def test_it_says_so_in_many_games() -> None:
    asked, found = differences(courses("long", 1500, 12))
    print(f"{asked} checks")
    assert not found


# Clauses that are left out


def nothing(*_: object, **__: object) -> None:
    """Does nothing."""


def parts_with_anything(self: HiddenWorlds, player: str, among: Spot | None = None) -> Spot:
    return self._take(self.hands[player], among=among)


def gives_anything(self: HiddenWorlds, giver: str, taker: str, seen: str, unavoidable: bool) -> Spot:
    return RIGHT_GIFT(self, giver, taker, seen, unavoidable) if seen else self._take(self.hands[giver])


def infects_nobody(self: HiddenWorlds, giver: str, taker: str, gift: Spot) -> int:
    return self.infected[taker]


def spares_nobody(self: HiddenWorlds, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
    RIGHT_GIVE(self, pairs, seen, "", unavoidable)


RIGHT_GIFT, RIGHT_GIVE = HiddenWorlds._gift, HiddenWorlds.give

LEFT_OUT: dict[str, tuple[Callable[..., Any], int | None]] = {
    "_gift": (gives_anything, None),
    "_infected_by": (infects_nobody, None),
    "saw_superinfection": (nothing, None),
    "give": (spares_nobody, 26),
    "part": (parts_with_anything, 26),
    "play_goes_on": (nothing, 107),
}
"""Each with the longer game that shows it, if the short ones do not."""


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bug, number = LEFT_OUT[name]
    some = courses(*SMALL) if number is None else [longer(number)]
    assert not differences(some)[1]
    plant(monkeypatch, (HiddenWorlds, name, bug))
    assert differences(some)[1]


def the_first_counts(self: Story, givers: Collection[str]) -> dict[str, str]:
    self.offers = [offer for offer in self.offers if set(offer.gifts) <= set(givers)][:1]
    return RIGHT_CARRIED_OUT(self, givers)


RIGHT_CARRIED_OUT = Story.carried_out


def test_that_the_first_of_two_cards_is_taken_as_given_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (Story, "carried_out", the_first_counts))
    assert differences(courses(*SMALL))[1]


# Full decks


def test_the_referee_is_not_wrong_by_all_worlds() -> None:
    tally = seen(Series(9, "exact", EVERYBODY, most_turns=20, slips=0, looks=0.1, cheats=0.1, exact=1))
    assert tally.differing == 0, told(tally)
    proven = {key.partition(":")[0] for key in tally.verdicts if "proven" in key}
    assert {f"{what} proven legal" for what in ("hand", "discard", "exchange")} <= proven
    assert {"hand proven illegal", "exchange proven illegal"} <= proven


def test_what_is_too_hard_to_compare_is_counted_and_wrong_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (runner, "PATIENCE", 1))
    tally = seen(Series(3, "exact", EVERYBODY, most_turns=40, slips=0, looks=0.1, exact=1))
    assert tally.differing == 0, told(tally)
    assert sum(n for key, n in tally.verdicts.items() if "too hard to compare" in key) > 1
    assert any("proven" in key for key in tally.verdicts)


CORRECTED = Series(12, "corrected 2", (4, 5, 6), people=("careless",), most_turns=25, slips=0, looks=0.3, exact=1)
"""Games of people who set right by hand hands, seats, piles, doors and who plays."""


def test_the_referee_is_not_wrong_after_corrections() -> None:
    tally = seen(CORRECTED)
    assert tally.differing == 0, told(tally)
    after = {key: n for key, n in tally.verdicts.items() if "after a correction" in key}
    assert sum(after.values()) > 200
    shown = {f"{what} after a correction" for what in ("hand open", "hand proven illegal", "exchange proven illegal")}
    assert shown <= {key.partition(":")[0] for key in after}


def as_before(self: Worlds, sizes: object, lying: object) -> None:
    """A correction of the hands makes nothing doubtful but where cards are."""
    infected = dict(self.infected)
    RIGHT_CORRECTED(self, sizes, lying)  # type: ignore[arg-type]
    self.infected, self.bare = infected, {}


RIGHT_CORRECTED = Worlds.corrected


def test_a_referee_too_sure_after_a_correction_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (Worlds, "corrected", as_before))
    assert any("differs from all worlds" in found.about for found in seen(CORRECTED).differences)


def test_a_guess_is_found_even_where_it_happens_to_be_so() -> None:
    """A referee that calls lawful whatever it cannot tell, in games in which all that is shown is lawful."""
    rules = title("la-cosa")

    def guessing(*shown: object) -> Finding:
        found = REFEREE.judge(*shown)  # type: ignore[arg-type]
        verdict = "legal" if found.verdict == "undetermined" else found.verdict
        return replace(found, verdict=verdict, public=Phrase("the same"))  # type: ignore[arg-type]

    spoiled = replace(rules.game, referee=replace(REFEREE, judge=guessing))
    plans = (Plan(6, str(seed), most_turns=30, slips=0, looks=0.3, exact=True) for seed in range(30))
    found = next((d for plan in plans for d in play(spoiled, rules.decklist, plan).differences), None)
    assert found is not None
    assert "differs from all worlds" in found.about


def shrugs(tally: Tally) -> tuple[int, int]:
    """Of the checks on which all worlds agree, how many were answered *undetermined*, and how many there were."""
    decided = {key: n for key, n in tally.verdicts.items() if "proven legal:" in key or "proven illegal:" in key}
    return sum(n for key, n in decided.items() if key.endswith("undetermined")), sum(decided.values())


@pytest.mark.long
@pytest.mark.parametrize("many", EVERYBODY)
def test_the_referee_is_not_wrong_by_all_worlds_of_whole_games(many: int) -> None:
    series = Series(
        110, f"long exact {many}", (many,), tuple(option_sets(1)), slips=0, looks=0.05, cheats=0.05, exact=1
    )
    tally = seen(series)
    print(f"{many} people: {shrugs(tally)} shrugs\n{tally.verdicts}")
    assert tally.differing == 0, told(tally)
