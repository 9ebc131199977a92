"""Puzzles between two evenings: what everybody saw of a game and one seat's own cards leave one answer.

They come as lines with the games that have them; what is read here is made of the log's own sentences. Nothing of it
touches a table or is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from flask import Response, request

from companion.decks.catalog import game_slugs, puzzles, title
from companion.engine.actions import Malformed
from companion.i18n.catalog import words
from companion.printing.puzzles import Puzzle, in_words
from companion.service.live.session import GENTLY, words_of
from companion.web.pages.base import game_lang, pages, render
from companion.web.server.context import lang

WEEKS = 53
"""So many weeks a year has at most, by the calendar that begins them on a Monday."""


@pages.get("/puzzles")
def all_puzzles() -> Response:
    """List the puzzles, this week's first; `sheet`: all of them on paper."""
    kept = _kept()
    grades = tuple(
        (k, words_of(title(game), lang()).raw("game.name"), one["grade"]) for k, (game, one) in enumerate(kept, 1)
    )
    sheet = tuple(_puzzle(k, game_lang()) for k in range(1, len(kept) + 1)) if "sheet" in request.args else ()
    return render("puzzles.html", grades=grades, week=week_of(date.today(), len(kept)), sheet=sheet)


@pages.get("/puzzles/<int:number>")
def one_puzzle(number: int) -> Response:
    """Show a puzzle. `say`: who is named as the answer; `why`: show the solution."""
    many = len(_kept())
    if not 1 <= number <= many:
        raise Malformed("malformed.beyond", most=many)
    puzzle = _puzzle(number, game_lang())
    said = request.args.get("say", "")
    return render(
        "puzzle.html",
        puzzle=puzzle,
        said=said,
        open="why" in request.args or said == puzzle.answer,
        next=number % many + 1,
    )


def week_of(day: date, many: int) -> int:
    """Return the number of the puzzle of a week; they go round.

    >>> [week_of(date(2026, 11, day), 12) for day in (22, 23, 29, 30)]
    [5, 6, 6, 7]
    """
    year, week, _ = day.isocalendar()
    return (year * WEEKS + week) % many + 1 if many else 0


def _kept() -> tuple[tuple[str, Mapping[str, Any]], ...]:
    return tuple((game, one) for game in game_slugs() for one in puzzles(game))


@lru_cache(maxsize=64)
def _puzzle(number: int, language: str) -> Puzzle:
    """Return a puzzle in a language."""
    game, kept = _kept()[number - 1]
    said, ours = words_of(title(game), language), words("newcomers", language.removesuffix(GENTLY))
    return in_words(game, kept, number, said, ours)
