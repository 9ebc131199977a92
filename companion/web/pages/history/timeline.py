"""The past of a game: the table as it was after any entry, on a time line to scrub, with the way back to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import whole
from companion.engine.facts import Ended, PlayerOut
from companion.engine.history import REDO, UNDO
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.history.edit_note import edits
from companion.service.history.hands import hands
from companion.service.live.session import LiveGame
from companion.service.live.undo_range import return_step
from companion.service.transfer import record
from companion.web.pages.base import clock, game_words, new_action_id, pages, render
from companion.web.pages.table.page import RingDrawn, game_title, ring_drawn
from companion.web.pages.table.places import places
from companion.web.pages.table.sidebar import Beside, beside
from companion.web.server.context import lang, tables


def past_words(language: str) -> Wording:
    """The words of the past and of the film in a language."""
    return catalog.words("past", language)


@pages.app_template_global("p")
def said(key: str, **blanks: object) -> str:
    """A sentence of these pages in the device's language."""
    return past_words(lang()).say(key, **blanks)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the time line: where it is (0 to 1000), and what it stands for: `out`, `end`, `edit`, `undone`."""

    at: float
    kind: str


@dataclass(frozen=True, slots=True)
class TimeLine:
    """Places to scrub through, from `first` to `last`; `at` is where we are. Addresses begin with `href`."""

    first: int
    last: int
    at: int
    href: str
    form: str
    label: str
    ticks: tuple[Tick, ...] = ()
    plays: bool = False
    """Whether it can play by itself."""


@dataclass(frozen=True, slots=True)
class Going:
    """What going back to a moment would do: the entries by number and sentence, in the order they were said."""

    to: int
    takes: tuple[tuple[int, str], ...]
    brings: tuple[tuple[int, str], ...]
    hands: tuple[str, ...]
    """What the hands would do on the real table, all of what is taken back together."""

    @property
    def moves(self) -> bool:
        """Whether it would change anything."""
        return bool(self.takes or self.brings)


@dataclass(frozen=True, slots=True)
class AtPage:
    """The table as it was after an entry."""

    id: str
    title: str
    number: int
    newest: int
    ring: RingDrawn
    heading: str
    detail: str
    beside: Beside
    told: str
    time: str
    via: str
    is_undone: bool
    can_edit: bool
    line: TimeLine
    going: Going
    action_id: str


@pages.get("/games/<game>/at")
def at(game: str) -> Response:
    """The time line's form, for whoever has no JavaScript: the place it was set to."""
    asked, newest = whole(request.args.get("n", "")), tables().seen(game).version
    return _frame(game, newest if asked is None else min(max(asked, 1), newest), "past/at.html", "past/_at.html")


@pages.get("/games/<game>/at/<int:number>")
def past(game: str, number: int) -> AnyResponse:
    """The table as it was after an entry."""
    if number == tables().seen(game).version and "part" not in request.args:
        return redirect(url_for("pages.table", game=game), 303)
    return _frame(game, number, "past/at.html", "past/_at.html")


def _frame(game: str, number: int, whole: str, part: str) -> Response:
    page = at_page(game, number)
    return render(part if "part" in request.args else whole, page)


def at_page(game: str, number: int) -> AtPage:
    """The page of a game after an entry; raises `Malformed` where there is none."""
    newest = tables().seen(game).version
    seen = tables().seen(game, number)
    playing, title, words = tables().playing(game), seen.title, game_words(seen.title)
    view = title.game.view(title.decklist, seen.table, words)
    with playing.lock:
        entry = playing.entries[number - 1]
        stands = number in playing.course.stands()
        around = places([playing.entries[stood - 1] for stood in playing.course.stood(number)])
        told = record.told(playing, entry, words)
    return AtPage(
        id=game,
        title=game_title(tables().heading(game), words),
        number=number,
        newest=newest,
        ring=ring_drawn(view, seen.table, None, around=around),
        heading=view.heading,
        detail=view.detail,
        beside=beside(game, playing, title, seen.table, number, words),
        told=told,
        time=clock(entry.at),
        via=device_of(entry.via),
        is_undone=not stands and entry.verb not in (UNDO, REDO),
        can_edit=stands and number > 1,
        line=_time_line(game, playing, number, newest),
        going=going_to(playing, number, words),
        action_id=new_action_id(),
    )


def going_to(playing: LiveGame, number: int, words: Wording) -> Going:
    """What a return to the moment after entry `number` would take back and bring back."""
    with playing.lock:
        step = return_step(playing, number)
        takes, brings = (
            tuple((entry.number, record.told(playing, entry, words)) for entry in entries) for entries in step
        )
        return Going(number, takes, brings, hands(playing, step.taken, words))


def device_of(via: str) -> str:
    """The device an entry came from, as people call it; empty where it is not known."""
    how, _, label = via.partition(" · ")
    known = f"via.{how}"
    word = said(known) if how and past_words(lang()).has(known) else how
    return label or word


def _time_line(game: str, playing: LiveGame, number: int, newest: int) -> TimeLine:
    with playing.lock:
        ticks = _ticks(playing)
    return TimeLine(
        1, newest, number, f"/games/{game}/at/", f"/games/{game}/at", said("line.label", newest=newest), ticks
    )


def _ticks(playing: LiveGame) -> tuple[Tick, ...]:
    """Who left the game, its end, what was taken back, what was edited."""
    last = max(playing.version - 1, 1)
    stands = playing.course.stands()
    begun = {edit.first for edit in edits(playing.entries)}
    found: list[Tick] = []
    for entry in playing.entries:
        kind = "edit" if entry.number in begun else tick_kind(entry.facts)
        if entry.verb not in (UNDO, REDO) and entry.number not in stands:
            kind = "undone"
        if kind:
            found.append(Tick(round(1000 * (entry.number - 1) / last, 1), kind))
    return tuple(found)


def tick_kind(facts: Sequence[object]) -> str:
    """What is worth a mark; empty for what is not."""
    if any(isinstance(fact, Ended) for fact in facts):
        return "end"
    return "out" if any(isinstance(fact, PlayerOut) for fact in facts) else ""
