"""The figures of a game's own board that no rulebook tells: where to look, what to count, kept, sent and taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import Title
from companion.engine.actions import whole
from companion.engine.measures import Fault, Measure, Unreadable, unread
from companion.engine.words import Wording
from companion.service.live.boards import MOST_BYTES, sent, taken
from companion.service.messages import why
from companion.store.base import StoreFault
from companion.web.pages.base import Notice, game_words, pages, render, sentences
from companion.web.pages.games.boxes import boxes, key_of, name_of, titled
from companion.web.server.context import lang, must_be_host, tables
from companion.web.server.errors import HttpError
from companion.web.server.files import attached

Typed = Mapping[str, str]
"""What stands in the fields, by the name of each."""


class Asked(NamedTuple):
    """One number: the name of its field, what is told of it aloud, what stands in it, whether it is wrong."""

    name: str
    label: str
    value: str
    is_wrong: bool = False


class Row(NamedTuple):
    """The numbers of one row."""

    label: str
    cells: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the board: where to look, what to count, and its numbers."""

    name: str
    where: str
    count: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    least: int
    most: int
    fault: str = ""


said = sentences("boards")


@pages.app_template_global("board_missing")
def missing(box: str, players: int) -> int | None:
    """Count the figures of its board that a table of this size lacks; None if the game has no such board."""
    decklist = titled(box).decklist
    return len(unread(decklist.measures, tables().boards.of(decklist), players)) if decklist.measures else None


@pages.get("/board")
def board() -> Response:
    """Show what was read so far, and what there is to read."""
    title = _asked()
    typed = {".".join(cell): str(number) for cell, number in tables().boards.of(title.decklist).items()}
    return _page(title, typed, is_kept="kept" in request.args)


@pages.get("/board/file")
def board_file() -> Response:
    """Return what was read, as a file for another house."""
    title = _asked()
    text = sent(title.decklist, tables().boards.of(title.decklist))
    return attached(text, "application/json", f"{title.decklist.game}-board.json")


@pages.post("/board")
def keep_board() -> AnyResponse:
    """Keep what was typed, or take a file."""
    must_be_host()
    title = _asked()
    typed = {
        ".".join(cell): request.form.get(".".join(cell), "").strip()[:12]
        for measure in title.decklist.measures
        for cell in measure.cells
    }
    given = request.files.get("file") if request.form.get("do") == "load" else None
    try:
        if request.form.get("do") == "load":
            cells = taken(title.decklist, given.read(MOST_BYTES + 1).decode("utf-8", "replace") if given else "")
            typed = {".".join(cell): str(number) for cell, number in cells.items()}
        else:
            cells = _read(title, typed)
        tables().boards.keep(title.decklist, cells)
    except Unreadable as unreadable:
        wrong, words = unreadable.fault, game_words(title)
        is_known = any(wrong.cell[:1] == (measure.name,) for measure in title.decklist.measures)
        name = words.raw(f"measures.{wrong.cell[0]}.name") if is_known else ".".join(wrong.cell)[:60]
        text = said(f"fault.{wrong.key}", name=name, value=str(wrong.value)[:20], least=wrong.least, most=wrong.most)
        return _page(title, typed, Notice("error", text), wrong, status=422)
    except StoreFault as fault:
        return _page(title, typed, Notice("error", why(fault, lang())), status=503)
    return redirect(url_for("pages.board", box=key_of(title), kept=1), 303)


def _asked() -> Title:
    """Return the box asked for, by default the first with such a board."""
    game, _, deck = request.values.get("box", "").partition("/")
    having = (title for title in boxes() if title.decklist.measures)
    title = tables().title(game, deck) if game else next(having, None)
    if title is None or not title.decklist.measures:
        raise HttpError(404, "not-found")
    return title


def _read(title: Title, typed: Typed) -> dict[tuple[str, ...], int]:
    """Parse the numbers that were typed; an empty field is one that nobody has read."""
    cells = {}
    for measure in title.decklist.measures:
        for cell in measure.cells:
            text = typed.get(".".join(cell), "")
            if text:
                cells[cell] = measure.number(cell, whole(text, 4), text)
    return cells


def _page(
    title: Title,
    typed: Typed,
    notice: Notice | None = None,
    fault: Fault | None = None,
    is_kept: bool = False,
    status: int = 200,
) -> Response:
    """Show the form, and for every number of players how many figures are still missing."""
    decklist, words = title.decklist, game_words(title)
    kept = tables().boards.of(decklist)
    sizes = range(decklist.fewest, decklist.most + 1)
    lacking = tuple((players, len(unread(decklist.measures, kept, players))) for players in sizes)
    wrong = fault.cell if fault else ()
    figures = tuple(
        _figure(one, words, typed, wrong, notice.text if notice and wrong[:1] == (one.name,) else "")
        for one in decklist.measures
    )
    return render(
        "games/board.html",
        status=status,
        box=key_of(title),
        title=name_of(title),
        figures=figures,
        missing=lacking,
        notice=notice,
        is_kept=is_kept,
    )


def _figure(measure: Measure, words: Wording, typed: Typed, wrong: tuple[str, ...], fault: str) -> Figure:
    name = words.raw(f"measures.{measure.name}.name")

    def asked(*cell: str) -> Asked:
        rest = [words.raw(f"measures.rows.{cell[1]}")] if len(cell) > 1 else []
        rest += [words.raw(f"measures.columns.{cell[2]}")] if len(cell) > 2 else []
        full = (measure.name, *cell[1:])
        key = ".".join(full)
        return Asked(key, ", ".join((name, *rest)), typed.get(key, ""), full == wrong)

    columns = tuple(words.raw(f"measures.columns.{column}") for column in measure.columns)
    rows = tuple(
        Row(
            words.raw(f"measures.rows.{row}"),
            tuple(asked(measure.name, row, column) for column in measure.columns) or (asked(measure.name, row),),
        )
        for row in measure.rows
    )
    told = (words.raw(f"measures.{measure.name}.{part}") for part in ("where", "count"))
    where, count = told
    return Figure(
        name, where, count, columns, rows or (Row("", (asked(measure.name),)),), measure.least, measure.most, fault
    )
