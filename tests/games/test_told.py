"""What people are told, word for word: log, refusals, steps for the hands, known cards, recap and film (`told/*.txt`).

A block of such a file is a table: its game, people and options, what is said there, and after an action what is told of
it, as `kind: text`. Whole evenings are told in `test_golden.py`.

* `log`, `why` (it is refused so), `where` (the place in the book), `hands` (what they do when it is taken back),
  `known` and `clues`: exactly these, in any order; with no text, none.
* `asks`, `shows`, `film`: these among others; `no asks: …` and so on: none that begins so.
* `…` in a text: there is more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.rules import Violation
from companion.service.transfer.cases import actions_in, read_cases
from tests.games.every import GAMES
from tests.games.golden import clues_of, retold
from tests.games.play import Sitting, seated

REFUSED = ("why", "where")
FILES = sorted(Path(__file__).with_name("told").glob("*.txt"))
TOLD = re.compile(r"(no )?(log|why|where|hands|known|clues|asks|shows|film):(?: (.*))?")


def hands(at: Sitting) -> Iterator[str]:
    """Yield what the hands do when the last entry that stands is taken back."""
    (_, before), (entry, _) = at.course.standing[-2:]
    yield from at.game.undo_hints(before, entry.facts, at.words())


def known_cards(at: Sitting) -> Iterator[str]:
    """Yield the cards that all have seen of each hand, with what happened since."""
    for row in known(at.decklist, SEEN.over(at.course.standing), at.course.table.seats, at.words()):
        yield f"{row.player}: {', '.join(badge.icon for badge in row.cards)}. {row.since}"


def asks(at: Sitting) -> Iterator[str]:
    question = at.ask()
    yield question.text
    for group in question.groups:
        yield from (group.label, *(choice.label for choice in group.choices))


def shows(at: Sitting) -> Iterator[str]:
    view = at.game.view(at.decklist, at.course.table, at.words())
    yield from (view.heading, view.detail, *(pile.label for pile in view.piles))


WHOLE: Mapping[str, Callable[[Sitting], Iterator[str]]] = {
    "log": lambda at: iter([at.told()]),
    "hands": hands,
    "known": known_cards,
    "clues": lambda at: clues_of(at, "es"),
}
PARTS: Mapping[str, Callable[[Sitting], Iterator[str]]] = {
    "asks": asks,
    "shows": shows,
    "film": lambda at: retold(at, "es"),
}


def blocks() -> Iterator[tuple[str, list[str]]]:
    """Yield the blocks of all files without their comments, each with its place."""
    for path in FILES:
        rows = [*enumerate(path.read_text("utf-8").splitlines(), 1)]
        for is_some, block in groupby(rows, lambda row: bool(row[1])):
            said = [(number, row) for number, row in block if is_some and not row.startswith("#")]
            if said:
                yield f"{path.stem}-{said[0][0]}", [row for _, row in said]


def is_told(wanted: str, told: list[str]) -> bool:
    """Return True if this is told, whole or the part that is wanted."""
    pattern = ".*".join(map(re.escape, wanted.split("…")))
    return any(re.fullmatch(pattern, one) for one in told)


@pytest.mark.parametrize("block", [pytest.param(block, id=place) for place, block in blocks()])
def test_what_is_told(block: list[str]) -> None:
    (case,) = read_cases("told", block[0].encode(), title)
    setup = case.opening.setup
    at = Sitting(case.title.game, case.title.decklist, {"players": setup.players, "options": setup.options})
    found = [(TOLD.fullmatch(row), row) for row in block[1:]]
    rows = [((one[2], bool(one[1])), one[3] or "") if one else (("", False), row) for one, row in found]
    runs = [(kind, [text for _, text in some if text]) for kind, some in groupby(rows, lambda row: row[0])]
    refused: Violation | None = None
    for ((kind, is_not), texts), (after, _) in zip(runs, [*runs[1:], (("", False), [])], strict=True):
        if not kind:
            (said,) = actions_in(texts[-1], at.game)
            at.do(*texts[:-1], *([] if after[0] in REFUSED else texts[-1:]))
            action = read(at.game.verbs, said)
            refused = at.game.judge(at.decklist, at.course.table, action) if after[0] in REFUSED else None
            continue
        if kind in REFUSED:
            assert refused is not None, "it is not refused"
            told = [refused.sentence(at.words()) if kind == "why" else refused.where(at.words())]
        else:
            told = [*{**WHOLE, **PARTS}[kind](at)]
        if is_not:
            assert not [one for one in told if one.startswith(tuple(texts))]
        else:
            assert kind in PARTS or len(told) == len(texts), told
            assert [one for one in texts if not is_told(one, told)] == [], told


@pytest.mark.parametrize("slug", GAMES)
def test_a_name_that_is_taken_back_moves_nothing(slug: str) -> None:
    at = seated(slug, players=["Ana", "Beto", "Carla", "Dani"][: title(slug).decklist.most])
    at.do("rename Beto to=Berta")
    assert [*hands(at)] == []
