"""A whole six-player game by pressing what the questions offer: without JavaScript, in English, with a restart in it.

What is said comes from the golden game; the way to each action is looked up in the questions the game asks, and
pressed choice by choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.decks.catalog import title
from companion.engine.view import Choice, Group, Question
from tests.browser.conftest import SIX, House
from tests.browser.tablet import SUBMIT, Tablet
from tests.browser.test_live import Running
from tests.browser.ways import Ways, press
from tests.games.play import Sitting, lines_of

GOLDEN = Path(__file__).parent.parent / "playthroughs" / "la-cosa" / "six-players.jsonl"
TURNS = 26
"""How many actions of the golden game are played before the ending; Carla has just passed a card on by then."""
ROLES = {name: "infected" if name == "Carla" else "human" for name in SIX}


def script() -> list[dict[str, Any]]:
    """The first part of the golden game (no panics skipped, so that no field is filled in)."""
    _, *actions = lines_of(GOLDEN)
    return [{key: value for key, value in action.items() if key != "skipped"} for action in actions[:TURNS]]


def leads_to(choice: Choice, action: Mapping[str, Any]) -> bool:
    """Whether a choice says part of an action, and nothing else."""
    return choice.refusal is None and not choice.then and all(action.get(k) == v for k, v in choice.said.items())


def step(question: Question, action: Mapping[str, Any]) -> tuple[Group, Choice]:
    """The group and the choice to press on the way to an action."""
    for group in question.groups:
        for choice in group.choices:
            if leads_to(choice, action):
                return group, choice
    raise AssertionError(f"{question.text}: no way to {action}")


def act(tablet: Tablet, game: Sitting, action: dict[str, Any], lang: str) -> None:
    """Press the way to an action, and say it in a game of our own to know what is asked next."""
    words, said = title("la-cosa").words[lang], dict[str, object]()
    for _ in range(6):
        question = game.game.ask(game.decklist, game.course.table, said, words)
        if question.submit:
            tablet.roles(SIX, action.get("roles", {}))
            tablet.push(SUBMIT)
            break
        group, choice = step(question, action)
        press(tablet, game, group, choice)
        if choice.done:
            break
        said = dict(choice.said)
    assert game.say(**action) == "ok"


def ending(game: Sitting) -> list[dict[str, Any]]:
    """Whoever plays burns the next player, who turns out to be La Cosa."""
    by = game.course.table.turn
    burned = game.course.table.next_after(by)
    return [
        {"action": "draw", "player": by, "back": "away"},
        {"action": "play", "player": by, "card": "lanzallamas", "target": burned},
        {"action": "respond", "player": burned, "card": None},
        {"action": "reveal", "player": burned, "role": "la-cosa"},
        {"action": "end", "cause": "la-cosa-eliminated", "roles": {**ROLES, burned: "la-cosa"}},
    ]


def finish(tablet: Tablet, game: Sitting, lang: str) -> None:
    """The rest of a game: to the draw of whoever is next, then the ending and the winners."""
    while game.course.table.prompt:
        act(tablet, game, {"action": "respond", "player": game.course.table.prompt.to, "card": None}, lang)
    for action in ending(game):
        act(tablet, game, action, lang)
    words = title("la-cosa").words[lang]
    assert tablet.prompt == words.say("scene.won", players=words.listed(game.state["winners"]))


def sitting() -> Sitting:
    here = title("la-cosa")
    return Sitting(here.game, here.decklist, {"players": SIX})


def whole_game(house: House, tablet: Tablet, lang: str) -> None:
    ident, game = house.game(), sitting()
    ways = Ways(house, tablet, ident, game)
    for action in script():
        if not ways.is_said(action):
            act(tablet, game, action, lang)
    ways.look()
    finish(tablet, game, lang)
    seen = house.tables.seen(ident).state
    assert {key: seen[key] for key in game.state} == game.state


# The short run goes this way in test_journeys.py.
@pytest.mark.long
def test_without_javascript(house: House) -> None:
    whole_game(house, house.tablet(js=False), "es")


# The short run goes the way of La Cosa in test_journeys.py, some of it in English.
@pytest.mark.long
def test_in_english(house: House) -> None:
    whole_game(house, house.tablet(lang="en"), "en")


# The short run kills the table under three devices at once in test_kills.py.
@pytest.mark.long
def test_with_a_restart_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    """Half the game, the service killed, the other half on the same file with the same device."""
    running, game = Running(tmp_path / "data"), sitting()
    tablet = Tablet(browser, running.start())
    tablet.context.set_extra_http_headers({"Authorization": "Bearer the-host-key"})
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
    ident = tablet.context.request.post(f"{tablet.base}/api/games", data=setup).json()["id"]
    tablet.open(f"/games/{ident}")
    try:
        for action in script()[: TURNS // 2]:
            act(tablet, game, action, "es")
        running.kill()
        assert running.start() == tablet.base
        seen = tablet.context.request.get(f"{tablet.base}/api/games/{ident}").json()
        assert {key: seen[key] for key in game.state} == game.state
        tablet.open(f"/games/{ident}")
        for action in script()[TURNS // 2 :]:
            act(tablet, game, action, "es")
        finish(tablet, game, "es")
        tablet.page.goto("about:blank")
    finally:
        running.kill()
    tablet.forgive("ERR_")
    tablet.close()
