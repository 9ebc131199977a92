"""A whole game of La Criatura by touch: what is said comes from a golden evening, the way to it from the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Group, Question
from tests.browser.conftest import House
from tests.browser.tablet import SUBMIT, Tablet
from tests.browser.ways import Ways, press
from tests.games.play import Sitting, lines_of

FOLDER = Path(__file__).parent.parent / "playthroughs" / "la-criatura"


def leads_to(choice: Choice, action: Mapping[str, Any]) -> bool:
    """Whether a choice says part of an action, and nothing else."""
    return (
        choice.refusal is None and not choice.then and all(_is_part(v, action.get(k)) for k, v in choice.said.items())
    )


def _is_part(said: object, wanted: object) -> bool:
    """The same, or the first of several."""
    several = isinstance(said, list) and isinstance(wanted, list)
    return said == wanted or (several and wanted[: len(said)] == said)  # type: ignore[index, arg-type]


def step(question: Question, action: Mapping[str, Any]) -> tuple[Group, Choice] | None:
    """The group and the choice to press on the way to an action."""
    found = [(g, c) for g in question.groups for c in g.choices if leads_to(c, action)]
    if not found:
        return None
    return max(found, key=lambda one: len(one[1].said))


def throw(tablet: Tablet, number: int, eyes: int) -> None:
    """Type in one die: the box is behind its label."""
    tablet.tick(tablet.page.locator(f'fieldset.dice input[name$=":{number}"][value="{eyes}"]').nth(0))
    tablet.taps += 1


def fill(tablet: Tablet, players: Sequence[str], action: Mapping[str, Any]) -> None:
    """Dice, roles and what a weapon says."""
    dice: Sequence[int] = action.get("dice", ())
    if action["action"] == "tie":
        for k, eyes in enumerate(dice):
            tablet.tick(tablet.page.locator(f'input[name="d.die.{k}:0"][value="{eyes}"]'))
    else:
        for k, eyes in enumerate(dice):
            throw(tablet, k, eyes)
    tablet.roles(players, action.get("roles", {}))
    for player in action.get("infected", ()):
        tablet.tick(tablet.page.locator(f'input[name="f.infected"][value="{player}"]'))
    if "bonus" in action:
        tablet.pick("bonus", str(action["bonus"]))


def act(tablet: Tablet, game: Sitting, action: dict[str, Any], lang: str = "es") -> None:
    """Press the way to an action, and say it in a game of our own to know what is asked next."""
    words, said = title("la-criatura").words[lang], dict[str, object]()
    for _ in range(6):
        question = game.game.ask(game.decklist, game.course.table, said, words)
        found = step(question, action)
        shown = {**question.said}
        if question.submit and (found is None or len(found[1].said) <= len(shown) or not _needed(found[1], action)):
            fill(tablet, game.course.table.players, action)
            tablet.push(SUBMIT)
            break
        assert found is not None, f"{question.text}: no way to {action}"
        group, choice = found
        press(tablet, game, group, choice)
        if choice.done:
            break
        said = dict(choice.said)
    assert game.say(**action) == "ok", action


def _needed(choice: Choice, action: Mapping[str, Any]) -> bool:
    """Whether a choice beside the fields says something the action says too."""
    return any(key in choice.said for key in ("weapon", "triumph", "card") if action.get(key))


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


def whole(house: House, name: str, tablet: Tablet) -> None:
    """The evening pressed from the first chief to the winners."""
    setup, actions = accepted(name)
    ident = house.tables.open({**setup, "options": {}}).id
    here = title("la-criatura")
    game = Sitting(here.game, here.decklist, setup)
    ways = Ways(house, tablet, ident, game)
    tablet.forgive("422")  # a tap while the question is still laid out anew may be refused; it is given again
    for action in actions:
        if not ways.is_said(action):
            act(tablet, game, action)
    ways.look()
    seen = house.tables.seen(ident).state
    assert {key: seen[key] for key in game.state} == game.state
    assert game.state["status"] == "ended"
    words = here.words["es"]
    winners = game.state["winners"]
    assert tablet.prompt == words.say(
        "scene.won" if len(winners) > 1 else "scene.won-alone", players=words.listed(winners)
    )


@pytest.mark.short
def test_three_people_by_touch(house: House) -> None:
    tablet = house.tablet()
    whole(house, "three-people", tablet)
