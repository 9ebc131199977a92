"""Reasons are true: what a refusal says of the table and of the rulebook, word for word (`reasons.txt`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from companion.service.transfer.cases import actions_in
from tests.games.play import seated

FILE = Path(__file__).with_name("reasons.txt")
SAYS = "= "


def blocks() -> Iterator[list[str]]:
    """Return the blocks of the file without their comments."""
    rows = [row for row in FILE.read_text("utf-8").splitlines() if not row.startswith("#")]
    return (list(block) for is_some, block in groupby(rows, bool) if is_some)


@pytest.mark.parametrize("block", [*blocks()], ids=lambda block: block[-1])
def test_the_reason_is_the_true_one(block: list[str]) -> None:
    wanted = [row.removeprefix(SAYS) for row in block if row.startswith(SAYS)]
    people, *before, last = (row for row in block if not row.startswith(SAYS))
    slug, *players = people.split()
    table = seated(slug, "take-sheets", *before, players=players)
    (said,) = actions_in(last, table.game)
    found = table.game.judge(table.decklist, table.course.table, read(table.game.verbs, said))
    words = title(slug).words["es"]
    assert found is not None and [found.sentence(words), found.where(words)][: len(wanted)] == wanted


def test_one_strength_is_one() -> None:
    table = seated("the-thing", "take-sheets", 'override {"step": "rec-room"}', "expose Dora",
                   'override {"step": "alien"}', players=["Ana", "Berto", "Ciro", "Dora"])  # fmt: skip
    said = {"action": "hide", "strengths": [1]}
    asked = table.game.ask(table.decklist, table.course.table, said, title("the-thing").words["es"])
    assert asked.text == "Queda 1 de Fuerza. ¿Otra carta?"
