"""What people are told, word for word: log, refusals, questions, steps for the hands, recap and film (`told/*.txt`).

A block of such a file is a table: its game, people and options, then what is said there, as in rule cases, and after it
what is told of it, as `kind: text`. Whole evenings are told in `test_golden.py`.

* `touch: A > B`: the choices with these labels are touched one after the other; the last may say an action. Where a
  label stands twice its heading stands before it, `HEADING: A`.
* `= key: value`: this part of the state.
* `log`, `why` (the action over it is refused so), `where` (the place in the book), `hands` (what they do when it is
  taken back), `known` and `clues`: exactly these, in any order; with no text, none.
* `asks`, `offers` (what can be chosen), `shows`, `film`: these among others; `no asks` and so on: none that begins so.
* `screen`, `board`: the whole question, and the whole table, in one line (`whole_question`, `whole_board`).
* `grips`: what one touch of the ring puts right, where and how.
* `forms`: what can be set right on the table, how it is now, and between what it can be set (`corrected`).
* `check …` shows cards to the referee; `aloud`: what all hear; `alone`: what each who showed some is told.
* `…` in a text: there is more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import groupby
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from companion.engine.deck import Lesson
from companion.engine.hidden.line import line as line_of
from companion.engine.hidden.referee import Finding, Phrase, Told
from companion.engine.kit.correcting import sheet
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.measures import Measure
from companion.engine.rules import Violation
from companion.engine.view import Badge, Choice, Field, Plan, Question, TableView
from companion.service.transfer.cases import actions_in, read_cases
from tests.engine.evening import Refereed
from tests.games.every import GAMES
from tests.games.golden import clues_of, retold
from tests.games.play import seated

FILES = sorted(Path(__file__).with_name("told").glob("*.txt"))


def whole_question(asked: Question) -> str:
    """Return a question with everything that can be touched: `→` leads on, `+1` does one thing more, `✗` is refused by
    this rule, `!` unless the table insists; `~` is folded away."""

    def said(one: Choice) -> str:
        refused = f" ✗{one.refusal.rule}{'!' * (one.refusal.overrule is not None)}" if one.refusal else ""
        more = f" +{len(one.then)}" if one.then else ""
        return f"{one.label}{f' ({one.detail})' * bool(one.detail)}{'' if one.done else '→'}{more}{refused}"

    def filled(one: Field) -> str:
        values = "|".join(label if value == label else f"{value}={label}" for value, label in one.options)
        now = ",".join(one.values) or one.value
        return f"{'~' * one.quiet}<{one.name} {one.kind} {one.label} [{now}] {values or f'{one.least}-{one.most}'}>"

    groups = (f"{'~' * one.quiet}{one.label}: {' · '.join(map(said, one.choices))}" for one in asked.groups)
    above = (f"{asked.text}{f' ({asked.detail})' * bool(asked.detail)} @{asked.player}", *asked.course)
    return " / ".join((*above, *groups, *map(filled, asked.fields), *([asked.submit] if asked.submit else [])))


def whole_board(view: TableView) -> str:
    """Return the table as it is drawn: `*` has the turn, `?` is asked, `_` lies down, in brackets what lies there."""

    def lying(badges: Iterable[Badge]) -> str:
        told = (f"{one.icon}{'' if one.count is None else one.count} {one.label}" for one in badges)
        return f"[{', '.join(told)}]"

    seats = (f"{'*' * s.is_turn}{'?' * s.is_asked}{s.name} {s.cards}{lying(s.badges)}{s.person}" for s in view.seats)
    piles = (f"{one.label} {one.count}{f' {one.back}' * bool(one.back)}" for one in view.piles)
    tracks = (f"{one.label} {one.at}/{one.length}" for one in view.tracks)
    there = ((r, ",".join(f"{p}{'_' * (p in r.lying)}" for p in r.people)) for r in view.rooms)
    rooms = (f"{r.label}: {people}{lying(r.badges)}" for r, people in there if people or r.badges)
    every = ("; ".join(some) for some in (seats, map(lying, view.gaps), view.out, piles, tracks, rooms))
    middle = f"{view.heading} | {view.detail} | {lying([view.centre] if view.centre else [])} {view.arrow_label}"
    return " / ".join((middle, *every))


def written(rows: Iterable[Lesson | Measure]) -> str:
    """Return what a deck says of each of its lessons or measures, without what is usual."""
    told = (
        [(one.name, getattr(row, one.name)) for one in fields(row) if getattr(row, one.name) != one.default]
        for row in rows
    )
    return "; ".join(
        " ".join(f"{name}={value}" if name != "name" else str(value) for name, value in row) for row in told
    )


def corrected(fields_: Iterable[Field]) -> str:
    """Return the fields of a correction, those alike as one: `hand.0,1,2,3 [4] 0-20`; `+`: any of these."""

    def said(one: Field) -> str:
        values = [value for value, _ in one.options]
        is_run = len(values) > 2 and values == [str(k) for k in range(len(values))]
        what = f"0…{values[-1]}" if is_run else "|".join(values) or f"{one.least}-{one.most}"
        return f"[{','.join(one.values) or one.value}] {'+' * (one.kind == 'checks')}{what}"

    told = [(*one.name.partition("."), said(one)) for one in fields_]
    rows = (
        (*like, ",".join(row[2] for row in some)) for like, some in groupby(told, lambda row: (row[0], row[1], row[3]))
    )
    return "; ".join(f"{name}{dot}{which} {now}" for name, dot, now, which in rows)


class Table(Refereed):
    """A table whose people read what they are told."""

    told_alone: Mapping[str, Told] = {}
    """What each who showed cards to the referee is told."""
    heard: Phrase | None = None
    """What all hear of them."""

    touched: Mapping[str, object] = {}
    """What is chosen so far of an action that is not said yet."""
    refused: Violation | None = None
    """Why the last action is refused."""

    def touch(self, labels: str) -> None:
        """Touch choices one after the other; say the action if the last says one."""
        for label in labels.split(" > "):
            groups = self.ask(self.touched).groups
            found = [(f"{group.label}: {one.label}", one) for group in groups for one in group.choices]
            (choice,) = (one for name, one in found if label in (name, one.label))
            self.touched = {} if choice.done else dict(choice.said)
            for said in (choice.said, *choice.then) if choice.done else ():
                assert self.say(**said) == "ok", said

    def show(self, line: str) -> None:
        """Show cards to the referee."""
        (said,), referee = actions_in(line, self.game), self.game.referee
        assert referee is not None
        before = line_of(self.course, self.memory, referee)
        found = self.look(**said)
        assert isinstance(found, Finding), found
        self.heard, self.told_alone = found.public, referee.tell(self.decklist, before, referee.read(said), found)

    def plan(self) -> Plan:
        """Return how this table is set up."""
        table = self.course.table
        people = self.course.standing[0][0].action["players"]
        return self.game.plan(self.decklist.answered(table.options), len(people), self.words())

    def judge(self, line: str) -> None:
        """See why an action is refused."""
        (said,) = actions_in(line, self.game)
        self.refused = self.game.judge(self.decklist, self.course.table, read(self.game.verbs, said))

    def why(self) -> Iterator[str]:
        yield self.refused.sentence(self.words()) if self.refused else "it is not refused"

    def where(self) -> Iterator[str]:
        yield self.refused.where(self.words()) if self.refused else "it is not refused"

    def hands(self) -> Iterator[str]:
        (_, before), (entry, _) = self.course.standing[-2:]
        yield from self.game.undo_hints(before, entry.facts, self.words())

    def known(self) -> Iterator[str]:
        for row in known(self.decklist, SEEN.over(self.course.standing), self.course.table.seats, self.words()):
            yield f"{row.player}: {', '.join(badge.icon for badge in row.cards)}. {row.since}"

    def asks(self) -> Iterator[str]:
        question = self.ask(self.touched)
        yield from (question.text, *(group.label for group in question.groups))
        for choice in (choice for group in question.groups for choice in group.choices):
            yield from (choice.label, choice.detail, choice.refusal.text if choice.refusal else "")

    def offers(self) -> Iterator[str]:
        choices = (choice for group in self.ask(self.touched).groups for choice in group.choices)
        yield from (choice.label for choice in choices if choice.refusal is None)

    def forms(self) -> Iterator[str]:
        for about in self.game.forms:
            if about not in ("seats", "options"):
                said = {"action": "override", "about": about}
                ask = PromptBuilder(self.game, self.decklist, self.course.table, said, self.words())
                yield f"{about}: {corrected(sheet(ask).fields[:-1])}"

    def grips(self) -> str:
        """Return what one touch of the ring puts right, in one line."""
        every = self.game.grips(self.decklist, self.course.table, self.words())
        return "; ".join(f"{one.place} {one.at} {one.sign}{one.icon} {json.dumps(one.set)}" for one in every)

    def alone(self) -> Iterator[str]:
        for player, told in self.told_alone.items():
            yield f"{player}: {' / '.join(one.said(self.words()) for one in (*told.why, *told.advice))}"

    def shows(self) -> Iterator[str]:
        view = self.game.view(self.decklist, self.course.table, self.words())
        yield from (view.heading, view.detail, *(pile.label for pile in view.piles))
        yield from (f"{asking} → {asked}" for asking, asked in view.links)


WHOLE: Mapping[str, Callable[[Table], Iterator[str]]] = {
    "log": lambda at: iter([at.told()]),
    "why": Table.why,
    "where": Table.where,
    "hands": Table.hands,
    "known": Table.known,
    "clues": lambda at: clues_of(at, "es"),
    "screen": lambda at: iter([whole_question(at.ask(at.touched))]),
    "setup": lambda at: iter(at.plan().steps),
    "options": lambda at: iter(
        ["; ".join(f"{one.name} {'|'.join(map(str, one.values))}" for one in at.decklist.options)]
    ),
    "lessons": lambda at: iter([written(at.decklist.lessons)]),
    "measures": lambda at: iter([written(at.decklist.measures)]),
    "tale": lambda at: iter([" / ".join(retold(at, "es"))]),
    "forms": lambda at: iter([" / ".join(at.forms())]),
    "aloud": lambda at: iter([at.heard.said(at.words())] if at.heard else []),
    "alone": Table.alone,
    "grips": lambda at: iter([at.grips()]),
    "board": lambda at: iter([whole_board(at.game.view(at.decklist, at.course.table, at.words()))]),
}
PARTS: Mapping[str, Callable[[Table], Iterator[str]]] = {
    "asks": Table.asks,
    "offers": Table.offers,
    "shows": Table.shows,
    "film": lambda at: retold(at, "es"),
}
TOLD = re.compile(rf"((?:no )?(?:{'|'.join([*WHOLE, *PARTS, 'touch'])})|= \w+): ?(.*)")


def blocks() -> Iterator[tuple[str, list[str]]]:
    """Yield the blocks of all files without their comments, each with its place."""
    for path in FILES:
        rows = [*enumerate(path.read_text("utf-8").splitlines(), 1)]
        for is_some, block in groupby(rows, lambda row: bool(row[1])):
            said = [(number, row) for number, row in block if is_some and not row.startswith("#")]
            if said:
                yield f"{path.stem}-{said[0][0]}", [row for _, row in said]


def steps(rows: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what is done and told in turn: its kind, empty for an action, and its lines; what is told is together."""
    found = [(one[1], one[2]) if (one := TOLD.fullmatch(row)) else ("", row) for row in rows]
    alone = ("", "touch")
    for _, some in groupby(enumerate(found), lambda one: one[0] if one[1][0] in alone else one[1][0]):
        (kind, *_), lines = zip(*(row for _, row in some), strict=True)
        yield kind, [line for line in lines if line]


def is_told(wanted: str, told: list[str]) -> bool:
    """Return True if this is told, whole or the part that is wanted."""
    pattern = ".*".join(map(re.escape, wanted.split("…")))
    return any(re.fullmatch(pattern, one) for one in told)


@pytest.mark.parametrize("block", [pytest.param(block, id=place) for place, block in blocks()])
def test_what_is_told(block: list[str]) -> None:
    (case,) = read_cases("told", block[0].encode(), title)
    start = case.opening.setup
    setup = {"players": start.players, "first": start.first, "options": start.options}
    at = Table(case.title.game, case.title.decklist, setup)
    turns = [*steps(block[1:])]
    for (kind, lines), (after, _) in zip(turns, [*turns[1:], ("", [])], strict=True):
        if not kind:
            at.touched = {}
            does = at.show if lines[0].startswith("check ") else at.do
            at.judge(*lines) if after in ("why", "where") else does(*lines)
        elif kind == "touch":
            at.touch(*lines)
        elif kind.startswith("= "):
            assert at.state[kind.removeprefix("= ")] == json.loads(*lines), kind
        elif kind.startswith("no "):
            assert not [one for one in PARTS[kind.removeprefix("no ")](at) if one.startswith(tuple(lines))]
        else:
            told = [*{**WHOLE, **PARTS}[kind](at)]
            assert kind in PARTS or len(told) == len(lines), told
            assert [line for line in lines if not is_told(line, told)] == [], told


@pytest.mark.parametrize("slug", GAMES)
def test_a_name_that_is_taken_back_moves_nothing(slug: str) -> None:
    at = seated(slug, players=["Ana", "Beto", "Carla", "Dani"][: title(slug).decklist.most])
    at.do("rename Beto to=Berta")
    (_, before), (entry, _) = at.course.standing[-2:]
    assert at.game.undo_hints(before, entry.facts, at.words()) == ()
