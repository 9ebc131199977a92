"""Whole games of The Thing, its cooperative mode and the expansion by touch: what is said comes from a golden evening,
the way to it from the questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Field, Question
from tests.browser.conftest import House
from tests.browser.tablet import SUBMIT, Tablet
from tests.browser.ways import Ways
from tests.games.play import Sitting, lines_of
from tests.length import is_long

FOLDER = Path(__file__).parent.parent / "playthroughs"
RESCUE = "the-thing-coop/one-person-rescue"
EVENINGS = {
    "the-thing/four-people-rescue": (30, 34),
    "the-thing-coop/three-people-taken": (42, 36),
    "the-thing-outpost/five-people-ufo": (31,),
}
"""One of each game, with the taps of its rounds."""


def on_the_way(question: Question, action: Mapping[str, Any]) -> tuple[bool, Choice] | None:
    """The choice that says most of an action and nothing else, and whether it is folded away."""
    found = [
        (group.quiet, choice)
        for group in question.groups
        for choice in group.choices
        if choice.refusal is None and not choice.then
        if leads_to(choice.said, action)
    ]
    return max(found, key=lambda one: (len(one[1].said), told_by(one[1].said)), default=None)


def told_by(said: Mapping[str, object]) -> int:
    """How many things the lists of an action tell."""
    return sum(len(value) for value in said.values() if isinstance(value, list))


def leads_to(said: Mapping[str, object], action: Mapping[str, Any]) -> bool:
    """Whether what is said so far is part of an action; of a list, the first of it."""
    return all(
        value == whole[: len(value)] if isinstance(value, list) and isinstance(whole, list) else value == whole
        for value, whole in ((value, action.get(key)) for key, value in said.items())
    )


def act(tablet: Tablet, game: Sitting, action: dict[str, Any]) -> None:
    """Press the way to an action, and say it in a game of our own to know what is asked next."""
    words, said = title(game.game.slug).words["es"], dict[str, object]()
    for _ in range(6):
        question = game.game.ask(game.decklist, game.course.table, said, words)
        found = on_the_way(question, action)
        is_form = question.submit and leads_to(question.said, action)
        if is_form and (found is None or len(found[1].said) <= len(question.said)):
            fill(tablet, question, action)
            tablet.push(SUBMIT)
            break
        assert found is not None, f"{question.text}: no way to {action}"
        folded, choice = found
        tablet.take(choice, folded)
        said = dict(choice.said)
        if choice.done:
            told, rest = {**action, **said}, left(action, said)
            assert game.say(**told) == "ok", told
            return act(tablet, game, {**action, **rest}) if rest else None
    assert game.say(**action) == "ok", action
    return None


def left(action: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """What a list still has to tell where its things are said one after the other."""
    lists = {key: value[len(said[key]) :] for key, value in action.items() if isinstance(said.get(key), list)}
    return {key: rest for key, rest in lists.items() if rest}


def fill(tablet: Tablet, question: Question, action: Mapping[str, Any]) -> None:
    """Numbers of the weather table, dice, sheets, roles, rooms of cards, tokens that are turned over."""
    for name, value in filled(question.fields, action):
        box = tablet.page.locator(f'[name$="{name}"]')
        if box.first.evaluate("one => one.tagName") == "SELECT":
            box.first.select_option(value)
        elif box.first.get_attribute("type") in ("radio", "checkbox"):
            tablet.tick(tablet.page.locator(f'[name$="{name}"][value="{value}"]').first)
        else:
            box.first.fill(value)
        tablet.taps += 1


def filled(fields: Sequence[Field], action: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What an action says in the fields of a form: each box and its value. A list of its own is told field by field."""
    of_people = {**action.get("who", {}), **action.get("roles", {}), **action.get("votes", {})}
    named = {field.name for field in fields}
    one_by_one = iter(
        [one for key, told in action.items() if isinstance(told, list) and key not in named for one in told]
    )
    for field in fields:
        value: Any = of_people.get(field.label, action.get(field.name))
        if field.kind == "dice":
            yield from ((f"{field.name}:{k}", str(eyes)) for k, eyes in enumerate(value))
        elif field.kind == "checks":
            yield from [(field.name, "1")] if value is True else []
        elif (value := next(one_by_one, None) if value is None else value) is not None:
            yield field.name, str(value)


def begun(house: House, name: str) -> tuple[Ways, list[dict[str, Any]]]:
    """A table of a golden evening before its first action, and all that will be said."""
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    setup = {**setup, "options": setup.get("options", {})}
    here = title(setup["game"])
    ident = house.tables.open(setup).id
    return Ways(house, house.tablet(), ident, Sitting(here.game, here.decklist, setup)), actions


def whole(house: House, name: str) -> list[int]:
    """The evening pressed from the sheets to the winners: the taps of each round that came to its end."""
    ways, actions = begun(house, name)
    tablet, game = ways.tablet, ways.sitting
    tablet.forgive("422")  # a tap while the question is still laid out anew may be refused; it is given again
    ends = list[int]()
    for action in actions:
        number = game.state["round"]
        if not ways.is_said(action):
            act(tablet, game, action)
            house.tables.ballots.drop(ways.ident)  # the evening tells all votes itself, as after a restart
            tablet.shot(f"{game.game.slug}-{game.course.version:03}-{action['action']}")
        if game.state["round"] != number:
            ends.append(tablet.taps)
    ways.look()
    seen = house.tables.seen(ways.ident).state
    assert {key: seen[key] for key in game.state} == game.state
    return [end - begin for begin, end in pairwise(ends)]


@pytest.mark.short
@pytest.mark.parametrize(
    ("name", "most"),
    [*EVENINGS.items(), pytest.param(RESCUE, (46, 44), marks=pytest.mark.long)],
)
def test_a_whole_game(house: House, name: str, most: tuple[int, ...]) -> None:
    """No round takes more taps than it took, with every number of the board and every die put in by hand. The short run
    presses each way of answering once; tests/games counts the taps of many rounds without a browser."""
    taken = whole(house, name)
    if is_long():
        assert all(taps <= limit for taps, limit in zip(taken, most, strict=True)), taken


def test_a_touched_link_may_be_folded_away(house: House) -> None:
    """The answer to a touch folds what the touched link stands in. Where the browser drew its own mark on the link, it
    died of that."""
    ways, actions = begun(house, RESCUE)
    there = next(k for k, action in enumerate(actions) if action.get("at") == "radio" and action["action"] == "meet")
    for action in actions[:there]:
        house.tables.say(ways.ident, action)
        ways.sitting.do(action)
    ways.look()
    act(ways.tablet, ways.sitting, actions[there])
    seen = house.tables.seen(ways.ident).state
    assert {key: seen[key] for key in ways.sitting.state} == ways.sitting.state
