"""The whole log: what stands, what was taken back and from where, each edit of the past folded into one line."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response

from companion.service import record
from companion.service.past_note import Noted, edits
from companion.service.playing import Playing
from companion.table.history import REDO, UNDO
from companion.web.app import lang, tables
from companion.web.pages_common import clock, game_words, pages, render
from companion.web.pages_past import device_of
from companion.web.pages_table import game_title


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry. `undone_by` is the entry that took it back (0: none did), with that one's time and device.

    `folded` are the undos that belong to the edit of the past this line begins; `again`: an edit said it again.
    """

    version: int
    time: str
    text: str
    via: str
    undone: bool
    undone_by: int = 0
    undone_time: str = ""
    undone_via: str = ""
    folded: tuple[tuple[int, str], ...] = ()
    is_edit: bool = False
    again: bool = False
    can_edit: bool = False


@dataclass(frozen=True, slots=True)
class LogPage:
    """Everything that happened, the newest first."""

    id: str
    title: str
    newest: int
    lines: tuple[LogLine, ...]


@pages.get("/games/<game>/log")
def log(game: str) -> Response:
    """The whole log."""
    seen = tables().seen(game)
    title = game_title(tables().heading(game), game_words(seen.title))
    return render("past/log.html", LogPage(game, title, seen.version, lines_of(tables().playing(game))))


def lines_of(playing: Playing) -> tuple[LogLine, ...]:
    """The log line by line, the newest first."""
    with playing.lock:
        told = {line.version: line.text for line in record.log(playing, lang())}
        found = {edit.first: edit for edit in edits(playing.entries)}
        folded = {k for edit in found.values() for k in range(edit.first + 1, edit.first + edit.undone)}
        again = {k for edit in found.values() for k in range(edit.first + edit.undone + edit.new, edit.last + 1)}
        by = _taken_back(playing)
        lines = [
            _line(playing, number, told, by, found.get(number), number in again)
            for number in range(1, playing.version + 1)
            if number not in folded
        ]
    return tuple(reversed(lines))


def _taken_back(playing: Playing) -> dict[int, int]:
    """Which entry took back each of those that do not stand."""
    by: dict[int, int] = {}
    for entry in playing.entries:
        about = playing.about(entry.number)
        if about is not None and entry.verb == UNDO:
            by[about] = entry.number
    return by


def _line(
    playing: Playing, number: int, told: dict[int, str], by: dict[int, int], edit: Noted | None, again: bool
) -> LogLine:
    entry = playing.entries[number - 1]
    turning = entry.verb in (UNDO, REDO)
    stands = number in playing.course.stands()
    undo = playing.entries[by[number] - 1] if number in by and not (stands or turning) else None
    inner = range(number + 1, edit.first + edit.undone) if edit else range(0)
    return LogLine(
        number,
        clock(entry.at),
        told[number],
        device_of(entry.via),
        not stands and not turning,
        undo.number if undo else 0,
        clock(undo.at) if undo else "",
        device_of(undo.via) if undo else "",
        tuple((k, told[k]) for k in inner),
        edit is not None,
        again,
        stands and number > 1,
    )
