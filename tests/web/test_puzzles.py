"""Puzzles on their pages: read, answered, explained, one a week, on paper, and out of everybody's tables."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from companion.decks.catalog import puzzles
from companion.web.pages.reference.puzzles import week_of
from tests.web.sitting import Sitting

KEPT = puzzles("la-cosa")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("number", range(1, len(KEPT) + 1))
def test_each_is_read_answered_and_explained(number: int, lang: str) -> None:
    sitting, kept = Sitting(lang=lang), KEPT[number - 1]
    page = sitting.get(f"/puzzles/{number}")
    assert page.status == 200
    others = [player for player in kept["setup"]["players"] if player != kept["seat"]]
    assert all(f'value="{player}"' in page.html for player in others)
    assert 'class="because"' not in page.html
    wrong = next(player for player in others if player != kept["answer"])
    assert 'class="because"' not in sitting.get(f"/puzzles/{number}?say={wrong}").html
    for asked in (f"say={kept['answer']}", "why"):
        told = sitting.get(f"/puzzles/{number}?{asked}").html
        because = told.split('class="because"')[1]
        assert because.split("</ol>")[0].count("<li>") == len(kept["setup"]["players"]) - 1
    assert "{" not in page.text


def test_each_week_has_its_own_and_they_go_round() -> None:
    monday = date(2026, 11, 23)
    weeks = [week_of(monday + timedelta(weeks=k), 12) for k in range(5)]
    assert weeks == [weeks[0] + k for k in range(5)] or len(set(weeks)) == 5
    assert len({week_of(monday + timedelta(days=k), 12) for k in range(7)}) == 1
    assert {week_of(monday + timedelta(weeks=k), 12) for k in range(30)} == set(range(1, 13))
    assert week_of(monday, 0) == 0


def test_all_of_them_lie_on_paper_with_their_answers_last() -> None:
    html = Sitting().get("/puzzles?sheet").html
    assert html.count('class="paper of-puzzle"') == len(KEPT) + 1
    *sheets, answers = html.split('class="paper of-puzzle"')[1:]
    for kept, sheet in zip(KEPT, sheets, strict=True):
        assert f"Tú eres {kept['seat']}" in sheet
        assert "no tienes La Cosa" not in sheet and "no tienes La Cosa" in answers


def test_one_that_is_not_there_is_refused() -> None:
    assert Sitting().get("/puzzles/0").status == 400
    assert Sitting().get(f"/puzzles/{len(KEPT) + 1}").status == 400
