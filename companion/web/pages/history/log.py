"""The words of the past, and the whole log: what stands, what was taken back and from where; whatever
moved an entry is folded into its line."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response

from companion.engine.history import REDO, UNDO
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.history.edit_note import Noted, edits
from companion.service.live.session import LiveGame
from companion.service.transfer import record
from companion.web.pages.base import clock, game_words, pages, render, sentences
from companion.web.pages.table.page import game_title
from companion.web.server.context import lang, tables


def past_words(language: str) -> Wording:
    """Return the words of the past and of the film in a language."""
    return catalog.words("past", language)


said = sentences("past")


def device_of(via: str) -> str:
    """Return the device an entry came from, as people call it; empty if it is not known."""
    how, _, label = via.partition(" · ")
    known = f"via.{how}"
    word = said(known) if how and past_words(lang()).has(known) else how
    return label or word


class LogLine(NamedTuple):
    """One entry. `undone_by` is the entry that took it back (0: none did), with that one's time and device.

    `folded` are the undos that belong to the edit of the past this line begins; `again`: an edit said it again.
    `turned` are the times it was taken back and restored, which are no lines of their own.
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
    turned: tuple[tuple[int, str], ...] = ()


@pages.get("/games/<game>/log")
def log(game: str) -> Response:
    """Show the whole log."""
    seen = tables().seen(game)
    title = game_title(tables().heading(game), game_words(seen.title))
    return render("past/log.html", id=game, title=title, newest=seen.version, lines=lines_of(tables().playing(game)))


def lines_of(playing: LiveGame) -> tuple[LogLine, ...]:
    """Return the log line by line, the newest first."""
    with playing.lock:
        told = {line.version: line.text for line in record.log(playing, lang())}
        found = {edit.first: edit for edit in edits(playing.entries)}
        folded = {k for edit in found.values() for k in range(edit.first + 1, edit.first + edit.undone)}
        again = {k for edit in found.values() for k in range(edit.first + edit.undone + edit.new, edit.last + 1)}
        standing = playing.course.stands()
        turned: dict[int, list[tuple[int, str]]] = {}
        for number in range(1, playing.version + 1):
            about = playing.course.turned(number)
            if about is not None and number not in folded and number not in found:
                turned.setdefault(about, []).append((number, told[number]))
        inside = folded | {number for some in turned.values() for number, _ in some}
        lines = [
            _line(playing, number, told, found.get(number), number in again, number in standing)._replace(
                turned=tuple(turned.get(number, ()))
            )
            for number in range(1, playing.version + 1)
            if number not in inside
        ]
    return tuple(reversed(lines))


def _line(
    playing: LiveGame,
    number: int,
    told: dict[int, str],
    edit: Noted | None,
    again: bool,
    stands: bool,
) -> LogLine:
    entry = playing.entries[number - 1]
    turning = entry.verb in (UNDO, REDO)
    undo = None if stands or turning else playing.entries[playing.moved_by(number) - 1]
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
