"""A question of a game as a page shows it: every choice numbered, its action as JSON, what was filled in kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast
from urllib.parse import quote

from werkzeug.datastructures import MultiDict

from companion.decks.catalog import Title
from companion.engine.actions import ActionType, Malformed, text
from companion.engine.state import Table
from companion.engine.view import Choice, Field, Question, Said
from companion.engine.words import Wording
from companion.service.live.parsing import clean_text, parse
from companion.service.people.evening import drawn_by_lot
from companion.web.pages.icons import icon

LONGEST_SAID = 4000
FIELD = "f."
ORDER = "o."
DICE = "d."
"""Prefixes of the names of filled-in fields, so that no field of a game meets one of the page's own."""
COMPACT: Any = {"ensure_ascii": False, "separators": (",", ":")}
HERE = ("about",)
"""What a question may carry along although no action has it."""

CORRECTION = "override"
"""The verb by which every game lets the table be put right."""

Filled = dict[str, list[str]]


class Option(NamedTuple):
    """One choice: the address that leads on (empty where none is needed), or the JSON that a button sends."""

    id: str
    choice: Choice
    json: str
    href: str
    icon: str
    tone: str
    """The class of its colour: a card's kind, `back-…` for the back of a card, `danger`, or nothing."""
    overrule: str = ""
    overrule_href: str = ""

    @property
    def is_open(self) -> bool:
        """True if the rules let it be chosen."""
        return self.choice.refusal is None


class OptionGroup(NamedTuple):
    """Choices that belong together; `quiet` ones are folded away, and the rest is the main course of play."""

    id: str
    label: str
    quiet: bool
    options: tuple[Option, ...]
    is_cards: bool
    lot: str = ""
    """The JSON of the choice that a lot drew, where lots are drawn among them."""

    @property
    def is_map(self) -> bool:
        """True if its choices are rooms of the board, and are touched there."""
        return bool(self.options) and not self.quiet and all(option.choice.room for option in self.options)

    @property
    def is_people(self) -> bool:
        """True if its choices are people and nothing else, and are touched on their plates."""
        return (
            bool(self.options)
            and not self.quiet
            and all(option.choice.player and option.choice.label == option.choice.player for option in self.options)
            and not self.is_dealt
        )

    @property
    def is_dealt(self) -> bool:
        """True if its choices are people, each with the card that its label names."""
        return self.is_cards and all(option.choice.player for option in self.options)

    @property
    def is_numbers(self) -> bool:
        """True if its choices are numbers, which stand in rows of equal size."""
        return bool(self.options) and all(option.choice.kind == "number" for option in self.options)


class Asking(NamedTuple):
    """A question on a page."""

    text: str
    detail: str
    player: str
    groups: tuple[OptionGroup, ...]
    fields: tuple[Field, ...]
    submit: str
    json: str
    is_start: bool
    course: tuple[str, ...] = ()

    @property
    def main_options(self) -> tuple[Option, ...]:
        """The choices of the main course of play: nothing else is said by touching a seat."""
        return tuple(option for group in self.groups if not group.quiet for option in group.options)

    @property
    def options(self) -> tuple[Option, ...]:
        """Every choice, in order."""
        return tuple(option for group in self.groups for option in group.options)


def dumps(said: Said) -> str:
    """Serialise an action so far as it stands in pages and addresses."""
    return json.dumps(dict(said), **COMPACT)


def batch_json(said: Said, then: Sequence[Said]) -> str:
    """Serialise what a choice sends: one action, or a list of them in one batch."""
    return json.dumps([dict(one) for one in (said, *then)], **COMPACT) if then else dumps(said)


def batch_of(text: str, verbs: Mapping[str, ActionType]) -> list[dict[str, object]]:
    """Parse the actions of a form that sends several; empty if it sends one, or nothing of that shape."""
    if not text.startswith("[") or len(text) > LONGEST_SAID:
        return []
    try:
        things = parse(text)
    except Malformed:
        return []
    said = [said_of(dumps(thing), verbs) if isinstance(thing, dict) else {} for thing in cast("list[object]", things)]
    return said if all(said) else []


def said_of(text: str, verbs: Mapping[str, ActionType]) -> dict[str, object]:
    """Parse the action so far in an address or a form; empty if it has not the shape of this game's actions."""
    if not text or len(text) > LONGEST_SAID:
        return {}
    try:
        thing = parse(text)
    except Malformed:
        return {}
    if not isinstance(thing, dict):
        return {}
    name = thing.get("action")
    verb = verbs.get(name) if isinstance(name, str) else None
    if verb is None:
        return {}
    said: dict[str, object] = {"action": verb.name}
    for key, value in thing.items():
        if key in HERE and isinstance(value, str):
            said[key] = value
        elif key in verb.fields:
            try:
                said[key] = verb.fields[key](value)
            except Malformed:
                return {}
    return said


def question(title: Title, table: Table, said: Said, words: Wording) -> Question:
    """Return the game's next question; the first one again if the action so far names an unknown player."""
    known = {*table.players, *title.decklist.by_slug}
    move = title.game.verbs.get(str(said.get("action", "")))
    for key in ("player", "target", "card", "to"):
        value = said.get(key)
        if isinstance(value, str) and value not in known and value != "all" and not _is_one_of(move, key, value):
            said = {}
    return title.game.ask(title.decklist, table, said, words)


def _is_one_of(move: ActionType | None, key: str, value: str) -> bool:
    """Return True if a field with a closed list of values may have this one."""
    shape = move.fields.get(key, text) if move else text
    try:
        return shape is not text and shape(value) == value
    except Malformed:
        return False


def shown(asked: Question, game: str, version: int, backs: Collection[str]) -> Asking:
    """Return the question with its choices numbered through all groups."""
    number = 0
    groups = []
    for k, group in enumerate(asked.groups):
        options = []
        for choice in (
            sorted(group.choices, key=lambda choice: choice.refusal is not None)
            if all(choice.player for choice in group.choices)
            else group.choices
        ):
            number += 1
            options.append(_option(choice, number, game, version, backs))
        is_cards = bool(options) and all(option.choice.card for option in options)
        lot = drawn_by_lot([option.json for option in options if option.is_open]) if group.by_lot else ""
        groups.append(OptionGroup(f"group-{k}", group.label, group.quiet, tuple(options), is_cards, lot))
    fields = tuple(asked.fields)
    is_start = not asked.said
    return Asking(
        asked.text, asked.detail, asked.player, tuple(groups), fields, asked.submit, dumps(asked.said), is_start,
        asked.course,
    )  # fmt: skip


def _option(choice: Choice, number: int, game: str, version: int, backs: Collection[str]) -> Option:
    back = choice.said.get("back")
    named = f"back-{back}" if back in backs and not choice.card else ""
    overrule = choice.refusal.overrule if choice.refusal else None
    text = dumps(choice.said)
    return Option(
        id=f"choice-{number}",
        choice=choice,
        json=batch_json(choice.said, choice.then) if choice.then else text,
        href="" if choice.done else address(game, text, version),
        icon=icon(named or choice.icon, choice.kind),
        tone=named or choice.kind,
        overrule=dumps(overrule) if overrule and choice.done else "",
        overrule_href=address(game, dumps(overrule), version) if overrule and not choice.done else "",
    )


def address(game: str, said: str, version: int) -> str:
    """Return the address of the question after `said` (as JSON), for the table at this version."""
    return f"/games/{game}?v={version}&said={quote(said, safe='')}"


# -- what was filled in -------------------------------------------------------------------------------------------


def filled_in(form: MultiDict[str, str]) -> Filled:
    """Return the fields of a form by their own names; an order's places become the values in that order.

    Values that were given the same place also stand under the name with `.alike` behind it.
    """
    filled: Filled = {}
    places: dict[str, list[tuple[int, str]]] = {}
    for key, values in form.lists():
        if key.startswith(FIELD):
            filled[key.removeprefix(FIELD)] = [clean_text(value) for value in values]
        elif key.startswith(ORDER):
            name, _, value = key.removeprefix(ORDER).partition(":")
            if values[0].isdecimal():
                places.setdefault(name, []).append((int(values[0][:4]), value))
        elif key.startswith(DICE):
            name, _, die = key.removeprefix(DICE).partition(":")
            if die.isdecimal():
                places.setdefault(name, []).append((int(die[:4]), values[0][:4]))
    for name, found in places.items():
        filled[name] = [value for _, value in sorted(found, key=lambda place: place[0])]
        counts = Counter(place for place, _ in found)
        alike = [value for place, value in found if counts[place] > 1]
        if alike:
            filled[f"{name}.alike"] = alike
    return filled


def with_filled(fields: Sequence[Field], filled: Mapping[str, Sequence[str]]) -> tuple[Field, ...]:
    """Return the fields with what was typed already: a refusal loses nothing."""
    found = []
    for one in fields:
        values = tuple(filled.get(one.name, ()))
        if one.kind in ("checks", "order", "dice"):
            found.append(replace(one, values=values))
        else:
            found.append(replace(one, value=values[0][:200]) if values else one)
    return tuple(found)
