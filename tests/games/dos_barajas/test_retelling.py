"""Clues of an evening: what all could know, and when (whole evenings: `test_golden.py`)."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.engine.retelling import Chronicle
from tests.games.play import Sitting

HERE = title("dos-barajas")
FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
EITHER, THING, HUMAN = ("Cosa", "Humano"), ("Cosa",), ("Humano",)


def _told(said: list[dict[str, Any]]) -> Chronicle:
    sitting = Sitting(HERE.game, HERE.decklist, said[0])
    for thing in said[1:]:
        sitting.say(**thing)
    tell = HERE.game.chronicle
    assert tell is not None
    return tell(HERE.decklist, sitting.course.standing, HERE.words["es"])


def _clues(*said: dict[str, Any], **options: object) -> list[tuple[str, tuple[str, ...]]]:
    """Return the players whom the clues of a game are about, after the commander's own, and what fits."""
    setup = {"playthrough": 1, "game": "dos-barajas", "players": FIVE, "first": "Ana", "options": options}
    return [(clue.player, clue.fits) for clue in _told([setup, *said]).clues[1:]]


SKIP: dict[str, Any] = {"action": "skip"}
SUPPLIED = [{"action": "supply", "player": player} for player in ("Ana", "Eva", "Dani", "Carla", "Beto")]
CLUB = ["dos-de-bastos", "tres-de-oros"]


def test_a_hand_that_was_accepted_proves_nothing() -> None:
    accused = {"action": "accuse", "player": "Ana", "target": "Beto", "result": "human", "aces": 1}
    assert _clues(SKIP, accused) == [("Beto", EITHER)]


def test_a_hand_without_clubs_proves_nothing_and_part_of_a_hand_tells_nothing() -> None:
    shown = ["tres-de-oros", "seis-de-copas", "siete-de-copas", "dos-de-espadas"]
    assert _clues(SKIP, {"action": "show", "player": "Beto", "to": "all", "cards": shown}) == [("Beto", EITHER)]
    assert _clues(SKIP, {"action": "show", "player": "Beto", "to": "all", "cards": shown[:2]}) == []


def test_a_club_that_all_see_proves_a_thing_but_not_while_humans_may_have_them() -> None:
    shown = {"action": "show", "player": "Beto", "to": "all", "cards": CLUB}
    assert _clues(SKIP, shown) == [("Beto", THING)]
    assert _clues(shown) == []
    assert _clues(SKIP, SKIP, shown) == []
    assert _clues(SKIP, SKIP, *SUPPLIED, shown) == [("Beto", THING)]


def test_what_one_person_saw_is_no_clue_for_all() -> None:
    assert _clues(SKIP, {"action": "show", "player": "Beto", "to": "Eva"}) == []


def test_a_club_face_up_in_the_middle_tells_who_left_it_and_who_took_it() -> None:
    left = [{"action": "leave", "player": p, "cards": ["dos-de-oros", "tres-de-copas"]} for p in ("Ana", "Eva", "Dani")]
    left += [{"action": "leave", "player": p, "cards": CLUB} for p in ("Carla", "Beto")]
    took = [{"action": "take", "player": "Ana", "count": 1, "cards": ["dos-de-bastos"]}]
    assert _clues(SKIP, SKIP, *SUPPLIED, *left, *took, middle="face-up") == [
        ("Carla", THING),
        ("Beto", THING),
        ("Ana", THING),
    ]


def test_the_commander_is_whoever_showed_the_king_in_the_end() -> None:
    told = _told(
        [
            {"playthrough": 1, "game": "dos-barajas", "players": FIVE, "first": "Ana", "options": {}},
            {"action": "commander", "player": "Eva"},
        ]
    )
    assert [(clue.player, clue.fits) for clue in told.clues] == [("Eva", HUMAN)]
    assert not told.counts
