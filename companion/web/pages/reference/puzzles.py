"""Puzzles between two evenings: what everybody saw of a game and one seat's own cards leave one answer.

They come as lines with the games that have them; what is read here is made of the log's own sentences. Nothing of it
touches a table or is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Response, request

from companion.decks.catalog import game_slugs, puzzles, title
from companion.engine.actions import Malformed, read
from companion.engine.game import Setup
from companion.engine.state import replay
from companion.engine.words import Wording
from companion.i18n.catalog import words
from companion.service.live.session import GENTLY, words_of
from companion.web.pages.base import game_lang, pages, render
from companion.web.server.context import lang

WEEKS = 53
"""So many weeks a year has at most, by the calendar that begins them on a Monday."""


class Told(NamedTuple):
    """A line of a puzzle: its number, and whether only the one who puzzles saw it."""

    number: int
    text: str
    is_own: bool


class Because(NamedTuple):
    """Why a player is not the answer: from which line on, and the sentence."""

    player: str
    number: int
    text: str


class Puzzle(NamedTuple):
    """One puzzle in words."""

    number: int
    title: str
    question: str
    seat: str
    players: tuple[str, ...]
    grade: int
    lines: tuple[Told, ...]
    answer: str
    reasons: tuple[Because, ...]


class PuzzlesPage(NamedTuple):
    """All of them by number and grade, which one is this week's; with `sheet` all of them whole, for paper."""

    grades: tuple[tuple[int, str, int], ...]
    week: int
    sheet: tuple[Puzzle, ...] = ()


class PuzzlePage(NamedTuple):
    """One of them, and what was answered: empty while nothing was; `open`: the solution was asked for."""

    puzzle: Puzzle
    said: str
    open: bool
    next: int


@pages.get("/puzzles")
def all_puzzles() -> Response:
    """List the puzzles, this week's first; `sheet`: all of them on paper."""
    kept = _kept()
    grades = tuple(
        (k, words_of(title(game), lang()).raw("game.name"), one["grade"]) for k, (game, one) in enumerate(kept, 1)
    )
    sheet = tuple(_puzzle(k, game_lang()) for k in range(1, len(kept) + 1)) if "sheet" in request.args else ()
    return render("puzzles.html", PuzzlesPage(grades, week_of(date.today(), len(kept)), sheet))


@pages.get("/puzzles/<int:number>")
def one_puzzle(number: int) -> Response:
    """Show a puzzle. `say`: who is named as the answer; `why`: show the solution."""
    many = len(_kept())
    if not 1 <= number <= many:
        raise Malformed("malformed.to", most=many)
    puzzle = _puzzle(number, game_lang())
    said = request.args.get("say", "")
    return render(
        "puzzle.html", PuzzlePage(puzzle, said, "why" in request.args or said == puzzle.answer, number % many + 1)
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
    """Return a puzzle in a language: its lines are played, and told as a log tells them."""
    game, kept = _kept()[number - 1]
    here = title(game)
    said, ours = words_of(here, language), words("newcomers", language.removesuffix(GENTLY))
    setup = kept["setup"]
    players = tuple(setup["players"])
    table = replay(here.game.open(here.decklist, Setup(players, setup["first"], setup["options"])))
    told = [Told(1, said.say("log.opened", players=said.listed(players), first=setup["first"]), False)]
    for number_, line in enumerate(kept["lines"], 2):
        if line["action"] == "check":
            told.append(Told(number_, _seen(line, kept["seat"], said, ours), True))
            continue
        action = read(here.game.verbs, line)
        facts = here.game.carry_out(here.decklist, table, action)
        told.append(Told(number_, here.game.tell(here.decklist, table, action, facts, said), False))
        table = replay(facts, table)
    reasons = tuple(
        Because(player, at + 2, said.say(f"puzzle.{key}", player=player, **blanks))
        for at, player, key, blanks in kept["reasons"]
    )
    return Puzzle(
        number, said.raw("game.name"), said.raw("puzzle.question"), kept["seat"], players, kept["grade"], tuple(told),
        kept["answer"], reasons,
    )  # fmt: skip


def _seen(line: Mapping[str, Any], seat: str, said: Wording, ours: Wording) -> str:
    """Return what only the one who puzzles saw: a hand, or the cards of an exchange."""
    if line["what"] == "hand":
        key = "puzzle.own-hand" if line["player"] == seat else "puzzle.looked"
        return ours.say(key, player=line["player"], cards=said.listed(tuple(said.card(c) for c in line["cards"])))
    mine, other, who = ("gives", "takes", line["to"]) if line["from"] == seat else ("takes", "gives", line["from"])
    return ours.say("puzzle.swapped", player=who, gives=said.card(line[mine]), takes=said.card(line[other]))
