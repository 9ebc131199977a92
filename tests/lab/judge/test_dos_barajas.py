"""The judge of two Spanish decks: cases worked out by hand, and tiny games beside the list of all worlds."""

from __future__ import annotations

import pytest

from tests.lab.judge.dos_barajas.judge import Judge
from tests.lab.judge.dos_barajas.small import Small
from tests.lab.judge.follower import ASIDE, Line
from tests.lab.judge.piles_small import play
from tests.lab.judge.public import Verdict
from tests.lab.judge.solver import OutOfPatience

SETUP: Line = {"playthrough": 1, "game": "dos-barajas", "players": ["Ana", "Beto", "Carla", "Dani"], "first": "Ana"}
BEGUN: list[Line] = [{"action": "skip"}]
PLAIN = ("dos-de-oros", "dos-de-copas", "dos-de-espadas")


def hand(player: str, *cards: str, figure: str | None = None) -> Line:
    """Say that a hand is shown."""
    said: dict[str, object] = {"action": "check", "what": "hand", "player": player, "cards": list(cards)}
    return said if figure is None else {**said, "figure": figure}


def asked(lines: list[Line], check: Line) -> Verdict:
    """Put a check to a new judge."""
    judge = Judge(SETUP)
    try:
        return judge.check(lines, check)
    finally:
        judge.close()


def accused(player: str, target: str, result: str) -> Line:
    """Make the action of an accusation."""
    return {"action": "accuse", "player": player, "target": target, "result": result}


def a_round() -> list[Line]:
    """Let a whole round pass unseen."""
    order = ("Ana", "Dani", "Carla", "Beto")
    lines: list[Line] = [{"action": "skip"}, *({"action": "supply", "player": one} for one in order)]
    lines += [{"action": "leave", "player": one} for one in order]
    return [*lines, *({"action": "take", "player": one, "count": 1} for one in order), {"action": "skip"}]


def test_clubs_are_anybodys_before_the_first_round_and_the_first_thing_s_after() -> None:
    clubs = hand("Beto", "dos-de-bastos", *PLAIN)
    assert asked([], clubs).verdict == "legal"
    assert asked(BEGUN, clubs).verdict == "undetermined"
    assert asked(BEGUN, hand("Ana", "dos-de-bastos", "tres-de-oros", *PLAIN)).rules == {"hand.human-clubs"}


def test_a_second_showing_proves_no_more_and_nobody_is_condemned_for_somebody_else_s_clubs() -> None:
    lines = [*BEGUN, hand("Beto", "dos-de-bastos.1", *PLAIN)]
    assert asked(lines, hand("Beto", "dos-de-bastos.1", *PLAIN)).verdict == "undetermined"
    other = hand("Carla", "dos-de-bastos.2", "tres-de-oros", "tres-de-copas", "tres-de-espadas")
    assert asked(lines, other).verdict == "undetermined"


def test_who_cannot_be_the_first_thing_is_human_until_taking_from_the_middle() -> None:
    lines = [*BEGUN, accused("Ana", "Beto", "thing")]
    clubs = hand("Carla", "dos-de-bastos", *PLAIN)
    assert asked(lines, clubs).rules == {"hand.human-clubs"}
    fought: list[Line] = [{"action": "attack", "player": "Ana", "target": "Beto", "dice": [6, 6]}]
    taken = [{"action": "supply", "player": one} for one in ("Ana", "Dani", "Carla")]
    taken += [{"action": "leave", "player": one} for one in ("Dani", "Carla")]
    assert asked([*lines, *fought, {"action": "answer", "others": True}], hand("Dani", *PLAIN)).verdict != "legal"
    assert asked([*BEGUN, *a_round()], clubs).verdict == "undetermined"


def test_whoever_passed_for_human_and_shows_the_king_of_clubs_is_caught() -> None:
    lines = [*BEGUN, accused("Ana", "Beto", "human")]
    found = asked(lines, hand("Beto", "tres-de-oros", "tres-de-copas", figure="rey-de-bastos"))
    assert found.rules == {"hand.denied"}


def test_a_card_seen_elsewhere_and_laid_down_nowhere_cannot_be_there() -> None:
    lines = [*BEGUN, hand("Beto", "as-de-oros", "as-de-oros", "dos-de-copas", "dos-de-espadas")]
    carla = hand("Carla", "as-de-oros.2", "tres-de-oros", "tres-de-copas", "tres-de-espadas")
    assert asked(lines, carla).rules == {"hand.duplicate-copy"}
    assert asked([*lines, *a_round()], hand("Carla", *carla["cards"][:4])).verdict == "legal"  # type: ignore[index]


def test_after_a_check_that_was_too_hard_the_judge_says_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, beto = Judge(SETUP), hand("Beto", "dos-de-bastos", *PLAIN)

    def too_hard(assumed: object) -> bool:
        raise OutOfPatience

    with monkeypatch.context() as now:
        now.setattr(judge.worlds.sat, "possible", too_hard)
        judge.catch_up([*BEGUN, beto])
    assert judge.check([*BEGUN, beto], hand("Carla", *PLAIN, "tres-de-oros")).why == ASIDE
    judge.close()


def test_court_cards_seen_before_the_deal_are_those_that_people_have() -> None:
    dealt = ["rey-de-espadas", "rey-de-bastos", "sota-de-oros", "sota-de-copas"]
    lines: list[Line] = [{"action": "check", "what": "figures", "cards": dealt}, *BEGUN]
    beto = hand("Beto", "tres-de-oros", *PLAIN, figure="caballo-de-oros")
    assert asked(lines, beto).rules == {"figure.second-thing"}
    assert asked(BEGUN, beto).verdict == "legal"


@pytest.mark.parametrize("seed", range(16))
def test_tiny_games_agree_with_the_list_of_all_worlds(seed: int) -> None:
    _, difference = play(Small, f"test/{seed}", 10)
    assert difference is None, difference


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_more_tiny_games_agree(seed: int) -> None:
    _, difference = play(Small, f"more/{seed}", 12)
    assert difference is None, difference
