"""A whole game of La Criatura by touch, from a golden evening."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import House
from tests.browser.ways import Ways
from tests.games.play import Sitting, lines_of

FOLDER = Path(__file__).parent.parent / "playthroughs" / "la-criatura"


def accepted(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The set-up of an evening and what was accepted in it, as a tablet says it."""
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    here = title("la-criatura")
    sitting, said = Sitting(here.game, here.decklist, setup), []
    for action in actions:
        if sitting.say(**action) == "ok":
            unsaid = ("handed", "hit", *(("player",) if action["action"] == "elect" else ()))
            said.append({key: value for key, value in action.items() if key not in unsaid})
    return setup, said


@pytest.mark.short
def test_three_people_by_touch(house: House) -> None:
    setup, actions = accepted("three-people")
    ways = Ways(house, house.tablet(), {**setup, "options": {}})
    ways.ends(actions)
    assert ways.sitting.state["status"] == "ended"
    winners = ways.sitting.state["winners"]
    won = "scene.won" if len(winners) > 1 else "scene.won-alone"
    assert ways.tablet.prompt == ways.words.say(won, players=ways.words.listed(winners))
