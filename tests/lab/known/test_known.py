"""What could have been known, on small tables beside all worlds, and in the twin's games beside what was true."""

from __future__ import annotations

import pytest

from companion.games.la_cosa.known import hindsight
from tests.lab.known.calibration import ROLLS, Score, played
from tests.lab.known.enumerated import Enumerated
from tests.lab.small.courses import play
from tests.lab.small.mini import HAND, MINIS, PLAYERS


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["roles", "cards"])
def test_is_what_all_worlds_of_a_small_table_say(name: str, seed: int) -> None:
    mini = next(one for one in MINIS if one.name == name)
    past = play(mini, f"known {seed}", 7).sitting.course.standing
    sick = sum(many for slug, many in mini.cards if slug == "infectado")
    green = sum(many for slug, many in mini.cards if slug != "vuelta-y-vuelta")
    all_worlds = Enumerated(PLAYERS, HAND, green - sick - 1, sick)
    found = hindsight(mini.decklist, past, ROLLS, 100_000)
    assert found.is_exact and not found.doubted
    spared, before = "", past[0][1]
    for (entry, after), moment in zip(past, found.moments, strict=True):
        if entry.verb:
            prompt = before.prompt
            asked = {"about": prompt.about, "by": prompt.by, "to": prompt.to} if prompt else {}
            ring = before.seats if before.clockwise else before.seats[::-1]
            all_worlds.hear(entry.action, asked, ring, spared)
            protects = before.options.get("missed_protects") is not False
            still = (
                protects
                and prompt
                and after.prompt
                and prompt.by == after.prompt.by
                and entry.action.get("card") == "fallaste"
            )
            spared = after.prompt.to if still and after.prompt else ""
        before = after
        thing, infected = moment.views[""]
        for place, (is_thing, is_infected) in enumerate(all_worlds.chances()):
            assert thing[place] == pytest.approx(float(is_thing)), entry
            assert infected[place] == pytest.approx(float(is_infected)), entry
        assert moment.worlds == len(all_worlds.roles()), entry


def test_a_sample_says_how_far_it_errs() -> None:
    past = played(4, "sample 3", most_turns=6).side.course.standing
    decklist = played(4, "sample 3", most_turns=1).side.decklist
    exact, sample = hindsight(decklist, past, ROLLS, 100_000), hindsight(decklist, past, ROLLS, 60)
    assert exact.is_exact and not exact.error
    assert not sample.is_exact and 0 < sample.error < 0.2
    off = [
        abs(a - b)
        for one, other in zip(exact.moments, sample.moments, strict=True)
        for mine, theirs in zip(one.views[""], other.views[""], strict=True)
        for a, b in zip(mine, theirs, strict=True)
    ]
    assert max(off) < 4 * sample.error
    assert all(other.worlds <= one.worlds for one, other in zip(exact.moments, sample.moments, strict=True))


def test_in_the_games_of_the_twin_it_knows_more_than_the_number_of_people() -> None:
    score = Score()
    for seed in range(4):
        score.add(played(4 + seed, f"calibration {seed}", most_turns=15))
    assert score.games == 4
    assert score.off["infected"] < score.blind["infected"] / 2, score.lines()
    assert score.off["la-cosa"] < score.blind["la-cosa"] * 1.05, score.lines()


def test_a_correction_leaves_who_is_what() -> None:
    side = played(5, "correction 1", most_turns=4).side
    before = hindsight(side.decklist, side.course.standing, ROLLS, 500)
    del side.course.standing[-1]
    seats = side.course.table.seats
    side.record({"action": "override", "set": {"hands": {}, "turn": seats[0]}, "reason": "lost count"})
    after = hindsight(side.decklist, side.course.standing, ROLLS, 500)
    assert not after.is_exact
    assert after.moments[-1].views[""][0] == pytest.approx(before.moments[-2].views[""][0], abs=0.05)


def test_what_cannot_be_is_named_and_left_out() -> None:
    side = played(5, "correction 1", most_turns=1).side
    del side.course.standing[3:]
    for shown in side.course.table.seats[:2]:
        cards = ["la-cosa", "hacha", "hacha", "hacha"]
        side.record({"action": "show", "player": shown, "cards": cards, "to": "all"})
    found = hindsight(side.decklist, side.course.standing, ROLLS, 5000)
    assert found.doubted == (side.course.standing[-1][0].number,)
    assert found.moments[-1].views[""][0][0] == 1
