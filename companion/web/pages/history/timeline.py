"""The past of a game: the table as it was after any entry, on a time line to scrub or to play, with the way back to it.

It is one page: the log, the film and any moment of the past are the same ring, the same time line and the same list.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from flask import Response, jsonify, request

from companion.engine.actions import Malformed, whole
from companion.engine.facts import Ended, PlayerOut
from companion.engine.history import REDO, UNDO
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.words import Wording
from companion.service.history import film
from companion.service.history.diff import hands
from companion.service.history.edit_note import edits
from companion.service.live.session import LiveGame
from companion.service.live.undo_range import return_step
from companion.service.people.forget import nameless
from companion.service.transfer import record
from companion.web.pages.base import clock, game_words, new_action_id, pages, render, words
from companion.web.pages.history.log import device_of, lines_of, said
from companion.web.pages.table.endings import roles_of
from companion.web.pages.table.page import game_title, ring_drawn
from companion.web.pages.table.places import PLACES
from companion.web.pages.table.sidebar import beside
from companion.web.server.context import lang, tables


class Tick(NamedTuple):
    """A mark on the time line: where it is (0 to 1000), and its kind: `out`, `end`, `turned`, `edit`, `undone`."""

    at: float
    kind: str


class TimeLine(NamedTuple):
    """Places to scrub through, from `first` to `last`; `at` is where we are. Addresses begin with `href`."""

    first: int
    last: int
    at: int
    href: str
    form: str
    label: str
    ticks: tuple[Tick, ...] = ()
    passed: tuple[int, ...] = ()
    """The places that are left out where it plays by itself: what was taken back, and the taking back."""


class Going(NamedTuple):
    """Consequences of going back to a moment: the entries by number and sentence, in the order they were made."""

    to: int
    takes: tuple[tuple[int, str], ...]
    brings: tuple[tuple[int, str], ...]
    hands: tuple[str, ...]
    """What the hands would do on the real table, all of what is taken back together."""

    @property
    def moves(self) -> bool:
        """True if it would change anything."""
        return bool(self.takes or self.brings)


@pages.get("/games/<game>/at")
def at(game: str) -> Response:
    """Show the place that the time line was set to, for browsers without JavaScript."""
    asked, newest = whole(request.args.get("n", "")), tables().seen(game).version
    return shown(game, newest if asked is None else min(max(asked, 1), newest))


@pages.get("/games/<game>/at/<int:number>")
def past(game: str, number: int) -> Response:
    """Show the table after an entry."""
    return shown(game, number)


def shown(game: str, number: int) -> Response:
    """Show the page after an entry, or (`part`) that moment alone. Raise `Malformed` if there is none."""
    is_part = "part" in request.args
    now = tables().seen(game)
    seen = tables().seen(game, number)
    playing, title, words = tables().playing(game), seen.title, game_words(seen.title)
    view = title.game.view(title.decklist, seen.table, words)
    with playing.lock:
        entry = playing.entries[number - 1]
        stands = number in playing.course.stands()
        so_far = tuple((playing.entries[stood - 1], playing.table_at(stood)) for stood in playing.course.stood(number))
        told = record.told(playing, entry, words)
    over = now.table.ended is not None
    bonds = film.told(playing, film.frames(playing), words).bonds if over else ()
    later = {bond.player for bond in bonds if bond.number > number}
    return render(
        "past/_at.html" if is_part else "past/at.html",
        id=game,
        title=game_title(tables().heading(game), words),
        number=number,
        newest=now.version,
        ring=ring_drawn(view, seen.table, None, around=playing.running(PLACES, number).order),
        heading=view.heading,
        detail=view.detail,
        beside=beside(game, playing, title, seen.table, number, words),
        told=told,
        time=clock(entry.at),
        via=device_of(entry.via),
        is_undone=not stands and entry.verb not in (UNDO, REDO),
        can_edit=stands and number > 1,
        line=_time_line(game, playing, number, now.version, {bond.number for bond in bonds}),
        going=going_to(playing, number, words),
        action_id=new_action_id(),
        # once the game is over, what everybody turned out to be: in every moment, but for whoever was turned later
        roles=tuple(one._replace(icon="") if one.player in later else one for one in roles_of(now.table, words)),
        clues=tuple(reversed(film.told(playing, so_far, words).clues)),
        known=known(title.decklist, playing.running(SEEN, number), seen.table.seats, words),
        is_over=over,
        turned=tuple(bond for bond in bonds if 0 < bond.number <= number),  # as it was told after the end
        # true if it can be said what could have been known of it
        tells=title.game.hindsight is not None and over and bool(now.table.ended and now.table.ended.roles),
        lines=() if is_part else lines_of(playing),
    )


def going_to(playing: LiveGame, number: int, words: Wording) -> Going:
    """Return what a return to the moment after entry `number` would take back and bring back."""
    with playing.lock:
        step = return_step(playing, number)
        takes, brings = (
            tuple((entry.number, record.told(playing, entry, words)) for entry in entries) for entries in step
        )
        return Going(number, takes, brings, hands(playing, step.taken, words))


def _time_line(game: str, playing: LiveGame, number: int, newest: int, turned: Collection[int]) -> TimeLine:
    """Return the time line with its marks: eliminations, the end, who was `turned`, entries taken back, edits."""
    ticks = []
    with playing.lock:
        last, stands = max(playing.version - 1, 1), playing.course.stands()
        begun = {edit.first for edit in edits(playing.entries)}
        for entry in playing.entries:
            kind = tick_kind(entry.facts) or ("turned" if entry.number in turned else "")
            kind = "edit" if entry.number in begun else kind
            if entry.verb not in (UNDO, REDO) and entry.number not in stands:
                kind = "undone"
            if kind:
                ticks.append(Tick(round(1000 * (entry.number - 1) / last, 1), kind))
    return TimeLine(
        1,
        newest,
        number,
        f"/games/{game}/at/",
        f"/games/{game}/at",
        said("line.label", newest=newest),
        tuple(ticks),
        tuple(k for k in range(1, newest + 1) if k not in stands),
    )


def tick_kind(facts: Sequence[object]) -> str:
    """Return the kind of mark that facts deserve; empty for none."""
    if any(isinstance(fact, Ended) for fact in facts):
        return "end"
    return "out" if any(isinstance(fact, PlayerOut) for fact in facts) else ""


@pages.get("/games/<game>/film")
def film_page(game: str) -> Response:
    """Show the film from its beginning, or from the scene asked for."""
    asked = whole(request.args.get("n", ""))
    most = len(film.frames(tables().playing(game)))
    return film_frame(game, 1 if asked is None else min(max(asked, 1), most))


@pages.get("/games/<game>/film/<int:number>")
def film_frame(game: str, number: int) -> Response:
    """Show a scene of the film: the moment after one of the entries that stand."""
    past = film.frames(tables().playing(game))
    if not 1 <= number <= len(past):
        raise Malformed("malformed.beyond", most=len(past))
    return shown(game, past[number - 1][0].number)


@pages.get("/games/<game>/film/scenes")
def scenes(game: str) -> Response:
    """Tell the scenes of a film to the script that draws it as a video (`keep.js`); `names=no`: without names."""
    playing, said = tables().playing(game), game_words(tables().seen(game).title)
    if request.args.get("names") == "no":
        playing = nameless(tables(), game, words(lang()).raw("evening.somebody"))
    past = film.frames(playing)
    table = past[-1][1]
    turned = {bond.number: bond.player for bond in film.told(playing, past, said).bonds}
    return jsonify(
        title=game_title(tables().heading(game), said),
        players=table.players,
        heading=playing.game.view(playing.decklist, table, said).heading,
        roles={one.player: [one.label, one.tone, one.won] for one in roles_of(table, said)},
        scenes=[
            {
                "seats": now.seats,
                "out": now.eliminated,
                "turn": "" if now.ended else now.turn,
                "turned": turned.get(entry.number, ""),
                "text": record.told(playing, entry, said),
            }
            for entry, now in past
        ],
    )
