"""What is shown in the Norwegian base: cards before the referee, and what the film takes from a look at teeth."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Finding, Memory
from companion.engine.kit.game import Game
from tests.games.play import Sitting

FOUR = ["Ana", "Berto", "Ciro", "Dora"]


def sitting(**set_: object) -> Sitting:
    here = title("the-thing-outpost")
    made = Sitting(here.game, here.decklist, {"players": FOUR, "options": {}})
    made.do("take-sheets", {"action": "override", "set": set_, "reason": "t"})
    return made


@pytest.mark.parametrize(
    ("use", "card", "verdict"),
    [
        ("fire", "granada", "legal"),
        ("fire", "dinamita", "illegal"),
        ("test-b", "linterna", "legal"),
        ("test-b", "lanzallamas", "illegal"),
        ("escape", "llaves", "legal"),
        ("escape", "linterna", "illegal"),
    ],
)
def test_what_a_use_takes(use: str, card: str, verdict: str) -> None:
    at = sitting(step="actions", charges={"Ana": 2})
    referee = at.game.referee
    assert referee is not None
    check = referee.read({"action": "check", "what": "proof", "player": "Ana", "use": use, "cards": [card]})
    finding = referee.judge(at.decklist, line(at.course, Memory(), referee), check)
    assert isinstance(finding, Finding) and finding.verdict == verdict


def told(game: Game, at: Sitting) -> list[str]:
    """Of whom the film says that a test has proven them human."""
    assert game.chronicle is not None
    clues = game.chronicle(at.decklist, at.course.standing, title("the-thing-outpost").words["es"]).clues
    return [clue.player for clue in clues]


def test_healthy_teeth_prove_nothing_and_fillings_a_human() -> None:
    at = sitting(step="tests", objects={"Ana": 1})
    assert at.say(action="test", player="Ana", kind="b", target="Dora", teeth="healthy") == "ok"
    assert told(at.game, at) == []
    other = sitting(step="tests", objects={"Ana": 1})
    assert other.say(action="test", player="Ana", kind="b", target="Dora", teeth="fillings") == "ok"
    assert told(other.game, other) == ["Dora"]
