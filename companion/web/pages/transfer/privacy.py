"""What is kept and where, and how it goes away: a game for good, a person out of every game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from flask import Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.service.people import forget as people_forget
from companion.store.base import Forgotten
from companion.web.pages.base import day, pages, render, words
from companion.web.pages.games.index import GameRow, row_of
from companion.web.server.context import ALONE, DATA_FOLDER, figures, lang, must_be_host, tables


class Person(NamedTuple):
    """A name that is kept, and in how many games."""

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class KeptPage:
    """Page of everything that is kept."""

    folder: str
    damaged: tuple[str, ...]
    games: tuple[GameRow, ...]
    people: tuple[Person, ...]
    audits: tuple[Forgotten, ...]
    sure_kind: Literal["", "game", "person"] = ""
    """What somebody is about to forget, a game or a person; empty where nothing is asked."""
    sure: str = ""
    """The game's id, or the person's name."""
    sure_label: str = ""
    count: int = 0


@pages.get("/kept")
def kept() -> Response:
    """Show what is kept and where."""
    must_be_host()
    return render("evening/kept.html", _kept())


@pages.post("/forget")
def forget() -> AnyResponse:
    """Ask whether it is really meant; then forget."""
    must_be_host()
    game, person = request.form.get("game", "")[:80], request.form.get("person", "")[:200]
    if request.form.get("sure") != "yes":
        page = _kept()
        row = next((row for row in page.games if row.id == game), None)
        known = next((one for one in page.people if one.name == person), None)
        if row is not None:
            label = f"{row.title} ({', '.join(row.players)})"
            page = replace(page, sure_kind="game", sure=game, sure_label=label, count=1)
        elif known is not None:
            page = replace(page, sure_kind="person", sure=person, sure_label=person, count=known.games)
        return render("evening/kept.html", page)
    if game:
        tables().forget({game: None})
    else:
        people_forget.forget_person(tables(), person, words(lang()).raw("evening.somebody"))
        figures().forget(person)
    return redirect("/kept", 303)


def _kept() -> KeptPage:
    folder = str(current_app.config.get(DATA_FOLDER) or "")
    games = tuple(row_of(heading) for heading in tables().headings())
    people = tuple(Person(name, count) for name, count in people_forget.people(tables()).items())
    audits = tuple(Forgotten(day(one.at), one.removed, one.changed) for one in tables().store.forgotten())
    damaged: tuple[str, ...] = ()
    # Kept aside: they hold what they held, and only a person can delete them; on a tablet alone nobody can, and it
    # deletes them itself.
    if folder and not current_app.config.get(ALONE):
        with suppress(OSError):
            damaged = tuple(sorted(str(path) for path in Path(folder).glob("*.damaged-*")))
    return KeptPage(folder, damaged, games, people, audits)
