"""What could have been known, on small tables beside all worlds, and in the twin's games beside what was true."""

from __future__ import annotations

import pytest

from companion.engine.kit.retelling import steps
from companion.games.la_cosa.known import WHO, Knowing, hindsight
from tests.lab.known.calibration import Score, played
from tests.lab.known.enumerated import Enumerated
from tests.lab.small.courses import play
from tests.lab.small.mini import HAND, MINIS, PLAYERS
from tests.lab.twin.la_cosa.world import INFECTED, THING
from tests.length import later

pytestmark = pytest.mark.short


@pytest.mark.parametrize("seed", [0, 1, *later(*range(2, 12))])
@pytest.mark.parametrize("name", ["roles", "cards"])
def test_is_what_all_worlds_of_a_small_table_say(name: str, seed: int) -> None:
    mini = next(one for one in MINIS if one.name == name)
    past = play(mini, f"known {seed}", 7).sitting.course.standing
    sick = sum(many for slug, many in mini.cards if slug == "infectado")
    green = sum(many for slug, many in mini.cards if slug != "vuelta-y-vuelta")
    all_worlds = Enumerated(PLAYERS, HAND, green - sick - 1, sick)
    found = hindsight(mini.decklist, past, most=100_000)
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
        thing, infected = moment.root, moment.turned
        for place, (is_thing, is_infected) in enumerate(all_worlds.chances()):
            assert thing[place] == pytest.approx(float(is_thing)), entry
            assert infected[place] == pytest.approx(float(is_infected)), entry
        assert moment.worlds == len(all_worlds.roles()), entry


def test_hand_by_hand_is_near_what_all_states_say_and_rules_out_nothing_else() -> None:
    game = played(4, "sample 3", most_turns=6)
    past, decklist = game.side.course.standing, game.side.decklist
    exact, apart = hindsight(decklist, past), hindsight(decklist, past, most=1)
    assert exact.is_exact and not apart.is_exact
    off = []
    for one, other in zip(exact.moments, apart.moments, strict=True):
        assert other.worlds >= one.worlds
        for mine, theirs in zip(one.root + one.turned, other.root + other.turned, strict=True):
            assert theirs or not mine
            off.append(abs(mine - theirs))
    assert 0 < sum(off) / len(off) < 0.02


@pytest.mark.parametrize("seed", [0, 3, 18, 34])
def test_what_was_so_is_never_left_out(seed: int) -> None:
    """In the last two games the piles are counted again."""
    game = played(4 + seed % 5, f"support {seed}", "sensible" if seed % 4 else "fair", 40)
    past = game.side.course.standing
    knowing = Knowing(game.side.decklist, past[0][1], 1)
    for (entry, before), truth, sick in zip(steps(past), game.truth, game.hands, strict=True):
        knowing.hear(entry, before)
        thing = next(knowing.place[player] for player, role in truth.items() if role == THING)
        assert not knowing.doubted and thing in knowing.odds, entry
        for player, held in sick.items():
            place = knowing.place[player]
            so = (truth[player] == INFECTED) << (WHO + place) | held << knowing.hands[place]
            assert so in knowing.apart[thing][knowing.hands[place]], (entry, player)


def test_in_the_games_of_the_twin_it_knows_more_than_the_number_of_people() -> None:
    score = Score()
    for seed in range(4):
        score.add(played(4 + seed, f"calibration {seed}", most_turns=15))
    assert score.games == 4
    assert score.off["infected"] < score.blind["infected"] / 2, score.lines()
    assert score.off["la-cosa"] < score.blind["la-cosa"] * 1.05, score.lines()


def test_a_correction_leaves_who_is_what() -> None:
    side = played(5, "correction 1", most_turns=4).side
    before = hindsight(side.decklist, side.course.standing)
    del side.course.standing[-1]
    seats = side.course.table.seats
    side.record({"action": "override", "set": {"hands": {}, "turn": seats[0]}, "reason": "lost count"})
    after = hindsight(side.decklist, side.course.standing)
    assert not after.is_exact
    assert after.moments[-1].root == pytest.approx(before.moments[-2].root)


def test_what_cannot_be_is_named_and_left_out() -> None:
    side = played(5, "correction 1", most_turns=1).side
    del side.course.standing[3:]
    for shown in side.course.table.seats[:2]:
        cards = ["la-cosa", "hacha", "hacha", "hacha"]
        side.record({"action": "show", "player": shown, "cards": cards, "to": "all"})
    found = hindsight(side.decklist, side.course.standing)
    assert found.doubted == (side.course.standing[-1][0].number,)
    assert found.moments[-1].root[0] == 1
