"""Looks at teeth in the film of the Norwegian base."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.engine.kit.game import Game
from tests.engine.evening import Refereed, table_of
from tests.games.play import Sitting

FOUR = ["Ana", "Berto", "Ciro", "Dora"]


def sitting(**set_: object) -> Refereed:
    return table_of(
        "the-thing-outpost", "take-sheets", {"action": "override", "set": set_, "reason": "t"}, players=FOUR
    )


def told(game: Game, at: Sitting) -> list[str]:
    """Return the players whom the film calls human by a test."""
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
