"""What is shown in the Norwegian base: cards before the referee, and what the film takes from a look at teeth."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.kit.game import Game
from tests.engine.evening import Refereed, table_of
from tests.games.play import Sitting

FOUR = ["Ana", "Berto", "Ciro", "Dora"]


def sitting(**set_: object) -> Refereed:
    return table_of(
        "the-thing-outpost", "take-sheets", {"action": "override", "set": set_, "reason": "t"}, players=FOUR
    )


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
    assert at.answer(what="proof", player="Ana", use=use, cards=[card])[0] == verdict


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


def looked(at: Sitting, who: str, card: str, teeth: str) -> tuple[str, tuple[str, ...]]:
    """What a dental card proves, and by which rule."""
    shown = {"what": "teeth", "player": who, "card": card, "teeth": teeth}
    refused = at.check(**shown)
    return ("refused", (refused,)) if isinstance(refused, str) else at.answer(**shown)


def test_teeth_that_are_shown_are_those_that_were_said() -> None:
    at = sitting(step="tests", objects={"Ana": 1})
    assert looked(at, "Dora", "dientes-sanos", "healthy") == ("legal", ())
    assert looked(at, "Dora", "empastes.2", "fillings") == ("legal", ())
    assert looked(at, "Dora", "empastes", "healthy") == ("illegal", ("teeth.other",))
    assert looked(at, "Dora", "linterna", "healthy") == ("illegal", ("teeth.not-teeth",))
    assert looked(at, "Dora", "muelas", "healthy") == ("refused", ("card.unknown",))
    assert looked(at, "Zoe", "empastes", "fillings") == ("refused", ("player.unknown",))
    assert looked(sitting(step="food"), "Dora", "empastes", "fillings") == ("refused", ("check.when",))


def test_teeth_do_not_change_without_an_encounter_and_no_alien_has_fillings() -> None:
    at = sitting(step="tests", objects={"Ana": 1})
    assert at.say(action="test", player="Ana", kind="b", target="Dora", teeth="healthy") == "ok"
    assert looked(at, "Dora", "empastes", "fillings") == ("illegal", ("teeth.changed",))
    assert looked(at, "Dora", "dientes-sanos", "healthy") == ("legal", ())
    shown = sitting(step="rec-room")
    assert shown.say(action="expose", player="Dora") == "ok"
    shown.do({"action": "override", "set": {"step": "tests"}, "reason": "t"})
    assert looked(shown, "Dora", "empastes", "fillings") == ("illegal", ("teeth.alien",))
    assert looked(shown, "Dora", "dientes-sanos", "healthy") == ("legal", ())
