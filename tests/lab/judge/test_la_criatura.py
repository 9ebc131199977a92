"""The judge of La Criatura: cases worked out by hand, and tiny games beside the list of all worlds."""

from __future__ import annotations

import pytest

from tests.lab.judge.follower import Line
from tests.lab.judge.la_criatura.judge import Judge
from tests.lab.judge.la_criatura.small import Small
from tests.lab.judge.piles_small import play
from tests.lab.judge.public import Verdict

PEOPLE = ("Ana", "Beto", "Carla", "Dani")
SETUP: Line = {"playthrough": 1, "game": "la-criatura", "players": list(PEOPLE)}
CHIEF: Line = {"action": "chief", "player": "Ana"}


def asked(lines: list[Line], check: Line) -> Verdict:
    """Put a check to a new judge."""
    judge = Judge(SETUP)
    try:
        return judge.check(lines, check)
    finally:
        judge.close()


def shown(what: str, player: str, *cards: str) -> Line:
    """Say that cards are shown."""
    return {"action": "check", "what": what, "player": player, "cards": list(cards)}


def handed_in(creature: str, *people: str) -> Line:
    """Say that these hand in a character card, and who the Creature's."""
    gives = {one: "criatura" if one == creature else "cientifico" for one in people}
    return {"action": "check", "what": "round", "gives": gives}


def voted(target: str, instead: str) -> list[Line]:
    """Make the votes of all for `target`, who votes for `instead`."""
    votes = {one: [instead if one == target else target] for one in ("Dani", "Carla", "Beto", "Ana")}
    votes["Ana"] *= 2
    return [{"action": "vote", "player": one, "votes": given} for one, given in votes.items()]


def test_all_cards_that_are_handed_in_hold_the_creature_s() -> None:
    assert asked([], handed_in("Beto", *PEOPLE)).verdict == "legal"
    assert asked([], handed_in("", *PEOPLE)).rules == {"round.too-many"}
    assert asked([], handed_in("Beto", "Ana", "Beto")).verdict == "undetermined"


def test_the_creature_is_where_it_was_seen_until_the_cards_move() -> None:
    lines = [CHIEF, *voted("Carla", "Dani"), {"action": "declare", "player": "Carla", "creature": False}]
    here = handed_in("Beto", "Ana", "Beto", "Dani")
    assert asked(lines, here).verdict == "legal"
    assert asked([*lines, here], handed_in("Dani", "Ana", "Beto", "Dani")).rules == {"round.too-many"}
    assert asked(lines, handed_in("", "Carla")).rules >= {"round.sleeping"}


def test_an_event_that_was_played_is_in_no_hand() -> None:
    play_it: Line = {"action": "event", "player": "Beto", "card": "estimulante"}
    assert asked([CHIEF, play_it], shown("hand", "Carla", "estimulante", "evento", "evento")).rules == {
        "hand.duplicate-copy"
    }
    assert asked([CHIEF], shown("hand", "Carla", "estimulante", "evento", "evento")).verdict == "legal"


def test_two_cards_of_which_one_was_laid_down_are_not_both_there() -> None:
    """It is open which of them is wrong; that it cannot be so is certain."""
    before = shown("hand", "Ana", "evento.1", "evento.2", "evento.3")
    lines = [CHIEF, before, *voted("Carla", "Dani"), {"action": "declare", "player": "Carla", "creature": False}]
    lines += [{"action": "move", "dice": [6]}, {"action": "discard", "player": "Ana", "count": 2}]
    assert asked(lines, shown("discard", "Ana", "evento.1", "evento.2")).rules == {"discard.not-held"}


def test_a_hand_seen_after_an_undone_step_tells_of_the_hand_before_it() -> None:
    """Three cards were seen after the last discard, by which everybody drew: two of them were there before."""
    lines = [CHIEF, *voted("Carla", "Dani"), {"action": "declare", "player": "Carla", "creature": False}]
    lines += [{"action": "move", "dice": [6]}, {"action": "discard", "player": "Ana", "count": 1}]
    lines += [{"action": "discard", "player": one, "count": 0} for one in ("Dani", "Carla", "Beto")]
    drawn = [*lines, shown("hand", "Ana", "evento.1", "evento.2", "evento.3"), {"action": "undo"}]
    assert asked(drawn, shown("discard", "Ana", "evento.1")).verdict == "legal"
    for cards in (("armado",), ("evento.1", "armado"), ("evento.1", "evento.4")):
        assert asked(drawn, shown("discard", "Ana", *cards)).rules == {"discard.not-held"}


def test_a_weapon_that_went_back_is_drawn_last() -> None:
    lines: list[Line] = [CHIEF, {"action": "event", "player": "Beto", "card": "armado"}]
    lines += [shown("weapons", "Beto", "cuchillo"), {"action": "arm", "player": "Ana"}]
    assert asked(lines, shown("weapons", "Ana", "cuchillo")).rules == {"hand.duplicate-copy"}
    assert asked(lines, shown("weapons", "Ana", "tapa-de-basura")).verdict == "legal"


@pytest.mark.parametrize("seed", range(20))
def test_tiny_games_agree_with_the_list_of_all_worlds(seed: int) -> None:
    _, difference = play(Small, f"test/{seed}", 12)
    assert difference is None, difference


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_more_tiny_games_agree(seed: int) -> None:
    _, difference = play(Small, f"more/{seed}", 12)
    assert difference is None, difference
