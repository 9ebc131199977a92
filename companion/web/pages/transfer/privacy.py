"""What is kept and where, and how it goes away: a game for good, a person out of every game."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from flask import Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.service.people import forget as people_forget
from companion.store.base import Forgotten
from companion.web.pages.base import day, pages, render, words
from companion.web.pages.games.index import row_of
from companion.web.server.context import ALONE, DATA_FOLDER, figures, lang, must_be_host, tables


class Person(NamedTuple):
    """A name that is kept, and in how many games."""

    name: str
    games: int


@pages.get("/kept")
def kept() -> Response:
    """Show what is kept and where."""
    must_be_host()
    return _kept()


@pages.post("/forget")
def forget() -> AnyResponse:
    """Ask whether it is really meant; then forget."""
    must_be_host()
    game, person = request.form.get("game", "")[:80], request.form.get("person", "")[:200]
    if request.form.get("sure") != "yes":
        return _kept(game, person)
    if game:
        tables().forget({game: None})
    else:
        people_forget.forget_person(tables(), person, words(lang()).raw("evening.somebody"))
        figures().forget(person)
    return redirect("/kept", 303)


def _kept(game: str = "", person: str = "") -> Response:
    """Show everything that is kept; `game` or `person`: what somebody is about to forget."""
    folder = str(current_app.config.get(DATA_FOLDER) or "")
    games = tuple(row_of(heading) for heading in tables().headings())
    people = tuple(Person(name, count) for name, count in people_forget.people(tables()).items())
    damaged: tuple[str, ...] = ()
    # Kept aside: they hold what they held, and only a person can delete them; on a tablet alone nobody can, and it
    # deletes them itself.
    if folder and not current_app.config.get(ALONE):
        with suppress(OSError):
            damaged = tuple(sorted(str(path) for path in Path(folder).glob("*.damaged-*")))
    kind, sure, label, count = "", "", "", 0
    if row := next((row for row in games if row.id == game), None):
        kind, sure, label, count = "game", game, f"{row.title} ({', '.join(row.players)})", 1
    elif known := next((one for one in people if one.name == person), None):
        kind, sure, label, count = "person", person, person, known.games
    return render(
        "evening/kept.html",
        folder=folder,
        damaged=damaged,
        games=games,
        people=people,
        audits=tuple(Forgotten(day(one.at), one.removed, one.changed) for one in tables().store.forgotten()),
        sure_kind=kind,
        sure=sure,
        sure_label=label,
        count=count,
    )
