"""No blank is taken for an answer: every form of every game, sent blank and with each field blank, is asked back."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.engine.state import Table
from companion.engine.view import Field, Question, Said
from companion.service.live.session import Refused
from tests.games.every import GAMES, evenings
from tests.games.play import lines_of
from tests.games.walk import fill, random_setup, tapped, way
from tests.houses import new_house
from tests.length import examples, is_long, later
from tests.web.sitting import Page, Sitting

PROPOSED = {"take-sheets.sheet", "play.skipped", "respond.skipped"}
"""Fields that can stay as they are: the sheets in the order of the box, for places without a choice; panics discarded
while drawing, of which there are none by default."""
WALKS = examples(12)


@dataclass
class Asked:
    """A form that a table shows after some actions."""

    setup: dict[str, Any]
    before: list[dict[str, Any]]
    said: Said
    fields: tuple[Field, ...]


def bare(name: str) -> str:
    """Return the name of a field without the numbers and names that are counted in it."""
    return re.sub(r"\.\d+", "", name)


def forms_of(slug: str, table: Table) -> Iterator[Question]:
    """Yield the forms that a table leads to, without corrections: those start from the state of the table."""
    here = title(slug)
    todo: list[tuple[Said, int]] = [({}, 0)]
    seen = set[str]()
    while todo:
        said, depth = todo.pop()
        question = here.game.ask(here.decklist, table, said, here.words["es"])
        if question.fields and question.submit and question.said.get("action") not in ("override", "rename", "show"):
            yield question
        for choice in (choice for group in question.groups for choice in group.choices):
            key = way({**choice.said, "player": ""})
            wanted = not choice.done and depth < 4 and choice.said.get("action") not in ("override", "show", "rename")
            if wanted and key not in seen:
                seen.add(key)
                todo.append((choice.said, depth + 1))


def asked_in(slug: str) -> list[Asked]:
    """Return one of each kind of form that evenings of a game come to: golden ones, and some at random."""
    here, found = title(slug), dict[tuple[str, ...], Asked]()

    def look(setup: dict[str, Any], before: list[dict[str, Any]], table: Table) -> None:
        for question in forms_of(slug, table):
            kind = (str(question.said.get("action")), str(question.said.get("cause", "")),
                    *sorted({bare(field.name) for field in question.fields}))  # fmt: skip
            found.setdefault(kind, Asked(setup, list(before), question.said, question.fields))

    for path in evenings(slug)[: None if is_long() else 2]:
        setup, *actions = lines_of(path)
        tables = new_house()
        game, said = tables.open(setup).id, list[dict[str, Any]]()
        look(setup, said, tables.seen(game).table)
        for action in actions:
            try:
                tables.say(game, action)
            except Refused:
                continue
            said.append(action)
            if not tables.seen(game).table.ended:
                look(setup, said, tables.seen(game).table)
    for seed in range(WALKS):
        dice = random.Random(seed)
        setup, said = random_setup(dice, here), []
        tables = new_house()
        game = tables.open(setup).id
        for _ in range(40):
            table = tables.seen(game).table
            if table.ended:
                break
            look(setup, said, table)
            for action in tapped(here, table, dice, quiet=0.01):
                try:
                    tables.say(game, action)
                except (Refused, Malformed):
                    break
                said.append(action)
    return list(found.values())


def sent(fields: tuple[Field, ...], filled: dict[str, list[str]]) -> dict[str, Any]:
    """Return the fields as a browser sends them when `filled` in."""
    data: dict[str, Any] = {}
    for field in fields:
        values = filled.get(field.name, [])
        if field.kind == "dice":
            data |= {f"d.{field.name}:{die}": value for die, value in enumerate(values)}
        elif field.kind == "order":
            data |= {f"o.{field.name}:{value}": str(place) for place, value in enumerate(values, 1)}
        elif values:
            data[f"f.{field.name}"] = values
    return data


def needed(verb: object, field: Field) -> bool:
    """Return True where the form cannot do without the field: it is not put aside, and nothing is no answer to it."""
    asks = field.kind in ("choice", "number", "dice") and not field.quiet and "" not in dict(field.options)
    return asks and f"{verb}.{bare(field.name)}" not in PROPOSED


BY_TOUCH = ("the-thing", "the-thing-outpost")
"""Games without a form: walks look for one in vain, for long."""


@pytest.mark.parametrize("slug", [*(slug for slug in GAMES if slug not in BY_TOUCH), *later(*BY_TOUCH)])
def test_a_blank_is_never_taken_for_an_answer(slug: str) -> None:
    tried = set[str]()
    for asked in asked_in(slug):
        sitting = Sitting()
        sitting.game = sitting.tables.open(asked.setup).id
        for action in asked.before:
            sitting.tables.say(sitting.game, action)
        version = sitting.tables.seen(sitting.game).version
        filled = fill(asked.fields, random.Random(1))

        def post(
            data: dict[str, Any], more: str = "", asked: Asked = asked, at: Sitting = sitting, version: int = version
        ) -> Page:
            said = {"said": json.dumps(asked.said), "version": str(version)}
            return at.post(f"/games/{at.game}/act{more}", {**said, **data})

        kind = f"{asked.said.get('action')} {sorted({bare(field.name) for field in asked.fields})}"
        wanted = [field for field in asked.fields if needed(asked.said.get("action"), field)]
        table = sitting.tables.seen(sitting.game).table
        claims = {table.claim.player} if table.claim else set()
        if asked.said.get("cause") == "la-cosa-declared":  # who lives stands as infected: that is what was declared
            claims |= {*table.seats}
        known = {f"role.{k}" for k, p in enumerate(table.players) if p in {*table.roles, *claims}}
        assert not [field.name for field in wanted if field.value and field.name not in known], kind
        if wanted:
            assert post({}).status in (400, 422), kind
        if len({field.kind == "dice" for field in wanted}) == 2:
            # The tablet rolls no dice for a form that lacks something else: no answer may follow a look at them.
            page = post({}, "?roll=1")
            assert page.status in (400, 422), kind
            assert not re.search(r'name="d\.[^>]* checked', page.html), kind
        for field in wanted:
            blank = {**filled, field.name: [] if field.kind == "dice" else [""]}
            page = post(sent(asked.fields, blank))
            assert page.status in (400, 422), (kind, field.name)
            assert escape(field.label) in page.html or page.status == 422, (kind, field.name)
            tried.add(f"{asked.said.get('action')}.{bare(field.name)}")
        assert sitting.tables.seen(sitting.game).version == version, kind
    assert tried >= EXPECTED.get(slug, set()), tried


EXPECTED = {
    "la-cosa": {"end.role"},
    "dos-barajas": {"supply.clubs", "supply.aces", "attack.dice", "attack.trios", "end.role"},
    "la-criatura": {"end.role", "attack.dice", "attack.bonus", "respond.from", "tie.die"},
    "the-thing-coop": {"roll-dice.dice", "reveal.location"},
}
"""Some of what the evenings must have led to."""
