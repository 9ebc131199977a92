"""Golden evenings pressed at a tablet: what is said comes from a file, the way to it from the questions.

The short run presses each way of answering once; the rest of an evening is only said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.decks.catalog import title
from companion.engine.view import Choice, Field, Group, Question
from tests.browser.conftest import House
from tests.browser.tablet import SUBMIT, Tablet
from tests.games.play import Sitting
from tests.length import is_long

Said = Mapping[str, Any]


class Ways:
    """Evening at one tablet, of which some actions are pressed there and some are said to the table directly.

    `by_ring`: players are touched in the ring, unless a plate stands for several choices.
    """

    def __init__(
        self, house: House, tablet: Tablet, setup: dict[str, Any], lang: str = "es", by_ring: bool = True
    ) -> None:
        here = title(setup["game"])
        if not is_long():
            tablet.page.emulate_media(reduced_motion="reduce")
        self.house, self.tablet, self.by_ring = house, tablet, by_ring and tablet.js
        self.ident = house.tables.open({"options": {}, **setup}).id
        self.sitting = Sitting(here.game, here.decklist, setup)
        self.words = here.words[lang]
        self.pressed: set[frozenset[tuple[str, bool]]] = set()
        self.is_current = False
        tablet.forgive("422")  # a tap while the question is still laid out anew may be refused; it is given again

    def is_said(self, action: Said) -> bool:
        """Return True if this action was said to the table directly because one of its kind was pressed before. Else
        show the table in the tablet, for a hand to press it."""
        way = frozenset({(action["action"], True), *((field, value is None) for field, value in action.items())})
        if way in self.pressed and not is_long():
            self.house.tables.say(self.ident, dict(action))
            assert self.sitting.say(**action) == "ok", action
            self.is_current = False
            return True
        self.pressed.add(way)
        self.look()
        return False

    def look(self) -> None:
        """Open the table again, if it has changed since it was looked at."""
        if not self.is_current:
            self.tablet.open(f"/games/{self.ident}")
            self.is_current = True

    def ends(self, actions: Iterable[dict[str, Any]]) -> None:
        """Press the rest of the evening; in the end the table is as it is where the same was said without a tablet."""
        left = deque(actions)
        while left:
            action = left.popleft()
            for _ in range(0 if self.is_said(action) else self.act(action, left)):
                left.popleft()
        self.look()
        self.is_the_same()

    def is_the_same(self) -> None:
        """Compare the table with our own."""
        seen = self.house.tables.seen(self.ident).state
        assert {key: seen[key] for key in self.sitting.state} == self.sitting.state

    def act(self, action: dict[str, Any], after: Iterable[dict[str, Any]] = ()) -> int:
        """Press the way to an action, and say it in a game of our own to know what is asked next. Return how many of
        the actions `after` it were said in the same breath."""
        game, said = self.sitting, dict[str, Any]()
        for _ in range(16):
            question = game.game.ask(game.decklist, game.course.table, said, self.words)
            if several := in_one_breath(question, [action, *after]):
                self._press(*several)
                for one in (several[1].said, *several[1].then):
                    assert game.say(**one) == "ok", one
                return len(several[1].then)
            found = on_the_way(question, action)
            is_form = question.submit and leads_to(question.said, action)
            if is_form and (found is None or told_by(found[1].said, action) <= told_by(question.said, action)):
                self._fill(question, action)
                self.tablet.push(SUBMIT)
                break
            assert found is not None, f"{question.text}: no way to {action}"
            if said and not question.submit:
                self._fill(question, action)  # what is filled in goes with the choice
            self._press(*found)
            said = dict(found[1].said)
            if found[1].done:
                rest = left(action, said)
                assert game.say(**{**action, **said}) == "ok", action
                return self.act({**action, **rest}) if rest else 0
        assert game.say(**action) == "ok", action
        return 0

    def _press(self, group: Group, choice: Choice) -> None:
        is_seat = choice.player == choice.label and choice.player in self.sitting.course.table.seats
        if self.by_ring and is_seat and not group.quiet:
            self.tablet.touch(choice.player)
        else:
            self.tablet.take(choice, group.quiet)

    def _fill(self, question: Question, action: Said) -> None:
        for name, value in filled(question.fields, action):
            box = self.tablet.page.locator(f'[name$="{name}"]')
            if box.first.evaluate("one => one.tagName") == "SELECT":
                box.first.select_option(value)
            elif box.first.get_attribute("type") in ("radio", "checkbox"):
                self.tablet.tick(self.tablet.page.locator(f'[name$="{name}"][value="{value}"]').first)
            elif not box.first.is_visible():
                continue  # put aside: a table with none leaves it closed
            else:
                box.first.fill(value)
            self.tablet.taps += 1


def on_the_way(question: Question, action: Said) -> tuple[Group, Choice] | None:
    """Return the choice that says most of an action and nothing else, and its group."""
    found = [
        (group, choice)
        for group in question.groups
        for choice in group.choices
        if choice.refusal is None and not choice.then and leads_to(choice.said, action)
    ]
    return max(found, key=lambda one: told_by(one[1].said, action), default=None)


def in_one_breath(question: Question, actions: Sequence[Said]) -> tuple[Group, Choice] | None:
    """Return the choice that says the first of these actions and those after it, and its group."""
    for group in question.groups:
        for choice in group.choices:
            said = [choice.said, *choice.then]
            if choice.then and choice.refusal is None and said == [_told(one) for one in actions[: len(said)]]:
                return group, choice
    return None


def _told(action: Said) -> Said:
    """Return an action without what it leaves open."""
    return {key: value for key, value in action.items() if value not in (False, [], {})}


def told_by(said: Said, action: Said) -> int:
    """Return how many values of an action are said, each of a list counted."""
    return sum(
        1 + (len(value) if isinstance(value, list | dict) else 0) for key, value in said.items() if key in action
    )


def leads_to(said: Said, action: Said) -> bool:
    """Return True if `said` is part of the action; of a list, its beginning; of a table, some of it."""

    def part(value: Any, whole: Any) -> bool:
        if isinstance(value, list) and isinstance(whole, list):
            return value == whole[: len(value)]
        if isinstance(value, dict) and isinstance(whole, dict | None):
            return all(one == (whole or {}).get(key, "") for key, one in value.items())
        return bool(value == whole) or (value is False and whole is None)

    return all(part(value, action.get(key)) for key, value in said.items() if key != "about")


def left(action: Said, said: Said) -> dict[str, Any]:
    """Return the rest of each list whose values are said one after the other."""
    lists = {key: value[len(said[key]) :] for key, value in action.items() if isinstance(said.get(key), list)}
    return {key: rest for key, rest in lists.items() if rest}


def filled(fields: Sequence[Field], action: Said) -> Iterator[tuple[str, str]]:
    """Yield the boxes of a form and their values for an action. A list of its own fills field by field; a value that is
    missing and can be none is none."""
    of_people = {key: one for told in action.values() if isinstance(told, dict) for key, one in told.items()}
    named = {field.name for field in fields}
    one_by_one = iter(
        [one for key, told in action.items() if isinstance(told, list) and key not in named for one in told]
    )
    for field in fields:
        value: Any = of_people.get(field.label, action.get(field.name))
        if field.kind == "dice":
            thrown = [next(one_by_one)] if value is None else value
            first = {face: side for side, face in reversed(field.options)}  # faces alike stand there once
            sides = {side: first[face] for side, face in field.options}
            yield from ((f"{field.name}:{k}", sides.get(str(eyes), str(eyes))) for k, eyes in enumerate(thrown))
        elif field.kind == "checks":
            yield from [(field.name, one) for one in (["1"] if value is True else value or [])]
        elif (value := next(one_by_one, None) if value is None else value) is not None:
            yield field.name, str(value)
        elif not field.value and "0" in dict(field.options) and "" not in dict(field.options):
            yield field.name, "0"
