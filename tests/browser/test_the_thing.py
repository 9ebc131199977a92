"""A whole game of The Thing by touch: what is said comes from a golden evening, the way to it from the questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.decks.catalog import title
from companion.engine.view import Choice, Question
from tests.browser.conftest import House
from tests.browser.tablet import SUBMIT, Tablet
from tests.browser.ways import Ways
from tests.games.play import Sitting, lines_of

FOLDER = Path(__file__).parent.parent / "playthroughs" / "the-thing"


def on_the_way(question: Question, action: Mapping[str, Any]) -> tuple[bool, Choice] | None:
    """The choice that says most of an action and nothing else, and whether it is folded away."""
    found = [
        (group.quiet, choice)
        for group in question.groups
        for choice in group.choices
        if choice.refusal is None and not choice.then
        if all(action.get(key) == value for key, value in choice.said.items())
    ]
    return max(found, key=lambda one: len(one[1].said), default=None)


def act(tablet: Tablet, game: Sitting, action: dict[str, Any]) -> None:
    """Press the way to an action, and say it in a game of our own to know what is asked next."""
    words, said = title("the-thing").words["es"], dict[str, object]()
    for _ in range(6):
        question = game.game.ask(game.decklist, game.course.table, said, words)
        found = on_the_way(question, action)
        if question.submit and (found is None or len(found[1].said) <= len(question.said)):
            fill(tablet, question, action)
            tablet.push(SUBMIT)
            break
        assert found is not None, f"{question.text}: no way to {action}"
        folded, choice = found
        verb = str(choice.said["action"])
        fields = {key: choice.said.get(key) for key in game.game.verbs[verb].fields}
        if folded:
            tablet.page.locator("details.quiet:not([open]) summary").first.click()
        tablet.do(verb, **fields)
        if choice.done:
            break
        said = dict(choice.said)
    assert game.say(**action) == "ok", action


def fill(tablet: Tablet, question: Question, action: Mapping[str, Any]) -> None:
    """Numbers of the weather table, sheets, roles."""
    sheets = dict(action.get("who", {}))
    roles = {**action.get("roles", {}), **action.get("votes", {})}
    for field in question.fields:
        value = {**sheets, **roles}.get(field.label, action.get(field.name))
        if value is None:
            continue
        box = tablet.page.locator(f'[name$="{field.name}"]')
        if box.first.evaluate("one => one.tagName") == "SELECT":
            box.first.select_option(str(value))
        elif field.kind == "number":
            box.first.fill(str(value))
        elif field.kind == "checks":
            tablet.tick(box.first)
        else:
            tablet.tick(tablet.page.locator(f'[name$="{field.name}"][value="{value}"]').first)
        tablet.taps += 1


def whole(house: House, name: str, tablet: Tablet) -> None:
    """The evening pressed from the sheets to the winners."""
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    ident = house.tables.open({**setup, "options": {}}).id
    here = title("the-thing")
    game = Sitting(here.game, here.decklist, setup)
    ways = Ways(house, tablet, ident, game)
    tablet.forgive("422")  # a tap while the question is still laid out anew may be refused; it is given again
    for action in actions:
        if not ways.is_said(action):
            act(tablet, game, action)
            house.tables.ballots.drop(ident)  # the evening tells all votes itself, as after a restart
            tablet.shot(f"the-thing-{game.course.version:03}-{action['action']}")
    ways.look()
    seen = house.tables.seen(ident).state
    assert {key: seen[key] for key in game.state} == game.state


def test_four_people_to_the_rescue_helicopter(house: House) -> None:
    whole(house, "four-people-rescue", house.tablet())
