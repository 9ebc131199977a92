"""The film: the game frame by frame on the ring, as slow or fast as one likes, with what everybody could know then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, request

from companion.engine.actions import Malformed, whole
from companion.engine.game import Past
from companion.engine.retelling import Clue
from companion.engine.view import Known
from companion.service.history import film as service
from companion.service.live.session import LiveGame
from companion.service.transfer import record
from companion.web.pages.base import clock, game_words, pages, render
from companion.web.pages.history.timeline import Tick, TimeLine, said, tick_kind
from companion.web.pages.table.page import RingDrawn, game_title, ring_drawn
from companion.web.pages.table.places import places
from companion.web.pages.table.sidebar import Beside, beside
from companion.web.server.context import tables


@dataclass(frozen=True, slots=True)
class FilmPage:
    """One frame of the film."""

    id: str
    title: str
    number: int
    frames: int
    ring: RingDrawn
    heading: str
    beside: Beside
    told: str
    time: str
    clues: tuple[Clue, ...]
    known: tuple[Known, ...]
    line: TimeLine
    is_over: bool


@pages.get("/games/<game>/film")
def film(game: str) -> Response:
    """The film from its beginning, or at the place the time line's form was set to."""
    asked = whole(request.args.get("n", ""))
    if asked is None:
        return film_frame(game, 1)
    most = len(service.frames(tables().playing(game)))
    return film_frame(game, min(max(asked, 1), most))


@pages.get("/games/<game>/film/<int:number>")
def film_frame(game: str, number: int) -> Response:
    """A frame of the film."""
    return render("film/_frame.html" if "part" in request.args else "film/film.html", film_page(game, number))


def film_page(game: str, number: int) -> FilmPage:
    """A frame of a game's film; raises `Malformed` where there is none."""
    seen, playing = tables().seen(game), tables().playing(game)
    words, past = game_words(seen.title), service.frames(playing)
    if not 1 <= number <= len(past):
        raise Malformed("malformed.to", most=len(past))
    so_far = past[:number]
    entry, table = so_far[-1]
    view = seen.title.game.view(seen.title.decklist, table, words)
    with playing.lock:
        told = record.told(playing, playing.entries[entry.number - 1], words)
    return FilmPage(
        id=game,
        title=game_title(tables().heading(game), words),
        number=number,
        frames=len(past),
        ring=ring_drawn(view, table, None, around=places([one for one, _ in so_far])),
        heading=view.heading,
        beside=beside(game, playing, seen.title, table, entry.number, words),
        told=told,
        time=clock(entry.at),
        clues=tuple(reversed(service.told(playing, so_far, words).clues)),
        known=seen.title.game.known(seen.title.decklist, so_far, words),
        line=_line(game, playing, past, number),
        is_over=past[-1][1].ended is not None,
    )


def _line(game: str, playing: LiveGame, past: Sequence[Past], number: int) -> TimeLine:
    last = max(len(past) - 1, 1)
    ticks = tuple(
        Tick(round(1000 * k / last, 1), kind) for k, (entry, _) in enumerate(past) if (kind := tick_kind(entry.facts))
    )
    label = said("film.label", frames=len(past))
    return TimeLine(1, len(past), number, f"/games/{game}/film/", f"/games/{game}/film", label, ticks, True)
