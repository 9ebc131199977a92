"""A whole evening with two Spanish decks by touch: seats, choices, dice, swords, roles; the tablet rolls if asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Group, Question
from companion.games.dos_barajas.cards import is_ace
from tests.browser.conftest import SIX, House
from tests.browser.tablet import LAPTOP, PHONE, SUBMIT, Tablet
from tests.browser.ways import Ways, press
from tests.games.every import TESTS
from tests.games.play import Sitting, lines_of

HERE = title("dos-barajas")
FILLED_IN = ("aces", "trios", "dice", "cards", "shown", "roles", "reason")


def _game(house: House) -> str:
    return house.tables.open(
        {"playthrough": 1, "game": "dos-barajas", "players": SIX, "first": "Ana", "options": {}}
    ).id


def _script() -> list[dict[str, Any]]:
    """The golden evening as a table taps it: trios by their aces, hands not written down."""
    _, *said = lines_of(TESTS / "playthroughs" / "dos-barajas" / "six-with-forty.jsonl")
    return [_tapped(action) for action in said]


def _tapped(action: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in action.items() if key not in ("cards", "shown")}
    if action["action"] == "answer":
        del plain["player"]  # the screen need not know who says it
    if "cards" in action:
        plain["aces"] = sum(map(is_ace, action["cards"]))
    return plain


def _wanted(action: Mapping[str, Any]) -> dict[str, Any]:
    """What choices alone say of an action."""
    return {key: value for key, value in action.items() if key not in FILLED_IN}


def _step(question: Question, wanted: Mapping[str, Any]) -> tuple[Group, Choice]:
    """The group and the choice to press on the way to an action: the one that says most of it."""
    fitting = [
        (group, choice)
        for group in question.groups
        for choice in group.choices
        if choice.refusal is None and not choice.then
        if (choice.said == wanted if choice.done else choice.said.items() <= wanted.items())
    ]
    assert fitting, f"{question.text}: no way to {wanted}"
    return max(fitting, key=lambda one: (one[1].done, len(one[1].said)))


def _fill(tablet: Tablet, action: Mapping[str, Any], question: Question) -> None:
    """What the fields of a question hold for this action."""
    for k, eyes in enumerate(action.get("dice", ())):
        tablet.tap(f'label:has(input[name="d.dice:{k}"][value="{eyes}"])')
        tablet.taps += 1
    for one in question.fields:
        if one.name in ("aces", "trios") and one.kind == "choice":
            tablet.pick(one.name, str(action.get(one.name, 0)))
        elif one.name == "clubs":
            tablet.page.select_option('[name="f.clubs"]', str(action.get("clubs", 0)))
    tablet.roles(SIX, action.get("roles", {}))


def _act(tablet: Tablet, sitting: Sitting, action: dict[str, Any], lang: str) -> None:
    """Press the way to an action, and say it at a table of our own to know what is asked next."""
    words, said = HERE.words[lang], dict[str, object]()
    wanted = _wanted(action)
    for _ in range(6):
        question = HERE.game.ask(HERE.decklist, sitting.course.table, said, words)
        if said:
            _fill(tablet, action, question)
        if question.submit:
            tablet.push(SUBMIT)
            break
        group, choice = _step(question, wanted)
        press(tablet, sitting, group, choice)
        if choice.done:
            break
        said = dict(choice.said)
    assert sitting.say(**action) == "ok", action


@pytest.mark.short
@pytest.mark.parametrize(("lang", "size"), [("es", LAPTOP), pytest.param("en", PHONE, marks=pytest.mark.long)])
def test_a_whole_evening_by_touch(house: House, lang: str, size: tuple[int, int]) -> None:
    ident = _game(house)
    tablet = house.tablet(size=size, lang=lang)
    sitting = Sitting(HERE.game, HERE.decklist, {"players": SIX, "first": "Ana"})
    ways = Ways(house, tablet, ident, sitting)
    for action in _script():
        refused = HERE.game.judge(HERE.decklist, sitting.course.table, _read(action))
        if refused is None and not ways.is_said(action):
            _act(tablet, sitting, action, lang)
    ways.look()
    words = HERE.words[lang]
    assert tablet.prompt == words.say("scene.won-alone", players="Beto")
    seen = house.tables.seen(ident).state
    assert {key: seen[key] for key in sitting.state} == sitting.state
    assert sitting.state["winners"] == ["Beto"]


def _read(action: Mapping[str, Any]) -> Any:
    from companion.engine.actions import read

    return read(HERE.game.verbs, dict(action))
